import type { Overrule, StaffRequest } from '#modules/orders/order/overrule.ts'
import { listBookings, type Booking } from '#modules/orders/order/rows.server.ts'
import type { Actor } from '#platform/actor.ts'
import { countEntries } from '#platform/audit.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { addNamedMember } from '#test/fixtures/sample-staff.server.ts'

/* Members of staff, and what they send with an act on a booking. */

type Colleague = Extract<Actor, { kind: 'staff' }>

export const MARIA: Colleague = { kind: 'staff', staffId: 'maria' }
export const ELENI: Colleague = { kind: 'staff', staffId: 'eleni' }

/** An overrule by a person whom no limit stops, unless one is given. */
export function overrule(mayWaiveCents = 1_000_000): Overrule {
  return { code: 'CONNECTION_BROKEN', mayWaiveCents }
}

/** A request from a page that shows the present state of the order. */
export async function asks(orderId: string, by = MARIA): Promise<StaffRequest> {
  await addNamedMember(by.staffId, by.staffId)
  return { by, seen: await countEntries(`order:${orderId}`), reason: 'their flight was late' }
}

export async function firstBooking(orderId: string): Promise<Booking> {
  const [booking] = await listBookings(db, orderId)
  if (!booking) throw new Error(`order ${orderId} has no booking`)
  return booking
}

/** The changes of an order, with what staff gave. */
export function listChangesOf(orderId: string) {
  return db
    .selectFrom('changes')
    .select(['kind', 'state', 'by', 'overrule', 'waivedCents', 'goodwillCents'])
    .select(['refundCents', 'feeCents', 'forfeitedCents'])
    .where('orderId', '=', orderId)
    .orderBy('requestedAt')
    .execute()
}

/** The entries about an order by one person. */
export function listAuditOf(orderId: string, actor = 'staff:maria') {
  return db
    .selectFrom('auditEntries')
    .select(['action', 'reason', 'overrule'])
    .where('subject', '=', `order:${orderId}`)
    .where('actor', '=', actor)
    .orderBy('enteredAt')
    .execute()
}

/** Dates the purchase earlier, so that it is too late to correct the date without an overrule. */
export async function makeBoughtEarlier(orderId: string): Promise<void> {
  const confirmedAt = now().subtract({ hours: 2 })
  await db.updateTable('orders').set({ confirmedAt }).where('orderId', '=', orderId).execute()
}

/** The order that this browser has not paid yet. */
export function findOpenOrder(visitor: string) {
  return db
    .selectFrom('orders')
    .select(['orderId', 'reference'])
    .where('visitor', '=', visitor)
    .where('status', 'in', ['cart', 'awaiting-payment'])
    .executeTakeFirst()
}
