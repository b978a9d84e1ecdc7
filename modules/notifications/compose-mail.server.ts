import type { MailText } from '#modules/mail/layout/letter.ts'
import { findChangeOf } from '#modules/orders/apply/proposals.server.ts'
import type { MailKind } from '#modules/orders/order/mail-kinds.ts'
import type { Order } from '#modules/orders/order/rows.server.ts'
import { listDocuments } from '#modules/orders/reads/find-documents.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import * as paths from '#paths'
import { db } from '#platform/db.server.ts'
import { siteOrigin } from '#platform/env.server.ts'
import { invariant } from '#platform/invariant.ts'
import { localePath } from '#platform/locale.ts'
import { cents } from '#platform/money.ts'
import { isBefore } from '#platform/time.ts'

import {
  composeCancelled,
  composeChanged,
  composeConfirmation,
  composeContact,
  type MailContent,
} from './compose-letters.server.ts'
import {
  findChangeMailData,
  findContactMailData,
  findRideMailData,
  newsOf,
} from './find-change.server.ts'
import { formerAddressMail } from './letters/contact.ts'
import { departureCancelledMail } from './letters/departure-cancelled.ts'
import { manageLinkMail } from './letters/manage-link.ts'
import { refundMail } from './letters/refund.ts'
import { reminderMail } from './letters/reminder.ts'

type OwedMail = {
  kind: MailKind
  address: string
  refundId: string | null
  changeId: string | null
  bookingId: string | null
}

/**
 * What a mail we owe says, in the language in which was bought (edge case 40). Nothing, when by now
 * there is nothing left to tell: a reminder of a ride that was given up since.
 */
export async function composeMail(
  order: Order,
  mail: OwedMail,
  now: Temporal.Instant,
): Promise<MailContent | undefined> {
  const { kind, refundId, changeId, bookingId } = mail
  switch (kind) {
    case 'confirmation':
      return writeConfirmation(order, now)
    case 'refund':
    case 'duplicate-refund':
      return writeReturnedMoney(order, kind, told(refundId))
    case 'manage-link':
      return alone(manageLinkMail({ ...newsOf(order), tickets: await ticketsOf(order, now) }))
    case 'cancelled':
      return composeCancelled(await findChangeMailData(order, told(changeId), now))
    case 'changed':
    case 'missed':
    case 'wheelchair':
      return composeChanged(kind, await findChangeMailData(order, told(changeId), now))
    case 'contact':
      return writeContact(order, { address: mail.address, changeId: told(changeId) }, now)
    case 'reminder':
      return writeReminder(order, told(bookingId), now)
    case 'departure-cancelled':
      return writeDepartureCancelled(order, told(bookingId), now)
    default:
      return kind satisfies never
  }
}

/** What a mail of its kind is always promised with. */
function told(id: string | null): string {
  invariant(id, 'a mail names what it tells of')
  return id
}

async function writeConfirmation(
  order: Order,
  now: Temporal.Instant,
): Promise<MailContent | undefined> {
  const tickets = await ticketsOf(order, now)
  if (tickets.length === 0) return undefined
  const papers = await listDocuments(order.orderId, order.locale)
  return composeConfirmation({ ...newsOf(order), tickets, papers })
}

/** What a person has decided about a payment of another sum. */
const BY_REASON: Record<string, 'otherSum' | 'tooMuch'> = {
  'other-sum': 'otherSum',
  overpaid: 'tooMuch',
}

async function writeReturnedMoney(
  order: Order,
  kind: 'refund' | 'duplicate-refund',
  refundId: string,
): Promise<MailContent> {
  const { paymentId, reason, amountCents, cardLast4 } = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.paymentId', 'refunds.paymentId')
    .select(['payments.paymentId', 'reason', 'refunds.amountCents', 'payments.cardLast4'])
    .where('refundId', '=', refundId)
    .executeTakeFirstOrThrow()
  const { locale, reference, demonstration } = newsOf(order)
  const why = (await findChangeOf(db, paymentId)) ? 'change' : 'late'
  return alone(
    refundMail({
      locale,
      reference,
      why: kind === 'duplicate-refund' ? 'twice' : (BY_REASON[reason] ?? why),
      stands: order.status === 'confirmed',
      amountCents: cents(amountCents),
      cardLast4,
      bookAgainUrl: siteOrigin() + localePath(locale, paths.bookNow()),
      demonstration,
    }),
  )
}

/** Whoever had the mails before learns that it is so, and gets nothing that opens the booking. */
function writeContact(
  order: Order,
  { address, changeId }: { address: string; changeId: string },
  now: Temporal.Instant,
): Promise<MailContent> {
  return address === order.contactEmail
    ? findContactMailData(order, changeId, now).then(composeContact)
    : Promise.resolve(alone(formerAddressMail(newsOf(order))))
}

async function writeReminder(
  order: Order,
  bookingId: string,
  now: Temporal.Instant,
): Promise<MailContent | undefined> {
  const ride = await findRideMailData(order, bookingId, now)
  if (!ride || ride.departureStatus === 'cancelled') return undefined
  return isBefore(now, ride.ticket.departsAt) ? alone(reminderMail(ride, now)) : undefined
}

/** Who has chosen another bus or the money before this was sent, need not be asked. */
async function writeDepartureCancelled(
  order: Order,
  bookingId: string,
  now: Temporal.Instant,
): Promise<MailContent | undefined> {
  const ride = await findRideMailData(order, bookingId, now)
  return ride && alone(departureCancelledMail(ride))
}

function ticketsOf({ orderId, locale }: Order, now: Temporal.Instant) {
  return listTickets(orderId, locale, now)
}

function alone(text: MailText): MailContent {
  return { ...text, attachments: [] }
}
