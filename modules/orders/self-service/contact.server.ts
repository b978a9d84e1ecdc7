import { randomUUID } from 'node:crypto'

import { isAskedTooOften } from '#modules/mail/limits.server.ts'
import { enqueueMail, nextAttemptNo } from '#modules/mail/outbox.server.ts'
import { ticketBookings } from '#modules/orders/apply/issue.server.ts'
import { checkContact, type Contact, type ContactRefusal } from '#modules/orders/order/contact.ts'
import { raiseVersion, type Booking, type Order } from '#modules/orders/order/rows.server.ts'
import { refundUntil, type ChangeRefusal } from '#modules/orders/policy/cancellation.ts'
import { correctionEndsAt } from '#modules/rules/deadlines.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import {
  endAwaitedChange,
  findManagedOrder,
  hasLeft,
  lockChangeable,
} from './changeable-order.server.ts'

export type ContactChangeOutcome =
  | { ok: true; changeId: string }
  | Exclude<ChangeRefusal, { reason: 'not-running' }>
  | { ok: false; reason: 'contact'; refusals: ContactRefusal[] }
  /**
   * The name is printed on a ticket that is about to be used; the email address can still be
   * changed.
   */
  | { ok: false; reason: 'name-fixed'; until: Temporal.Instant }
  /** Each change sends mails to the address it names, so changes are limited. */
  | { ok: false; reason: 'too-many-tries' }

/**
 * Sets another group leader or another email address. A new name needs new tickets: it is free
 * until 24 hours before the next ride and within the hour of correction. The address can be changed
 * while a ride is still to come. Both addresses receive a mail.
 */
export async function changeContact(wish: {
  manageId: string
  contact: Contact
  now: Temporal.Instant
}): Promise<ContactChangeOutcome> {
  const { manageId, contact, now } = wish
  const refusals = checkContact(contact)
  if (refusals.length > 0) return { ok: false, reason: 'contact', refusals }
  const found = await findManagedOrder(manageId)
  if (!found) return { ok: false, reason: 'no-such-booking' }
  const ended = await endAwaitedChange(found.orderId, now)
  if (!ended.ok) return ended

  return inTransaction(async (tx) => {
    const changeable = await lockChangeable(tx, found.orderId)
    if (!changeable.ok) return changeable as Exclude<ChangeRefusal, { reason: 'not-running' }>
    const { order, bookings } = changeable
    const toCome = bookings.filter((booking) => !hasLeft(booking, now))
    const isNamed = contact.name !== order.contactName
    if (!isNamed && contact.email === order.contactEmail) {
      return { ok: false, reason: 'nothing-chosen' } as const
    }
    if (toCome.length === 0) return { ok: false, reason: 'departed' } as const
    const until = nameUntil(order, toCome)
    if (isNamed && isBefore(until, now)) return { ok: false, reason: 'name-fixed', until } as const
    // Only the new address is limited, since only it may belong to a stranger.
    const asking = { orderId: order.orderId, kind: 'contact', address: contact.email, now } as const
    if (await isAskedTooOften(tx, asking)) {
      return { ok: false, reason: 'too-many-tries' } as const
    }
    return { ok: true, changeId: await writeContact(tx, { order, toCome, contact, now }) } as const
  })
}

/** The last moment for changing the name on the tickets. */
export function nameUntil(order: Order, toCome: readonly Booking[]): Temporal.Instant {
  const hour = correctionEndsAt(order.confirmedAt ?? order.createdAt)
  const limits = toCome.map(refundUntil)
  const first = limits.reduce(
    (one, other) => (isBefore(other, one) ? other : one),
    limits[0] ?? hour,
  )
  return isBefore(first, hour) ? hour : first
}

type Renamed = { order: Order; toCome: readonly Booking[]; contact: Contact; now: Temporal.Instant }

async function writeContact(tx: Tx, { order, toCome, contact, now }: Renamed): Promise<string> {
  const { orderId } = order
  const after = { ...order, contactName: contact.name, contactEmail: contact.email }
  await tx
    .updateTable('orders')
    .set({ contactName: contact.name, contactEmail: contact.email })
    .where('orderId', '=', orderId)
    .execute()
  const isNamed = contact.name !== order.contactName
  if (isNamed) await ticketBookings(tx, { order: after, bookings: toCome, now })
  await raiseVersion(tx, orderId)
  const changeId = randomUUID()
  const change = { changeId, orderId, kind: 'contact', actor: 'traveller', state: 'done' } as const
  await tx
    .insertInto('changes')
    .values({ ...change, requestedAt: now, doneAt: now })
    .execute()
  // Readers of the audit need not know names and addresses, only that these changed.
  const isMoved = contact.email !== order.contactEmail
  await audit(tx, {
    by: TRAVELLER,
    subject: `order:${orderId}`,
    action: 'contact',
    after: { changed: [...(isNamed ? ['name'] : []), ...(isMoved ? ['email'] : [])] },
    now,
  })
  const addresses = isMoved ? [contact.email, order.contactEmail] : [contact.email]
  for (const address of addresses) {
    if (!address) continue
    const attemptNo = await nextAttemptNo(tx, orderId, 'contact')
    await enqueueMail(tx, { order: after, kind: 'contact', attemptNo, address, changeId, now })
  }
  return changeId
}
