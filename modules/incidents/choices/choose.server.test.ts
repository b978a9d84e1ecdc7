import { beforeEach, expect, test } from 'vitest'

import { tick } from '#modules/boarding/counts/ticks.server.ts'
import { partyOf } from '#modules/fares/passengers.ts'
import {
  refundHolders,
  tellHolders,
} from '#modules/incidents/departures/cancel-departure.server.ts'
import { reviveDeparture } from '#modules/incidents/departures/revive-departure.server.ts'
import { listBookings } from '#modules/orders/order/rows.server.ts'
import { listPlacesTaken } from '#modules/seats/holds.server.ts'
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
import { amendTo, giveUp } from '#test/simulation/holders.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import {
  buy,
  countPlacesTaken,
  findOrderRow,
  listMails,
  listRefunds,
  ride,
} from '#test/simulation/travellers.ts'

import { choose } from './choose.server.ts'
import { decideChoices } from './decide-choices.server.ts'
import type { Wish } from './wish.ts'

const simulation = openSimulation()
let bus: string
let next: string
beforeEach(async () => {
  // The buses of the test before are too far away to be offered.
  shiftClock({ hours: 36 })
  await decideChoices(now())
  const leaves = now().add({ hours: 5 })
  bus = await addDeparture({ departsAt: leaves })
  next = await addDeparture({ departsAt: leaves.add({ hours: 1 }) })
})

const press = (token: string, choice: Wish['choice'], at = now()) =>
  choose({ token, choice, by: TRAVELLER, now: at })
const take = (token: string, offerId: string, at = now()) =>
  press(token, { kind: 'move', offerId }, at)
const askRefund = (token: string, at = now()) => press(token, { kind: 'refund' }, at)

test('a passenger of a cancelled bus gets seats that are held, until the choice ends and a little longer', async () => {
  const orderId = await buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C', { adult: 3 }))
  await cancelAndTell(bus)
  await tellHolders(now())
  const choice = await getChoice(orderId)
  expect(choice).toMatchObject({ state: 'told', defaultChoice: 'move' })
  expect(choice.offers.map(({ departureId }) => departureId)).toEqual([next])
  expect(await countPlacesTaken(next)).toBe(3)
  const seats = async (at: Temporal.Instant) =>
    (await listPlacesTaken(db, { departureIds: [next], now: at })).length
  const lapses = choice.decideBy.add({ minutes: 10 })
  expect(await seats(lapses.subtract({ seconds: 1 }))).toBe(1)
  expect(await seats(lapses)).toBe(0)
})

test('one press moves the passengers at the price they paid, and the other seats are free again', async () => {
  const before = await addDeparture({ departsAt: now().add({ hours: 4 }), seats: 30 })
  const orderId = await buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C', { adult: 2 }))
  await cancelAndTell(bus)
  const { token, offers, best } = await getChoice(orderId)
  expect(offers.map(({ departureId }) => departureId)).toEqual([next, before])
  expect(await take(token, best)).toEqual({ ok: true })
  expect(await take(token, best)).toEqual({ ok: true })
  expect(await getChoice(orderId)).toMatchObject({ state: 'chose-offer', chosenBookingId: best })
  expect(await countPlacesTaken(next)).toBe(2)
  expect(await countPlacesTaken(before)).toBe(0)
  expect(await countPlacesTaken(bus)).toBe(0)
  expect(await listRefunds(orderId)).toEqual([])
  const kinds = (await listMails(orderId)).map(({ kind }) => kind)
  expect(kinds).toEqual(['changed', 'confirmation', 'departure-cancelled'])
})

test('a refund has no fee, comes once, and is final', async () => {
  const orderId = await buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C', { adult: 2 }))
  await cancelAndTell(bus)
  const { token, best } = await getChoice(orderId)
  expect(await askRefund(token)).toEqual({ ok: true })
  expect(await askRefund(token)).toEqual({ ok: true })
  expect(await take(token, best)).toMatchObject({ reason: 'refunded-already' })
  expect(await listRefunds(orderId)).toMatchObject([{ amountCents: 3600 }])
  expect(await countPlacesTaken(next)).toBe(0)
  expect(await findOrderRow(orderId)).toMatchObject({ status: 'cancelled' })
})

test('another bus or the money can be chosen instead until the choice ends, and not at that moment', async () => {
  const before = await addDeparture({ departsAt: now().add({ hours: 4 }), seats: 30 })
  const orderId = await buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C'))
  await cancelAndTell(bus)
  const { token, offers, best, decideBy } = await getChoice(orderId)
  const [, second] = offers
  expect(await take(token, second?.offerId ?? '')).toEqual({ ok: true })
  expect(await take(token, best)).toEqual({ ok: true })
  expect(await take(token, second?.offerId ?? '')).toEqual({ ok: true })
  expect(await countPlacesTaken(before)).toBe(1)
  expect(await take(token, best, decideBy)).toMatchObject({ reason: 'choice-over' })
  expect(await askRefund(token, decideBy)).toMatchObject({ reason: 'choice-over' })
  expect(await take(token, best, decideBy.subtract({ seconds: 1 }))).toEqual({ ok: true })
  expect(await askRefund(token, decideBy.subtract({ seconds: 1 }))).toEqual({ ok: true })
})

test('of a group some take the other bus, and the others are refunded, to the cent', async () => {
  const party = { adult: 3, child: 1, infant: 1 }
  const orderId = await buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C', party))
  await cancelAndTell(bus)
  const { token, best } = await getChoice(orderId)
  const split = (passengers: Partial<typeof party>, wheelchairUsers = 0) =>
    press(token, {
      kind: 'move',
      offerId: best,
      travelling: { passengers: partyOf(passengers), wheelchairUsers },
    })
  expect(await split({ adult: 4 })).toMatchObject({ reason: 'not-so-many' })
  expect(await split({ adult: 1 }, 1)).toMatchObject({ reason: 'not-so-many' })
  expect(await split({ child: 1 })).toMatchObject({ reason: 'children-need-company' })
  // All of them is no split: the second press changes nothing.
  expect(await split(party)).toEqual({ ok: true })
  expect(await split(party)).toEqual({ ok: true })
  const ofAll = await getChoice(orderId)
  expect(ofAll.chosenBookingId).toBe(best)
  expect(await split({ adult: 2, infant: 1 })).toEqual({ ok: true })
  expect(await listRefunds(orderId)).toMatchObject([{ amountCents: 2700 }])
  const [booking] = await listBookings(db, orderId)
  expect(booking).toMatchObject({ departureId: next, totalCents: 3600 })
  expect(await countPlacesTaken(next)).toBe(2)
})

test('without an answer the passengers are moved, once, and can have the money until that bus leaves', async () => {
  const orderId = await buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C', { adult: 2 }))
  await cancelAndTell(bus)
  const { token, decideBy, offers } = await getChoice(orderId)
  await decideChoices(decideBy.subtract({ seconds: 1 }))
  expect(await getChoice(orderId)).toMatchObject({ state: 'told' })
  await Promise.all([decideChoices(decideBy), decideChoices(decideBy)])
  expect(await getChoice(orderId)).toMatchObject({ state: 'defaulted' })
  const [booking] = await listBookings(db, orderId)
  expect(booking).toMatchObject({ departureId: next })
  const leaves = offers[0]?.departsAt ?? now()
  expect(await askRefund(token, leaves)).toMatchObject({ reason: 'choice-over' })
  expect(await askRefund(token, leaves.subtract({ seconds: 1 }))).toEqual({ ok: true })
  expect(await listRefunds(orderId)).toMatchObject([{ amountCents: 3600 }])
})

test('passengers aboard the bus to which they were moved are not refunded', async () => {
  const orderId = await buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C'))
  await cancelAndTell(bus)
  const { token, offers, decideBy } = await getChoice(orderId)
  await decideChoices(decideBy)
  const [booking] = await listBookings(db, orderId)
  const { bookingId = '', departureId = '' } = booking ?? {}
  const boarding = offers[0]?.departsAt.subtract({ minutes: 5 }) ?? now()
  const ticks = { departureId, bookingId, position: 0, by: ADMIN, now: boarding }
  expect(await tick({ ...ticks, aboard: 1 })).toMatchObject({ ok: true })
  expect(await askRefund(token, boarding)).toMatchObject({ reason: 'counted-aboard' })
  expect(await tick({ ...ticks, aboard: 0 })).toMatchObject({ ok: true })
  expect(await askRefund(token, boarding)).toEqual({ ok: true })
})

test('under older terms nobody is moved without an answer: the seats lapse, and the refund comes later', async () => {
  const { orderId } = await buy(simulation.bank, [ride(bus, 'A', 'C')])
  await cancelAndTell(bus)
  const { token, best, decideBy, defaultChoice } = await getChoice(orderId)
  expect(defaultChoice).toBe('refund')
  await decideChoices(decideBy)
  expect(await getChoice(orderId)).toMatchObject({ state: 'defaulted', chosenBookingId: null })
  expect(await countPlacesTaken(next)).toBe(0)
  expect(await take(token, best, decideBy)).toMatchObject({ reason: 'choice-over' })
  expect(await listRefunds(orderId)).toEqual([])
  await refundHolders(now().add({ hours: 30 }))
  expect(await listRefunds(orderId)).toMatchObject([{ amountCents: 1800 }])
})

test('seats that lapsed are no longer moved to if others bought them: a mail says so, and the refund comes instead', async () => {
  const orderId = await buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C', { adult: 6 }))
  await cancelAndTell(bus)
  const { decideBy } = await getChoice(orderId)
  const lapsed = decideBy.add({ minutes: 10 })
  shiftClock({ minutes: Math.ceil(now().until(lapsed).total('minutes')) })
  await buy(simulation.bank, [ride(next, 'A', 'C', { adult: 5 })])
  await decideChoices(now())
  const again = await getChoice(orderId)
  expect(again).toMatchObject({ state: 'told', defaultChoice: 'refund', offers: [] })
  expect((await listMails(orderId)).map(({ kind }) => kind)).toContain('new-offers')
  await decideChoices(again.decideBy)
  expect(await getChoice(orderId)).toMatchObject({ state: 'defaulted', chosenBookingId: null })
  expect(await countPlacesTaken(next)).toBe(5)
})

test('pressed on two phones at once, each in another way: one choice is made', async () => {
  const orderId = await buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C', { adult: 2 }))
  await cancelAndTell(bus)
  const { token, best, decideBy } = await getChoice(orderId)
  await Promise.all([
    take(token, best),
    askRefund(token),
    take(token, best),
    askRefund(token),
    decideChoices(decideBy),
  ])
  const { state } = await getChoice(orderId)
  expect(state).toBe('chose-refund')
  expect(await listRefunds(orderId)).toMatchObject([{ amountCents: 3600 }])
  expect(await countPlacesTaken(next)).toBe(0)
})

test('at the second in which the choice ends, either the press or the announced choice is made', async () => {
  const orderIds = await Promise.all(
    Array.from({ length: 3 }, () => buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C'))),
  )
  await cancelAndTell(bus)
  const choices = await Promise.all(orderIds.map(getChoice))
  await Promise.all(
    choices.flatMap(({ token, decideBy }) => [
      askRefund(token, decideBy.subtract({ seconds: 1 })),
      decideChoices(decideBy),
    ]),
  )
  const states = (await Promise.all(orderIds.map(getChoice))).map(({ state }) => state)
  expect(states.filter((state) => state === 'told')).toEqual([])
  for (const orderId of orderIds) {
    const { state } = await getChoice(orderId)
    expect(await listRefunds(orderId)).toHaveLength(state === 'chose-refund' ? 1 : 0)
  }
})

test('wheelchairs, infants and onward rides are given seats before others, then by the time of purchase', async () => {
  await db.updateTable('departures').set({ seats: 5 }).where('departureId', '=', next).execute()
  const buyRide = (party: object) => buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C', party))
  const first = await buyRide({ adult: 2 })
  const infant = await buyRide({ adult: 1, infant: 1 })
  const wheelchair = await buyRide({ adult: 2 })
  await giveWheelchair(wheelchair)
  await cancelAndTell(bus)
  const choices = await Promise.all([wheelchair, infant, first].map(getChoice))
  expect(choices.map(({ offers }) => offers.length)).toEqual([1, 1, 0])
})

test('what the passenger does in the booking itself ends the choice, and a bus that runs after all as well', async () => {
  const [moved, paid, staying] = [
    await buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C')),
    await buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C')),
    await buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C')),
  ]
  await cancelAndTell(bus)
  await amendTo(await findOrderRow(moved), ride(next, 'A', 'C'), { bank: simulation.bank })
  await giveUp(await findOrderRow(paid), { refund: 1800 })
  await decideChoices(now())
  expect(await getChoice(moved)).toMatchObject({ state: 'chose-offer' })
  expect(await getChoice(paid)).toMatchObject({ state: 'chose-refund' })
  const { token, best } = await getChoice(staying)
  expect(await reviveDeparture({ departureId: bus, by: ADMIN, now: now() })).toMatchObject({
    ok: true,
  })
  expect(await take(token, best)).toMatchObject({ reason: 'runs-after-all' })
  await decideChoices(now())
  expect(await getChoice(staying)).toMatchObject({ state: 'stays' })
  expect(await countPlacesTaken(next)).toBe(1)
  const incidents = db.selectFrom('incidents').select('closedAt').orderBy('announcedAt', 'desc')
  expect((await incidents.executeTakeFirstOrThrow()).closedAt).not.toBeNull()
})

test('a token that nobody was given opens nothing', async () => {
  expect(await askRefund('0123456789abcdefghjkmnpqrs')).toMatchObject({ reason: 'no-such-booking' })
  expect(await askRefund('no token')).toMatchObject({ reason: 'no-such-booking' })
})
