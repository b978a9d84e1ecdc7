import { expect, test } from 'vitest'

import { giveGoodwill } from '#modules/orders/office/goodwill.server.ts'
import { cancel } from '#modules/orders/self-service/cancel.server.ts'
import { sellFree } from '#modules/sales/sell.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { dateInCyprus } from '#platform/time.ts'
import { asks, ELENI, firstBooking, overrule } from '#test/simulation/office.ts'
import { addSeller, saleOf } from '#test/simulation/sales.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { buy, findOrderRow, ride } from '#test/simulation/travellers.ts'

import { listOverrules, sumOverrules } from './overrule-report.server.ts'

const simulation = openSimulation()

test('a period has every overrule with its rule, code, giver, booking and cost, and sums of them', async () => {
  const goodwill = await buy(simulation.bank, [ride(await anyBus(), 'A', 'C')])
  await give(goodwill.orderId, 500)
  const soon = await addDeparture({ departsAt: now().add({ hours: 20 }) })
  const late = await buy(simulation.bank, [ride(soon, 'A', 'C')])
  await cancelAgainstTheRule(late.orderId, 900)
  const seller = await addSeller()
  const free = { overrule: overrule(), reason: 'our bus did not stop' }
  const sold = await sellFree({ ...saleOf(seller, ride(await anyBus(), 'A', 'C')), ...free })
  // By the rules: costs nothing beyond them, so it is no overrule.
  await buy(simulation.bank, [ride(await anyBus(), 'A', 'C')])

  const given = await listOverrules(today())
  expect(given).toMatchObject([
    { rule: 'price', by: 'staff:maria', reference: goodwill.result.reference, waivedCents: 500 },
    { rule: 'refund', by: 'staff:eleni', reference: late.result.reference, waivedCents: 900 },
    { rule: 'fare', by: `staff:${seller.staffId}`, waivedCents: 1800 },
  ])
  expect(given.map(({ code }) => code)).toEqual(Array(3).fill('CONNECTION_BROKEN'))
  expect(sold).toMatchObject({ reference: given[2]?.reference })

  const sums = await sumOverrules(today())
  expect(sums.map(({ rule, times }) => [rule, times])).toEqual([
    ['fare', 1],
    ['refund', 1],
    ['price', 1],
  ])
  expect(sumOf(sums)).toBe(sumOf(given))
  expect(sumOf(given.filter(({ rule }) => rule === 'price'))).toBe(await goodwillInLedger())
  const { waived } = await db
    .selectFrom('changes')
    .select(({ fn }) => fn.sum<number>('waivedCents').as('waived'))
    .executeTakeFirstOrThrow()
  expect(sumOf(given.filter(({ rule }) => rule !== 'fare'))).toBe(waived)
})

test('a page of overrules goes on after the last one, and another day has none of them', async () => {
  const all = await listOverrules(today())
  const [first, ...others] = all
  expect(await listOverrules(today(), { limit: 1 })).toEqual([first])
  expect(await listOverrules(today(), { after: first, limit: 9 })).toEqual(others)
  const day = today().from.subtract({ days: 1 })
  expect(await listOverrules({ from: day, until: day })).toEqual([])
  expect(await sumOverrules({ from: day, until: day })).toEqual([])
})

test('a change that still waits for its surcharge, or has lapsed, has cost nothing', async () => {
  const before = await sumOverrules(today())
  const { orderId } = await buy(simulation.bank, [ride(await anyBus(), 'A', 'C')])
  const row = { orderId, kind: 'amended', actor: 'staff', by: 'staff:maria' } as const
  const given = { ...row, overrule: 'STRIKE', waivedCents: 700, requestedAt: now() } as const
  const changeId = crypto.randomUUID()
  await db
    .insertInto('changes')
    .values({ ...given, changeId, state: 'lapsed' })
    .execute()
  expect(await sumOverrules(today())).toEqual(before)
})

function today() {
  const day = dateInCyprus(now())
  return { from: day, until: day }
}

async function give(orderId: string, amount: number): Promise<void> {
  const wish = { orderId, amount: cents(amount), staff: await asks(orderId), overrule: overrule() }
  expect(await giveGoodwill({ ...wish, now: now() })).toMatchObject({ ok: true })
}

async function cancelAgainstTheRule(orderId: string, amount: number): Promise<void> {
  const { manageId } = await findOrderRow(orderId)
  const { bookingId } = await firstBooking(orderId)
  const leaving = [{ bookingId, staying: null }]
  const given = { ...overrule(), give: cents(amount) }
  const staff = await asks(orderId, ELENI)
  const wish = { manageId, leaving, staff, overrule: given, shownRefund: cents(0), now: now() }
  expect(await cancel(wish)).toMatchObject({ ok: true })
}

function sumOf(rows: readonly { waivedCents: number }[]): number {
  return rows.reduce((all, { waivedCents }) => all + waivedCents, 0)
}

async function goodwillInLedger(): Promise<number> {
  const { total } = await db
    .selectFrom('ledgerEntries')
    .select(({ fn }) => fn.sum<number>('amountCents').as('total'))
    .where('account', '=', 'goodwill')
    .executeTakeFirstOrThrow()
  return total
}
