import { constantFrom, integer, record } from 'fast-check'

import { reportDelay } from '#modules/incidents/times/report-delay.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { takeNextBus } from '#modules/orders/self-service/missed.server.ts'
import { changeCapacity } from '#modules/seats/change-capacity.server.ts'
import { db } from '#platform/db.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'

import type { Network } from './door-phone.ts'
import { LEAVES_AFTER, sellAtOffice, walkUp, type Door } from './door.ts'
import { addDeparture } from './timetable.ts'

/*
 * Steps of an evening at two doors of one bus, at which people with tickets for other buses turn up: of
 * one that leaves twenty minutes before it, and of one that leaves an hour after it.
 */

const EARLIER_LEAVES_AFTER = LEAVES_AFTER - 20
const LATER_LEAVES_AFTER = LEAVES_AFTER + 60
/** The people of each party with a ticket for another bus. */
const PARTIES = [1, 2, 3] as const

export type Step =
  | { is: 'sell'; phone: 0 | 1; from: 0 | 1; to: 1 | 2; people: number; skew: number }
  | { is: 'undo'; phone: 0 | 1 }
  | { is: 'exchange'; phone: 0 | 1; network: Network }
  | { is: 'wait'; minutes: number }
  | { is: 'online'; from: 0 | 1; to: 1 | 2; people: number }
  | { is: 'smaller'; seats: number }
  | { is: 'late'; minutes: number }
  /** A party takes this bus in place of the earlier one, before or after that has left. */
  | { is: 'missed'; party: number }
  /** A driver takes a party along that has a ticket for another bus. */
  | { is: 'along'; phone: 0 | 1; party: number; bus: 'earlier' | 'later' }

const phone = constantFrom(0 as const, 1 as const)
const legs = constantFrom([0, 1] as const, [0, 2] as const, [1, 2] as const)
const people = integer({ min: 1, max: 3 })
const network = constantFrom<Network>('works', 'works', 'loses-message', 'loses-answer')
const skew = integer({ min: -10, max: 10 })
export const sell = record({ phone, legs, people, skew }).map(
  ({ legs: [from, to], ...rest }): Step => ({
    is: 'sell',
    from,
    to,
    ...rest,
  }),
)
export const undo = record({ phone }).map((told): Step => ({ is: 'undo', ...told }))
export const exchange = record({ phone, network }).map((told): Step => ({
  is: 'exchange',
  ...told,
}))
export const wait = integer({ min: 1, max: 20 }).map((minutes): Step => ({ is: 'wait', minutes }))
export const online = record({ legs, people }).map(({ legs: [from, to], people: count }): Step => ({
  is: 'online',
  from,
  to,
  people: count,
}))
export const late = constantFrom(10, 20, 30).map((minutes): Step => ({ is: 'late', minutes }))
export const smaller = integer({ min: 3, max: 7 }).map((seats): Step => ({ is: 'smaller', seats }))

const party = integer({ min: 0, max: PARTIES.length - 1 })
export const missed = record({ party }).map((told): Step => ({ is: 'missed', ...told }))
const bus = constantFrom('earlier' as const, 'later' as const)
export const along = record({ phone, party, bus }).map((told): Step => ({ is: 'along', ...told }))

type Ticket = { ticketId: string; code: string }
export type Evening = {
  sold: string[]
  /** Sales that the driver undid, without those that the office left in the books. */
  undone: Set<string>
  now: Temporal.Instant
  isSmaller: boolean
  tickets: { earlier: Ticket[]; later: Ticket[] }
  /** The parties that moved to this bus, and the people whom a driver let aboard. */
  moved: number
  guests: number
}

/** Takes one step of an evening, which notes what came of it. */
export async function takeStep(door: Door, step: Step, evening: Evening): Promise<void> {
  const phones = [door.one, door.two] as const
  const { now } = evening
  if (step.is === 'wait') evening.now = now.add({ minutes: step.minutes })
  if (step.is === 'exchange') {
    await phones[step.phone].exchange(now, step.network)
    noteRefusals(door, evening)
  }
  if (step.is === 'online') await sellAtOffice({ bus: door.bus, now, ...step })
  if (step.is === 'sell') {
    const at = now.add({ minutes: step.skew })
    const sale = await phones[step.phone].sell(walkUp(step.from, step.to, step.people), at)
    if (sale) evening.sold.push(sale.reference)
  }
  if (step.is === 'undo') {
    const reference = await phones[step.phone].undo(now)
    if (reference) evening.undone.add(reference)
  }
  if (step.is === 'late') {
    const { minutes } = step
    await reportDelay({ departureId: door.bus, by: ADMIN, fromPosition: 0, minutes, now })
  }
  if (step.is === 'missed') {
    const { ticketId } = evening.tickets.earlier[step.party] ?? { ticketId: '' }
    const outcome = await takeNextBus(ticketId, { shownDepartureId: door.bus, now })
    if (outcome.ok) evening.moved += 1
  }
  if (step.is === 'along') {
    const { code } = evening.tickets[step.bus][step.party] ?? { code: '' }
    evening.guests += await phones[step.phone].board({ code, at: now })
  }
  if (step.is === 'smaller') {
    const wanted = { seats: step.seats, wheelchairPlaces: 1 }
    const decision = { departureId: door.bus, by: ADMIN, reason: 'a smaller bus', now }
    const outcome = await changeCapacity({ ...decision, wanted })
    evening.isSmaller ||= outcome.ok
  }
}

/**
 * A clock ten minutes off makes an undoing too late by the clock of the office, and the driver may have undone too much
 * on this day. Then the sale stays until a colleague confirms its undoing.
 */
export function noteRefusals(door: Door, evening: Evening): void {
  for (const { reference, reason } of [...door.one.notUndone(), ...door.two.notUndone()]) {
    if (reason !== 'too-late' && reason !== 'too-much') throw new Error(`not undone: ${reason}`)
    evening.undone.delete(reference)
  }
}

/** Another evening: a bus with two phones that know nothing, as its sale has just closed. */
export async function beginEvening(door: Door): Promise<Evening> {
  await forgetOtherBuses()
  await door.prepare()
  const earlier = await sellTickets(door, EARLIER_LEAVES_AFTER)
  const later = await sellTickets(door, LATER_LEAVES_AFTER)
  const tickets = { earlier, later }
  const none = { sold: [], undone: new Set<string>(), moved: 0, guests: 0 }
  return { ...none, now: door.closed, isSmaller: false, tickets }
}

/** Another bus along the road, with a ticket for each of the parties. */
async function sellTickets(door: Door, leavesAfter: number): Promise<Ticket[]> {
  const departsAt = door.after(leavesAfter)
  const departureId = await addDeparture({ departsAt, calls: ['A', 'B', 'C'] })
  const tickets: Ticket[] = []
  for (const size of PARTIES) {
    const wish = { bus: departureId, from: 0, to: 2, people: size, now: door.after(-20) }
    const sold = await sellAtOffice(wish)
    if (!sold.ok) throw new Error(`instead of a ticket: ${sold.reason}`)
    const [ticket] = await listTickets(sold.orderId, 'en', door.after(-20))
    if (ticket) tickets.push({ ticketId: ticket.ticketId, code: ticket.signedCode ?? ticket.code })
  }
  return tickets
}

/** The buses of the evening before take nobody in any more. */
async function forgetOtherBuses(): Promise<void> {
  await db.updateTable('departureStops').set({ pickup: false }).execute()
}
