import { beforeEach, describe, expect, test } from 'vitest'

import type { StaffRequest } from '#modules/orders/order/overrule.ts'
import { listBookings } from '#modules/orders/order/rows.server.ts'
import { listDocuments } from '#modules/orders/reads/find-documents.server.ts'
import {
  cancel,
  quoteCancellation,
  quoteOverruledCancellation,
  type Leaving,
} from '#modules/orders/self-service/cancel.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { doJobs } from '#test/simulation/jobs.ts'
import { asks, ELENI, listAuditOf, listChangesOf, overrule } from '#test/simulation/office.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { buy, findOrderRow, listMails, listRefunds, ride } from '#test/simulation/travellers.ts'

const simulation = openSimulation()
let soon: string
beforeEach(async () => {
  soon = await addDeparture({ departsAt: now().add({ hours: 20 }) })
})

describe('a journey cancelled too late', () => {
  test('is refunded whole against the rule, and credited like any other', async () => {
    const order = await bought([ride(soon, 'A', 'C', { adult: 2 })])
    expect(await quoteOverruledCancellation({ ...order, now: now() })).toEqual({
      ok: true,
      least: 0,
      most: 3600,
    })
    expect(await press(order, { give: 3600 })).toMatchObject({ ok: true, refund: 3600 })
    await doJobs()
    expect(await listRefunds(order.orderId)).toMatchObject([
      { amountCents: 3600, reason: 'cancelled', state: 'succeeded' },
    ])
    expect(await listChangesOf(order.orderId)).toMatchObject([
      { by: 'staff:maria', overrule: 'CONNECTION_BROKEN', waivedCents: 3600, forfeitedCents: 0 },
    ])
    expect(await listAuditOf(order.orderId)).toEqual([
      { action: 'cancelled', reason: 'their flight was late', overrule: 'CONNECTION_BROKEN' },
    ])
    const [, note] = await listDocuments(order.orderId, 'en')
    expect(note).toMatchObject({ totalCents: 3600, reduction: null, lines: [{ count: 2 }] })
    expect(await listMails(order.orderId)).toMatchObject([
      { kind: 'cancelled' },
      { kind: 'confirmation' },
    ])
  })

  test('is refunded in part: the rest stays with the company, and the note says price reduction', async () => {
    const order = await bought([ride(soon, 'A', 'C', { adult: 2 })])
    expect(await press(order, { give: 1801 })).toMatchObject({ ok: true, refund: 1801 })
    expect(await listChangesOf(order.orderId)).toMatchObject([
      { waivedCents: 1801, forfeitedCents: 1799, feeCents: 0, goodwillCents: 0 },
    ])
    const [, note] = await listDocuments(order.orderId, 'en')
    expect(note).toMatchObject({ lines: [], totalCents: 1801, reduction: { totalCents: 1801 } })
  })

  test('beside one in time: the fee is given last', async () => {
    const later = await addDeparture({ departsAt: now().add({ hours: 90 }) })
    const order = await bought([ride(soon, 'A', 'C'), ride(later, 'A', 'C')])
    const quote = await quoteCancellation({ ...order, now: now() })
    expect(quote).toMatchObject({ refund: 1700, fee: 100, forfeited: 1800 })
    expect(await press(order, { shown: 1700, give: 3500 })).toMatchObject({ ok: true })
    expect(await listChangesOf(order.orderId)).toMatchObject([
      { refundCents: 3500, feeCents: 100, forfeitedCents: 0, waivedCents: 1800 },
    ])
  })

  test.each([
    ['less than the rule gives', 1699],
    ['more than the price', 1801],
  ])('is not refunded with %s', async (_, give) => {
    const bus = await addDeparture({ departsAt: now().add({ hours: 48 }) })
    const order = await bought([ride(bus, 'A', 'C')])
    expect(await press(order, { shown: 1700, give })).toEqual({
      ok: false,
      reason: 'outside-price',
      least: 1700,
      most: 1800,
    })
  })
})

describe('the limit of a person', () => {
  test('is one sum for the order, however it is divided', async () => {
    const later = await addDeparture({ departsAt: now().add({ hours: 21 }) })
    const order = await bought([ride(soon, 'A', 'C'), ride(later, 'A', 'C')])
    const [first, second] = order.leaving.map((one) => ({ ...order, leaving: [one] }))
    const limit = 3000
    expect(await press(first!, { give: 1800, limit })).toMatchObject({ ok: true })
    expect(await press(second!, { give: 1201, limit })).toEqual({
      ok: false,
      reason: 'over-limit',
      most: 3000,
      given: 1800,
    })
    const eleni = await asks(order.orderId, ELENI)
    expect(await press(second!, { give: 1201, limit, staff: eleni })).toMatchObject({ ok: true })
  })

  test('counts only what exceeds the rules', async () => {
    const bus = await addDeparture({ departsAt: now().add({ hours: 48 }) })
    const order = await bought([ride(bus, 'A', 'C')])
    const given = await press(order, { shown: 1700, give: 1800, limit: 100 })
    expect(given).toMatchObject({ ok: true, fee: 0 })
  })
})

test('a reason of a word is not enough', async () => {
  const order = await bought([ride(soon, 'A', 'C')])
  expect(await press(order, { give: 900, reason: 'late' })).toMatchObject({
    reason: 'reason-too-short',
  })
  expect(await listAuditOf(order.orderId)).toEqual([])
})

test('staff cancel by the rules under their own name', async () => {
  const bus = await addDeparture({ departsAt: now().add({ hours: 48 }) })
  const order = await bought([ride(bus, 'A', 'C')])
  const { orderId, manageId, leaving } = order
  const staff = await asks(orderId)
  const wish = { manageId, leaving, staff, shownRefund: cents(1700), now: now() }
  expect(await cancel(wish)).toMatchObject({ ok: true, refund: 1700 })
  expect(await listChangesOf(orderId)).toMatchObject([
    { by: 'staff:maria', overrule: null, waivedCents: 0 },
  ])
})

test('two colleagues press at once: one gives, and the other learns of it', async () => {
  const later = await addDeparture({ departsAt: now().add({ hours: 22 }) })
  const order = await bought([ride(soon, 'A', 'C'), ride(later, 'A', 'C')])
  const [first, second] = order.leaving.map((one) => ({ ...order, leaving: [one] }))
  const { orderId } = order
  const [maria, eleni] = [await asks(orderId), await asks(orderId, ELENI)]
  const outcomes = await Promise.all([
    press(first!, { give: 1800, staff: maria }),
    press(second!, { give: 1800, staff: eleni }),
  ])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
    reason: 'changed-meanwhile',
    entries: [{ action: 'cancelled', reason: 'their flight was late' }],
  })
})

test('pressed twice, it gives once', async () => {
  const order = await bought([ride(soon, 'A', 'C')])
  const outcomes = await Promise.all([1, 2].map(() => press(order, { give: 1800 })))
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await listRefunds(order.orderId)).toHaveLength(1)
})

test('staff and the traveller cancel at the same moment: one of them does', async () => {
  const order = await bought([ride(soon, 'A', 'C')])
  const { manageId, leaving } = order
  const own = cancel({ manageId, leaving, shownRefund: cents(0), now: now() })
  const outcomes = await Promise.all([own, press(order, { give: 1800 })])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  const isByStaff = outcomes[1].ok
  expect(await listRefunds(order.orderId)).toHaveLength(isByStaff ? 1 : 0)
})

type Bought = { orderId: string; manageId: string; leaving: Leaving[] }

async function bought(rides: Parameters<typeof buy>[1]): Promise<Bought> {
  const { orderId } = await buy(simulation.bank, rides)
  const { manageId } = await findOrderRow(orderId)
  const bookings = await listBookings(db, orderId)
  const leaving = bookings.map(({ bookingId }) => ({ bookingId, staying: null }))
  return { orderId, manageId, leaving }
}

type Press = {
  give: number
  shown?: number
  limit?: number
  /** The state with which the page was opened, where it was opened before. */
  staff?: StaffRequest
  reason?: string
}

async function press(
  { orderId, manageId, leaving }: Bought,
  { give, shown = 0, limit, reason, ...opened }: Press,
) {
  const staff = { ...(opened.staff ?? (await asks(orderId))), ...(reason && { reason }) }
  const given = { ...overrule(limit), give: cents(give) }
  const wish = { manageId, leaving, staff, overrule: given, shownRefund: cents(shown) }
  return cancel({ ...wish, now: now() })
}
