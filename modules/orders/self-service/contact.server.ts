import { randomUUID } from 'node:crypto'

import { isAskedTooOften } from '#modules/mail/limits.server.ts'
import { enqueueMail, nextAttemptNo, redirectMails } from '#modules/mail/outbox.server.ts'
import { ticketBookings } from '#modules/orders/apply/issue.server.ts'
import { contactColumns } from '#modules/orders/order/buyers.server.ts'
import { checkContact, type Contact, type ContactRefusal } from '#modules/orders/order/contact.ts'
import { raiseVersion, type Booking, type Order } from '#modules/orders/order/rows.server.ts'
import { refundUntil, type ChangeRefusal } from '#modules/orders/policy/cancellation.ts'
import { correctionEndsAt } from '#modules/rules/deadlines.ts'
import { originOf, type Actor } from '#platform/actor.ts'
import { audit, findNewerEntries, type Entry } from '#platform/audit.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { readPhone } from '#platform/text/phone.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import {
  endAwaitedChange,
  findManagedOrder,
  hasLeft,
  lockChangeable,
} from './changeable-order.server.ts'

export type ContactChangeOutcome =
  /** Null if only the telephone number is new, of which no mail tells. */
  | { ok: true; changeId: string | null }
  | Exclude<ChangeRefusal, { reason: 'not-running' }>
  | { ok: false; reason: 'contact'; refusals: ContactRefusal[] }
  /**
   * The name is printed on a ticket that is about to be used; the email address can still be
   * changed.
   */
  | { ok: false; reason: 'name-fixed'; until: Temporal.Instant }
  /** Each change sends mails to the address it names, so changes are limited. */
  | { ok: false; reason: 'too-many-tries' }

export type StaffContactOutcome =
  | ContactChangeOutcome
  | { ok: false; reason: 'changed-meanwhile'; entries: Entry[] }

type Wish = { manageId: string; contact: Contact; by: Actor; now: Temporal.Instant }

/** The same by staff, who must have seen all that happened to the order: `seen` is countEntries. */
export function changeContactByStaff(
  wish: Wish & { seen: number | undefined },
): Promise<StaffContactOutcome> {
  return saveContact(wish)
}

/**
 * Sets another group leader, email address or telephone number. A new name needs new tickets: it is
 * free until 24 hours before the next ride and within the hour of correction. The address and the
 * number can be changed while a ride is still to come. Both addresses receive a mail, unless only
 * the number is new, which no mail mentions.
 */
export function changeContact(wish: Wish): Promise<ContactChangeOutcome> {
  return saveContact(wish) as Promise<ContactChangeOutcome>
}

async function saveContact(
  wish: Wish & { seen?: number | undefined },
): Promise<StaffContactOutcome> {
  const { manageId, contact, by, seen, now } = wish
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
    const entries = await findNewerEntries(tx, `order:${order.orderId}`, seen)
    if (entries.length > 0) return { ok: false, reason: 'changed-meanwhile', entries } as const
    const toCome = bookings.filter((booking) => !hasLeft(booking, now))
    const changed = listChanged(order, contact)
    if (changed.length === 0) return { ok: false, reason: 'nothing-chosen' } as const
    if (toCome.length === 0) return { ok: false, reason: 'departed' } as const
    const until = nameUntil(order, toCome)
    if (changed.includes('name') && isBefore(until, now))
      return { ok: false, reason: 'name-fixed', until } as const
    // Only the new address is limited, since only it may belong to a stranger.
    const asking = { orderId: order.orderId, kind: 'contact', address: contact.email, now } as const
    if (isTold(changed) && (await isAskedTooOften(tx, asking))) {
      return { ok: false, reason: 'too-many-tries' } as const
    }
    const changeId = await writeContact(tx, { order, toCome, contact, changed, by, now })
    return { ok: true, changeId } as const
  })
}

type Field = 'name' | 'email' | 'phone'

function listChanged(order: Order, { name, email, phone }: Contact): Field[] {
  const number = phone === undefined ? order.contactPhone : (readPhone(phone) ?? null)
  const changed: (Field | false)[] = [
    name !== order.contactName && 'name',
    email !== order.contactEmail && 'email',
    number !== order.contactPhone && 'phone',
  ]
  return changed.filter((field) => field !== false)
}

/** Whether mails tell of it: a number is for calls, and on no ticket. */
function isTold(changed: readonly Field[]): boolean {
  return changed.some((field) => field !== 'phone')
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

type Renamed = {
  order: Order
  toCome: readonly Booking[]
  contact: Contact
  changed: readonly Field[]
  by: Actor
  now: Temporal.Instant
}

async function writeContact(tx: Tx, renamed: Renamed): Promise<string | null> {
  const { order, toCome, contact, changed, by, now } = renamed
  const { orderId } = order
  const after = { ...order, contactName: contact.name, contactEmail: contact.email }
  await tx
    .updateTable('orders')
    .set(contactColumns(contact))
    .where('orderId', '=', orderId)
    .execute()
  if (changed.includes('name')) await ticketBookings(tx, { order: after, bookings: toCome, now })
  await raiseVersion(tx, orderId)
  // Readers of the audit need not know names and addresses, only that these changed.
  const subject = `order:${orderId}`
  await audit(tx, { by, subject, action: 'contact', after: { changed }, now })
  if (!isTold(changed)) return null
  const changeId = randomUUID()
  const change = { changeId, orderId, kind: 'contact', state: 'done' } as const
  await tx
    .insertInto('changes')
    .values({ ...change, actor: originOf(by), requestedAt: now, doneAt: now })
    .execute()
  const isMoved = changed.includes('email')
  if (isMoved) await redirectMails(tx, { orderId, address: contact.email })
  const addresses = isMoved ? [contact.email, order.contactEmail] : [contact.email]
  for (const address of addresses) {
    if (!address) continue
    const attemptNo = await nextAttemptNo(tx, orderId, 'contact')
    await enqueueMail(tx, { order: after, kind: 'contact', attemptNo, address, changeId, now })
  }
  return changeId
}
