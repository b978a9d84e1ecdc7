import { randomBytes } from 'node:crypto'

import { partyOf, type Passengers } from '#modules/fares/passengers.ts'
import { addToCart } from '#modules/orders/cart/add-ride.server.ts'
import { findCart } from '#modules/orders/cart/find-cart.server.ts'
import { checkOut, type CheckoutOutcome } from '#modules/orders/checkout/checkout.server.ts'
import { findPaymentResult } from '#modules/orders/checkout/find-payment-result.server.ts'
import type { Contact } from '#modules/orders/order/contact.ts'
import type { AddToCartOutcome, RideWish } from '#modules/orders/order/limits.ts'
import { reconcile } from '#modules/orders/settlement/reconcile.server.ts'
import { REFUND_TERMS, type RefundTerms } from '#modules/rules/rules.ts'
import { listPlacesTaken } from '#modules/seats/holds.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'

import type { Card } from './bank-control.ts'
import type { SimulatedBank } from './bank.ts'
import { doJobs } from './jobs.ts'
import type { StopId } from './timetable.ts'

/** A traveller, a second one who wants the same seats, and the two buses of their journey. */
export type Travellers = { visitor: string; rival: string; buses: readonly [string, string] }

/* Acts of travellers, done as the pages do them, at the simulated time, which tests can shift. */
/*
 * Acts of travellers, done as the pages do them, at the simulation's time, which tests can shift.
 */

const ANNA: Contact = { name: 'Anna Georgiou', email: 'anna@example.com' }

/** The key of a new browser. */
export function addTraveller(): string {
  return randomBytes(32).toString('hex')
}

type Party = Partial<Passengers> & { wheelchairUsers?: number }

/** "Two adults from A to C on this bus"; one adult if no party is given. */
export function ride(departureId: string, from: StopId, to: StopId, party: Party = {}): RideWish {
  const { wheelchairUsers = 0, ...people } = party
  const isSomebody = Object.keys(people).length > 0
  const passengers = partyOf(isSomebody ? people : { adult: 1 })
  return { departureId, fromStopId: from, toStopId: to, passengers, wheelchairUsers }
}

export function choose(visitor: string, ...rides: RideWish[]): Promise<AddToCartOutcome> {
  return addToCart({ visitor, locale: 'en', rides, now: now() })
}

type AtCheckout = {
  contact?: Contact
  /** The account that is logged in. */
  accountId?: string
  termsAccepted?: boolean
  locale?: Locale
  /** The client's network; without one, the limit per network does not apply. */
  heldBy?: string
  refundTerms?: RefundTerms
  /** The new times that the cart showed, in milliseconds by booking. */
  timesSeen?: Record<string, number>
}

/** Presses the pay button of the cart. */
export function pressPay(
  visitor: string,
  { door }: Pick<SimulatedBank, 'door'>,
  {
    contact = ANNA,
    accountId,
    termsAccepted = true,
    locale = 'en',
    refundTerms = REFUND_TERMS,
    heldBy,
    timesSeen = {},
  }: AtCheckout = {},
): Promise<CheckoutOutcome> {
  const terms = { termsAccepted, termsVersion: '2026-01-01', refundTerms }
  const who = { visitor, contact, heldBy, ...(accountId && { accountId }) }
  const fields = { emailAsked: '', wheelchairs: {}, timesSeen }
  return checkOut({ ...who, ...fields, ...terms, locale, origin: door.origin, now: now() })
}

/** The times of the rides in the cart, as its page shows them. */
export async function readTimes(visitor: string): Promise<Record<string, number>> {
  const cart = await findCart(visitor, 'en', now())
  const rides = cart?.rides ?? []
  return Object.fromEntries(rides.map((one) => [one.bookingId, one.departsAt.epochMilliseconds]))
}

/** Goes as far as the bank's page. */
export async function goToBank(
  visitor: string,
  bank: SimulatedBank,
  at: AtCheckout = {},
): Promise<{ url: string; paymentId: string; providerRef: string; orderId: string }> {
  const outcome = await pressPay(visitor, bank, at)
  if (!outcome.ok) throw new Error(`instead of the bank: ${outcome.reason}`)
  const payment = await db
    .selectFrom('payments')
    .select(['paymentId', 'providerRef', 'payableId'])
    .where('redirectUrl', '=', outcome.goTo)
    .executeTakeFirstOrThrow()
  const { paymentId, providerRef, payableId } = payment
  return { url: outcome.goTo, paymentId, providerRef: providerRef ?? '', orderId: payableId }
}

/**
 * The work of the pages after the bank, for success and failure alike: ask the provider, then read
 * the order.
 */
export async function comeBack(paymentId: string, visitor?: string, locale: Locale = 'en') {
  await reconcile(paymentId, { now: now(), patience: 'request' })
  const result = await findPaymentResult(paymentId, { visitor, locale, now: now() })
  if (!result) throw new Error(`no payment ${paymentId}`)
  return result
}

/** Chooses, pays and returns; the bank's callback is processed as well. */
export async function buy(
  bank: SimulatedBank,
  rides: RideWish[],
  {
    visitor = addTraveller(),
    card = 'good',
    ...at
  }: AtCheckout & { visitor?: string; card?: Card } = {},
) {
  const chosen = await choose(visitor, ...rides)
  if (!chosen.ok) throw new Error(`instead of the cart: ${chosen.reason}`)
  const attempt = await goToBank(visitor, bank, at)
  await bank.payAtBank(attempt.url, card)
  const result = await comeBack(attempt.paymentId, visitor)
  await bank.tell(attempt.providerRef)
  await doJobs()
  return { visitor, ...attempt, result }
}

export function findOrderRow(orderId: string) {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
}

/** Changes the terms after they were accepted. */
export async function makeTermsOld(orderId: string): Promise<void> {
  const old = { termsVersion: '2020-01-01' }
  await db.updateTable('orders').set(old).where('orderId', '=', orderId).execute()
}

export function listMails(orderId: string) {
  return db
    .selectFrom('mails')
    .select(['kind', 'attemptNo', 'address'])
    .$narrowType<{ address: string }>()
    .where('orderId', '=', orderId)
    .orderBy('kind')
    .orderBy('attemptNo')
    .execute()
}

export function listRefunds(orderId: string) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.paymentId', 'refunds.paymentId')
    .select([
      'refunds.refundId',
      'refunds.paymentId',
      'refunds.amountCents',
      'refunds.reason',
      'refunds.state',
    ])
    .where('payableId', '=', orderId)
    .orderBy('requestedAt')
    .execute()
}

/** The latest payment of this browser. */
export function getPaymentOf(visitor: string) {
  return db
    .selectFrom('payments')
    .innerJoin('orders', 'orderId', 'payableId')
    .selectAll('payments')
    .where('visitor', '=', visitor)
    .orderBy('payments.createdAt', 'desc')
    .executeTakeFirstOrThrow()
}

/** The seats sold and held on the fullest leg of a departure. */
export async function countPlacesTaken(departureId: string): Promise<number> {
  const taken = await listPlacesTaken(db, { departureIds: [departureId], now: now() })
  const legs = [0, 1, 2].map((leg) =>
    taken.filter(({ fromPosition, toPosition }) => fromPosition <= leg && leg < toPosition),
  )
  return Math.max(...legs.map((aboard) => aboard.reduce((all, { seats }) => all + seats, 0)))
}
