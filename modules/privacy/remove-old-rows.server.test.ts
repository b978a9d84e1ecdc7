import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { deleteOldCarts } from '#modules/orders/cart/delete-old-carts.server.ts'
import {
  ALERT_MONTHS_KEPT,
  CART_DAYS_KEPT,
  CART_HOURS_KEPT,
  NOTICE_MONTHS_KEPT,
  WEBHOOK_MONTHS_KEPT,
} from '#modules/rules/kept.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { inCyprus } from '#platform/time.ts'
import { asOwner } from '#test/fixtures/as-owner.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { addTraveller, buy, choose, goToBank, ride } from '#test/simulation/travellers.ts'

import { removeOldRows } from './remove-old-rows.server.ts'

const simulation = openSimulation()

test('a cart goes with its rides and holds thirty days after its last hold', async () => {
  const { orderId, heldUntil } = await abandon()
  const last = heldUntil.add({ hours: 24 * CART_DAYS_KEPT })
  await removeOldRows(last)
  expect(await countRows(orderId)).toEqual({ orders: 1, bookings: 1, passengers: 4, holds: 1 })
  await removeOldRows(last.add({ seconds: 1 }))
  expect(await countRows(orderId)).toEqual({ orders: 0, bookings: 0, passengers: 0, holds: 0 })
})

test('a cart for which a payment was tried stays, since its money may be late', async () => {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  const { orderId, url, paymentId } = await goToBank(visitor, simulation.bank)
  await simulation.bank.payAtBank(url, 'declined')
  await db
    .updateTable('payments')
    .set({ state: 'declined' })
    .where('paymentId', '=', paymentId)
    .execute()
  await db.updateTable('orders').set({ status: 'expired' }).where('orderId', '=', orderId).execute()
  await removeOldRows(now().add({ hours: 24 * 400 }))
  expect((await countRows(orderId)).orders).toBe(1)
  await db.deleteFrom('seatHolds').execute()
})

test('a bought order, and a cart that another program has locked, stay', async () => {
  const bought = await buy(simulation.bank, [ride(await anyBus(), 'A', 'C')])
  const locked = await abandon()
  const free = await abandon()
  const later = now().add({ hours: 24 * 400 })
  await asOwner((owner) =>
    owner.transaction().execute(async (tx) => {
      await tx
        .selectFrom('orders')
        .select('orderId')
        .where('orderId', '=', locked.orderId)
        .forUpdate()
        .execute()
      await removeOldRows(later)
    }),
  )
  expect((await countRows(bought.orderId)).orders).toBe(1)
  expect((await countRows(locked.orderId)).orders).toBe(1)
  expect((await countRows(free.orderId)).orders).toBe(0)
  await removeOldRows(later)
})

test('more rows than fit in one transaction are all deleted', async () => {
  await sql`insert into payment_notices (provider, notice_id, kind, received_at, processed_at)
    select 'sandbox', 'many-' || n, 'order.paid', now() - interval '5 years', now()
    from generate_series(1, 450) as n`.execute(db)
  await removeOldRows(now())
  expect(await countNotices('many-%')).toBe(0)
})

test('a request for a link whose mail never left goes after a week', async () => {
  const [old, young] = [requestOf('OLD', 8), requestOf('NEW', 6)]
  await db.insertInto('linkRequests').values([old, young]).execute()
  await removeOldRows(now())
  expect(await namesIn(sql`select reference as name from link_requests`)).toEqual(['NEW'])
})

test('webhooks, alerts and notices go when they are over and old, and not before', async () => {
  const [webhook, alert, notice] = [WEBHOOK_MONTHS_KEPT, ALERT_MONTHS_KEPT, NOTICE_MONTHS_KEPT].map(
    (months) => moment(months).toString(),
  )
  await sql`insert into payment_notices (provider, notice_id, kind, received_at, processed_at) values
    ('sandbox', 'old', 'order.paid', ${webhook}, now()), ('sandbox', 'unread', 'order.paid', ${webhook}, null),
    ('sandbox', 'new', 'order.paid', now() - interval '1 month', now())`.execute(db)
  await sql`insert into alerts (alert_id, kind, facts, raised_at, over_at, acknowledged_by, acknowledged_at) values
    (gen_random_uuid(), 'promise-broken', '{"is": "old"}', ${alert}, ${alert}, null, null),
    (gen_random_uuid(), 'promise-broken', '{"is": "open"}', ${alert}, null, null, null),
    (gen_random_uuid(), 'promise-broken', '{"is": "new"}', ${alert}, now(), null, null)`.execute(db)
  await sql`insert into notices (notice_id, place, tone, state, from_at, until_at, made_by, made_at) values
    (gen_random_uuid(), 'every-page', 'info', 'published', ${notice}::timestamptz - interval '1 day', ${notice}, 'old', ${notice}),
    (gen_random_uuid(), 'every-page', 'info', 'published', ${notice}, null, 'without end', ${notice}),
    (gen_random_uuid(), 'every-page', 'info', 'taken-down', ${notice}, null, 'taken down', ${notice})`.execute(
    db,
  )
  await removeOldRows(now())
  expect(
    await namesIn(
      sql`select notice_id as name from payment_notices where notice_id in ('old', 'unread', 'new')`,
    ),
  ).toEqual(['new', 'unread'])
  expect(await namesIn(sql`select facts ->> 'is' as name from alerts where facts ? 'is'`)).toEqual([
    'new',
    'open',
  ])
  expect(await namesIn(sql`select made_by as name from notices`)).toEqual(['without end'])
  await db.deleteFrom('paymentNotices').where('noticeId', '=', 'unread').execute()
})

/** A cart that has expired, and the end of its last hold. */
async function abandon() {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  const { orderId, heldUntil } = await db
    .selectFrom('orders')
    .select(['orderId', 'heldUntil'])
    .where('visitor', '=', visitor)
    .executeTakeFirstOrThrow()
  await deleteOldCarts(heldUntil.add({ hours: CART_HOURS_KEPT }).add({ seconds: 1 }))
  return { orderId, heldUntil }
}

async function countRows(orderId: string) {
  const { rows } = await sql<Record<'orders' | 'bookings' | 'passengers' | 'holds', number>>`
    select (select count(*) from orders where order_id = ${orderId}) as orders,
      (select count(*) from bookings where order_id = ${orderId}) as bookings,
      (select count(*) from booking_passengers join bookings using (booking_id) where order_id = ${orderId}) as passengers,
      (select count(*) from seat_holds join bookings using (booking_id) where order_id = ${orderId}) as holds`.execute(
    db,
  )
  return rows[0] ?? { orders: 0, bookings: 0, passengers: 0, holds: 0 }
}

async function countNotices(name: string) {
  return (
    await namesIn(sql`select notice_id as name from payment_notices where notice_id like ${name}`)
  ).length
}

async function namesIn(query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await query.execute(db)
  return rows.map((row) => (row as { name: string }).name).toSorted()
}

/** A day longer ago than that. */
function moment(months: number): Temporal.Instant {
  return inCyprus(now()).subtract({ months }).subtract({ days: 1 }).toInstant()
}

/** A request for a link, made some days ago. */
function requestOf(reference: string, days: number) {
  const requestedAt = now().subtract({ hours: 24 * days })
  return { requestId: randomUUID(), reference, emailDigest: 'digest', requestedAt }
}
