import type { Letter, OwedMail, WriteLetter } from '#modules/mail/deliver.server.ts'
import type { OrderMailKind } from '#modules/mail/kinds.ts'
import type { MailText } from '#modules/mail/layout/letter.ts'
import { findChangeOf } from '#modules/orders/apply/proposals.server.ts'
import type { Order } from '#modules/orders/order/rows.server.ts'
import { findOrder } from '#modules/orders/order/rows.server.ts'
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

/** Writes a mail about this order. Undefined if there is no longer a reason to send it. */
type Compose = (
  order: Order,
  mail: OwedMail,
  now: Temporal.Instant,
) => MailContent | undefined | Promise<MailContent | undefined>

/** The letters about orders, each in the language of the purchase (edge case 40). */
export const ORDER_LETTERS: Record<OrderMailKind, WriteLetter> = {
  confirmation: aboutOrder((order, _mail, now) => writeConfirmation(order, now)),
  refund: aboutOrder(writeReturnedMoney),
  'duplicate-refund': aboutOrder(writeReturnedMoney),
  'manage-link': aboutOrder(async (order, _mail, now) => {
    return alone(manageLinkMail({ ...newsOf(order), tickets: await ticketsOf(order, now) }))
  }),
  reminder: aboutOrder(writeReminder),
  cancelled: aboutOrder(async (order, mail, now) => {
    return composeCancelled(await findChangeMailData(order, told(mail.changeId), now))
  }),
  changed: aboutOrder((...about) => writeChanged('changed', ...about)),
  missed: aboutOrder((...about) => writeChanged('missed', ...about)),
  wheelchair: aboutOrder((...about) => writeChanged('wheelchair', ...about)),
  contact: aboutOrder(writeContact),
  'departure-cancelled': aboutOrder(writeDepartureCancelled),
}

function aboutOrder(compose: Compose): WriteLetter {
  return async (mail, now): Promise<Letter | undefined> => {
    const order = await findOrder(db, told(mail.orderId))
    const content = order && (await compose(order, mail, now))
    return content && { ...content, language: order.locale, visitor: order.visitor }
  }
}

/** The id of the subject, which every mail of that kind has. */
function told(id: string | null): string {
  invariant(id, 'a mail names its subject')
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

/** Reasons by which staff decide about a payment of another amount. */
const BY_REASON: Record<string, 'otherSum' | 'tooMuch'> = {
  'other-sum': 'otherSum',
  overpaid: 'tooMuch',
}

async function writeReturnedMoney(
  order: Order,
  { kind, refundId }: OwedMail,
): Promise<MailContent> {
  const { paymentId, reason, amountCents, cardLast4 } = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.paymentId', 'refunds.paymentId')
    .select(['payments.paymentId', 'reason', 'refunds.amountCents', 'payments.cardLast4'])
    .where('refundId', '=', told(refundId))
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

async function writeChanged(
  kind: 'changed' | 'missed' | 'wheelchair',
  order: Order,
  { changeId }: OwedMail,
  now: Temporal.Instant,
): Promise<MailContent> {
  return composeChanged(kind, await findChangeMailData(order, told(changeId), now))
}

/** The former address is informed of the change, and receives no link to the booking. */
async function writeContact(
  order: Order,
  { address, changeId }: OwedMail,
  now: Temporal.Instant,
): Promise<MailContent> {
  if (address !== order.contactEmail) return alone(formerAddressMail(newsOf(order)))
  return composeContact(await findContactMailData(order, told(changeId), now))
}

async function writeReminder(
  order: Order,
  { bookingId }: OwedMail,
  now: Temporal.Instant,
): Promise<MailContent | undefined> {
  const ride = await findRideMailData(order, told(bookingId), now)
  if (!ride || ride.departureStatus === 'cancelled') return undefined
  return isBefore(now, ride.ticket.departsAt) ? alone(reminderMail(ride, now)) : undefined
}

/** Undefined if the holder has chosen another bus or the refund before the mail is sent. */
async function writeDepartureCancelled(
  order: Order,
  { bookingId }: OwedMail,
  now: Temporal.Instant,
): Promise<MailContent | undefined> {
  const ride = await findRideMailData(order, told(bookingId), now)
  return ride && alone(departureCancelledMail(ride))
}

function ticketsOf({ orderId, locale }: Order, now: Temporal.Instant) {
  return listTickets(orderId, locale, now)
}

function alone(text: MailText): MailContent {
  return { ...text, attachments: [] }
}
