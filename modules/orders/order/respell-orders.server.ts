import { sql } from 'kysely'

import { db } from '#platform/db.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'

import { searchText } from './search-text.ts'

/** Writes the text by which orders are found anew where a release has changed its spelling. */
export const RESPELL_ORDERS: Job<object> = {
  name: 'respell-orders',
  tries: 3,
  firstPause: 600,
  longestPause: 3600,
}

/** So few at once that no buyer waits for their rows. */
const AT_ONCE = 500

type Spelled = {
  orderId: string
  search: string
  contactName: string | null
  contactEmail: string | null
  reference: string
}

/**
 * Compares the search text of every order that has one with that of this release. The release before may
 * still run beside this one, so the orders that it writes are respelt in the next night.
 */
export async function respellOrders(): Promise<void> {
  for (let orders = await listAfter(null); orders.length > 0;) {
    const old = orders.filter((order) => order.search !== spell(order))
    if (old.length > 0) await respell(old)
    orders = await listAfter(orders.at(-1)?.orderId ?? null)
  }
}

async function listAfter(orderId: string | null): Promise<Spelled[]> {
  const { rows } = await sql<Spelled>`
    select order_id, search, contact_name, contact_email, reference from orders
    where search is not null and (${orderId}::uuid is null or order_id > ${orderId}::uuid)
    order by order_id limit ${AT_ONCE}`.execute(db)
  return rows
}

/** As contactColumns of buyers.server.ts writes it. */
function spell({ reference, contactName, contactEmail }: Spelled): string {
  const text = searchText({ name: contactName ?? '', email: contactEmail ?? '' })
  return [reference.toLowerCase(), text].filter((part) => part !== '').join(' ')
}

/** A contact that was changed or erased meanwhile stays as it is. */
async function respell(orders: readonly Spelled[]): Promise<void> {
  const spellings = orders.map((order) => ({
    order_id: order.orderId,
    before: order.search,
    search: spell(order),
  }))
  await sql`
    update orders set search = spelling.search
    from jsonb_to_recordset(${JSON.stringify(spellings)}::jsonb)
      as spelling (order_id uuid, before text, search text)
    where orders.order_id = spelling.order_id and orders.search = spelling.before`.execute(db)
}
