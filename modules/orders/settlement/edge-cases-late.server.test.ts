import { describe, expect, test } from 'vitest'

import { removeRide } from '#modules/orders/cart/change-cart.server.ts'
import { deleteOldCarts } from '#modules/orders/cart/delete-old-carts.server.ts'
import { findCart } from '#modules/orders/cart/find-cart.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { doJobs, poll } from '#test/simulation/jobs.ts'
import { anyBus, countAlerts, openSimulation } from '#test/simulation/simulation.ts'
import {
  addTraveller,
  buy,
  choose,
  comeBack,
  findOrderRow,
  goToBank,
  listMails,
  listRefunds,
  ride,
} from '#test/simulation/travellers.ts'

/*
 * Edge cases of docs/faults.md: money that arrives late, in another amount, or under another
 * name.
 */

const simulation = openSimulation()

/** Opens an attempt whose hold ended half an hour ago, so that its seats were released. */
async function giveUp(bus: string) {
  const visitor = addTraveller()
  await choose(visitor, ride(bus, 'A', 'C'))
  const attempt = await goToBank(visitor, simulation.bank)
  shiftClock({ minutes: 16 })
  await poll()
  shiftClock({ minutes: 15 })
  return { visitor, ...attempt }
}

async function payLate({ providerRef }: { providerRef: string }, odd: object = {}) {
  await simulation.bank.control(`/orders/${providerRef}/pay`, odd)
  await simulation.bank.tell(providerRef)
  await doJobs()
}

describe('16: paid after the hold expired, with seats left', () => {
  test('the seats are taken again, and the order is confirmed and marked late', async () => {
    const attempt = await giveUp(await anyBus())
    await payLate(attempt)
    expect(await comeBack(attempt.paymentId)).toMatchObject({ outcome: 'confirmed', isLate: true })
    expect(await listMails(attempt.orderId)).toMatchObject([{ kind: 'confirmation' }])
  })

  test('although the cart was removed a day later', async () => {
    const attempt = await giveUp(await anyBus({ departsAt: now().add({ hours: 96 }) }))
    shiftClock({ hours: 25 })
    await deleteOldCarts(now())
    expect(await findOrderRow(attempt.orderId)).toMatchObject({ status: 'expired' })
    await payLate(attempt)
    expect(await comeBack(attempt.paymentId)).toMatchObject({ outcome: 'confirmed' })
    expect(await listMails(attempt.orderId)).toMatchObject([{ address: 'anna@example.com' }])
  })
})

const GIVEN_BACK = {
  outcome: 'given-back',
  givenBack: { reason: 'no-seats-left', state: 'succeeded', amountCents: 1800 },
  status: 'payment-review',
  mails: ['refund'],
}

async function outcomeOf({ paymentId, orderId }: { paymentId: string; orderId: string }) {
  const { outcome, givenBack } = await comeBack(paymentId)
  const { status } = await findOrderRow(orderId)
  return { outcome, givenBack, status, mails: (await listMails(orderId)).map(({ kind }) => kind) }
}

describe('17: paid after the hold expired, with no seats left', () => {
  test('the bus is full: all of it is refunded, without the fee, and an alert is raised', async () => {
    const alerts = await countAlerts('money-without-order')
    const bus = await anyBus({ seats: 1 })
    const attempt = await giveUp(bus)
    await buy(simulation.bank, [ride(bus, 'B', 'C')])
    await payLate(attempt)
    expect(await outcomeOf(attempt)).toEqual(GIVEN_BACK)
    expect(await countAlerts('money-without-order')).toBe(alerts + 1)
  })

  test('the bus is about to leave', async () => {
    const attempt = await giveUp(await anyBus({ departsAt: now().add({ minutes: 35 }) }))
    await payLate(attempt)
    expect(await outcomeOf(attempt)).toEqual(GIVEN_BACK)
  })

  test('the departure was cancelled', async () => {
    const bus = await anyBus()
    const attempt = await giveUp(bus)
    await db
      .updateTable('departures')
      .set({ status: 'cancelled' })
      .where('departureId', '=', bus)
      .execute()
    await payLate(attempt)
    expect(await outcomeOf(attempt)).toEqual(GIVEN_BACK)
  })

  test('one way of a return trip is full: neither is sold', async () => {
    const [there, back] = [
      await anyBus(),
      await anyBus({ seats: 1, departsAt: now().add({ hours: 60 }) }),
    ]
    const visitor = addTraveller()
    await choose(visitor, ride(there, 'A', 'C'), ride(back, 'A', 'C'))
    const attempt = await goToBank(visitor, simulation.bank)
    shiftClock({ minutes: 16 })
    await poll()
    shiftClock({ minutes: 15 })
    await buy(simulation.bank, [ride(back, 'A', 'C')])
    await payLate(attempt)
    expect(await listRefunds(attempt.orderId)).toMatchObject([
      { amountCents: 3600, state: 'succeeded' },
    ])
  })

  test('if the refund fails, staff find it on their list', async () => {
    const alerts = await countAlerts('refund-failed')
    const attempt = await giveUp(await anyBus({ departsAt: now().add({ minutes: 35 }) }))
    await simulation.bank.control(`/orders/${attempt.providerRef}/refund_fail`)
    await payLate(attempt)
    shiftClock({ seconds: 20 })
    await comeBack(attempt.paymentId)
    expect(await listRefunds(attempt.orderId)).toMatchObject([{ state: 'needs-attention' }])
    expect(await findOrderRow(attempt.orderId)).toMatchObject({ status: 'payment-review' })
    expect(await countAlerts('refund-failed')).toBe(alerts + 1)
  })
})

test('18: paid after the ride was removed from the cart: all of it is refunded', async () => {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  const attempt = await goToBank(visitor, simulation.bank)
  await removeRide(
    visitor,
    (await findCart(visitor, 'en', now()))?.rides[0]?.bookingId ?? '',
    now(),
  )
  await payLate(attempt)
  expect(await comeBack(attempt.paymentId)).toMatchObject({
    outcome: 'given-back',
    givenBack: { reason: 'order-changed', state: 'succeeded', amountCents: 1800 },
  })
  expect(await listMails(attempt.orderId)).toMatchObject([{ kind: 'refund' }])
})

test.each([500, 1800])(
  '18: and of which %i cents went back in the portal before: the rest is refunded',
  async (amount) => {
    const visitor = addTraveller()
    await choose(visitor, ride(await anyBus(), 'A', 'C'))
    const attempt = await goToBank(visitor, simulation.bank)
    const cart = await findCart(visitor, 'en', now())
    await removeRide(visitor, cart?.rides[0]?.bookingId ?? '', now())
    await simulation.bank.control(`/orders/${attempt.providerRef}/pay`)
    await simulation.bank.control(`/orders/${attempt.providerRef}/portal_refund`, { amount })
    expect(await comeBack(attempt.paymentId)).toMatchObject({ outcome: 'given-back' })
    await doJobs()
    const refunds = await listRefunds(attempt.orderId)
    expect(refunds.every(({ state }) => state === 'succeeded')).toBe(true)
    expect(refunds.map(({ amountCents }) => amountCents)).toEqual(
      amount === 1800 ? [1800] : [500, 1300],
    )
  },
)

test('18: money for a ride that was exchanged does not buy the other ride, even at the same price', async () => {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  const attempt = await goToBank(visitor, simulation.bank)
  await removeRide(
    visitor,
    (await findCart(visitor, 'en', now()))?.rides[0]?.bookingId ?? '',
    now(),
  )
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  await payLate(attempt)
  expect(await comeBack(attempt.paymentId)).toMatchObject({
    outcome: 'given-back',
    givenBack: { reason: 'order-changed', state: 'succeeded' },
  })
  expect(await findCart(visitor, 'en', now())).toMatchObject({ isHeld: true, openPayment: null })
})

describe('a different amount or currency', () => {
  test.each([
    ['20: a cent too little', { amount: 1799 }],
    ['20: a cent too much', { amount: 1801 }],
    ['21: dollars', { currency: 'USD' }],
  ])(
    '%s: no ticket, staff decide, and the seats are kept for an hour at most',
    async (_case, odd) => {
      const alerts = await countAlerts('amount-differs')
      const visitor = addTraveller()
      const bus = await anyBus({ seats: 1 })
      await choose(visitor, ride(bus, 'A', 'C'))
      const attempt = await goToBank(visitor, simulation.bank)
      await payLate(attempt, odd)
      const shown = await comeBack(attempt.paymentId, visitor)
      expect(shown).toMatchObject({ outcome: 'review', mine: { tickets: [] } })
      expect(await findOrderRow(attempt.orderId)).toMatchObject({ status: 'payment-review' })
      expect(await listRefunds(attempt.orderId)).toEqual([])
      expect(await countAlerts('amount-differs')).toBe(alerts + 1)

      shiftClock({ minutes: 59 })
      expect(await choose(addTraveller(), ride(bus, 'A', 'C'))).toMatchObject({ ok: false })
      shiftClock({ minutes: 1 })
      expect(await choose(addTraveller(), ride(bus, 'A', 'C'))).toMatchObject({ ok: true })
    },
  )
})

test('20: a different amount for a cart that was emptied meanwhile is left to staff as well', async () => {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  const attempt = await goToBank(visitor, simulation.bank)
  await removeRide(
    visitor,
    (await findCart(visitor, 'en', now()))?.rides[0]?.bookingId ?? '',
    now(),
  )
  await payLate(attempt, { amount: 1 })
  expect(await comeBack(attempt.paymentId)).toMatchObject({ outcome: 'review' })
})

test('22: a payment that the bank shows under another reference is not believed, and raises an alert', async () => {
  const alerts = await countAlerts('foreign-payment')
  const visitor = addTraveller()
  const bus = await anyBus({ seats: 1 })
  await choose(visitor, ride(bus, 'A', 'C'))
  const attempt = await goToBank(visitor, simulation.bank)
  await payLate(attempt, { merchant_ref: 'SOMEBODY-ELSE-1' })
  expect(await comeBack(attempt.paymentId)).toMatchObject({ outcome: 'processing' })
  expect(await countAlerts('foreign-payment')).toBeGreaterThan(alerts)

  shiftClock({ minutes: 16 })
  await poll()
  expect(await comeBack(attempt.paymentId)).toMatchObject({ outcome: 'failed' })
  shiftClock({ minutes: 11 })
  expect(await choose(addTraveller(), ride(bus, 'A', 'C'))).toMatchObject({ ok: true })
})
