import { rideFacts } from '#app/components/ride/facts.server.ts'
import { codeOf } from '#app/components/ticket/view.server.ts'
import { readHolder } from '#app/http/holder-cookie.server.ts'
import { hasMailbox } from '#app/http/visitor-key.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { findSignedIn } from '#modules/accounts/sessions.server.ts'
import {
  findPaymentResult,
  type PaymentResult,
} from '#modules/orders/checkout/find-payment-result.server.ts'
import { reconcile, type Reconciled } from '#modules/orders/settlement/reconcile.server.ts'
import { isUnderway, isWithPeople, type RefundReason } from '#modules/payments/refund-state.ts'
import * as paths from '#paths'
import { mayTry } from '#platform/limits/rate-limit.server.ts'
import { formatEuros } from '#platform/money.ts'
import { readVisitorKey } from '#platform/requests/session.server.ts'
import { clockTime } from '#platform/time.ts'

import type { PaymentView } from './view.ts'

/** Above this limit the provider is not asked again, and the last known state is shown. */
const LOOKS = { name: 'payment-result', tries: 60, triesOfAddress: 240, seconds: 60 }

/**
 * Asks the provider for the true state, then reads the outcome from the database, whichever address
 * was used. Undefined for an unknown payment.
 */
export async function showPayment(
  request: Request,
  paymentId: string,
  now: Temporal.Instant,
): Promise<PaymentView | undefined> {
  const visitor = readVisitorKey(request)
  const holder = readHolder(request)
  const { locale, messages } = translation()
  const isAsked = await mayTry(LOOKS, visitor)
  const asked = isAsked ? await reconcile(paymentId, { now, patience: 'request' }) : undefined
  const result = await findPaymentResult(paymentId, { visitor, holder, locale, now })
  if (!result) return undefined

  const { amountCents, reference, heldUntil, isLate, declineReason } = result
  return {
    outcome: isUnpaid(result, asked) ? 'unpaid' : result.outcome,
    paymentId,
    reference,
    amount: amountCents,
    decline: declineReason && messages.payment.failed.declined[declineReason],
    heldUntil: heldUntil && clockTime(heldUntil),
    isLate,
    isForChange: result.isForChange,
    givenBack: result.givenBack && {
      sentence: explainRefund(result.givenBack),
      isDuplicate: result.givenBack.reason === 'duplicate',
    },
    mine: result.mine && showMine(result.mine, !(await findSignedIn(request, now))),
  }
}

/** The provider has just said that its page is open and unpaid. */
function isUnpaid({ outcome }: PaymentResult, asked: Reconciled | undefined): boolean {
  return outcome === 'processing' && asked?.state === 'open' && !asked.unreachable
}

/** The reason for a refund, and its progress. */
function explainRefund({ reason, state, amountCents }: NonNullable<PaymentResult['givenBack']>) {
  const { locale, messages } = translation()
  const { refunded, givenBack } = messages.payment
  const sentences: Partial<Record<RefundReason, string>> = refunded
  const why = sentences[reason] ?? refunded['order-closed']
  const { underway, trouble, done, settled } = givenBack.states
  const ended = state === 'succeeded' ? done : settled
  const how = isUnderway(state) ? underway : isWithPeople(state) ? trouble : ended
  return `${why} ${how(formatEuros(amountCents, locale))}`
}

function showMine(mine: NonNullable<PaymentResult['mine']>, isGuest: boolean): PaymentView['mine'] {
  return {
    orderPath: paths.order(mine.manageId),
    tickets: mine.tickets.map((ticket) => {
      return { ...rideFacts(ticket), ticketId: ticket.ticketId, code: codeOf(ticket) }
    }),
    receiptPath: mine.receipt && paths.document(mine.manageId, mine.receipt),
    email: mine.email,
    isInCart: mine.isInCart,
    canCorrectEmail: mine.canCorrectEmail,
    isEmailCorrected: mine.isEmailCorrected,
    hasMailbox: hasMailbox(),
    isGuest,
  }
}
