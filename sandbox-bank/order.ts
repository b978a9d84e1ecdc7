import { z } from 'zod'

import { LOCALES } from '#platform/locale.ts'

import { FaultSettings, NO_FAULTS } from './fault-settings.ts'

/*
 * An order is a shop's request for one payment. It is stored as one JSON document of this form; its
 * possible steps are in order-steps.ts.
 */

export const OrderStatus = z.enum([
  'open',
  'processing',
  'paid',
  'declined',
  'expired',
  'cancelled',
])
export type OrderStatus = z.infer<typeof OrderStatus>

export const DeclineCode = z.enum([
  'do_not_honour',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'authentication_failed',
  'authentication_cancelled',
  'authentication_timeout',
  'issuer_timeout',
])
export type DeclineCode = z.infer<typeof DeclineCode>

const moment = z.string().transform((text) => Temporal.Instant.from(text))
const amount = z.int().min(0)

const Refund = z.object({
  id: z.string(),
  /** The shop's own id for it; null if it was made in the bank's portal. */
  refundId: z.string().nullable(),
  amount,
  state: z.enum(['succeeded', 'failed']),
  /** Some refunds are returned by the card's bank a little later. */
  failsAt: moment.nullable(),
})
export type Refund = z.infer<typeof Refund>

export const Order = z.object({
  id: z.string(),
  merchantRef: z.string(),
  amount,
  currency: z.string(),
  locale: z.enum(LOCALES),
  description: z.string(),
  lines: z.array(z.object({ name: z.string(), unit: amount, quantity: z.int().min(1) })),
  successUrl: z.string(),
  failUrl: z.string(),
  notifyUrl: z.string(),
  metadata: z.record(z.string(), z.string()),
  /** Stored orders from before this name have none. */
  faultSettings: FaultSettings.default(NO_FAULTS),
  createdAt: moment,
  expiresAt: moment,

  status: OrderStatus,
  captured: amount,
  refunds: z.array(Refund),
  disputed: z.boolean(),
  declines: z.int(),
  lastDecline: DeclineCode.nullable(),
  /** All that is kept of a card. */
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  threeDs: z.enum(['none', 'frictionless', 'challenge']),
  /** The open 3-D Secure page, and whether the right code will pass. */
  challenge: z.object({ passes: z.boolean(), wrongCodes: z.int(), endsAt: moment }).nullable(),
  /** The result of a processing card, and when it is known. */
  settles: z.object({ into: z.enum(['paid', 'declined']), at: moment }).nullable(),
  disputesAt: moment.nullable(),
  refundsFail: z.boolean(),
})
export type Order = z.infer<typeof Order>

export type EventType =
  | 'order.card_declined'
  | 'order.processing'
  | 'order.paid'
  | 'order.declined'
  | 'order.expired'
  | 'order.cancelled'
  | 'order.disputed'
  | 'refund.succeeded'
  | 'refund.failed'

type Wish = Pick<
  Order,
  | 'id'
  | 'merchantRef'
  | 'amount'
  | 'currency'
  | 'locale'
  | 'description'
  | 'lines'
  | 'successUrl'
  | 'failUrl'
  | 'notifyUrl'
  | 'metadata'
  | 'expiresAt'
>

/** A shop's request as a new order. */
export function newOrder(
  wish: Wish,
  faultSettings: FaultSettings,
  createdAt: Temporal.Instant,
): Order {
  return {
    ...wish,
    faultSettings,
    createdAt,
    status: 'open',
    captured: 0,
    refunds: [],
    disputed: false,
    declines: 0,
    lastDecline: null,
    card: null,
    threeDs: 'none',
    challenge: null,
    settles: null,
    disputesAt: null,
    refundsFail: false,
  }
}

/** Total of the successful refunds. */
export function refundedOf({ refunds }: Order): number {
  return refunds
    .filter(({ state }) => state === 'succeeded')
    .reduce((total, refund) => total + refund.amount, 0)
}

/** The next moment at which the order changes without a request; null if there is none. */
export function wakesAt(order: Order): Temporal.Instant | null {
  const isOpen = order.status === 'open'
  const moments = [
    isOpen ? order.expiresAt : null,
    isOpen && order.challenge ? order.challenge.endsAt : null,
    order.status === 'processing' && order.settles ? order.settles.at : null,
    order.disputesAt,
    ...order.refunds.map(({ failsAt }) => failsAt),
  ]
  return moments
    .filter((one) => one !== null)
    .reduce<Temporal.Instant | null>(
      (first, one) => (first && Temporal.Instant.compare(first, one) <= 0 ? first : one),
      null,
    )
}
