import { beforeEach, expect, test } from 'vitest'

import { partyOf, type Passengers } from '#modules/fares/passengers.ts'
import { changePlaces } from '#modules/fleet/assign-vehicle.server.ts'
import { findChoice } from '#modules/incidents/choices/choices.server.ts'
import { choose, chooseLocked } from '#modules/incidents/choices/choose.server.ts'
import { decideChoices } from '#modules/incidents/choices/decide-choices.server.ts'
import { quoteAsking } from '#modules/incidents/choices/too-full.server.ts'
import type { Wish } from '#modules/incidents/choices/wish.ts'
import { findOpenIncident } from '#modules/incidents/incident/incidents.server.ts'
import { findIncident } from '#modules/incidents/reads/find-incident.server.ts'
import { fitCapacities } from '#modules/seats/change-capacity.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { buyUnderNewTerms, getChoice } from '#test/fixtures/cancelled-bus.ts'
import { changeStopAndTell, GATE } from '#test/fixtures/closed-stop.ts'
import { atTen, bookingOf, countChoices } from '#test/fixtures/retimed-bus.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { countPlacesTaken, listMails, listRefunds, ride } from '#test/simulation/travellers.ts'
import { hold, untilWaiting } from '#test/simulation/waiting.ts'

import { askPassengers } from './ask-passengers.server.ts'
import { seeToSmallerBuses } from './smaller-bus.server.ts'

/* Groups on a bus that is too small, of which a part stays. */

const simulation = openSimulation()
let bus: string
let next: string
beforeEach(async () => {
  // The buses of the test before are too far away to be offered.
  shiftClock({ hours: 72 })
  await decideChoices(now())
  const leaves = atTen(2)
  bus = await addDeparture({ departsAt: leaves, seats: 10, wheelchairPlaces: 1 })
  next = await addDeparture({ departsAt: leaves.add({ hours: 1 }), seats: 30 })
})

const buyRide = (adult: number) => buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C', { adult }))

/** A bus with so many seats comes, and its passengers are asked. */
async function ask(seats: number): Promise<string> {
  const wanted = { seats, wheelchairPlaces: 1 }
  await changePlaces({ departureId: bus, wanted, by: ADMIN, reason: 'the small one', now: now() })
  await seeToSmallerBuses(now())
  const incidentId = (await findOpenIncident(bus, db, 'smaller-bus')) ?? ''
  await askPassengers({ incidentId, shown: await quoteAsking(bus), by: ADMIN, now: now() })
  await seeToSmallerBuses(now())
  return incidentId
}

const part = (passengers: Partial<Passengers>): Wish['choice'] => ({
  kind: 'stay',
  travelling: { passengers: partyOf(passengers), wheelchairUsers: 0 },
})
const press = async (orderId: string, choice: Wish['choice']) =>
  choose({ token: (await getChoice(orderId)).token, choice, by: TRAVELLER, now: now() })
const refundsOf = async (orderId: string) =>
  (await listRefunds(orderId)).map(({ amountCents }) => amountCents)
const kindsOf = async (orderId: string) => (await listMails(orderId)).map(({ kind }) => kind)

test('a party whose seats are needed may stay in part, once all who are left have a seat', async () => {
  const [first, last] = [await buyRide(3), await buyRide(4)]
  const incidentId = await ask(5)
  expect(await getChoice(first)).toMatchObject({ defaultChoice: 'stay' })
  expect(await getChoice(last)).toMatchObject({ defaultChoice: 'move' })
  expect(await press(last, part({ adult: 3 }))).toMatchObject({ reason: 'cannot-stay' })
  expect(await press(last, part({ adult: 4 }))).toMatchObject({ reason: 'cannot-stay' })
  expect(await refundsOf(last)).toEqual([])
  expect(await press(last, part({ adult: 2 }))).toEqual({ ok: true })
  expect(await refundsOf(last)).toEqual([3600])
  expect([await countPlacesTaken(bus), await countPlacesTaken(next)]).toEqual([5, 3])
  await fitCapacities(now())
  await seeToSmallerBuses(now())
  await decideChoices(now())
  expect(await findIncident(incidentId)).toMatchObject({ isOpen: false })
  expect(await getChoice(first)).toMatchObject({ state: 'stays', chosenBookingId: null })
  expect(await bookingOf(last)).toMatchObject({ departureId: bus, totalCents: 3600 })
  expect([await countPlacesTaken(bus), await countPlacesTaken(next)]).toEqual([5, 0])
})

test('a party that may stay frees seats by staying in part, and is not asked again', async () => {
  const [first, last] = [await buyRide(4), await buyRide(4)]
  await ask(5)
  expect(await getChoice(last)).toMatchObject({ defaultChoice: 'move' })
  expect(await press(first, part({ adult: 3 }))).toEqual({ ok: true })
  await fitCapacities(now())
  await seeToSmallerBuses(now())
  expect(await countChoices(first)).toBe(1)
  expect(await kindsOf(first)).toEqual(['cancelled', 'confirmation', 'smaller-bus'])
  expect(await press(last, part({ adult: 3 }))).toMatchObject({ reason: 'cannot-stay' })
  const { decideBy } = await getChoice(last)
  await decideChoices(decideBy)
  expect((await bookingOf(last)).departureId).toBe(next)
  expect(await bookingOf(first)).toMatchObject({ departureId: bus, totalCents: 5400 })
  expect(await countPlacesTaken(bus)).toBe(3)
})

test('two parties whose parts leave at the same moment: the second is counted after the first', async () => {
  const [first, last] = [await buyRide(4), await buyRide(4)]
  await ask(6)
  expect(await getChoice(last)).toMatchObject({ defaultChoice: 'move' })
  const { token } = await getChoice(first)
  const wish = { token, choice: part({ adult: 3 }), by: TRAVELLER, now: now() }
  const letGo = await hold((tx) => chooseLocked(tx, first, wish))
  const second = press(last, part({ adult: 3 }))
  await untilWaiting(1)
  await letGo()
  expect(await second).toEqual({ ok: true })
  expect(await countPlacesTaken(bus)).toBe(6)
  expect([await refundsOf(first), await refundsOf(last)]).toEqual([[1800], [1800]])
})

test('a party whose seats nobody needs any more may keep all of them', async () => {
  const [first, last] = [await buyRide(3), await buyRide(4)]
  await buyUnderNewTerms(simulation.bank, ride(bus, 'C', 'D', { adult: 7 }))
  const incidentId = await ask(5)
  expect(await getChoice(last)).toMatchObject({ defaultChoice: 'move' })
  expect(await press(last, { kind: 'stay' })).toMatchObject({ reason: 'cannot-stay' })
  expect(await press(first, { kind: 'refund' })).toEqual({ ok: true })
  expect(await press(last, { kind: 'stay' })).toEqual({ ok: true })
  expect(await getChoice(last)).toMatchObject({ state: 'stays', chosenBookingId: null })
  // Further on there are still too many: the seats kept for those are all that is taken.
  expect(await countPlacesTaken(next)).toBe(7)
  expect(await findIncident(incidentId)).toMatchObject({ isOpen: true })
})

test('of a group that stays in part because of its stop, the others still count as on the bus', async () => {
  const [first] = [await buyRide(4), await buyRide(3)]
  await changeStopAndTell(bus, { stopId: 'A', place: GATE })
  const ofStop = await getChoice(first)
  const incidentId = await ask(5)
  const wish = { choice: part({ adult: 3 }), by: TRAVELLER, now: now() }
  expect(await choose({ token: ofStop.token, ...wish })).toEqual({ ok: true })
  await decideChoices(now())
  const stayed = await bookingOf(first)
  expect(stayed).toMatchObject({ departureId: bus, totalCents: 5400 })
  const { token } = await db
    .selectFrom('incidentBookings')
    .innerJoin('bookings', 'bookings.bookingId', 'incidentBookings.bookingId')
    .select('token')
    .where('incidentId', '=', incidentId)
    .where('orderId', '=', first)
    .executeTakeFirstOrThrow()
  expect(await findChoice(db, token)).toMatchObject({
    state: 'stays',
    chosenBookingId: stayed.bookingId,
  })
  expect(await countChoices(first)).toBe(2)
})
