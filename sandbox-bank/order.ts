import { z } from 'zod'

import { LOCALES } from '#platform/locale.ts'

import { FaultSettings, NO_FAULTS } from './fault-settings.ts'

/*
 * An order is one request by a shop to be paid once. It is kept as one JSON document, and this is
 * its form; what may happen to it is in order-steps.ts.
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
  /** The shop's own id for it; null when it was made in the bank's portal. */
  refundId: z.string().nullable(),
  amount,
  state: z.enum(['succeeded', 'failed']),
  /** Some refunds are sent back by the card's bank a little later. */
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
  /** Orders that were written down under another name of this have none. */
  faultSettings: FaultSettings.default(NO_FAULTS),
  createdAt: moment,
  expiresAt: moment,

  status: OrderStatus,
  captured: amount,
  refunds: z.array(Refund),
  disputed: z.boolean(),
  declines: z.int(),
  lastDecline: DeclineCode.nullable(),
  /** Never more of a card than this. */
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  threeDs: z.enum(['none', 'frictionless', 'challenge']),
  /** The 3-D Secure page that is open now, and whether the right code will do. */
  challenge: z.object({ passes: z.boolean(), wrongCodes: z.int(), endsAt: moment }).nullable(),
  /** What a card in the making will turn into, and when. */
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

/** What a shop asked for. Nothing has happened to it yet. */
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

/** What has been given back for good. */
export function refundedOf({ refunds }: Order): number {
  return refunds
    .filter(({ state }) => state === 'succeeded')
    .reduce((total, refund) => total + refund.amount, 0)
}

/** The next moment at which the order changes by itself, if nobody does anything. */
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
