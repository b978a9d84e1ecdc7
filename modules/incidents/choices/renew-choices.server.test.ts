import { beforeEach, expect, test } from 'vitest'

import { changePlaces } from '#modules/fleet/assign-vehicle.server.ts'
import {
  quoteCancelDeparture,
  refundHolders,
  tellHolders,
} from '#modules/incidents/departures/cancel-departure.server.ts'
import { quoteMany } from '#modules/incidents/departures/cancel-departures.server.ts'
import { seeToSmallerBuses } from '#modules/incidents/departures/smaller-bus.server.ts'
import { listConcernedBookings } from '#modules/incidents/incident/concerned.server.ts'
import { listAskedBookings } from '#modules/incidents/reads/find-incident.server.ts'
import { quoteStop } from '#modules/incidents/stops/close-stop.server.ts'
import { listBookings, lockOrder } from '#modules/orders/order/rows.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { buyUnderNewTerms, cancelAndTell, getChoice } from '#test/fixtures/cancelled-bus.ts'
import { changeStop } from '#test/fixtures/closed-stop.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { countPlacesTaken, listMails, listRefunds, ride } from '#test/simulation/travellers.ts'
import { hold, untilWaiting } from '#test/simulation/waiting.ts'

import { choose } from './choose.server.ts'
import { decideChoices } from './decide-choices.server.ts'

const simulation = openSimulation()
let bus: string
let offered: string
let later: string
beforeEach(async () => {
  // The buses of the test before are too far away to be offered.
  shiftClock({ hours: 36 })
  await decideChoices(now())
  const leaves = now().add({ hours: 5 })
  bus = await addDeparture({ departsAt: leaves })
  offered = await addDeparture({ departsAt: leaves.add({ hours: 1 }) })
  later = await addDeparture({ departsAt: leaves.add({ hours: 2 }) })
})

const buyRide = (party: object = { adult: 2 }) =>
  buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C', party))
const take = (token: string, offerId: string) =>
  choose({ token, choice: { kind: 'move', offerId }, by: TRAVELLER, now: now() })
const busesOf = ({ offers }: Awaited<ReturnType<typeof getChoice>>) =>
  offers.map(({ departureId }) => departureId)

async function kindsOfMail(orderId: string) {
  return (await listMails(orderId)).map(({ kind }) => kind)
}

test('the bus on which seats are kept is cancelled as well: other seats are kept, one mail names them, and there is time to choose', async () => {
  const orderId = await buyRide()
  await cancelAndTell(bus)
  const first = await getChoice(orderId)
  expect(busesOf(first)[0]).toBe(offered)
  shiftClock({ hours: 3 })
  await cancelAndTell(offered)
  await tellHolders(now())
  await decideChoices(now())
  const second = await getChoice(orderId)
  expect(busesOf(second)).toEqual([later])
  expect(second).toMatchObject({ state: 'told', defaultChoice: 'move', token: first.token })
  expect(second.decideBy.since(now()).total('minutes')).toBeGreaterThanOrEqual(20)
  expect(await countPlacesTaken(offered)).toBe(0)
  expect(await countPlacesTaken(later)).toBe(2)
  expect(await kindsOfMail(orderId)).toEqual(['confirmation', 'departure-cancelled', 'new-offers'])
  expect(await take(second.token, second.best)).toEqual({ ok: true })
  expect(await countPlacesTaken(later)).toBe(2)
})

test('an offer that still stands is kept beside the new one', async () => {
  const before = await addDeparture({ departsAt: now().add({ hours: 4 }), seats: 30 })
  const orderId = await buyRide()
  await cancelAndTell(bus)
  const first = await getChoice(orderId)
  expect(busesOf(first)).toEqual([offered, before, later])
  await cancelAndTell(offered)
  const second = await getChoice(orderId)
  expect(busesOf(second)).toEqual([later, before])
  expect(second.offers[0]?.offerId).toBe(first.offers[2]?.offerId)
  expect(second.offers[1]?.offerId).toBe(first.offers[1]?.offerId)
  expect(await countPlacesTaken(before)).toBe(2)
  expect(await take(second.token, first.offers[1]?.offerId ?? '')).toEqual({ ok: true })
})

test('the second in which the choice ends makes no default to a bus that does not run: the passenger is told and has time again', async () => {
  const orderId = await buyRide()
  await cancelAndTell(bus)
  const { decideBy } = await getChoice(orderId)
  await db
    .updateTable('departures')
    .set({ status: 'cancelled' })
    .where('departureId', 'in', [offered, later])
    .execute()
  await decideChoices(decideBy)
  const again = await getChoice(orderId)
  expect(again).toMatchObject({ state: 'told', defaultChoice: 'refund', offers: [] })
  expect(again.decideBy.since(decideBy).total('minutes')).toBeGreaterThanOrEqual(20)
  expect(await kindsOfMail(orderId)).toContain('new-offers')
  await decideChoices(again.decideBy)
  expect(await getChoice(orderId)).toMatchObject({ state: 'defaulted', chosenBookingId: null })
  await refundHolders(again.decideBy.add({ hours: 48 }))
  expect(await listRefunds(orderId)).toMatchObject([{ amountCents: 3600 }])
})

test('seats that lapsed and were sold before a late job came are not promised again: the passenger is told', async () => {
  const orderId = await buyRide()
  await cancelAndTell(bus)
  const { decideBy } = await getChoice(orderId)
  const tooLate = decideBy.add({ minutes: 11 })
  await db.updateTable('departures').set({ seats: 1 }).where('departureId', '=', offered).execute()
  await db
    .deleteFrom('seatHolds')
    .where('departureId', '=', offered)
    .where('state', '=', 'offered')
    .execute()
  await decideChoices(tooLate)
  const again = await getChoice(orderId)
  expect(again).toMatchObject({ state: 'told', defaultChoice: 'move' })
  expect(busesOf(again)).toEqual([later])
  expect(await kindsOfMail(orderId)).toContain('new-offers')
  await decideChoices(again.decideBy)
  expect(await getChoice(orderId)).toMatchObject({ state: 'defaulted' })
  const [booking] = await listBookings(db, orderId)
  expect(booking?.departureId).toBe(later)
})

test('a passenger who has taken the offered bus is a passenger of it: the new incident gives the choice', async () => {
  const orderId = await buyRide()
  await cancelAndTell(bus)
  const first = await getChoice(orderId)
  await take(first.token, first.best)
  await cancelAndTell(offered)
  expect(await kindsOfMail(orderId)).not.toContain('new-offers')
  expect(
    (await kindsOfMail(orderId)).filter((kind) => kind === 'departure-cancelled'),
  ).toHaveLength(2)
})

test('a stop of the offered bus is closed: its seats are no longer offered there', async () => {
  const orderId = await buyRide()
  await cancelAndTell(bus)
  await changeStop(offered, { stopId: 'C' })
  await tellHolders(now())
  expect(busesOf(await getChoice(orderId))).toEqual([later])
  expect(await kindsOfMail(orderId)).toContain('new-offers')
})

test('the offered bus gets smaller: only as many seats are taken back as it no longer has, those bought last first', async () => {
  const [first, last] = [await buyRide(), await buyRide()]
  await cancelAndTell(bus)
  expect(await countPlacesTaken(offered)).toBe(4)
  const wanted = { seats: 3, wheelchairPlaces: 0 }
  await changePlaces({ departureId: offered, wanted, by: ADMIN, now: now() })
  await seeToSmallerBuses(now())
  expect(busesOf(await getChoice(first))[0]).toBe(offered)
  expect(busesOf(await getChoice(last))).toEqual([later])
  expect(await kindsOfMail(first)).not.toContain('new-offers')
  expect(await kindsOfMail(last)).toContain('new-offers')
  expect(await countPlacesTaken(offered)).toBe(2)
  const incidents = db
    .selectFrom('incidents')
    .select('incidentId')
    .where('kind', '=', 'smaller-bus')
  expect(await incidents.execute()).toEqual([])
})

test('passengers of a smaller bus whose offered bus is cancelled are told what happens now', async () => {
  const orderIds = [await buyRide(), await buyRide()]
  const wanted = { seats: 2, wheelchairPlaces: 0 }
  await changePlaces({ departureId: bus, wanted, by: ADMIN, now: now() })
  await askAll()
  const [leaving] = (
    await Promise.all(orderIds.map(async (orderId) => ({ orderId, ...(await getChoice(orderId)) })))
  ).filter(({ defaultChoice }) => defaultChoice === 'move')
  if (!leaving) throw new Error('nobody is to leave')
  await cancelAndTell(offered)
  await decideChoices(now())
  const again = await getChoice(leaving.orderId)
  expect(again).toMatchObject({ state: 'told', defaultChoice: 'move' })
  expect(busesOf(again)).toEqual([later])
  await cancelAndTell(later)
  expect(await getChoice(leaving.orderId)).toMatchObject({ defaultChoice: 'stay', offers: [] })
  const told = (await kindsOfMail(leaving.orderId)).filter((kind) => kind === 'new-offers')
  expect(told).toHaveLength(2)
})

test('passengers with seats kept on a bus are counted and listed before it is cancelled', async () => {
  await buyRide()
  await cancelAndTell(bus)
  await buyUnderNewTerms(simulation.bank, ride(offered, 'B', 'D'))
  const counted = { bookings: 2, passengers: 3, offered: 2, paid: 5400 }
  expect(await quoteCancelDeparture(offered)).toMatchObject(counted)
  expect(await quoteMany([offered])).toMatchObject(counted)
  const listed = await listConcernedBookings([offered], { most: 10, isOfferedToo: true })
  expect(listed).toHaveLength(2)
  expect(listed.filter(({ isOffered }) => isOffered)).toHaveLength(1)
})

test('passengers with seats kept from or to a stop are counted before it is closed, not before it is moved', async () => {
  await buyRide()
  await cancelAndTell(bus)
  await buyUnderNewTerms(simulation.bank, ride(offered, 'C', 'D'))
  const closed = await quoteStop([offered], { stopId: 'C', isClosed: true })
  expect(closed).toMatchObject({ bookings: 2, passengers: 3, offered: 2, paid: 4500 })
  const moved = await quoteStop([offered], { stopId: 'C', isClosed: false })
  expect(moved).toMatchObject({ bookings: 1, passengers: 1, offered: 0, paid: 900 })
  const elsewhere = await quoteStop([offered], { stopId: 'B', isClosed: true })
  expect(elsewhere).toMatchObject({ bookings: 0, offered: 0 })
  const bookings = { most: 10, stopId: 'C', isOfferedToo: true }
  expect(await listConcernedBookings([offered], bookings)).toHaveLength(2)
  expect(await changeStop(offered, { stopId: 'C' })).toMatchObject({ ok: true })
})

test('whoever was called about seats that are gone is called again', async () => {
  const orderId = await buyRide()
  await cancelAndTell(bus)
  const { incidentId, bookingId } = await getChoice(orderId)
  const call = { incidentId, bookingId, outcome: 'told', calledBy: 'admin:maria' } as const
  const callId = crypto.randomUUID()
  await db
    .insertInto('incidentCalls')
    .values({ ...call, callId, calledAt: now() })
    .execute()
  shiftClock({ minutes: 1 })
  await cancelAndTell(offered)
  const at = now().add({ hours: 2 })
  const [asked] = await listAskedBookings(incidentId, at, { bookingId })
  expect(asked).toMatchObject({ isToCall: true })
})

async function askAll(): Promise<void> {
  await seeToSmallerBuses(now())
  await db.updateTable('incidents').set({ waits: false }).execute()
  await seeToSmallerBuses(now())
}

test('a choice that is given more time while its end is being decided is not decided', async () => {
  const orderId = await buyRide()
  await cancelAndTell(bus)
  const { token, decideBy } = await getChoice(orderId)
  const letGo = await hold(async (tx) => {
    await lockOrder(tx, orderId)
    await tx
      .updateTable('incidentBookings')
      .set({ decideBy: decideBy.add({ hours: 1 }) })
      .where('token', '=', token)
      .execute()
  })
  const deciding = decideChoices(decideBy)
  await untilWaiting(1)
  await letGo()
  await deciding
  expect(await getChoice(orderId)).toMatchObject({ state: 'told' })
})
