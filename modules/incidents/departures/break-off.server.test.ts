import { beforeEach, expect, test } from 'vitest'

import { tick } from '#modules/boarding/counts/ticks.server.ts'
import { choose } from '#modules/incidents/choices/choose.server.ts'
import { decideChoices } from '#modules/incidents/choices/decide-choices.server.ts'
import { listConcernedDepartures } from '#modules/incidents/incident/concerned.server.ts'
import { findOpenIncident } from '#modules/incidents/incident/incidents.server.ts'
import { listAskedBookings } from '#modules/incidents/reads/find-incident.server.ts'
import { reportDelay } from '#modules/incidents/times/report-delay.server.ts'
import { listBookings } from '#modules/orders/order/rows.server.ts'
import { findHeldOrder } from '#modules/orders/self-service/find-order.server.ts'
import { listNextDepartures } from '#modules/timetable/next-departures.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { listEntries } from '#platform/audit.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import {
  buyUnderNewTerms,
  cancelAndTell,
  endChoices,
  getChoice,
} from '#test/fixtures/cancelled-bus.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import {
  addTraveller,
  choose as putIntoCart,
  comeBack,
  findOrderRow,
  goToBank,
  listMails,
  listRefunds,
  pressPay,
  ride,
} from '#test/simulation/travellers.ts'

import { breakOff, listRidingOn, quoteBreakOff } from './break-off.server.ts'
import { cancelDeparture, refundHolders, tellHolders } from './cancel-departure.server.ts'

const simulation = openSimulation()
let bus: string
let next: string
let leaves: Temporal.Instant
beforeEach(async () => {
  // The buses of the test before are too far away to be offered.
  shiftClock({ hours: 96 })
  await endChoices()
  leaves = now().add({ hours: 5 })
  bus = await addDeparture({ departsAt: leaves })
  next = await addDeparture({ departsAt: leaves.add({ hours: 2 }) })
})

const buyRide = (from: 'A' | 'B' | 'C', to: 'B' | 'C' | 'D', party: object = { adult: 2 }) =>
  buyUnderNewTerms(simulation.bank, ride(bus, from, to, party))
/** The clock stands this long after the bus has left its first stop. */
const setOff = (minutes: number) =>
  shiftClock({ minutes: Math.ceil(now().until(leaves).total('minutes')) + minutes })
const rideOf = async (orderId: string) => (await listBookings(db, orderId))[0]
const scan = async (orderId: string, aboard: number) => {
  const booking = await rideOf(orderId)
  const bookingId = booking?.bookingId ?? ''
  const position = booking?.fromPosition ?? 0
  const ticked = await tick({
    departureId: bus,
    bookingId,
    position,
    aboard,
    by: ADMIN,
    now: now(),
  })
  if (!ticked.ok) throw new Error(ticked.reason)
}
const breakAt = async (fromPosition: number, shown?: { bookings: number; paid: number }) => {
  const quote = await quoteBreakOff(bus, fromPosition)
  const wish = { departureId: bus, fromPosition, reason: 'engine', by: ADMIN, now: now() }
  return breakOff({ ...wish, shown: { ...quote, ...shown } as typeof quote })
}
const kindsOfMail = async (orderId: string) => (await listMails(orderId)).map(({ kind }) => kind)
const statusFor = async (orderId: string) => (await rideOf(orderId))?.departureStatus

test('a bus breaks down at its second stop: those who wait further on choose, those aboard keep their ride', async () => {
  const [aboard, atB, atC] = [
    await buyRide('A', 'D'),
    await buyRide('B', 'D'),
    await buyRide('C', 'D'),
  ]
  setOff(5)
  await scan(aboard, 2)
  expect(await quoteBreakOff(bus, 1)).toMatchObject({ bookings: 2, passengers: 4 })
  expect(await listRidingOn(bus, 1)).toMatchObject([{ people: 2, aboard: 2 }])
  const outcome = await breakAt(1)
  expect(outcome).toEqual({ ok: true, incidentId: await findOpenIncident(bus) })
  await tellHolders(now())
  await tellHolders(now())
  expect(await kindsOfMail(aboard)).toEqual(['confirmation'])
  for (const orderId of [atB, atC]) {
    expect(await kindsOfMail(orderId)).toEqual(['confirmation', 'departure-cancelled'])
    const { offers, state, defaultChoice } = await getChoice(orderId)
    expect(offers.map(({ departureId }) => departureId)).toEqual([next])
    expect({ state, defaultChoice }).toEqual({ state: 'told', defaultChoice: 'move' })
  }
  const { token, best } = await getChoice(atB)
  const move = { kind: 'move', offerId: best } as const
  expect(await choose({ token, choice: move, by: TRAVELLER, now: now() })).toEqual({ ok: true })
  expect((await rideOf(atB))?.departureId).toBe(next)
  const refund = { kind: 'refund' } as const
  const { token: other } = await getChoice(atC)
  expect(await choose({ token: other, choice: refund, by: TRAVELLER, now: now() })).toEqual({
    ok: true,
  })
  expect(await findOrderRow(atC)).toMatchObject({ status: 'cancelled' })
  await refundHolders(leaves.add({ hours: 48 }))
  expect([await statusFor(aboard), await listRefunds(aboard)]).toEqual(['planned', []])
  const [entry] = await listEntries(`departure:${bus}`, 10)
  expect(entry).toMatchObject({ action: 'broke-down', reason: 'engine' })
})

test('a holder who does not answer is moved, or refunded after the day', async () => {
  const silent = await buyRide('B', 'D')
  await db.updateTable('departures').set({ seats: 1 }).where('departureId', '=', next).execute()
  setOff(5)
  await breakAt(1)
  await tellHolders(now())
  expect(await getChoice(silent)).toMatchObject({ offers: [], defaultChoice: 'refund' })
  await refundHolders(leaves.add({ hours: 48 }))
  expect(await findOrderRow(silent)).toMatchObject({ status: 'cancelled' })
  expect(await listRefunds(silent)).toHaveLength(1)
})

test('the stops from there on are no longer sold, and their boards say so', async () => {
  setOff(5)
  await breakAt(1)
  const sale = await putIntoCart(addTraveller(), ride(bus, 'C', 'D'))
  expect(sale).toMatchObject({ ok: false, reason: 'stop-closed' })
  const board = await listNextDepartures({ stopId: 'C', now: now(), most: 5 })
  expect(board.map(({ departureId }) => departureId)).not.toContain(bus)
})

test('whoever boards the bus that came instead keeps the ride: no refund, no other bus', async () => {
  const orderId = await buyRide('B', 'D')
  setOff(5)
  await breakAt(1)
  await tellHolders(now())
  const { token, best, incidentId } = await getChoice(orderId)
  await scan(orderId, 2)
  const press = (choice: Parameters<typeof choose>[0]['choice']) =>
    choose({ token, choice, by: TRAVELLER, now: now() })
  expect(await press({ kind: 'refund' })).toEqual({ ok: false, reason: 'runs-after-all' })
  expect(await press({ kind: 'move', offerId: best })).toEqual({
    ok: false,
    reason: 'runs-after-all',
  })
  await decideChoices(now())
  expect(await getChoice(orderId)).toMatchObject({ state: 'stays' })
  await refundHolders(leaves.add({ hours: 48 }))
  expect(await listRefunds(orderId)).toEqual([])
  expect(await listAskedBookings(incidentId, now())).toMatchObject([{ isToCall: false }])
})

test('those whom no mail reaches stand on the list of calls', async () => {
  const orderId = await buyRide('C', 'D')
  const elsewhere = await buyRide('A', 'B')
  const mails = db.updateTable('mails').where('orderId', 'in', [orderId, elsewhere])
  await mails.set({ state: 'refused' }).execute()
  setOff(5)
  const outcome = await breakAt(2)
  const incidentId = outcome.ok ? outcome.incidentId : ''
  expect(await listAskedBookings(incidentId, now())).toMatchObject([{ orderId, state: null }])
  await tellHolders(now())
  expect(await listAskedBookings(incidentId, now(), { isToCall: true })).toMatchObject([
    { orderId },
  ])
})

test('a bus that never came is cancelled as a whole, unless somebody was let aboard', async () => {
  const orderId = await buyRide('A', 'D')
  setOff(1)
  await scan(orderId, 1)
  expect(await breakAt(0)).toEqual({ ok: false, reason: 'people-aboard' })
  await scan(orderId, 0)
  expect(await breakAt(0)).toMatchObject({ ok: true })
  await tellHolders(now())
  expect(await kindsOfMail(orderId)).toEqual(['confirmation', 'departure-cancelled'])
  const { status } = await db
    .selectFrom('departures')
    .select('status')
    .where('departureId', '=', bus)
    .executeTakeFirstOrThrow()
  expect(status).toBe('cancelled')
  expect(await breakAt(1)).toEqual({ ok: false, reason: 'cancelled-already' })
})

test('only a bus that has left by now breaks down, late as it is, and at most three hours after its end', async () => {
  expect(await breakAt(1)).toEqual({ ok: false, reason: 'not-left' })
  await reportDelay({ departureId: bus, by: ADMIN, fromPosition: 0, minutes: 20, now: now() })
  setOff(15)
  expect(await breakAt(1)).toEqual({ ok: false, reason: 'not-left' })
  setOff(25)
  for (const position of [3, 4, -1]) {
    expect(await breakAt(position)).toEqual({ ok: false, reason: 'no-such-stop' })
  }
  // Due at the last stop 90 minutes after the first, less the minutes that it stands there.
  setOff(20 + 90 + 3 * 60)
  expect(await breakAt(1)).toEqual({ ok: false, reason: 'journey-over' })
  setOff(20 + 80 + 3 * 60)
  expect(await breakAt(2)).toMatchObject({ ok: true })
  expect(await breakAt(1)).toEqual({ ok: false, reason: 'broken-already' })
})

test('a bus that broke down has left, so it is not cancelled, however late it is reported', async () => {
  await buyRide('A', 'D')
  setOff(5)
  expect(await breakAt(1)).toMatchObject({ ok: true })
  const decision = { departureId: bus, by: ADMIN, now: now() }
  expect(await reportDelay({ ...decision, fromPosition: 0, minutes: 60 })).toEqual({ ok: true })
  expect(await cancelDeparture({ ...decision, reason: 'engine' })).toMatchObject({
    reason: 'has-left',
  })
  const selection = { since: leaves, until: leaves.add({ hours: 1 }), routeIds: [] }
  const listIds = async (more = {}) => {
    const listed = await listConcernedDepartures({ ...selection, ...more }, { now: now() })
    return listed.map(({ departureId }) => departureId)
  }
  expect(await listIds()).toEqual([])
  expect(await listIds({ isOnRoadToo: true })).toEqual([bus])
})

test('a buyer at the same moment has no ticket for a bus that does not come', async () => {
  setOff(5)
  const buyer = addTraveller()
  const [broken, bought] = await Promise.all([breakAt(1), putIntoCart(buyer, ride(bus, 'C', 'D'))])
  expect(broken).toMatchObject({ ok: true })
  const paid = bought.ok ? await pressPay(buyer, simulation.bank) : bought
  expect(paid).toMatchObject({ ok: false, reason: 'stop-closed' })
})

test('a traveller who is at the bank meanwhile has a ticket, and the choice', async () => {
  setOff(5)
  const buyer = addTraveller()
  await putIntoCart(buyer, ride(bus, 'C', 'D'))
  const { url, paymentId, orderId } = await goToBank(buyer, simulation.bank)
  await breakAt(1)
  await tellHolders(now())
  await simulation.bank.payAtBank(url, 'good')
  await comeBack(paymentId, buyer)
  await tellHolders(now())
  expect(await getChoice(orderId)).toMatchObject({ state: 'told' })
})

test('it is refused if the figures are no longer those that were shown', async () => {
  await buyRide('B', 'D')
  setOff(5)
  expect(await breakAt(1, { bookings: 2, paid: 1 })).toMatchObject({
    reason: 'quote-changed',
    quote: { bookings: 1, passengers: 2 },
  })
})

test('the booking of those who wait says that the bus does not run, and lets them cancel in full', async () => {
  const orderId = await buyRide('B', 'D')
  setOff(5)
  await breakAt(1)
  const { manageId } = await findOrderRow(orderId)
  const story = await findHeldOrder(manageId, 'en', now())
  expect(story?.items).toMatchObject([{ companyCancelled: true, can: { cancel: true } }])
})

test('those with seats kept on a bus are counted before it ends, if their ride goes so far', async () => {
  const second = await addDeparture({ departsAt: leaves.add({ minutes: 10 }) })
  const waiting = await buyRide('C', 'D')
  await buyUnderNewTerms(simulation.bank, ride(second, 'B', 'D'))
  setOff(15)
  expect(await breakAt(2)).toMatchObject({ ok: true })
  await tellHolders(now())
  const { offers } = await getChoice(waiting)
  expect(offers.map(({ departureId }) => departureId)).toContain(second)
  bus = second
  const counted = { bookings: 2, passengers: 3, offered: 2, paid: 3600 }
  expect(await quoteBreakOff(second, 1)).toMatchObject(counted)
  expect(await quoteBreakOff(second, 2)).toMatchObject({ bookings: 1, passengers: 2, offered: 2 })
  expect(await breakAt(1, { bookings: 1, paid: 1800 })).toMatchObject({ reason: 'quote-changed' })
  expect(await breakAt(1)).toMatchObject({ ok: true })
  await tellHolders(now())
  const again = await getChoice(waiting)
  expect(again.offers.map(({ departureId }) => departureId)).not.toContain(second)
})

test('kept seats on a ride that ends before that stop are not lost, and nobody with them is counted', async () => {
  const second = await addDeparture({ departsAt: leaves.add({ minutes: 10 }), seats: 30 })
  await buyRide('A', 'B')
  await buyRide('B', 'C', { adult: 3 })
  await cancelAndTell(bus)
  expect(await quoteBreakOff(second, 0)).toMatchObject({ bookings: 2, passengers: 5, offered: 5 })
  expect(await quoteBreakOff(second, 1)).toMatchObject({ bookings: 2, passengers: 5, offered: 5 })
  expect(await quoteBreakOff(second, 2)).toMatchObject({ bookings: 1, passengers: 3, offered: 3 })
})
