import { beforeEach, expect, test } from 'vitest'

import { partyOf } from '#modules/fares/passengers.ts'
import { choose } from '#modules/incidents/choices/choose.server.ts'
import { decideChoices } from '#modules/incidents/choices/decide-choices.server.ts'
import type { Wish } from '#modules/incidents/choices/wish.ts'
import {
  cancelDeparture,
  tellHolders,
} from '#modules/incidents/departures/cancel-departure.server.ts'
import { findOpenIncident } from '#modules/incidents/incident/incidents.server.ts'
import { INCIDENT_LETTERS } from '#modules/incidents/letters/incident-letters.server.ts'
import { closeIncident } from '#modules/incidents/office/close-incident.server.ts'
import { findIncident, listAskedBookings } from '#modules/incidents/reads/find-incident.server.ts'
import { listBookings } from '#modules/orders/order/rows.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { dateInCyprus, TIME_ZONE } from '#platform/time.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { buyUnderNewTerms, getChoice } from '#test/fixtures/cancelled-bus.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { countPlacesTaken, listMails, listRefunds, ride } from '#test/simulation/travellers.ts'

import { reportDelay } from './report-delay.server.ts'
import { tellNews } from './tell-news.server.ts'

const simulation = openSimulation()
let bus: string
let next: string
let leaves: Temporal.Instant
beforeEach(async () => {
  // The buses of the test before are too far away to be offered.
  shiftClock({ hours: 72 })
  await decideChoices(now())
  const day = dateInCyprus(now()).add({ days: 1 })
  leaves = day.toZonedDateTime({ timeZone: TIME_ZONE, plainTime: '10:00' }).toInstant()
  bus = await addDeparture({ departsAt: leaves })
  next = await addDeparture({ departsAt: leaves.add({ hours: 1 }), seats: 30 })
})

const buyRide = (party: object = {}) =>
  buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C', party))
const press = (token: string, choice: Wish['choice'], at = now()) =>
  choose({ token, choice, by: TRAVELLER, now: at })
const incidentOf = () => findOpenIncident(bus, db, 'late')
const kindsOfMail = async (orderId: string) => (await listMails(orderId)).map(({ kind }) => kind)

async function report(minutes: number, fromPosition = 0): Promise<void> {
  const at = now()
  const delay = { departureId: bus, fromPosition, minutes, by: ADMIN, now: at }
  expect(await reportDelay(delay)).toEqual({ ok: true })
  await tellNews(at)
  await tellNews(at)
  shiftClock({ seconds: 1 })
}

/** The newest mail about a delay, as it would be sent now. */
async function readLateMail(orderId: string): Promise<string> {
  const mail = await db
    .selectFrom('mails')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('kind', '=', 'running-late')
    .orderBy('queuedAt', 'desc')
    .executeTakeFirstOrThrow()
  return (await INCIDENT_LETTERS['running-late'](mail, now()))?.text ?? ''
}

test('from half an hour on, passengers keep their seats or take another bus of the day, and the mail says so', async () => {
  const orderId = await buyRide({ adult: 2 })
  await report(29)
  expect(await incidentOf()).toBeUndefined()
  expect(await readLateMail(orderId)).not.toContain('/choose/')
  await report(40)
  expect(await findIncident((await incidentOf()) ?? '')).toMatchObject({
    kind: 'late',
    waits: false,
  })
  const choice = await getChoice(orderId)
  expect(choice).toMatchObject({ state: 'told', defaultChoice: 'stay' })
  expect(choice.offers.map(({ departureId }) => departureId)).toEqual([next])
  expect(await countPlacesTaken(next)).toBe(2)
  expect(await readLateMail(orderId)).toContain(`/choose/${choice.token}`)
  expect(await kindsOfMail(orderId)).toEqual(['confirmation', 'running-late', 'running-late'])
  // Those who were told need no call.
  shiftClock({ minutes: 21 })
  const asked = await listAskedBookings(choice.incidentId, now())
  expect(asked).toMatchObject([{ isToCall: false }])
})

test('one press takes the other bus at the price that was paid', async () => {
  const orderId = await buyRide({ adult: 2 })
  await report(60)
  const { token, best } = await getChoice(orderId)
  expect(await press(token, { kind: 'move', offerId: best })).toEqual({ ok: true })
  expect(await listBookings(db, orderId)).toMatchObject([{ departureId: next, totalCents: 3600 }])
  expect([await countPlacesTaken(bus), await countPlacesTaken(next)]).toEqual([0, 2])
})

test('a delay is not refunded, for all of a group or for some of it', async () => {
  const orderId = await buyRide({ adult: 2 })
  await report(60)
  const { token, best } = await getChoice(orderId)
  expect(await press(token, { kind: 'refund' })).toMatchObject({ reason: 'no-refund' })
  const travelling = { passengers: partyOf({ adult: 1 }), wheelchairUsers: 0 }
  const some = { kind: 'move', offerId: best, travelling } as const
  expect(await press(token, some)).toMatchObject({ reason: 'no-refund' })
  expect(await press(token, { kind: 'stay', travelling })).toMatchObject({ reason: 'no-refund' })
  expect(await listRefunds(orderId)).toEqual([])
})

test('without an answer passengers stay on the late bus, and the seats on the other are free again', async () => {
  const orderId = await buyRide()
  await report(60)
  const { decideBy } = await getChoice(orderId)
  await decideChoices(decideBy)
  expect(await getChoice(orderId)).toMatchObject({ state: 'stays' })
  expect([await countPlacesTaken(bus), await countPlacesTaken(next)]).toEqual([1, 0])
})

test('a delay that grows brings no second choice, and a bus that is on time again ends it', async () => {
  const orderId = await buyRide()
  await report(40)
  await report(60)
  const { token, best, incidentId } = await getChoice(orderId)
  expect(await listAskedBookings(incidentId, now())).toHaveLength(1)
  expect(await readLateMail(orderId)).toContain(`/choose/${token}`)
  expect(await closeIncident({ incidentId, by: ADMIN, now: now() })).toMatchObject({
    reason: 'still-late',
  })
  await report(0)
  expect(await findIncident(incidentId)).toMatchObject({ isOpen: false })
  expect(await press(token, { kind: 'move', offerId: best })).toMatchObject({
    reason: 'runs-after-all',
  })
  await decideChoices(now())
  expect(await getChoice(orderId)).toMatchObject({ state: 'stays' })
  expect(await countPlacesTaken(next)).toBe(0)
})

test('only passengers at the stops that are late enough are asked, and no bus of another day is offered', async () => {
  const before = await buyRide()
  const after = await buyUnderNewTerms(simulation.bank, ride(bus, 'B', 'C'))
  await db
    .updateTable('departures')
    .set({ status: 'cancelled' })
    .where('departureId', '=', next)
    .execute()
  await addDeparture({ departsAt: leaves.add({ hours: 20 }), seats: 30 })
  await report(45, 1)
  expect(await kindsOfMail(before)).toEqual(['confirmation'])
  const { offers } = await getChoice(after)
  expect(offers).toEqual([])
  expect(await readLateMail(after)).not.toContain('/choose/')
})

test('the incident ends once nobody can board the bus any more', async () => {
  await buyRide()
  await report(60)
  const incidentId = (await incidentOf()) ?? ''
  const lastStop = leaves.add({ hours: 2 })
  await tellNews(lastStop.subtract({ minutes: 1 }))
  expect(await incidentOf()).toBe(incidentId)
  await tellNews(lastStop.add({ hours: 1 }))
  expect(await findIncident(incidentId)).toMatchObject({ isOpen: false })
})

test('a late bus that is cancelled in the end leaves its passengers the choice of a cancelled bus', async () => {
  const orderId = await buyRide()
  await report(60)
  await cancelDeparture({ departureId: bus, by: ADMIN, reason: 'engine', now: now() })
  await tellHolders(now())
  await tellNews(now())
  await decideChoices(now())
  const choices = db
    .selectFrom('incidentBookings')
    .innerJoin('bookings', 'bookings.bookingId', 'incidentBookings.bookingId')
    .select(['incidentBookings.state', 'defaultChoice'])
    .where('orderId', '=', orderId)
    .orderBy('toldAt')
  expect(await choices.execute()).toEqual([
    { state: 'stays', defaultChoice: 'stay' },
    { state: 'told', defaultChoice: 'move' },
  ])
})
