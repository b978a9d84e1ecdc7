import { z } from 'zod'

import type {
  ProviderRefund,
  ProviderSnapshot,
  ProviderStatus,
} from '#modules/payments/provider.ts'
import { cents } from '#platform/money.ts'

import { cardOf, declineOf, refundStateOf, statusOf } from './jcc-codes.ts'

/*
 * Responses of JCC. Their fields depend on a "status version" that JCC sets for each merchant, so
 * few are required; numbers may be text, and unknown fields are ignored.
 */

const whole = z.union([z.int().min(0), z.string().regex(/^\d{1,12}$/)]).transform(Number)
const code = z.union([z.string(), z.number()]).transform((one) => String(one).trim())
const maybe = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((one) => one ?? undefined)

/** In every response: whether the call itself succeeded. */
export const Result = z.object({ success: maybe(z.boolean()), errorCode: maybe(code) })

/** Without a code, or with 0, a call succeeded. */
export function errorOf({ success, errorCode }: z.infer<typeof Result>): string | undefined {
  if (success === true) return undefined
  if (errorCode !== undefined && errorCode !== '0') return errorCode
  return success === false ? 'none' : undefined
}

export const Registered = z.object({ orderId: z.string().min(1).max(36), formUrl: z.url() })

const ListedRefund = z.object({
  amount: whole.transform(cents),
  date: maybe(code),
  actionCode: maybe(code),
  referenceNumber: maybe(code),
  externalRefundId: maybe(z.string()),
})

const Refunds = z.union([z.array(ListedRefund), ListedRefund.transform((one) => [one])])

export const Status = z.object({
  orderNumber: maybe(z.string()),
  orderStatus: maybe(z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)])),
  actionCode: maybe(code),
  amount: whole.transform(cents),
  currency: maybe(code),
  paymentAmountInfo: maybe(
    z.object({ depositedAmount: maybe(whole), refundedAmount: maybe(whole) }),
  ),
  refunds: maybe(Refunds),
  cardAuthInfo: z
    .object({ maskedPan: z.string(), paymentSystem: maybe(z.string()) })
    .optional()
    .catch(undefined),
  chargeback: maybe(z.boolean()),
  attributes: maybe(z.array(z.object({ name: z.string(), value: z.string() }))),
})
export type Status = z.infer<typeof Status>

/** JCC's own id of an order, which it calls mdOrder in responses about it. */
export function mdOrderOf({ attributes }: Status): string | undefined {
  return attributes?.find(({ name }) => name === 'mdOrder')?.value
}

const EURO = '978'

/** A response about an order as a snapshot; undefined if it does not give the order's status. */
export function toSnapshot(providerRef: string, answer: Status): ProviderSnapshot | undefined {
  const { orderStatus, amount, currency = EURO, actionCode = '', cardAuthInfo } = answer
  const refunds = toRefunds(providerRef, answer)
  const refunded = refundedOf(answer, refunds)
  const status = statusOf({ orderStatus, actionCode, refunded })
  if (!status) return undefined
  return {
    ok: true,
    providerRef,
    status,
    amount,
    currency: currency === EURO ? 'EUR' : currency,
    merchantRef: answer.orderNumber ?? null,
    captured: cents(status === 'paid' ? capturedOf(answer, refunded) : 0),
    refunded: cents(refunded),
    refunds,
    disputed: answer.chargeback ?? false,
    lastDecline: isUnpaid(status) ? declineOf(actionCode) : null,
    card: cardAuthInfo ? cardOf(cardAuthInfo.maskedPan, cardAuthInfo.paymentSystem) : null,
  }
}

/**
 * After a refund the deposited amount is no longer the captured one: with some gateways it is the
 * amount left, and 0 in the end. The registered amount stays.
 */
function capturedOf({ amount, paymentAmountInfo }: Status, refunded: number): number {
  return refunded > 0 ? amount : (paymentAmountInfo?.depositedAmount ?? amount)
}

function refundedOf({ paymentAmountInfo }: Status, refunds: readonly ProviderRefund[]): number {
  const listed = refunds.filter(({ state }) => state === 'succeeded')
  return (
    paymentAmountInfo?.refundedAmount ?? listed.reduce((total, { amount }) => total + amount, 0)
  )
}

/**
 * With an old status version the list has no ids. Where it has them, a refund without one is not
 * ours.
 */
function toRefunds(providerRef: string, { refunds = [] }: Status): ProviderRefund[] {
  const hasIds = refunds.some(({ externalRefundId }) => externalRefundId !== undefined)
  return refunds.map((refund) => ({
    providerRef: nameRefund(providerRef, nameOf(refund)),
    refundId: refund.externalRefundId ?? null,
    ...(!hasIds && { mayBeOurs: true }),
    amount: refund.amount,
    state: refundStateOf(refund.actionCode ?? ''),
  }))
}

/** A refund has no id of its own at JCC, only one within its order. */
export function nameRefund(providerRef: string, name: string): string {
  return `${providerRef}/${name}`
}

/**
 * A bank's reference number is not unique, so a refund without our id is identified by all its
 * fields.
 */
function nameOf({
  externalRefundId,
  referenceNumber,
  date,
  amount,
}: z.infer<typeof ListedRefund>): string {
  return externalRefundId ?? [referenceNumber, date, amount].filter(Boolean).join(':')
}

function isUnpaid(status: ProviderStatus): boolean {
  return status === 'open' || status === 'declined' || status === 'expired'
}
