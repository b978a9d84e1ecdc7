import { expect, test } from 'vitest'

import { TEST_CARDS, type CardBehaviour } from './cards.ts'
import { NO_FAULTS } from './fault-settings.ts'
import * as steps from './order-steps.ts'
import { newOrder, Order, OrderStatus, refundedOf, wakesAt } from './order.ts'

const now = Temporal.Instant.from('2026-11-20T08:00:00Z')
const justBefore = (moment: Temporal.Instant) => moment.subtract({ milliseconds: 1 })

function orderThat(changes: Partial<Order> = {}): Order {
  const wish: Parameters<typeof newOrder>[0] = {
    id: 'order',
    merchantRef: 'REF',
    amount: 2700,
    currency: 'EUR',
    locale: 'en',
    description: '',
    lines: [],
    successUrl: '',
    failUrl: '',
    notifyUrl: '',
    metadata: {},
    expiresAt: now.add({ minutes: 15 }),
  }
  return { ...newOrder(wish, NO_FAULTS, now), ...changes }
}

function cardThat(behaviour: CardBehaviour) {
  const card = TEST_CARDS.find((one) => one.behaviour === behaviour)
  if (!card) throw new Error(behaviour)
  return card
}

const tryCard = (order: Order, behaviour: CardBehaviour) =>
  steps.tryCard(order, cardThat(behaviour), now)

test('a valid card is charged once, whatever is tried after it', () => {
  const paid = tryCard(orderThat(), 'paid')
  expect(paid).toMatchObject({ order: { status: 'paid', captured: 2700 }, events: ['order.paid'] })
  expect(paid.order.card).toEqual({ brand: 'Visa', last4: '1111' })
  expect(steps.capture(paid.order)).toEqual({ order: paid.order, events: [] })
  expect(tryCard(paid.order, 'paid')).toEqual({ order: paid.order, events: [] })
})

test.for([
  ['declined', 'do_not_honour'],
  ['insufficient', 'insufficient_funds'],
  ['expired', 'expired_card'],
  ['bad-cvc', 'incorrect_cvc'],
] as const)('after a card that is %s another may be tried', ([behaviour, lastDecline]) => {
  const { order, events } = tryCard(orderThat(), behaviour)
  expect(order).toMatchObject({ status: 'open', lastDecline, captured: 0 })
  expect(events).toEqual(['order.card_declined'])
  expect(tryCard(order, 'paid').order.status).toBe('paid')
})

test('the fifth declined card is the last', () => {
  const four = orderThat({ declines: steps.MAX_DECLINES - 1 })
  const fifth = tryCard(four, 'declined')
  expect(fifth).toMatchObject({ order: { status: 'declined' }, events: ['order.declined'] })
  expect(tryCard(orderThat({ declines: 3 }), 'declined').order.status).toBe('open')
})

test('a session ends at its last moment, not before', () => {
  const order = orderThat()
  expect(steps.passTime(order, justBefore(order.expiresAt)).order).toBe(order)
  const expired = steps.passTime(order, order.expiresAt)
  expect(expired).toMatchObject({ order: { status: 'expired' }, events: ['order.expired'] })
})

test('the 3-D Secure page is answered within five minutes, or the card is declined', () => {
  const { order } = tryCard(orderThat(), 'challenge')
  const end = now.add({ minutes: 5 })
  expect(steps.passTime(order, justBefore(end)).order).toBe(order)
  expect(steps.passTime(order, end).order).toMatchObject({
    status: 'open',
    challenge: null,
    lastDecline: 'authentication_timeout',
  })
})

test('the right code pays, unless the card is one that fails', () => {
  const { order } = tryCard(orderThat(), 'challenge')
  expect(steps.answerChallenge(order, '123456').order.status).toBe('paid')
  expect(steps.answerChallenge(order, '000000').order.lastDecline).toBe('authentication_failed')
  expect(steps.answerChallenge(order, null).order.lastDecline).toBe('authentication_cancelled')

  const failing = tryCard(orderThat(), 'challenge-fails').order
  const failed = steps.answerChallenge(failing, '123456').order
  expect(failed).toMatchObject({ status: 'open', lastDecline: 'authentication_failed' })
})

test('a wrong code may be corrected twice', () => {
  const { order } = tryCard(orderThat(), 'challenge')
  const once = steps.answerChallenge(order, '111111').order
  const twice = steps.answerChallenge(once, '111111').order
  expect(steps.answerChallenge(twice, '123456').order.status).toBe('paid')
  expect(steps.answerChallenge(twice, '111111').order).toMatchObject({
    challenge: null,
    lastDecline: 'authentication_failed',
  })
})

test('a processing card is paid when its time has come', () => {
  const { order, events } = tryCard(
    orderThat({ metadata: { processing_seconds: '30' } }),
    'processing',
  )
  expect(order.status).toBe('processing')
  expect(events).toEqual(['order.processing'])
  const end = now.add({ seconds: 30 })
  expect(steps.passTime(order, justBefore(end)).order).toBe(order)
  expect(steps.passTime(order, end).order).toMatchObject({ status: 'paid', captured: 2700 })
})

test('a card whose bank never responds takes no money in the end', () => {
  const { order } = tryCard(orderThat(), 'issuer-timeout')
  const later = steps.passTime(order, now.add({ minutes: 5 })).order
  expect(later).toMatchObject({ status: 'declined', captured: 0, lastDecline: 'issuer_timeout' })
})

test('a dispute and a failed refund arrive a little later', () => {
  const paid = tryCard(orderThat(), 'dispute').order
  expect(paid.disputed).toBe(false)
  const disputed = steps.passTime(paid, now.add({ seconds: 15 }))
  expect(disputed).toMatchObject({ order: { disputed: true }, events: ['order.disputed'] })
  expect(steps.passTime(disputed.order, now.add({ hours: 1 })).order).toBe(disputed.order)

  const other = tryCard(orderThat(), 'refund-fails').order
  const refunded = steps.refund(other, { id: 'a', refundId: 'b', amount: 2600 }, now).order
  expect(refundedOf(refunded)).toBe(2600)
  const failed = steps.passTime(refunded, now.add({ seconds: 15 }))
  expect(refundedOf(failed.order)).toBe(0)
  expect(failed.events).toEqual(['refund.failed'])
})

test('an order that has ended stays as it is, but can still be paid late', () => {
  for (const status of OrderStatus.options.filter((one) => one !== 'open')) {
    const order = orderThat({ status, captured: status === 'paid' ? 2700 : 0 })
    expect(steps.cancel(order).order).toBe(order)
    expect(steps.expire(order).order).toBe(order)
    expect(tryCard(order, 'paid').order).toBe(order)
    expect(steps.answerChallenge(order, '123456').order).toBe(order)
    expect(steps.passTime(order, now.add({ hours: 9 })).order).toBe(order)
    expect(steps.capture(order).order.status).toBe('paid')
  }
})

test('an order is the same after it was stored and read', () => {
  const { order } = tryCard(orderThat(), 'challenge')
  expect(Order.parse(JSON.parse(JSON.stringify(order)))).toEqual(order)
  expect(wakesAt(order)?.toString()).toBe(now.add({ minutes: 5 }).toString())
  expect(wakesAt(orderThat({ status: 'cancelled' }))).toBeNull()
})

test('a stored order from before fault settings is read without any', () => {
  const { faultSettings: _unknown, ...before } = orderThat()
  const written = JSON.parse(JSON.stringify(before)) as object
  expect(Order.parse({ ...written, chaos: { never: true } })).toEqual(orderThat())
})
