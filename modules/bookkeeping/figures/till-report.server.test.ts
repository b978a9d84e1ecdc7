import { beforeAll, expect, test } from 'vitest'

import type { LedgerAccount } from '#modules/payments/ledger-accounts.ts'
import { closeTill, correctTill } from '#modules/payments/till/till.server.ts'
import { listToPayOut, payOutRefund } from '#modules/sales/pay-out.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { dateInCyprus } from '#platform/time.ts'
import { takeToSafe } from '#test/fixtures/second-person.ts'
import { doJobs } from '#test/simulation/jobs.ts'
import { addCashier, addSeller, cancelAll, sellNow } from '#test/simulation/sales.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { ride } from '#test/simulation/travellers.ts'

import { listTillsOfSpan, sumTills, type TillMoney } from './till-report.server.ts'

openSimulation()
let sellers: string[]

/** One till with every kind of entry, which is closed and corrected, and one that is still open. */
beforeAll(async () => {
  const bus = await anyBus()
  const by = await addCashier(5000)
  const { orderId } = await sellNow(by, ride(bus, 'A', 'C'))
  const terminal = { means: 'card-terminal', slip: '12' } as const
  await sellNow(by, ride(bus, 'A', 'C', { adult: 2 }), { handedOver: terminal })
  await cancelAll(orderId, 1700)
  await doJobs()
  const [refund] = await listToPayOut({ soldBy: by.staffId })
  const refundId = refund?.refundId ?? ''
  await payOutRefund({ refundId, by, now: now() })
  const move = { by, reason: 'to the safe', now: now() }
  await takeToSafe({ ...move, once: 'moved', amount: cents(2000) })
  // Expected: 5000 + 1800 - 1700 - 2000.
  const closed = await closeTill({ by, counted: cents(2500), now: now() })
  const sessionId = closed.ok ? closed.sessionId : ''
  await correctTill({
    by: await addSeller(),
    once: 'corrected',
    sessionId,
    amountCents: -400,
    reason: 'a taxi',
    now: now(),
  })
  const other = await addCashier(1000)
  await sellNow(other, ride(bus, 'A', 'C'))
  sellers = [by.staffId, other.staffId]
})

test('a till has its sales by means, its refunds, what was moved, and what was counted', async () => {
  expect(await listTillsOfSpan(today())).toMatchObject([
    {
      staffId: sellers[0],
      floatCents: 5000,
      cashSalesCents: 1800,
      terminalSalesCents: 3600,
      cashRefundsCents: -1700,
      terminalRefundsCents: 0,
      movedCents: -2000,
      countedCents: 2500,
      differenceCents: -600,
      correctedCents: -400,
    },
    { staffId: sellers[1], closedAt: null, countedCents: null, cashSalesCents: 1800 },
  ])
})

test('the sums by day and seller are those of the tills, and of the ledger to the cent', async () => {
  const total = sumOf(await sumTills(today()))
  expect(total).toEqual(sumOf(await listTillsOfSpan(today())))
  const difference = total.differenceCents - total.correctedCents
  expect(await balanceOf('till-difference')).toBe(0 - difference)
  const { cashSalesCents, terminalSalesCents, cashRefundsCents, terminalRefundsCents } = total
  const sales = cashSalesCents + terminalSalesCents + cashRefundsCents + terminalRefundsCents
  expect(await balanceOf('till')).toBe(sales + difference)
})

test('a till is of the day on which it was opened, and a page goes on after the last one', async () => {
  const [first, ...others] = await listTillsOfSpan(today())
  expect(await listTillsOfSpan(today(), { limit: 1 })).toEqual([first])
  expect(await listTillsOfSpan(today(), { after: first, limit: 9 })).toEqual(others)
  shiftClock({ hours: 24 })
  expect(await sumTills(today())).toEqual([])
  shiftClock({ hours: -24 })
})

function today() {
  const day = dateInCyprus(now())
  return { from: day, until: day }
}

function sumOf(rows: readonly TillMoney[]): TillMoney {
  const sum = (key: keyof TillMoney) => rows.reduce((all, row) => all + row[key], 0)
  return {
    cashSalesCents: sum('cashSalesCents'),
    terminalSalesCents: sum('terminalSalesCents'),
    cashRefundsCents: sum('cashRefundsCents'),
    terminalRefundsCents: sum('terminalRefundsCents'),
    movedCents: sum('movedCents'),
    differenceCents: sum('differenceCents'),
    correctedCents: sum('correctedCents'),
  }
}

async function balanceOf(account: LedgerAccount): Promise<number> {
  const { total } = await db
    .selectFrom('ledgerEntries')
    .select(({ fn }) => fn.sum<number>('amountCents').as('total'))
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  return total
}
