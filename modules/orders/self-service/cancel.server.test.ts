import { beforeEach, describe, expect, test } from 'vitest'

import { partyOf } from '#modules/fares/passengers.ts'
import { listBookings } from '#modules/orders/order/rows.server.ts'
import { listDocuments } from '#modules/orders/reads/find-documents.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { changeFare } from '#test/simulation/for-one-test.ts'
import { doJobs } from '#test/simulation/jobs.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { buy, findOrderRow, listMails, listRefunds, ride } from '#test/simulation/travellers.ts'

import { cancel, quoteCancellation, type Leaving } from './cancel.server.ts'

const simulation = openSimulation()
let bus: string
let leaves: Temporal.Instant
beforeEach(async () => {
  leaves = now().add({ hours: 48 })
  bus = await addDeparture({ departsAt: leaves })
})

describe('the refund of a cancelled ride', () => {
  test('more than 24 hours ahead is its fare, less one euro', async () => {
    const { manageId, orderId, whole } = await bought([ride(bus, 'A', 'C', { adult: 2 })])
    expect(await quoteCancellation({ manageId, leaving: whole, now: now() })).toEqual({
      ok: true,
      refund: 3500,
      fee: 100,
      forfeited: 0,
    })
    expect(await press(manageId, whole, 3500)).toMatchObject({ ok: true, refund: 3500 })
    await doJobs()
    expect(await listRefunds(orderId)).toMatchObject([
      { amountCents: 3500, reason: 'cancelled', state: 'succeeded' },
    ])
    expect(await findOrderRow(orderId)).toMatchObject({ status: 'cancelled' })
    expect(await listTickets(orderId, 'en', now())).toEqual([])
    expect(await listDocuments(orderId, 'en')).toMatchObject([
      { series: 'receipt', totalCents: 3600 },
      { series: 'credit-note', totalCents: 3500, fee: { totalCents: 100 }, correctsNumber: 1 },
    ])
    expect(await listMails(orderId)).toMatchObject([
      { kind: 'cancelled' },
      { kind: 'confirmation' },
    ])
  })

  test.each([
    ['24 hours to the second before', { hours: 24 }, { refund: 1700, fee: 100, forfeited: 0 }],
    ['a second later', { seconds: 86_399 }, { refund: 0, fee: 0, forfeited: 1800 }],
  ])('%s is this', async (_, before, money) => {
    const { manageId, whole } = await bought([ride(bus, 'A', 'C')])
    const moment = leaves.subtract(before)
    const quote = await quoteCancellation({ manageId, leaving: whole, now: moment })
    expect(quote).toEqual({ ok: true, ...money })
    const done = await cancel({
      manageId,
      leaving: whole,
      shownRefund: cents(money.refund),
      now: moment,
    })
    expect(done).toMatchObject({ ok: true, ...money })
  })

  test('is never less than shown: a traveller who confirms too late is asked again', async () => {
    const { manageId, orderId, whole } = await bought([ride(bus, 'A', 'C')])
    const late = leaves.subtract({ hours: 23 })
    const outcome = await cancel({ manageId, leaving: whole, shownRefund: cents(1700), now: late })
    expect(outcome).toMatchObject({
      ok: false,
      reason: 'quote-changed',
      refund: 0,
      forfeited: 1800,
    })
    expect(await listTickets(orderId, 'en', now())).toHaveLength(1)
  })
})

describe('a ride', () => {
  test('can be cancelled until the bus leaves, and not after', async () => {
    const { manageId, whole } = await bought([ride(bus, 'A', 'C')])
    const quote = (moment: Temporal.Instant) =>
      quoteCancellation({ manageId, leaving: whole, now: moment })
    expect(await quote(leaves.subtract({ seconds: 1 }))).toMatchObject({ ok: true, refund: 0 })
    expect(await quote(leaves)).toMatchObject({ ok: false, reason: 'departed' })
  })

  test('counts its 24 hours from the boarding stop, not from the first stop', async () => {
    const { manageId, whole } = await bought([ride(bus, 'C', 'D')])
    const boards = leaves.add({ hours: 1 })
    const quote = (moment: Temporal.Instant) =>
      quoteCancellation({ manageId, leaving: whole, now: moment })
    expect(await quote(boards.subtract({ hours: 24 }))).toMatchObject({ refund: 800 })
    expect(await quote(boards.subtract({ seconds: 86_399 }))).toMatchObject({ refund: 0 })
  })

  test('releases its seats at once', async () => {
    const small = await addDeparture({ departsAt: leaves, seats: 2 })
    const { manageId, whole } = await bought([ride(small, 'A', 'C', { adult: 2 })])
    await press(manageId, whole, 3500)
    const { result } = await buy(simulation.bank, [ride(small, 'A', 'C', { adult: 2 })])
    expect(result.outcome).toBe('confirmed')
  })
})

describe('the fee', () => {
  test('is one euro for both rides of a return trip, and one for each if cancelled one by one', async () => {
    const back = await addDeparture({ departsAt: leaves.add({ hours: 9 }), calls: ['C', 'B', 'A'] })
    const both = await bought([ride(bus, 'A', 'C'), ride(back, 'C', 'A')])
    expect(await press(both.manageId, both.whole, 3500)).toMatchObject({ ok: true, fee: 100 })

    const apart = await bought([ride(bus, 'A', 'C'), ride(back, 'C', 'A')])
    const [out, home] = apart.whole
    expect(await press(apart.manageId, [out ?? none()], 1700)).toMatchObject({ ok: true, fee: 100 })
    expect(await findOrderRow(apart.orderId)).toMatchObject({ status: 'confirmed' })
    expect(await press(apart.manageId, [home ?? none()], 1700)).toMatchObject({
      ok: true,
      fee: 100,
    })
    expect(await findOrderRow(apart.orderId)).toMatchObject({ status: 'cancelled' })
  })

  test.each([
    [50, { refund: 0, fee: 50 }],
    [100, { refund: 0, fee: 100 }],
    [101, { refund: 1, fee: 100 }],
  ])('never exceeds what comes back: of %i cents', async (fare, money) => {
    await changeFare('B', 'C', 'adult', fare)
    const { manageId, orderId, whole } = await bought([ride(bus, 'B', 'C')])
    expect(await press(manageId, whole, money.refund)).toMatchObject({ ok: true, ...money })
    expect(await listRefunds(orderId)).toHaveLength(money.refund > 0 ? 1 : 0)
  })

  test('is not charged for a departure that the company cancelled, however late', async () => {
    const { manageId, whole } = await bought([ride(bus, 'A', 'C')])
    await db
      .updateTable('departures')
      .set({ status: 'cancelled' })
      .where('departureId', '=', bus)
      .execute()
    const late = leaves.subtract({ minutes: 5 })
    const outcome = await cancel({ manageId, leaving: whole, shownRefund: cents(1800), now: late })
    expect(outcome).toMatchObject({ ok: true, refund: 1800, fee: 0, forfeited: 0 })
  })
})

describe('some passengers of a ride', () => {
  test('can be cancelled, and the others ride on a new ticket; the old one is void', async () => {
    const group = { adult: 10, child: 4, infant: 1 }
    const coach = await addDeparture({ departsAt: leaves, seats: 14 })
    const { manageId, orderId, whole } = await bought([ride(coach, 'A', 'C', group)])
    const [before] = await listTickets(orderId, 'en', now())
    const leaving = [{ ...(whole[0] ?? none()), staying: party({ adult: 9, child: 2, infant: 1 }) }]
    expect(await press(manageId, leaving, 1800 + 1800 - 100)).toMatchObject({ ok: true })
    const [after] = await listTickets(orderId, 'en', now())
    expect(after).toMatchObject({ passengers: { adult: 9, child: 2, student: 0, infant: 1 } })
    expect(after?.number).toBe(`${before?.number}-2`)
    expect(after?.code).not.toBe(before?.code)
    expect(await listDocuments(orderId, 'en')).toMatchObject([
      { series: 'receipt' },
      {
        lines: [
          { category: 'adult', count: 1 },
          { category: 'child', count: 2 },
        ],
      },
    ])
  })

  test('cannot leave infants or children alone, nor exceed the booked number', async () => {
    const { manageId, whole } = await bought([
      ride(bus, 'A', 'C', { adult: 1, child: 1, infant: 1 }),
    ])
    const quote = (people: Parameters<typeof party>[0]) =>
      quoteCancellation({
        manageId,
        leaving: [{ ...(whole[0] ?? none()), staying: party(people) }],
        now: now(),
      })
    expect(await quote({ infant: 1 })).toMatchObject({ reason: 'children-need-company' })
    expect(await quote({ child: 1 })).toMatchObject({ reason: 'children-need-company' })
    expect(await quote({ adult: 2 })).toMatchObject({ reason: 'not-so-many' })
    expect(await quote({ adult: 1, child: 1, infant: 1 })).toMatchObject({
      reason: 'nothing-chosen',
    })
  })
})

describe('both nights on which the clock changes', () => {
  test.each([
    ['2026-03-29T20:00:00+03:00', '2026-03-28T19:00:00+02:00'],
    ['2026-10-25T20:00:00+02:00', '2026-10-24T21:00:00+03:00'],
  ])('a bus at %s is given up for money until %s', async (departure, limit) => {
    const { manageId, whole, moment } = await boughtFor(Temporal.Instant.from(departure))
    expect(limit).toBe(moment.toZonedDateTimeISO('Asia/Nicosia').toString().slice(0, 25))
    const quote = (at: Temporal.Instant) => quoteCancellation({ manageId, leaving: whole, now: at })
    expect(await quote(moment)).toMatchObject({ refund: 1700 })
    expect(await quote(moment.add({ seconds: 1 }))).toMatchObject({ refund: 0, forfeited: 1800 })
  })
})

test('fifty simultaneous requests have one effect', async () => {
  const { manageId, orderId, whole } = await bought([ride(bus, 'A', 'C')])
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => press(manageId, whole, 1700)))
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await listRefunds(orderId)).toHaveLength(1)
})

test('an unknown order and a cancelled one cannot be cancelled', async () => {
  const { manageId, whole } = await bought([ride(bus, 'A', 'C')])
  await press(manageId, whole, 1700)
  expect(await press(manageId, whole, 1700)).toMatchObject({ reason: 'no-such-booking' })
  const unknown = { manageId: 'a'.repeat(26), leaving: whole, now: now() }
  expect(await quoteCancellation(unknown)).toMatchObject({ reason: 'no-such-booking' })
})

async function bought(rides: Parameters<typeof buy>[1]) {
  const { orderId } = await buy(simulation.bank, rides)
  const { manageId } = await findOrderRow(orderId)
  const bookings = await listBookings(db, orderId)
  const whole: Leaving[] = bookings.map(({ bookingId }) => ({ bookingId, staying: null }))
  return { orderId, manageId, whole }
}

/**
 * An order whose departure is moved to this time after the purchase, so that the clock need not go
 * back.
 */
async function boughtFor(departsAt: Temporal.Instant) {
  const order = await bought([ride(bus, 'A', 'C')])
  await db
    .updateTable('bookings')
    .set({ departsAt, arrivesAt: departsAt.add({ hours: 1 }) })
    .where('orderId', '=', order.orderId)
    .execute()
  return { ...order, moment: departsAt.subtract({ hours: 24 }) }
}

function press(manageId: string, leaving: readonly Leaving[], shown: number) {
  return cancel({ manageId, leaving, shownRefund: cents(shown), now: now() })
}

function party(people: Partial<Record<'adult' | 'child' | 'infant', number>>) {
  const passengers = partyOf({ ...people })
  return { passengers, wheelchairUsers: 0 }
}

function none(): never {
  throw new Error('no such ride')
}
