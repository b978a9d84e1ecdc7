import { expectedAt, isDelayNews } from '#modules/dispatch/delay.ts'
import { getDelay } from '#modules/dispatch/delays.server.ts'
import { findMessage } from '#modules/dispatch/messages.server.ts'
import type { Letter, OwedMail, WriteLetter } from '#modules/mail/deliver.server.ts'
import type { IncidentMailKind, OrderMailKind } from '#modules/mail/kinds.ts'
import type { MailText } from '#modules/mail/layout/letter.ts'
import { findChangeOf } from '#modules/orders/apply/proposals.server.ts'
import type { Order } from '#modules/orders/order/rows.server.ts'
import { findOrder } from '#modules/orders/order/rows.server.ts'
import { listDocuments } from '#modules/orders/reads/find-documents.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import * as paths from '#paths'
import { db } from '#platform/db.server.ts'
import { invariant } from '#platform/invariant.ts'
import { localePath } from '#platform/locale.ts'
import { cents } from '#platform/money.ts'
import { siteOrigin } from '#platform/settings/env.server.ts'
import { isBefore } from '#platform/time.ts'

import {
  composeCancelled,
  composeChanged,
  composeConfirmation,
  composeContact,
  composeGoodwill,
  composeReissued,
  type MailContent,
} from './compose-letters.server.ts'
import {
  findChangeMailData,
  findContactMailData,
  findRideMailData,
  findSurchargeMailData,
  orderMailData,
} from './find-change.server.ts'
import { findPaymentLink } from './find-payment-link.server.ts'
import type { RideMailData } from './letter-data.ts'
import { runsAfterAllMail } from './letters/as-booked.ts'
import { formerAddressMail } from './letters/contact.ts'
import { departureMessageMail } from './letters/departure-message.ts'
import { manageLinkMail } from './letters/manage-link.ts'
import { paymentLinkMail } from './letters/payment-link.ts'
import { refundMail } from './letters/refund.ts'
import { reminderMail } from './letters/reminder.ts'
import { surchargeMail } from './letters/surcharge.ts'
import { findTold } from './told-delay.server.ts'

/** Writes a mail about this order. Undefined if there is no longer a reason to send it. */
type Compose = (
  order: Order,
  mail: OwedMail,
  now: Temporal.Instant,
) => MailContent | undefined | Promise<MailContent | undefined>

/** The letters about orders, each in the language of the purchase (edge case 40). */
export const ORDER_LETTERS: Record<Exclude<OrderMailKind, IncidentMailKind>, WriteLetter> = {
  'payment-link': aboutOrder(writePaymentLink),
  confirmation: aboutOrder((order, _mail, now) => writeConfirmation(order, now)),
  refund: aboutOrder(writeReturnedMoney),
  'duplicate-refund': aboutOrder(writeReturnedMoney),
  'manage-link': aboutOrder(async (order, _mail, now) => {
    return alone(manageLinkMail({ ...orderMailData(order), tickets: await ticketsOf(order, now) }))
  }),
  reminder: aboutOrder(writeReminder),
  cancelled: aboutOrder(async (order, mail, now) => {
    return composeCancelled(await findChangeMailData(order, told(mail.changeId), now))
  }),
  changed: aboutOrder((...about) => writeChanged('changed', ...about)),
  missed: aboutOrder((...about) => writeChanged('missed', ...about)),
  wheelchair: aboutOrder((...about) => writeChanged('wheelchair', ...about)),
  contact: aboutOrder(writeContact),
  'runs-after-all': aboutOrder(writeRunsAfterAll),
  'departure-message': aboutOrder(writeMessage),
  goodwill: aboutOrder(async (order, mail, now) => {
    return composeGoodwill(await findChangeMailData(order, told(mail.changeId), now))
  }),
  surcharge: aboutOrder(async (order, mail, now) => {
    const awaited = await findSurchargeMailData(order, told(mail.changeId), now)
    return awaited && alone(surchargeMail(awaited))
  }),
  reissued: aboutOrder(writeReissued),
}

/** The letter in the language of its order. */
export function aboutOrder(compose: Compose): WriteLetter {
  return async (mail, now): Promise<Letter | undefined> => {
    const order = await findOrder(db, told(mail.orderId))
    const content = order && (await compose(order, mail, now))
    return content && { ...content, language: order.locale, visitor: order.visitor }
  }
}

/** The id of the subject, which every mail of that kind has. */
export function told(id: string | null): string {
  invariant(id, 'a mail names its subject')
  return id
}

/** Undefined once it is paid, or too late to pay. */
async function writePaymentLink(
  order: Order,
  _mail: OwedMail,
  now: Temporal.Instant,
): Promise<MailContent | undefined> {
  const link = await findPaymentLink(order, now)
  return link && alone(paymentLinkMail(link))
}

async function writeConfirmation(
  order: Order,
  now: Temporal.Instant,
): Promise<MailContent | undefined> {
  const tickets = await ticketsOf(order, now)
  if (tickets.length === 0) return undefined
  const documents = await listDocuments(order.orderId, order.locale)
  const { locale, termsVersion } = order
  const termsUrl = siteOrigin() + localePath(locale, paths.terms())
  return composeConfirmation({
    ...orderMailData(order),
    tickets,
    documents,
    termsUrl,
    termsVersion,
  })
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
  const { locale, reference, demonstration } = orderMailData(order)
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
  if (address !== order.contactEmail) return alone(formerAddressMail(orderMailData(order)))
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

/**
 * The ride of a letter that takes back an earlier one. Undefined unless the last mail of that kind was
 * sent, the bus runs, and it has not left.
 */
export async function findToldRide(
  order: Order,
  { bookingId, of }: { bookingId: string; of: OrderMailKind },
  now: Temporal.Instant,
) {
  const ride = await findRideMailData(order, bookingId, now)
  if (ride?.departureStatus !== 'planned' || !isToCome(ride, now)) return undefined
  const earlier = await db
    .selectFrom('mails')
    .select('state')
    .where('bookingId', '=', bookingId)
    .where('kind', '=', of)
    .orderBy('queuedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return earlier?.state === 'sent' ? ride : undefined
}

/** Whether the bus of a letter is still to come, late as it is. */
export function isToCome({ ticket }: RideMailData, now: Temporal.Instant): boolean {
  return isBefore(now, expectedAt(ticket.departsAt, ticket.delayMinutes))
}

/** Undefined unless the holder was told that the bus does not run, and it does. */
async function writeRunsAfterAll(
  order: Order,
  { bookingId }: OwedMail,
  now: Temporal.Instant,
): Promise<MailContent | undefined> {
  const ride = await findToldRide(
    order,
    { bookingId: told(bookingId), of: 'departure-cancelled' },
    now,
  )
  return ride && alone(runsAfterAllMail(ride))
}

/**
 * A delay as it is mailed. Undefined if a newer mail tells of another one, if the bus has left, or if
 * this report corrects one that never reached the holder.
 */
export async function findLateMail(
  order: Order,
  { bookingId, delayNo }: OwedMail,
  now: Temporal.Instant,
) {
  const ride = await findRideMailData(order, told(bookingId), now)
  if (ride?.departureStatus !== 'planned' || delayNo === null) return undefined
  const { booking, ticket } = ride
  const { minutes } = await getDelay(delayNo)
  const hasChanged = isDelayNews({ minutes: ticket.delayMinutes, told: minutes })
  const before = await findTold(db, { order, booking, before: delayNo })
  if (hasChanged || !isDelayNews({ minutes, told: before })) return undefined
  const hasLeft = isBefore(ticket.departsAt.add({ minutes }), now)
  return hasLeft ? undefined : { ...ride, minutes, told: before }
}

/** Undefined if the holder gave up the ride meanwhile. */
async function writeMessage(
  order: Order,
  { bookingId, messageId }: OwedMail,
  now: Temporal.Instant,
): Promise<MailContent | undefined> {
  const ride = await findRideMailData(order, told(bookingId), now)
  const message = await findMessage(told(messageId))
  if (!ride || !message) return undefined
  return alone(departureMessageMail({ ...ride, message: message.words[order.locale] }))
}

/** Undefined if the ride was changed or cancelled before the mail is sent. */
async function writeReissued(
  order: Order,
  { bookingId }: OwedMail,
  now: Temporal.Instant,
): Promise<MailContent | undefined> {
  const ride = await findRideMailData(order, told(bookingId), now)
  return ride && composeReissued(ride)
}

function ticketsOf({ orderId, locale }: Order, now: Temporal.Instant) {
  return listTickets(orderId, locale, now)
}

/** A letter without attachments. */
export function alone(text: MailText): MailContent {
  return { ...text, attachments: [] }
}
