import {
  composeConfirmation,
  type MailContent,
} from '#modules/tickets/compose-confirmation.server.ts'
import { refundMail } from '#modules/tickets/mails/refund.ts'
import { db } from '#platform/db.server.ts'
import { env, siteOrigin } from '#platform/env.server.ts'
import { invariant } from '#platform/invariant.ts'
import { localePath } from '#platform/locale.ts'
import { cents } from '#platform/money.ts'

import { listPapers, listTickets } from './find-tickets.server.ts'
import type { MailKind } from './mails.server.ts'
import type { Order } from './order-rows.server.ts'

type OwedMail = { kind: MailKind; refundId: string | null }

/** What a mail we owe says, in the language in which was bought (edge case 40). */
export async function composeMail(order: Order, mail: OwedMail): Promise<MailContent> {
  return mail.kind === 'confirmation'
    ? writeConfirmation(order)
    : writeReturnedMoney(order, mail.kind, mail.refundId ?? '')
}

async function writeConfirmation({ orderId, locale }: Order): Promise<MailContent> {
  const [receipt] = await listPapers(orderId, locale)
  invariant(receipt, 'a confirmed order has its receipt')
  return composeConfirmation({ tickets: await listTickets(orderId, locale), receipt })
}

async function writeReturnedMoney(
  { locale, reference }: Order,
  kind: MailKind,
  refundId: string,
): Promise<MailContent> {
  const refund = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.paymentId', 'refunds.paymentId')
    .select(['refunds.amountCents', 'payments.cardLast4'])
    .where('refundId', '=', refundId)
    .executeTakeFirstOrThrow()
  const text = refundMail({
    locale,
    reference,
    why: kind === 'duplicate-refund' ? 'twice' : 'late',
    amountCents: cents(refund.amountCents),
    cardLast4: refund.cardLast4,
    bookAgainUrl: siteOrigin() + localePath(locale, '/book-now'),
    demonstration: env().MODE === 'demonstration',
  })
  return { ...text, attachments: [] }
}
