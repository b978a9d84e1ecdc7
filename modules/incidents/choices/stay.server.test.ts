import { beforeEach, expect, test } from 'vitest'

import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { partyOf, type Passengers } from '#modules/fares/passengers.ts'
import {
  countAskedBookings,
  listAskedBookings,
} from '#modules/incidents/reads/find-incident.server.ts'
import { reportIncident } from '#modules/incidents/reads/report-incident.server.ts'
import { reopenStop } from '#modules/incidents/stops/reopen-stop.server.ts'
import { tellStops } from '#modules/incidents/stops/tell-stops.server.ts'
import { listBookings } from '#modules/orders/order/rows.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import {
  buyUnderNewTerms,
  cancelAndTell,
  getChoice,
  giveWheelchair,
} from '#test/fixtures/cancelled-bus.ts'
import { changeStopAndTell, GATE } from '#test/fixtures/closed-stop.ts'
import { atTen, bookingOf, countChoices } from '#test/fixtures/retimed-bus.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { countPlacesTaken, listMails, listRefunds, ride } from '#test/simulation/travellers.ts'
import { hold, untilWaiting } from '#test/simulation/waiting.ts'

import { choose, chooseLocked } from './choose.server.ts'
import { decideChoices } from './decide-choices.server.ts'
import type { Wish } from './wish.ts'

/* A part of a group stays on its bus, and the others are refunded. The stop of the bus is moved. */

const simulation = openSimulation()
let bus: string
let next: string
beforeEach(async () => {
  // The buses of the test before are too far away to be offered.
  shiftClock({ hours: 96 })
  await tellStops(now())
  await decideChoices(now())
  const leaves = atTen(2)
  bus = await addDeparture({ departsAt: leaves, seats: 20, wheelchairPlaces: 1 })
  next = await addDeparture({ departsAt: leaves.add({ hours: 1 }), seats: 20 })
})

const buyRide = (party: object) => buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C', party))
const moveStop = () => changeStopAndTell(bus, { stopId: 'A', place: GATE })
const part = (passengers: Partial<Passengers>, wheelchairUsers = 0): Wish['choice'] => ({
  kind: 'stay',
  travelling: { passengers: partyOf(passengers), wheelchairUsers },
})
const press = (token: string, choice: Wish['choice'], at = now()) =>
  choose({ token, choice, by: TRAVELLER, now: at })
const refundsOf = async (orderId: string) =>
  (await listRefunds(orderId)).map(({ amountCents }) => amountCents).toSorted((a, b) => a - b)
const kindsOf = async (orderId: string) => (await listMails(orderId)).map(({ kind }) => kind)
const placesTaken = async () => [await countPlacesTaken(bus), await countPlacesTaken(next)]

test('of a group some stay on their bus, and the others are refunded, to the cent', async () => {
  const party = { adult: 3, child: 1, infant: 1 }
  const orderId = await buyRide(party)
  const [before] = await listTickets(orderId, 'en', now())
  await moveStop()
  const { token } = await getChoice(orderId)
  expect(await placesTaken()).toEqual([4, 4])
  expect(await press(token, part({ adult: 2, infant: 1 }))).toEqual({ ok: true })
  expect(await press(token, part({ adult: 2, infant: 1 }))).toEqual({ ok: true })
  expect(await refundsOf(orderId)).toEqual([2700])
  expect(await placesTaken()).toEqual([2, 0])
  const booking = await bookingOf(orderId)
  expect(booking).toMatchObject({ departureId: bus, totalCents: 3600 })
  expect(await listBookings(db, orderId)).toHaveLength(1)
  const { bookingId } = booking
  expect(await getChoice(orderId)).toMatchObject({ state: 'stays', chosenBookingId: bookingId })
  const tickets = await listTickets(orderId, 'en', now())
  expect(tickets).toMatchObject([{ passengers: partyOf({ adult: 2, infant: 1 }) }])
  expect(tickets[0]?.code).not.toBe(before?.code)
  expect(await kindsOf(orderId)).toEqual(['cancelled', 'confirmation', 'stop-moved'])
  expect(await checkInvariants(db, { now: now() })).toEqual([])
})

test('those of a group who stay are not asked again, and hear that their stop is served after all', async () => {
  const orderId = await buyRide({ adult: 3 })
  const incidentId = await moveStop()
  const { token, decideBy } = await getChoice(orderId)
  await press(token, part({ adult: 2 }))
  await tellStops(now())
  await decideChoices(decideBy)
  expect(await countChoices(orderId)).toBe(1)
  expect(await getChoice(orderId)).toMatchObject({ state: 'stays', decidedBy: 'traveller' })
  await reopenStop({ incidentId, by: ADMIN, now: now() })
  await tellStops(now())
  await tellStops(now())
  expect(await kindsOf(orderId)).toEqual([
    'cancelled',
    'confirmation',
    'stop-moved',
    'stop-reopened',
  ])
  const mails = db.selectFrom('mails').select('bookingId').where('kind', '=', 'stop-reopened')
  const { bookingId } = await bookingOf(orderId)
  expect(await mails.where('orderId', '=', orderId).execute()).toEqual([{ bookingId }])
})

test('the report of an incident counts those who stay, those who were refunded, and the refunds', async () => {
  const [parted, whole, moved] = [
    await buyRide({ adult: 3 }),
    await buyRide({ adult: 2 }),
    await buyRide({ adult: 3 }),
  ]
  const incidentId = await moveStop()
  await press((await getChoice(parted)).token, part({ adult: 1 }))
  await press((await getChoice(whole)).token, { kind: 'stay' })
  const { token, best } = await getChoice(moved)
  const travelling = { passengers: partyOf({ adult: 2 }), wheelchairUsers: 0 }
  await press(token, { kind: 'move', offerId: best })
  await press(token, { kind: 'move', offerId: best, travelling })
  const asked = await listAskedBookings(incidentId, now())
  expect(asked).toHaveLength(3)
  const rowOf = (orderId: string) => asked.find((one) => one.orderId === orderId)
  expect(rowOf(parted)).toMatchObject({ people: 3, travelling: 1, refundCents: 3600 })
  expect(rowOf(whole)).toMatchObject({ people: 2, travelling: 2, refundCents: 0 })
  expect(rowOf(moved)).toMatchObject({ people: 3, travelling: 2, refundCents: 1800 })
  const counts = await countAskedBookings(incidentId, now())
  const staying = counts.filter(({ state }) => state === 'stays')
  expect(staying).toMatchObject([{ bookings: 2, parted: 1, isAway: false }])
  expect(counts.filter((one) => one.isAway)).toMatchObject([{ state: 'chose-offer', bookings: 1 }])
  expect(asked.filter(({ isToCall }) => isToCall)).toEqual([])
  const { departures } = await reportIncident(incidentId)
  expect(departures).toMatchObject([
    { bookings: 3, moved: 1, movedPeople: 2, staying: 2, paid: 0, parted: 2, partedPeople: 3 },
  ])
  expect(departures[0]?.refundCents).toBe(5400)
})

test('a part of a group that cannot travel alone does not stay, and nothing is changed', async () => {
  const orderId = await buyRide({ adult: 2, child: 1, infant: 1 })
  await giveWheelchair(orderId)
  await db
    .updateTable('seatHolds')
    .set({ seats: 2 })
    .where('state', '=', 'sold')
    .where('departureId', '=', bus)
    .execute()
  await moveStop()
  const { token, decideBy } = await getChoice(orderId)
  const refusals = [
    [part({ adult: 3 }), 'not-so-many'],
    [part({ adult: 2 }, 2), 'not-so-many'],
    [part({}), 'no-passengers'],
    [part({ child: 1 }), 'children-need-company'],
    [part({ infant: 1 }), 'children-need-company'],
  ] as const
  for (const [choice, reason] of refusals)
    expect(await press(token, choice)).toMatchObject({ reason })
  expect(await press(token, part({ adult: 1 }), decideBy)).toMatchObject({ reason: 'choice-over' })
  expect(await refundsOf(orderId)).toEqual([])
  expect(await getChoice(orderId)).toMatchObject({ state: 'told' })
  const before = decideBy.subtract({ seconds: 1 })
  expect(await press(token, part({ adult: 1 }, 1), before)).toEqual({ ok: true })
  expect(await bookingOf(orderId)).toMatchObject({ wheelchairUsers: 1, totalCents: 1800 })
})

test('nobody stays in part on a bus that does not run', async () => {
  const orderId = await buyRide({ adult: 2 })
  await cancelAndTell(bus)
  const { token } = await getChoice(orderId)
  expect(await press(token, part({ adult: 1 }))).toMatchObject({ reason: 'cannot-stay' })
  expect(await refundsOf(orderId)).toEqual([])
})

test('those who stayed can become fewer, take another bus or be refunded until the choice ends', async () => {
  const orderId = await buyRide({ adult: 4 })
  await moveStop()
  const { token, best } = await getChoice(orderId)
  expect(await press(token, { kind: 'stay' })).toEqual({ ok: true })
  expect(await press(token, part({ adult: 3 }))).toEqual({ ok: true })
  expect(await press(token, part({ adult: 2 }))).toEqual({ ok: true })
  // A page that was opened before shows four, and says that nothing changes.
  expect(await press(token, { kind: 'stay' })).toEqual({ ok: true })
  expect(await press(token, part({ adult: 3 }))).toMatchObject({ reason: 'not-so-many' })
  expect(await placesTaken()).toEqual([2, 0])
  expect(await press(token, { kind: 'move', offerId: best })).toEqual({ ok: true })
  expect(await placesTaken()).toEqual([0, 2])
  expect(await press(token, part({ adult: 1 }))).toMatchObject({ reason: 'moved-already' })
  expect(await press(token, { kind: 'stay' })).toMatchObject({ reason: 'moved-already' })
  expect(await press(token, { kind: 'refund' })).toEqual({ ok: true })
  expect(await press(token, part({ adult: 1 }))).toMatchObject({ reason: 'refunded-already' })
  expect(await refundsOf(orderId)).toEqual([1800, 1800, 3600])
  const { incidentId } = await getChoice(orderId)
  const { departures } = await reportIncident(incidentId)
  expect(departures).toMatchObject([{ moved: 0, paid: 1, paidPeople: 4, refundCents: 7200 }])
  expect(await placesTaken()).toEqual([0, 0])
  expect(await checkInvariants(db, { now: now() })).toEqual([])
})

test('a part that stays and the announced choice in the same second: the press that was first counts', async () => {
  const [first, late] = [await buyRide({ adult: 2 }), await buyRide({ adult: 2 })]
  await moveStop()
  const { token, decideBy } = await getChoice(first)
  const wish = { token, choice: part({ adult: 1 }), by: TRAVELLER }
  const at = decideBy.subtract({ seconds: 1 })
  const letGo = await hold((tx) => chooseLocked(tx, first, { ...wish, now: at }))
  const decided = decideChoices(decideBy)
  await untilWaiting(1)
  await letGo()
  await decided
  expect(await getChoice(first)).toMatchObject({ state: 'stays', decidedBy: 'traveller' })
  expect(await refundsOf(first)).toEqual([1800])
  expect(await getChoice(late)).toMatchObject({ state: 'stays', chosenBookingId: null })
  const tooLate = await press((await getChoice(late)).token, part({ adult: 1 }), decideBy)
  expect(tooLate).toMatchObject({ reason: 'choice-over' })
  expect(await refundsOf(late)).toEqual([])
})

test('two tabs each keep a different part: the second is judged by the group that is left', async () => {
  const orderId = await buyRide({ adult: 3 })
  await moveStop()
  const { token } = await getChoice(orderId)
  const wish = { token, choice: part({ adult: 1 }), by: TRAVELLER, now: now() }
  const letGo = await hold((tx) => chooseLocked(tx, orderId, wish))
  const second = Promise.all([press(token, part({ adult: 2 })), press(token, part({ adult: 1 }))])
  await untilWaiting(2)
  await letGo()
  expect(await second).toMatchObject([{ reason: 'not-so-many' }, { ok: true }])
  expect(await refundsOf(orderId)).toEqual([3600])
  expect(await placesTaken()).toEqual([1, 0])
})
