import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'

import type { ToldEvent } from '#bank/events.ts'
import type { Order } from '#bank/order.ts'

import { secondsOf, toCharge, toDispute, toIntent, toRefund, toSession } from './objects.ts'
import { API_VERSION } from './requests.ts'

type EventName = Stripe.Event['type']

/** An event of the books in Stripe's format. */
export function describeEvent(order: Order, { type }: ToldEvent) {
  const session = () => toSession(order, '')
  const lastRefund = (state: 'succeeded' | 'failed') => {
    const refund = order.refunds.findLast((one) => one.state === state)
    return refund && { refund, object: toRefund(order, refund) }
  }
  switch (type) {
    case 'order.card_declined':
      return tell('payment_intent.payment_failed', toIntent(order))
    case 'order.processing':
      return tell('checkout.session.completed', session())
    case 'order.paid':
      return tell(wasDelayed(order) ? DELAYED : 'checkout.session.completed', session())
    case 'order.declined':
      return tell('checkout.session.async_payment_failed', session())
    case 'order.expired':
    case 'order.cancelled':
      return tell('checkout.session.expired', session())
    case 'order.disputed':
      return tell('charge.dispute.created', toDispute(order))
    case 'refund.failed':
      return tell('refund.failed', lastRefund('failed')?.object)
    default: {
      // A refund made in the portal carries none of our ids; the charge does.
      const made = lastRefund('succeeded')
      return made?.refund.refundId === null
        ? tell('charge.refunded', toCharge(order))
        : tell('refund.created', made?.object)
    }
  }
}

const DELAYED = 'checkout.session.async_payment_succeeded'

/** Every card that is paid immediately goes through 3-D Secure first. */
function wasDelayed({ card, threeDs }: Order): boolean {
  return card !== null && threeDs === 'none'
}

function tell(type: EventName, object: unknown) {
  return { type, object }
}

export function toEvent(id: string, type: string, object: unknown, at: Temporal.Instant) {
  return {
    id,
    object: 'event',
    api_version: API_VERSION,
    created: secondsOf(at),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }
}

/** Signs as the webhook documentation describes, without the library that verifies it. */
export function signed(body: string, secret: string, at: Temporal.Instant): Record<string, string> {
  const time = secondsOf(at)
  const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  const odd = createHmac('sha256', 'of another scheme').update(body).digest('hex')
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Stripe-Signature': `t=${time},v1=${mac},v0=${odd}`,
  }
}
