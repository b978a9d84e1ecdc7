import { invariant } from '#platform/invariant.ts'

import type { TestCard } from './cards.ts'
import type { DeclineCode, EventType, Order, Refund } from './order.ts'
import { refundedOf } from './order.ts'

/*
 * The life of an order, as pure steps: the order before, the order after, and the events for the
 * shop. A step that does not fit the order's status changes nothing.
 */

export type Step = { order: Order; events: EventType[] }

/** Declined cards after which no other may be tried. */
export const MAX_DECLINES = 5
export const CHALLENGE_MINUTES = 5
export const MAX_WRONG_CODES = 3
export const RIGHT_CODE = '123456'
export const FAILING_CODE = '000000'

const PROCESSING_SECONDS = 15
/** Time that the card's bank may be silent before no money is taken. */
const ISSUER_TIMEOUT = { minutes: 5 }
const DISPUTE_AFTER = { seconds: 15 }
const REFUND_FAILS_AFTER = { seconds: 15 }

export function unchanged(order: Order): Step {
  return { order, events: [] }
}

/** The events of the clock: pages expire, processing cards settle, disputes arrive. */
export function passTime(order: Order, now: Temporal.Instant): Step {
  const isDue = (moment: Temporal.Instant | null | undefined) =>
    moment && Temporal.Instant.compare(moment, now) <= 0

  if (order.status === 'open' && isDue(order.expiresAt)) return expire(order)
  if (order.status === 'open' && isDue(order.challenge?.endsAt)) {
    return declineCard(order, 'authentication_timeout')
  }
  if (order.status === 'processing' && order.settles && isDue(order.settles.at)) {
    return order.settles.into === 'paid'
      ? capture(order)
      : end({ ...order, lastDecline: 'issuer_timeout' }, 'declined')
  }
  if (isDue(order.disputesAt)) return dispute(order)
  if (order.refunds.some(({ failsAt }) => isDue(failsAt))) {
    return failRefunds(order, ({ failsAt }) => Boolean(isDue(failsAt)))
  }
  return unchanged(order)
}

/** A card was entered on the payment page. */
export function tryCard(order: Order, card: TestCard, now: Temporal.Instant): Step {
  if (order.status !== 'open') return unchanged(order)
  const { brand, number, behaviour } = card
  const tried: Order = { ...order, card: { brand, last4: number.slice(-4) }, threeDs: 'none' }

  switch (behaviour) {
    case 'declined':
      return declineCard(tried, 'do_not_honour')
    case 'insufficient':
      return declineCard(tried, 'insufficient_funds')
    case 'expired':
      return declineCard(tried, 'expired_card')
    case 'bad-cvc':
      return declineCard(tried, 'incorrect_cvc')
    case 'challenge':
      return challenge(tried, { passes: true, now })
    case 'challenge-fails':
      return challenge(tried, { passes: false, now })
    case 'processing':
      return process(tried, 'paid', now.add({ seconds: processingSeconds(order) }))
    case 'issuer-timeout':
      return process(tried, 'declined', now.add(ISSUER_TIMEOUT))
    case 'dispute':
      return capture({ ...tried, threeDs: 'frictionless', disputesAt: now.add(DISPUTE_AFTER) })
    case 'refund-fails':
      return capture({ ...tried, threeDs: 'frictionless', refundsFail: true })
    case 'paid':
      return capture({ ...tried, threeDs: 'frictionless' })
    default:
      return behaviour satisfies never
  }
}

/** A code was entered on the 3-D Secure page; null if its cancel button was pressed. */
export function answerChallenge(order: Order, code: string | null): Step {
  const { challenge: asked } = order
  if (order.status !== 'open' || !asked) return unchanged(order)
  if (code === null) return declineCard(order, 'authentication_cancelled')

  if (code === RIGHT_CODE && asked.passes) return capture(order)
  const wrongCodes = asked.wrongCodes + 1
  if (code === RIGHT_CODE || code === FAILING_CODE || wrongCodes >= MAX_WRONG_CODES) {
    return declineCard(order, 'authentication_failed')
  }
  return unchanged({ ...order, challenge: { ...asked, wrongCodes } })
}

/** Cancels at the traveller's button, or at the shop's request. */
export function cancel(order: Order): Step {
  return order.status === 'open' ? end(order, 'cancelled') : unchanged(order)
}

export function expire(order: Order): Step {
  return order.status === 'open' ? end(order, 'expired') : unchanged(order)
}

export function decline(order: Order, code: DeclineCode): Step {
  const isPending = order.status === 'open' || order.status === 'processing'
  return isPending ? end({ ...order, lastDecline: code }, 'declined') : unchanged(order)
}

/** Captures the money, once. An order that has ended can still be paid late, as at real banks. */
export function capture(order: Order, amount: number = order.amount): Step {
  if (order.status === 'paid') return unchanged(order)
  const paid: Order = { ...order, status: 'paid', captured: amount, challenge: null, settles: null }
  return { order: paid, events: ['order.paid'] }
}

export function dispute(order: Order): Step {
  const disputed = { ...order, disputed: true, disputesAt: null }
  const isNew = order.status === 'paid' && !order.disputed
  return { order: disputed, events: isNew ? ['order.disputed'] : [] }
}

export type RefundWish = { id: string; refundId: string | null; amount: number }

/** Refunds money. The caller has checked that enough of it is left. */
export function refund(order: Order, wish: RefundWish, now: Temporal.Instant): Step {
  invariant(
    wish.amount <= order.captured - refundedOf(order),
    'refunds never exceed the captured amount',
  )
  const failsAt = order.refundsFail ? now.add(REFUND_FAILS_AFTER) : null
  const made: Refund = { ...wish, state: 'succeeded', failsAt }
  return { order: { ...order, refunds: [...order.refunds, made] }, events: ['refund.succeeded'] }
}

/** The card's bank returns refunds as failed. */
export function failRefunds(order: Order, which: (refund: Refund) => boolean): Step {
  const failing = order.refunds.filter((one) => one.state === 'succeeded' && which(one))
  const refunds = order.refunds.map((one) =>
    failing.includes(one) ? { ...one, state: 'failed' as const, failsAt: null } : one,
  )
  return { order: { ...order, refunds }, events: failing.map(() => 'refund.failed') }
}

/** The page stays open for another card, up to the maximum of declines. */
function declineCard(order: Order, code: DeclineCode): Step {
  const declines = order.declines + 1
  const declined: Order = { ...order, declines, lastDecline: code, challenge: null }
  if (declines >= MAX_DECLINES) return end(declined, 'declined')
  return { order: declined, events: ['order.card_declined'] }
}

function challenge(order: Order, { passes, now }: { passes: boolean; now: Temporal.Instant }) {
  const endsAt = now.add({ minutes: CHALLENGE_MINUTES })
  const asked = { passes, wrongCodes: 0, endsAt }
  return unchanged({ ...order, threeDs: 'challenge', challenge: asked })
}

function process(order: Order, into: 'paid' | 'declined', at: Temporal.Instant): Step {
  return {
    order: { ...order, status: 'processing', settles: { into, at }, challenge: null },
    events: ['order.processing'],
  }
}

function end(order: Order, status: 'declined' | 'expired' | 'cancelled'): Step {
  return {
    order: { ...order, status, challenge: null, settles: null },
    events: [`order.${status}`],
  }
}

/** A test may set another duration in the order's metadata. */
function processingSeconds({ metadata }: Order): number {
  const asked = Number(metadata.processing_seconds ?? Number.NaN)
  return Number.isSafeInteger(asked) && asked >= 0 && asked <= 86_400 ? asked : PROCESSING_SECONDS
}
