import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { changeContact } from '#modules/orders/self-service/contact.server.ts'
import { listPayments } from '#modules/payments/payments.server.ts'
import { getProvider } from '#modules/payments/providers.server.ts'
import { forgetTravellers } from '#modules/privacy/forget-travellers.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { amendTo } from '#test/simulation/holders.ts'
import { balancesOf } from '#test/simulation/ledger.ts'
import {
  addCashier,
  addSeller,
  listAudit,
  listTillEntries,
  saleOf,
  sellNow,
} from '#test/simulation/sales.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import {
  addTraveller,
  buy,
  choose,
  countPlacesTaken,
  findOrderRow,
  listMails,
  ride,
} from '#test/simulation/travellers.ts'

import { sellAtCounter, sellFree } from './sell.server.ts'

const simulation = openSimulation()
let bus: string
let leaves: Temporal.Instant
beforeEach(async () => {
  leaves = now().add({ hours: 48 })
  bus = await addDeparture({ departsAt: leaves })
})

/** After each test the record of the till is compared with our books, as a bank's is. */
afterEach(async () => {
  const bank = getProvider('till', 'job')
  const breaches = await checkInvariants(db, { now: now(), bank })
  if (breaches.length > 0) throw new Error(breaches.join('\n'))
})

describe('a sale for cash', () => {
  test('has tickets, a receipt, one mail, one entry in the till, and one audit row with the seller', async () => {
    const by = await addCashier()
    const { orderId } = await sellNow(by, ride(bus, 'A', 'C', { adult: 2, child: 1 }))
    expect(await findOrderRow(orderId)).toMatchObject({
      status: 'confirmed',
      channel: 'counter',
      soldBy: by.staffId,
    })
    expect(await listTickets(orderId, 'en', now())).toMatchObject([
      { groupLeader: 'Anna Georgiou', totalCents: 4500 },
    ])
    expect(await listPayments(db, orderId)).toMatchObject([
      { provider: 'till', state: 'paid', capturedCents: 4500 },
    ])
    expect(await balancesOf(orderId)).toEqual({ till: 4500, fares: -4500 })
    expect(await listMails(orderId)).toMatchObject([{ kind: 'confirmation' }])
    const cash = { kind: 'sale', means: 'cash', amountCents: 4500, slip: null }
    expect(await listTillEntries(by)).toEqual([cash])
    expect(await listAudit(`order:${orderId}`)).toMatchObject([
      { actor: `staff:${by.staffId}`, action: 'sold-for-cash', after: { totalCents: 4500 } },
    ])
  })

  test('sent twice, also at the same time, is one sale', async () => {
    const by = await addCashier()
    const sale = { ...saleOf(by, ride(bus, 'A', 'C')), handedOver: { means: 'cash' } as const }
    const outcomes = await Promise.all([sellAtCounter(sale), sellAtCounter(sale)])
    expect(outcomes[0]).toEqual(outcomes[1])
    expect(await sellAtCounter(sale)).toEqual(outcomes[0])
    expect(await listTillEntries(by)).toHaveLength(1)
    expect(await countPlacesTaken(bus)).toBe(1)
  })

  test('sent again finds its tickets, though it has taken the last seat', async () => {
    const by = await addCashier()
    const last = await addDeparture({ departsAt: leaves, seats: 1 })
    const sale = { ...saleOf(by, ride(last, 'A', 'C')), handedOver: { means: 'cash' } as const }
    const first = await sellAtCounter(sale)
    expect(first.ok).toBe(true)
    expect(await sellAtCounter(sale)).toEqual(first)
  })

  test('on paper alone sends no mail', async () => {
    const customer = { name: 'Anna Georgiou', email: null, phone: '99 123456' }
    const { orderId } = await sellNow(await addCashier(), ride(bus, 'A', 'C'), { customer })
    expect(await listMails(orderId)).toEqual([])
    expect(await findOrderRow(orderId)).toMatchObject({ contactPhone: '+35799123456' })
    expect(await listTickets(orderId, 'en', now())).toHaveLength(1)
  })

  test('on paper owes no mail of a change that was made before it had an address', async () => {
    const customer = { name: 'Anna Georgiou', email: null, phone: '' }
    const { orderId } = await sellNow(await addCashier(), ride(bus, 'A', 'C'), { customer })
    const { manageId, reference } = await findOrderRow(orderId)
    const later = await addDeparture({ departsAt: leaves.add({ hours: 3 }) })
    await amendTo({ orderId, manageId, reference }, ride(later, 'A', 'C'), simulation)
    shiftClock({ minutes: 1 })
    const contact = { name: 'Anna Georgiou', email: 'anna@example.com' }
    await changeContact({ manageId, contact, by: TRAVELLER, now: now() })
    expect(await listMails(orderId)).toMatchObject([{ kind: 'contact' }])
  })
})

describe('a sale at the counter', () => {
  test('on paper is forgotten after the same time as one with an address', async () => {
    const customer = { name: 'Anna Georgiou', email: null, phone: '' }
    const { orderId } = await sellNow(await addCashier(), ride(bus, 'A', 'C'), { customer })
    await forgetTravellers(now().add({ hours: 24 * 30 * 20 }))
    expect(await findOrderRow(orderId)).toMatchObject({ contactName: null })
  })

  test('needs an open till, or opens one with its float', async () => {
    const by = await addSeller()
    const sale = { ...saleOf(by, ride(bus, 'A', 'C')), handedOver: { means: 'cash' } as const }
    expect(await sellAtCounter(sale)).toEqual({ ok: false, reason: 'till-closed' })
    expect(await countPlacesTaken(bus)).toBe(0)
    const sold = await sellAtCounter({ ...sale, float: cents(5000) })
    expect(sold.ok).toBe(true)
    const sessions = db.selectFrom('tillSessions').selectAll().where('staffId', '=', by.staffId)
    expect(await sessions.execute()).toMatchObject([{ floatCents: 5000, closedAt: null }])
  })

  test('is possible until the bus leaves, when the site has long stopped selling', async () => {
    const by = await addCashier()
    const soon = await addDeparture({ departsAt: now().add({ minutes: 2 }) })
    const refused = await choose(addTraveller(), ride(soon, 'A', 'C'))
    expect(refused).toMatchObject({ ok: false, reason: 'sale-closed' })
    await sellNow(by, ride(soon, 'A', 'C'))
    const gone = await addDeparture({ departsAt: now().subtract({ seconds: 1 }) })
    const sale = saleOf(by, ride(gone, 'A', 'C'))
    const late = await sellAtCounter({ ...sale, handedOver: { means: 'cash' } })
    expect(late).toMatchObject({ ok: false, reason: 'sale-closed' })
  })

  test('is refused to a party that is larger than the site allows', async () => {
    const sale = saleOf(await addCashier(), ride(bus, 'A', 'C', { adult: 16 }))
    const refused = await sellAtCounter({ ...sale, handedOver: { means: 'cash' } })
    expect(refused).toMatchObject({ ok: false, reason: 'party-too-large', most: 15 })
  })
})

test('at the card terminal, a sale keeps the number of the slip', async () => {
  const by = await addCashier()
  const sale = saleOf(by, ride(bus, 'A', 'C'))
  const without = await sellAtCounter({ ...sale, handedOver: { means: 'card-terminal', slip: '' } })
  expect(without).toEqual({ ok: false, reason: 'slip-missing' })
  await sellNow(by, ride(bus, 'A', 'C'), { handedOver: { means: 'card-terminal', slip: '004711' } })
  expect(await listTillEntries(by)).toEqual([
    { kind: 'sale', means: 'card-terminal', amountCents: 1800, slip: '004711' },
  ])
})

test('two sellers and three buyers on the site want the last two seats: two are sold', async () => {
  const last = await addDeparture({ departsAt: leaves, seats: 2 })
  const wish = ride(last, 'A', 'C')
  const sellers = await Promise.all([addCashier(), addCashier()])
  const cash = { means: 'cash' } as const
  const outcomes = await Promise.all([
    ...sellers.map((by) => sellAtCounter({ ...saleOf(by, wish), handedOver: cash })),
    ...Array.from({ length: 3 }, () => buy(simulation.bank, [wish]).then(...SOLD_OR_NOT)),
  ])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(2)
  expect(await countPlacesTaken(last)).toBe(2)
  const entries = (await Promise.all(sellers.map(listTillEntries))).flat()
  const sold = outcomes.slice(0, 2).filter(({ ok }) => ok)
  expect(entries).toHaveLength(sold.length)
})

describe('a free sale', () => {
  const code = 'SALES_STAFF_ERROR'
  const reason = 'Sold the wrong day on the telephone yesterday'

  test('costs nothing, and the audit has the reason and the cents that were waived', async () => {
    const by = await addSeller()
    const overrule = { code, mayWaiveCents: 10_000 } as const
    const wish = ride(bus, 'A', 'C', { adult: 2 })
    const sold = await sellFree({ ...saleOf(by, wish), overrule, reason })
    const { orderId = '' } = sold.ok ? sold : {}
    expect(await findOrderRow(orderId)).toMatchObject({ status: 'confirmed' })
    expect(await listTickets(orderId, 'en', now())).toMatchObject([{ totalCents: 0 }])
    expect(await balancesOf(orderId)).toEqual({})
    expect(await listAudit(`order:${orderId}`)).toEqual([
      {
        actor: `staff:${by.staffId}`,
        action: 'sold-free',
        reason,
        overrule: code,
        after: { totalCents: 0, waivedCents: 3600 },
      },
    ])
  })

  test('needs a reason, and is limited by the seller’s role', async () => {
    const sale = saleOf(await addSeller(), ride(bus, 'A', 'C', { adult: 2 }))
    const enough = { code, mayWaiveCents: 3600 } as const
    const short = await sellFree({ ...sale, overrule: enough, reason: 'Sorry' })
    expect(short).toMatchObject({ ok: false, reason: 'reason-too-short' })
    const less = await sellFree({ ...sale, overrule: { code, mayWaiveCents: 3599 }, reason })
    expect(less).toMatchObject({ ok: false, reason: 'over-limit' })
    expect(await countPlacesTaken(bus)).toBe(0)
    expect(await sellFree({ ...sale, overrule: enough, reason })).toMatchObject({ ok: true })
  })
})

const SOLD_OR_NOT = [
  (bought: { result: { outcome: string } }) => ({ ok: bought.result.outcome === 'confirmed' }),
  () => ({ ok: false }),
] as const
