import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { listSettlement } from '#modules/bookkeeping/settlement/settlement-mail.server.ts'
import { reportDay } from '#modules/bookkeeping/settlement/settlement-report.server.ts'
import { listBookings } from '#modules/orders/order/rows.server.ts'
import { cancel } from '#modules/orders/self-service/cancel.server.ts'
import { getProvider } from '#modules/payments/providers.server.ts'
import { SEND_REFUND, sendRefund } from '#modules/payments/refunds.server.ts'
import type { Cashier } from '#modules/payments/till/till-entry.ts'
import {
  closeTill,
  correctTill,
  findSession,
  moveCash,
  openTill,
} from '#modules/payments/till/till.server.ts'
import { PAY_OUT_DAYS } from '#modules/rules/rules.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { dateInCyprus } from '#platform/time.ts'
import { takeToSafe } from '#test/fixtures/second-person.ts'
import { doJobs, listJobs } from '#test/simulation/jobs.ts'
import { balancesOf } from '#test/simulation/ledger.ts'
import {
  addCashier,
  addSeller,
  listAudit,
  listTillEntries,
  saleOf,
  sellNow,
} from '#test/simulation/sales.ts'
import { anyBus, countAlerts, openSimulation } from '#test/simulation/simulation.ts'
import { findOrderRow, listRefunds, ride } from '#test/simulation/travellers.ts'

import { listToPayOut, payOutRefund } from './pay-out.server.ts'
import { sellAtCounter } from './sell.server.ts'

openSimulation()
let bus: string
beforeEach(async () => {
  bus = await anyBus()
})

/** After each test the record of the till is compared with our books, as a bank's is. */
afterEach(async () => {
  const bank = getProvider('till', 'job')
  const breaches = await checkInvariants(db, { now: now(), bank })
  if (breaches.length > 0) throw new Error(breaches.join('\n'))
})

describe('the till', () => {
  test('is opened once, and counted before it says what it expects', async () => {
    const by = await addCashier(5000)
    const again = await openTill({ by, float: cents(0), now: now() })
    expect(again).toEqual({ ok: false, reason: 'till-open-already' })
    await sellNow(by, ride(bus, 'A', 'C'))
    await sellNow(by, ride(bus, 'A', 'C'), { handedOver: { means: 'card-terminal', slip: '12' } })
    await move(by, 'paid-out', 2000)
    await move(by, 'paid-in', 500)
    const closed = await closeTill({ by, counted: cents(5200), now: now() })
    const sessionId = closed.ok ? closed.sessionId : ''
    expect(await findSession(sessionId)).toMatchObject({
      countedCents: 5200,
      expectedCents: 5300,
      differenceCents: -100,
    })
    expect(await balancesOf(sessionId)).toEqual({ 'till-difference': 100, till: -100 })
    const actions = (await listAudit(`till:${sessionId}`)).map(({ action }) => action)
    expect(actions).toEqual(['till-opened', 'paid-out', 'paid-in', 'till-closed'])
  })

  test('enters cash once, however often the same form is sent', async () => {
    const by = await addCashier(5000)
    const once = 'a-key-of-the-form'
    const wish = { by, once, kind: 'paid-in', amount: cents(2000), reason: 'Coins' } as const
    const first = await moveCash({ ...wish, now: now() })
    expect(first).toMatchObject({ ok: true })
    expect(await moveCash({ ...wish, now: now() })).toEqual(first)
    expect(await listTillEntries(by)).toMatchObject([{ kind: 'paid-in', amountCents: 2000 }])
    const colleague = await addCashier(5000)
    await moveCash({ ...wish, by: colleague, now: now() })
    expect(await listTillEntries(colleague)).toHaveLength(1)
  })

  test('takes no entry once it is closed, and can be opened again', async () => {
    const by = await addCashier(0)
    expect(await closeTill({ by, counted: cents(0), now: now() })).toMatchObject({ ok: true })
    const closed = { ok: false, reason: 'till-closed' }
    expect(await closeTill({ by, counted: cents(0), now: now() })).toEqual(closed)
    expect(await move(by, 'paid-in', 100)).toEqual(closed)
    expect(await openTill({ by, float: cents(100), now: now() })).toMatchObject({ ok: true })
  })

  test('counts every sale that is made while it is being closed, or refuses it', async () => {
    const by = await addCashier(0)
    const [, closed] = await Promise.all([
      sellNow(by, ride(bus, 'A', 'C')).catch(() => undefined),
      closeTill({ by, counted: cents(0), now: now() }),
      sellNow(by, ride(bus, 'A', 'B')).catch(() => undefined),
    ])
    const session = await findSession(closed.ok ? closed.sessionId : '')
    expect(session).toMatchObject({ differenceCents: 0 - (session?.expectedCents ?? 1) })
  })

  test('that was closed is corrected by an entry, which takes its sum out of the difference', async () => {
    const by = await addCashier(5000)
    const closed = await closeTill({ by, counted: cents(3000), now: now() })
    const sessionId = closed.ok ? closed.sessionId : ''
    const accountant = await addSeller()
    const once = 'a-key-of-the-form'
    const wish = { by: accountant, once, sessionId, amountCents: -2000, now: now() }
    expect(await correctTill({ ...wish, reason: '' })).toMatchObject({ reason: 'reason-missing' })
    expect(await correctTill({ ...wish, reason: 'Taken to the safe' })).toMatchObject({ ok: true })
    const again = await correctTill({ ...wish, reason: 'Taken to the safe' })
    expect(again).toEqual({ ok: true, sessionId })
    expect(await listAudit(`till:${sessionId}`)).toHaveLength(3)
    expect(await balancesOf(sessionId)).toEqual({})
    expect(await findSession(sessionId)).toMatchObject({ differenceCents: -2000 })
  })
})

describe('the refund of a sale at the counter', () => {
  test('waits until it is paid out at a till, and is paid out once', async () => {
    const by = await addCashier()
    const { orderId, refundId } = await cancelled(by)
    expect(await listRefunds(orderId)).toMatchObject([{ amountCents: 1700, state: 'pending' }])
    const own = { soldBy: by.staffId }
    expect(await listToPayOut(own)).toMatchObject([{ refundId, amountCents: 1700, means: 'cash' }])

    const colleague = await addSeller()
    const wish = { refundId, mayPayOthers: true, now: now() }
    expect(await payOutRefund({ ...wish, by: colleague })).toMatchObject({ reason: 'till-closed' })
    const outcomes = await Promise.all([
      payOutRefund({ ...wish, by }),
      payOutRefund({ ...wish, by }),
    ])
    expect(outcomes.some(({ ok }) => ok)).toBe(true)
    expect(await payOutRefund({ ...wish, by })).toEqual({
      ok: false,
      reason: 'refund-ended',
      state: 'succeeded',
    })
    expect(await listRefunds(orderId)).toMatchObject([{ state: 'succeeded' }])
    expect(await balancesOf(orderId)).toEqual({ till: 100, fees: -100 })
    expect(await listTillEntries(by)).toMatchObject([
      { kind: 'sale', amountCents: 1800 },
      { kind: 'refund', amountCents: -1700 },
    ])
    expect(await listToPayOut(own)).toEqual([])
    const subject = `refund:${refundId}`
    expect(await listAudit(subject)).toMatchObject([{ actor: `staff:${by.staffId}` }])
  })

  test('is seen by a look at what changed, however long the till has been open', async () => {
    const by = await addCashier()
    const { refundId } = await cancelled(by)
    shiftClock({ hours: 2 })
    await payOutRefund({ refundId, by, now: now() })
    const since = now().subtract({ minutes: 5 })
    expect(await checkInvariants(db, { now: now(), since })).toEqual([])
  })

  test('is asked about once a day, and after two weeks is handed to staff', async () => {
    const { orderId, refundId } = await cancelled(await addCashier())
    const waiting = await listJobs([SEND_REFUND.name])
    expect(waiting.at(-1)).toMatchObject({ data: { refundId }, seconds: 86_400 })
    const alerts = await countAlerts('refund-stuck')
    await sendRefund(refundId, now().add({ hours: 24 * PAY_OUT_DAYS }))
    expect(await listRefunds(orderId)).toMatchObject([{ state: 'needs-attention' }])
    expect(await countAlerts('refund-stuck')).toBe(alerts + 1)
  })
})

describe('money at the card terminal', () => {
  test('goes back at the terminal, whoever pays it out', async () => {
    const by = await addCashier()
    const { refundId } = await cancelled(by, onSlip('701'))
    const wish = { refundId, by, now: now() }
    expect(await payOutRefund(wish)).toEqual({ ok: false, reason: 'slip-missing' })
    expect(await payOutRefund({ ...wish, slip: ' - ' })).toMatchObject({ reason: 'slip-missing' })
    expect(await payOutRefund({ ...wish, slip: '702' })).toEqual({ ok: true })
    expect(await listTillEntries(by)).toMatchObject([
      { kind: 'sale', means: 'card-terminal' },
      { kind: 'refund', means: 'card-terminal', amountCents: -1700, slip: '702' },
    ])
  })

  test.each(['801', '0801', '#801 ', '8 01'])('has a slip once a day: %j', async (again) => {
    const used = { ok: false, reason: 'slip-used' }
    const [by, other] = [await addCashier(), await addCashier()]
    await sellNow(by, ride(bus, 'A', 'C'), onSlip('801')).catch(() => undefined)
    const sale = { ...saleOf(other, ride(bus, 'A', 'C')), ...onSlip(again) }
    expect(await sellAtCounter(sale)).toEqual(used)
    expect(await listTillEntries(other)).toEqual([])
    const { refundId } = await cancelled(other, onSlip(randomUUID()))
    expect(await payOutRefund({ refundId, slip: again, by: other, now: now() })).toEqual(used)
  })

  test('has the same number again on another day', async () => {
    const by = await addCashier()
    const days = [now(), now().add({ hours: 24 })]
    for (const moment of days)
      await sellNow(by, ride(bus, 'A', 'C'), { ...onSlip('77'), now: moment })
    expect(await listTillEntries(by)).toHaveLength(2)
  })

  test('has a slip once, however many sell with it at the same moment', async () => {
    const sales = await Promise.all(
      [await addCashier(), await addCashier()].map((by) => {
        return sellAtCounter({ ...saleOf(by, ride(bus, 'A', 'C')), ...onSlip('901') })
      }),
    )
    expect(sales.filter(({ ok }) => ok)).toHaveLength(1)
  })
})

test('a driver pays out what was sold at the own door, and nothing else', async () => {
  const [driver, seller] = [await addCashier(), await addCashier()]
  const own = await cancelled(driver)
  const foreign = await cancelled(seller)
  expect(await listToPayOut({ soldBy: driver.staffId })).toMatchObject([{ refundId: own.refundId }])
  const wish = { refundId: foreign.refundId, by: driver, now: now() }
  expect(await payOutRefund(wish)).toEqual({ ok: false, reason: 'no-such-refund' })
  expect(await payOutRefund({ ...wish, refundId: own.refundId })).toEqual({ ok: true })
})

test('the settlement of a day compares the till with the ledger', async () => {
  const by = await addCashier()
  await cancelled(by)
  const today = dateInCyprus(now())
  await reportDay(today, now())
  const reports = await listSettlement(today)
  expect(reports.find(({ provider }) => provider === 'till')).toMatchObject({
    state: 'agrees',
    capturedCents: expect.any(Number) as number,
    differences: [],
  })
})

function move(by: Cashier, kind: 'paid-in' | 'paid-out', amount: number) {
  const wish = { by, once: randomUUID(), amount: cents(amount), reason: 'To the safe', now: now() }
  return kind === 'paid-out' ? takeToSafe(wish) : moveCash({ ...wish, kind })
}

function onSlip(slip: string) {
  return { handedOver: { means: 'card-terminal', slip } } as const
}

/** Sells a ride, for cash unless said otherwise, and cancels it in time. */
async function cancelled(by: Cashier, how?: Parameters<typeof sellNow>[2]) {
  const { orderId } = await sellNow(by, ride(bus, 'A', 'C'), how)
  const { manageId } = await findOrderRow(orderId)
  const bookings = await listBookings(db, orderId)
  const leaving = bookings.map(({ bookingId }) => ({ bookingId, staying: null }))
  const outcome = await cancel({ manageId, leaving, shownRefund: cents(1700), now: now() })
  if (!outcome.ok) throw new Error(outcome.reason)
  await doJobs()
  const [refund] = await listRefunds(orderId)
  return { orderId, refundId: refund?.refundId ?? '' }
}
