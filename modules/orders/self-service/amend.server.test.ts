import { beforeEach, describe, expect, test } from 'vitest'

import type { RideWish } from '#modules/orders/order/limits.ts'
import { listBookings } from '#modules/orders/order/rows.server.ts'
import { listDocuments } from '#modules/orders/reads/find-documents.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { findPayment } from '#modules/payments/payments.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { changeFare, changeFareFrom } from '#test/simulation/for-one-test.ts'
import { doJobs, poll } from '#test/simulation/jobs.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import {
  buy,
  comeBack,
  countPlacesTaken,
  findOrderRow,
  listMails,
  listRefunds,
  ride,
} from '#test/simulation/travellers.ts'

import { amend, quoteAmendment } from './amend.server.ts'
import { cancel } from './cancel.server.ts'

const simulation = openSimulation()
let bus: string
let later: string
let leaves: Temporal.Instant
beforeEach(async () => {
  leaves = now().add({ hours: 48 })
  bus = await addDeparture({ departsAt: leaves })
  later = await addDeparture({ departsAt: leaves.add({ hours: 3 }) })
})

describe('another bus between the same stops', () => {
  test('costs nothing: same reference, a new ticket, the old seats free', async () => {
    const order = await bought(ride(bus, 'A', 'C', { adult: 2 }))
    const [before] = await listTickets(order.orderId, 'en', now())
    const outcome = await press(order, ride(later, 'A', 'C', { adult: 2 }))
    expect(outcome).toMatchObject({ ok: true, changeId: expect.any(String) })
    const [after] = await listTickets(order.orderId, 'en', now())
    expect(after).toMatchObject({ reference: before?.reference, number: `${before?.number}-2` })
    expect(after?.departsAt).toEqual(leaves.add({ hours: 3 }))
    expect(await countPlacesTaken(bus)).toBe(0)
    expect(await countPlacesTaken(later)).toBe(2)
    expect(await listRefunds(order.orderId)).toEqual([])
    expect(await listDocuments(order.orderId, 'en')).toHaveLength(1)
    expect(await listMails(order.orderId)).toMatchObject([
      { kind: 'changed' },
      { kind: 'confirmation' },
    ])
  })

  test('never costs more, whatever today’s fares are', async () => {
    const order = await bought(ride(bus, 'A', 'C'))
    await changeFare('A', 'C', 'adult', 2500)
    expect(await quote(order, ride(later, 'A', 'C'))).toMatchObject({ surcharge: 0, refund: 0 })
    expect(await press(order, ride(later, 'A', 'C'))).toMatchObject({ ok: true })
  })

  test('costs the fares of the day of the new bus', async () => {
    const order = await bought(ride(bus, 'A', 'C'))
    const tomorrow = leaves.add({ hours: 24 })
    const next = await addDeparture({ departsAt: tomorrow })
    await changeFareFrom(tomorrow, { fromStopId: 'A', toStopId: 'C', fareCents: 1500 })
    expect(await quote(order, ride(later, 'A', 'C'))).toMatchObject({ refund: 0 })
    expect(await quote(order, ride(next, 'A', 'C'))).toMatchObject({ refund: 300 })
    expect(await quote(order, ride(next, 'A', 'C', { adult: 2 }))).toMatchObject({
      surcharge: 1200,
    })
    await changeFareFrom(leaves.add({ hours: 48 }), {
      fromStopId: 'A',
      toStopId: 'C',
      fareCents: 1400,
    })
    expect(await quote(order, ride(next, 'A', 'C'))).toMatchObject({ refund: 300 })
  })

  test('refunds a fallen fare without a fee', async () => {
    const order = await bought(ride(bus, 'A', 'C'))
    await changeFare('A', 'C', 'adult', 1500)
    expect(await press(order, ride(later, 'A', 'C'), { refund: 300 })).toMatchObject({ ok: true })
    await doJobs()
    expect(await listRefunds(order.orderId)).toMatchObject([
      { amountCents: 300, state: 'succeeded' },
    ])
    expect(await listDocuments(order.orderId, 'en')).toMatchObject([
      { series: 'receipt', totalCents: 1800 },
      { series: 'credit-note', totalCents: 1800, fee: null },
      { series: 'receipt', totalCents: 1500 },
    ])
  })

  test('that is full is refused, and the old seats stay', async () => {
    const full = await addDeparture({ departsAt: leaves.add({ hours: 5 }), seats: 1 })
    const order = await bought(ride(bus, 'A', 'C', { adult: 2 }))
    const outcome = await press(order, ride(full, 'A', 'C', { adult: 2 }))
    expect(outcome).toMatchObject({ reason: 'not-enough-seats', seatsLeft: 1 })
    expect(await countPlacesTaken(bus)).toBe(2)
  })
})

describe('the notice of 24 hours', () => {
  test('ends to the second', async () => {
    const order = await bought(ride(bus, 'A', 'C'))
    const at = (moment: Temporal.Instant) => quote(order, ride(later, 'A', 'C'), moment)
    expect(await at(leaves.subtract({ hours: 24 }))).toMatchObject({ ok: true, kind: 'amended' })
    expect(await at(leaves.subtract({ seconds: 86_399 }))).toMatchObject({
      reason: 'notice-too-short',
      correctable: false,
    })
  })

  test('is not needed to correct a date within 60 minutes of buying, once, and the correction gains no notice', async () => {
    const soon = await addDeparture({ departsAt: now().add({ hours: 5 }) })
    const order = await bought(ride(soon, 'A', 'C'))
    const { confirmedAt } = await findOrderRow(order.orderId)
    const hour = (confirmedAt ?? now()).add({ minutes: 60 })
    const to = ride(bus, 'A', 'C')
    expect(await quote(order, to, hour)).toMatchObject({ ok: true, kind: 'corrected' })
    expect(await quote(order, to, hour.add({ seconds: 1 }))).toMatchObject({ ok: false })
    expect(await press(order, to)).toMatchObject({ ok: true })

    const again = { ...order, ...(await current(order.orderId)) }
    expect(await quote(again, ride(later, 'A', 'C'))).toMatchObject({ correctable: false })
    const leaving = [{ bookingId: again.bookingId, staying: null }]
    const given = { manageId: order.manageId, leaving, shownRefund: cents(0), now: now() }
    expect(await cancel(given)).toMatchObject({ ok: true, refund: 0, forfeited: 1800 })
  })

  test('is needed for other stops or people even within the hour', async () => {
    const soon = await addDeparture({ departsAt: now().add({ hours: 5 }) })
    const order = await bought(ride(soon, 'A', 'C'))
    const otherStop = await quote(order, ride(bus, 'A', 'B'))
    expect(otherStop).toMatchObject({ reason: 'notice-too-short', correctable: true })
    const more = await quote(order, ride(bus, 'A', 'C', { adult: 2 }))
    expect(more).toMatchObject({ reason: 'notice-too-short', correctable: true })
  })
})

describe('a change that costs more', () => {
  test('keeps both seats until it is paid, and then swaps them', async () => {
    const order = await bought(ride(bus, 'A', 'B'))
    const { goTo, paymentId } = await toBank(order, ride(later, 'A', 'C', { adult: 2 }), 2700)
    expect([await countPlacesTaken(bus), await countPlacesTaken(later)]).toEqual([1, 2])
    expect(await listTickets(order.orderId, 'en', now())).toMatchObject([{ totalCents: 900 }])

    await simulation.bank.payAtBank(goTo)
    expect(await comeBack(paymentId)).toMatchObject({ outcome: 'confirmed' })
    expect([await countPlacesTaken(bus), await countPlacesTaken(later)]).toEqual([0, 2])
    expect(await listTickets(order.orderId, 'en', now())).toMatchObject([{ totalCents: 3600 }])
    expect(await listDocuments(order.orderId, 'en')).toMatchObject([
      { series: 'receipt', totalCents: 900 },
      { series: 'credit-note', totalCents: 900 },
      { series: 'receipt', totalCents: 3600 },
    ])
  })

  test('has no effect if it is not paid', async () => {
    const order = await bought(ride(bus, 'A', 'B'))
    const { goTo, paymentId } = await toBank(order, ride(later, 'A', 'C'), 900)
    await simulation.bank.cancelAtBank(goTo)
    await comeBack(paymentId)
    expect([await countPlacesTaken(bus), await countPlacesTaken(later)]).toEqual([1, 0])
    expect(await listTickets(order.orderId, 'en', now())).toMatchObject([{ totalCents: 900 }])
    expect(await findPayment(db, paymentId)).toMatchObject({ state: 'cancelled' })
  })

  test('lapses with the time of a page that is left open', async () => {
    const order = await bought(ride(bus, 'A', 'B'))
    const { paymentId } = await toBank(order, ride(later, 'A', 'C'), 900)
    shiftClock({ minutes: 16 })
    await poll()
    expect(await countPlacesTaken(later)).toBe(0)
    expect(await findPayment(db, paymentId)).toMatchObject({ state: 'expired' })
  })
})

describe('the payment page of a change', () => {
  test('is one page however often it is clicked; a different change closes it and opens another', async () => {
    const order = await bought(ride(bus, 'A', 'B'))
    const to = ride(later, 'A', 'C')
    const first = await toBank(order, to, 900)
    expect(await press(order, to, { surcharge: 900 })).toEqual({ ok: true, goTo: first.goTo })
    const second = await toBank(order, ride(later, 'A', 'D'), 1800)
    expect(second.goTo).not.toBe(first.goTo)
    expect(await findPayment(db, first.paymentId)).toMatchObject({ state: 'cancelled' })
    await simulation.bank.cancelAtBank(second.goTo)
    await comeBack(second.paymentId)
  })

  test('is closed where the same change is pressed at another price', async () => {
    const order = await bought(ride(bus, 'A', 'B'))
    const to = ride(later, 'A', 'C')
    const { paymentId } = await toBank(order, to, 900)
    await changeFare('A', 'C', 'adult', 1900)
    const { goTo: another, ...second } = await toBank(order, to, 1000)
    expect(await findPayment(db, paymentId)).toMatchObject({ state: 'cancelled' })
    await simulation.bank.cancelAtBank(another)
    await comeBack(second.paymentId)
  })

  test('paid at the moment at which the order is cancelled is refunded in full', async () => {
    const order = await bought(ride(bus, 'A', 'B'))
    const { goTo, paymentId } = await toBank(order, ride(later, 'A', 'C'), 900)
    await simulation.bank.payAtBank(goTo)
    const leaving = [{ bookingId: order.bookingId, staying: null }]
    const given = { manageId: order.manageId, leaving, shownRefund: cents(800), now: now() }
    // The page turns out to be paid, so the change is applied, and another booking has replaced the
    // ride.
    expect(await cancel(given)).toMatchObject({ reason: 'no-such-booking' })
    expect(await comeBack(paymentId)).toMatchObject({ outcome: 'confirmed' })
    const changed = await current(order.orderId)
    const whole = [{ bookingId: changed.bookingId, staying: null }]
    const rest = { ...given, leaving: whole, shownRefund: cents(1700) }
    expect(await cancel(rest)).toMatchObject({ ok: true, refund: 1700 })
    await doJobs()
    const refunds = await listRefunds(order.orderId)
    expect(
      refunds.map(({ amountCents }) => amountCents).toSorted((one, other) => one - other),
    ).toEqual([800, 900])
  })

  test('paid too late for the seats is refunded in full, and the old ride stays', async () => {
    const order = await bought(ride(bus, 'A', 'B'))
    const { goTo, paymentId } = await toBank(order, ride(later, 'A', 'C'), 900)
    await simulation.bank.payAtBank(goTo)
    await db
      .updateTable('departures')
      .set({ status: 'cancelled' })
      .where('departureId', '=', later)
      .execute()
    expect(await comeBack(paymentId)).toMatchObject({ outcome: 'given-back' })
    await doJobs()
    expect(await listTickets(order.orderId, 'en', now())).toMatchObject([{ totalCents: 900 }])
    expect(await listRefunds(order.orderId)).toMatchObject([{ amountCents: 900 }])
  })
})

describe('more people on the same bus', () => {
  test('need only the additional seats, even on a bus that is nearly full', async () => {
    const small = await addDeparture({ departsAt: leaves, seats: 4 })
    const order = await bought(ride(small, 'A', 'C', { adult: 3 }))
    const four = ride(small, 'A', 'C', { adult: 3, child: 1 })
    const { goTo, paymentId } = await toBank(order, four, 900)
    expect(await countPlacesTaken(small)).toBe(4)
    await simulation.bank.payAtBank(goTo)
    await comeBack(paymentId)
    expect(await countPlacesTaken(small)).toBe(4)
    expect(await listTickets(order.orderId, 'en', now())).toMatchObject([{ totalCents: 6300 }])
  })

  test('become fewer by a cancellation, not by a change', async () => {
    const order = await bought(ride(bus, 'A', 'C', { adult: 2 }))
    expect(await quote(order, ride(later, 'A', 'C'))).toMatchObject({ reason: 'fewer-passengers' })
  })

  test('cannot turn adults into infants, which would cancel seats without a fee', async () => {
    const order = await bought(ride(bus, 'A', 'C', { adult: 4 }))
    const onLaps = ride(bus, 'A', 'C', { adult: 2, infant: 2 })
    expect(await press(order, onLaps, { refund: 3600 })).toMatchObject({
      reason: 'fewer-passengers',
    })
    expect(await countPlacesTaken(bus)).toBe(4)
  })

  test('cannot turn adults into children that ride free, which would cancel fares without a fee', async () => {
    const order = await bought(ride(bus, 'A', 'C', { adult: 4 }))
    const asChildren = ride(bus, 'A', 'C', { adult: 1, child: 3 })
    await changeFare('A', 'C', 'child', 0)
    expect(await quote(order, asChildren)).toMatchObject({ reason: 'fewer-passengers' })
    await changeFare('A', 'C', 'child', 900)
    expect(await quote(order, asChildren)).toMatchObject({ ok: true, refund: 2700 })
  })
})

test('a departure that the company cancelled is exchanged free, at any time', async () => {
  const order = await bought(ride(bus, 'A', 'C'))
  await db
    .updateTable('departures')
    .set({ status: 'cancelled' })
    .where('departureId', '=', bus)
    .execute()
  const late = leaves.subtract({ minutes: 1 })
  expect(await quote(order, ride(later, 'A', 'C'), late)).toMatchObject({
    ok: true,
    kind: 'company-moved',
    surcharge: 0,
    refund: 0,
  })
  expect(await quote(order, ride(later, 'A', 'B'), late)).toMatchObject({ reason: 'not-running' })
  expect(await press(order, ride(later, 'A', 'C'))).toMatchObject({ ok: true })
})

test('fifty simultaneous requests change a ride once', async () => {
  const order = await bought(ride(bus, 'A', 'C'))
  const presses = Array.from({ length: 50 }, () => press(order, ride(later, 'A', 'C')))
  const outcomes = await Promise.all(presses)
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect([await countPlacesTaken(bus), await countPlacesTaken(later)]).toEqual([0, 1])
})

type Bought = { orderId: string; manageId: string; bookingId: string }

async function bought(wish: RideWish): Promise<Bought> {
  const { orderId } = await buy(simulation.bank, [wish])
  return { orderId, ...(await current(orderId)) }
}

async function current(orderId: string) {
  const { manageId } = await findOrderRow(orderId)
  const [booking] = await listBookings(db, orderId)
  return { manageId, bookingId: booking?.bookingId ?? '' }
}

function quote({ manageId, bookingId }: Bought, to: RideWish, moment = now()) {
  return quoteAmendment({ manageId, bookingId, to, now: moment })
}

function press(
  { manageId, bookingId }: Bought,
  to: RideWish,
  money: Partial<Record<'surcharge' | 'refund', number>> = {},
) {
  const { surcharge = 0, refund = 0 } = money
  const shown = { surcharge: cents(surcharge), refund: cents(refund) }
  const here = { locale: 'en', origin: simulation.bank.door.origin } as const
  return amend({ manageId, bookingId, to, shown, ...here, now: now() })
}

async function toBank(order: Bought, to: RideWish, surcharge: number) {
  const outcome = await press(order, to, { surcharge })
  if (!outcome.ok || !('goTo' in outcome))
    throw new Error(`not to the bank: ${JSON.stringify(outcome)}`)
  const { paymentId } = await db
    .selectFrom('payments')
    .select('paymentId')
    .where('redirectUrl', '=', outcome.goTo)
    .executeTakeFirstOrThrow()
  return { goTo: outcome.goTo, paymentId }
}
