import { beforeEach, describe, expect, test } from 'vitest'

import type { RideWish } from '#modules/orders/order/limits.ts'
import { listDocuments } from '#modules/orders/reads/find-documents.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { amend, quoteAmendment } from '#modules/orders/self-service/amend.server.ts'
import { cancel } from '#modules/orders/self-service/cancel.server.ts'
import { quoteNextBus, takeNextBus } from '#modules/orders/self-service/missed.server.ts'
import { findPayment } from '#modules/payments/payments.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { doJobs } from '#test/simulation/jobs.ts'
import {
  asks,
  ELENI,
  firstBooking,
  listAuditOf,
  listChangesOf,
  makeBoughtEarlier,
  overrule,
} from '#test/simulation/office.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import {
  buy,
  comeBack,
  findOrderRow,
  listMails,
  listRefunds,
  ride,
} from '#test/simulation/travellers.ts'

const simulation = openSimulation()
let soon: string
let later: string
beforeEach(async () => {
  soon = await addDeparture({ departsAt: now().add({ hours: 20 }) })
  later = await addDeparture({ departsAt: now().add({ hours: 72 }) })
})

describe('a change whose notice is over', () => {
  test('is made by an overrule, and gains no notice for a cancellation', async () => {
    const orderId = await bought(ride(soon, 'A', 'C'))
    const to = ride(later, 'A', 'C')
    expect(await quote(orderId, to)).toMatchObject({ reason: 'notice-too-short' })
    expect(await press(orderId, to)).toMatchObject({ ok: true })
    expect(await listChangesOf(orderId)).toMatchObject([
      { kind: 'amended', by: 'staff:maria', overrule: 'CONNECTION_BROKEN', waivedCents: 0 },
    ])
    expect(await listAuditOf(orderId)).toMatchObject([
      { action: 'amended', overrule: 'CONNECTION_BROKEN', reason: 'their flight was late' },
    ])
    const { manageId } = await findOrderRow(orderId)
    const { bookingId } = await firstBooking(orderId)
    const leaving = [{ bookingId, staying: null }]
    const given = await cancel({ manageId, leaving, shownRefund: cents(0), now: now() })
    expect(given).toMatchObject({ ok: true, refund: 0, forfeited: 1800 })
  })

  test('to a cheaper journey counts its refund as waived', async () => {
    const orderId = await bought(ride(soon, 'A', 'C'))
    const to = ride(soon, 'A', 'B')
    const limited = await press(orderId, to, { refund: 900, limit: 899 })
    expect(limited).toEqual({ ok: false, reason: 'over-limit', most: 899, given: 0 })
    expect(await press(orderId, to, { refund: 900, limit: 900 })).toMatchObject({ ok: true })
    expect(await listChangesOf(orderId)).toMatchObject([{ waivedCents: 900, refundCents: 900 }])
  })

  test('takes a bus up to its departure', async () => {
    const orderId = await bought(ride(soon, 'A', 'C'))
    const next = await addDeparture({ departsAt: now().add({ minutes: 5 }) })
    expect(await press(orderId, ride(next, 'A', 'C'))).toMatchObject({ ok: true })
  })

  test('does not take a seat that is not there', async () => {
    const orderId = await bought(ride(soon, 'A', 'C', { adult: 2 }))
    const full = await addDeparture({ departsAt: now().add({ hours: 30 }), seats: 1 })
    const to = ride(full, 'A', 'C', { adult: 2 })
    expect(await press(orderId, to)).toMatchObject({ reason: 'not-enough-seats' })
  })
})

describe('a surcharge', () => {
  test('is asked for by mail: the link, the sum and the end', async () => {
    const orderId = await bought(ride(soon, 'A', 'B'))
    const asked = await press(orderId, ride(soon, 'A', 'C'), { surcharge: 900 })
    if (!asked.ok || !('goTo' in asked)) throw new Error('no page was opened')
    expect(await listMails(orderId)).toMatchObject([
      { kind: 'confirmation' },
      { kind: 'surcharge' },
    ])
    expect(await listAuditOf(orderId)).toMatchObject([{ action: 'surcharge-asked' }])
    const attempt = await findSurcharge(orderId)
    expect(attempt.sessionExpiresAt.since(now()).total('minutes')).toBeGreaterThan(50)
    await simulation.bank.payAtBank(asked.goTo)
    await comeBack(attempt.paymentId)
    expect(await firstBooking(orderId)).toMatchObject({ toStopId: 'C', totalCents: 1800 })
    expect(await listChangesOf(orderId)).toMatchObject([
      { state: 'done', by: 'staff:maria', overrule: 'CONNECTION_BROKEN' },
    ])
  })

  test('is waived: the company pays it, and the papers add up', async () => {
    const orderId = await bought(ride(soon, 'A', 'B'))
    const to = ride(soon, 'A', 'C')
    expect(await quote(orderId, to, { waivesSurcharge: true })).toMatchObject({
      surcharge: 0,
      goodwill: 900,
      waived: 900,
    })
    expect(await press(orderId, to, { waives: true, limit: 899 })).toMatchObject({
      reason: 'over-limit',
    })
    expect(await press(orderId, to, { waives: true })).toMatchObject({ ok: true })
    expect(await listChangesOf(orderId)).toMatchObject([
      { state: 'done', waivedCents: 900, goodwillCents: 900, refundCents: 0 },
    ])
    expect(await listDocuments(orderId, 'en')).toMatchObject([
      { series: 'receipt', totalCents: 900 },
      { series: 'credit-note', totalCents: 1800, reduction: { totalCents: 900 } },
      { series: 'receipt', totalCents: 1800 },
    ])
  })

  test('that was waived is not refunded later', async () => {
    const orderId = await bought(ride(later, 'A', 'B'))
    await press(orderId, ride(later, 'A', 'C'), { waives: true })
    const { manageId } = await findOrderRow(orderId)
    const leaving = [{ bookingId: (await firstBooking(orderId)).bookingId, staying: null }]
    const wish = { manageId, leaving, now: now() }
    expect(await cancel({ ...wish, shownRefund: cents(1700) })).toMatchObject({
      reason: 'quote-changed',
      refund: 900,
    })
    expect(await cancel({ ...wish, shownRefund: cents(900) })).toMatchObject({ ok: true })
    await doJobs()
    expect(await listRefunds(orderId)).toMatchObject([{ amountCents: 900, state: 'succeeded' }])
  })
})

test('a surcharge that its holder is asked to pay can still be waived: its page closes, and the change is made', async () => {
  const orderId = await bought(ride(soon, 'A', 'B'))
  const to = ride(soon, 'A', 'C')
  await press(orderId, to, { surcharge: 900 })
  const { paymentId } = await findSurcharge(orderId)
  expect(await press(orderId, to, { waives: true })).toMatchObject({
    ok: true,
    changeId: expect.any(String),
  })
  expect(await findPayment(db, paymentId)).toMatchObject({ state: 'cancelled' })
  expect(await firstBooking(orderId)).toMatchObject({ toStopId: 'C', totalCents: 1800 })
  expect(await listAuditOf(orderId)).toMatchObject([
    { action: 'surcharge-asked' },
    { action: 'amended' },
  ])
})

describe('a wheelchair space', () => {
  const seated = { adult: 2, wheelchairUsers: 1 }

  test('is added after the purchase, in time without an overrule', async () => {
    const orderId = await bought(ride(later, 'A', 'C', { adult: 2 }))
    expect(await pressByRule(orderId, ride(later, 'A', 'C', seated))).toMatchObject({ ok: true })
    expect(await listChangesOf(orderId)).toMatchObject([{ kind: 'wheelchair', overrule: null }])
    expect(await firstBooking(orderId)).toMatchObject({ wheelchairUsers: 1 })
    expect(await listMails(orderId)).toMatchObject([
      { kind: 'confirmation' },
      { kind: 'wheelchair' },
    ])
    // The audit is never erased, so it does not know of the wheelchair.
    expect(await listAuditOf(orderId)).toMatchObject([{ action: 'amended' }])
  })

  test('is added within the day by an overrule', async () => {
    const orderId = await bought(ride(soon, 'A', 'C', { adult: 2 }))
    const to = ride(soon, 'A', 'C', seated)
    expect(await quote(orderId, to)).toMatchObject({ reason: 'notice-too-short' })
    expect(await press(orderId, to)).toMatchObject({ ok: true })
    expect(await firstBooking(orderId)).toMatchObject({ wheelchairUsers: 1 })
  })

  test('is only added if it is free on every leg', async () => {
    await buy(simulation.bank, [ride(later, 'B', 'C', { adult: 1, wheelchairUsers: 1 })])
    const orderId = await bought(ride(later, 'A', 'C', { adult: 2 }))
    const to = ride(later, 'A', 'C', seated)
    expect(await press(orderId, to)).toMatchObject({ reason: 'no-wheelchair-place' })
  })
})

describe('a bus that was missed', () => {
  test('can be missed again by an overrule alone', async () => {
    const first = await addDeparture({ departsAt: now().add({ minutes: 40 }) })
    const second = await addDeparture({ departsAt: now().add({ minutes: 70 }) })
    const third = await addDeparture({ departsAt: now().add({ minutes: 100 }) })
    const orderId = await bought(ride(first, 'A', 'C'))
    expect(await takeNext(orderId, second)).toMatchObject({ ok: true })
    expect(await quoteNextBus(await ticketOf(orderId), now())).toMatchObject({
      reason: 'missed-already',
    })
    expect(await takeNext(orderId, third)).toMatchObject({ reason: 'missed-already' })
    expect(await takeNext(orderId, third, overrule(0))).toMatchObject({ ok: true })
    expect(await firstBooking(orderId)).toMatchObject({ departureId: third })
    expect(await listChangesOf(orderId)).toMatchObject([
      { kind: 'missed', overrule: null },
      { kind: 'missed', overrule: 'CONNECTION_BROKEN', waivedCents: 0 },
    ])
  })
})

test('two colleagues change a journey at once: one does, the other hears of it', async () => {
  const orderId = await bought(ride(soon, 'A', 'C'))
  const to = ride(later, 'A', 'C')
  const bySight = [await prepare(orderId, to), await prepare(orderId, to, { by: ELENI })]
  const outcomes = await Promise.all(bySight.map((send) => send()))
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ reason: 'changed-meanwhile' })
})

test('staff change a journey while its holder cancels it: one of them does', async () => {
  const orderId = await bought(ride(soon, 'A', 'C'))
  const { manageId } = await findOrderRow(orderId)
  const { bookingId } = await firstBooking(orderId)
  const leaving = [{ bookingId, staying: null }]
  const send = await prepare(orderId, ride(later, 'A', 'C'))
  const outcomes = await Promise.all([
    send(),
    cancel({ manageId, leaving, shownRefund: cents(0), now: now() }),
  ])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
})

async function bought(wish: RideWish): Promise<string> {
  const { orderId } = await buy(simulation.bank, [wish])
  await makeBoughtEarlier(orderId)
  return orderId
}

async function quote(orderId: string, to: RideWish, given?: { waivesSurcharge: boolean }) {
  const { manageId } = await findOrderRow(orderId)
  const { bookingId } = await firstBooking(orderId)
  const wish = { manageId, bookingId, to, now: now() }
  return quoteAmendment({ ...wish, overrule: given && { ...overrule(), ...given } })
}

type Press = {
  surcharge?: number
  refund?: number
  waives?: boolean
  limit?: number
  by?: typeof ELENI
}

async function press(...asked: Parameters<typeof prepare>) {
  return (await prepare(...asked))()
}

/** The page as one colleague sees it now; the returned function sends its form. */
async function prepare(orderId: string, to: RideWish, given: Press = {}) {
  const { waives = false, limit, ...rest } = given
  const overruled = { ...overrule(limit), waivesSurcharge: waives }
  return prepareByRule(orderId, to, { ...rest, overruled })
}

async function pressByRule(...asked: Parameters<typeof prepareByRule>) {
  return (await prepareByRule(...asked))()
}

type ByRule = Pick<Press, 'surcharge' | 'refund' | 'by'>
type Overruled = ReturnType<typeof overrule> & { waivesSurcharge: boolean }

async function prepareByRule(
  orderId: string,
  to: RideWish,
  { surcharge = 0, refund = 0, by, overruled }: ByRule & { overruled?: Overruled } = {},
) {
  const { manageId } = await findOrderRow(orderId)
  const { bookingId } = await firstBooking(orderId)
  const shown = { surcharge: cents(surcharge), refund: cents(refund) }
  const here = { locale: 'en', origin: simulation.bank.door.origin, now: now() } as const
  const staff = await asks(orderId, by)
  return () => amend({ manageId, bookingId, to, shown, staff, overrule: overruled, ...here })
}

async function ticketOf(orderId: string): Promise<string> {
  const [ticket] = await listTickets(orderId, 'en', now())
  return ticket?.ticketId ?? ''
}

async function takeNext(
  orderId: string,
  shownDepartureId: string,
  given?: ReturnType<typeof overrule>,
) {
  const staff = await asks(orderId)
  const wish = { shownDepartureId, staff, overrule: given, now: now() }
  return takeNextBus(await ticketOf(orderId), wish)
}

function findSurcharge(orderId: string) {
  return db
    .selectFrom('changes')
    .innerJoin('payments', 'payments.paymentId', 'changes.paymentId')
    .select(['payments.paymentId', 'sessionExpiresAt'])
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
}
