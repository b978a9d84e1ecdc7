import { setTimeout as pause } from 'node:timers/promises'

import { ticketWords } from '#modules/documents/words/words.ts'
import { headCount } from '#modules/orders/order/party.ts'
import { priceLinesOf, type Booking, type Order } from '#modules/orders/order/rows.server.ts'
import { reconcile } from '#modules/orders/settlement/reconcile.server.ts'
import { isOpen } from '#modules/payments/payment-state.ts'
import { findPayment, type Payment } from '#modules/payments/payments.server.ts'
import type { NewCheckout, PaymentProvider } from '#modules/payments/provider.ts'
import { getProvider } from '#modules/payments/providers.server.ts'
import { getStopNames, type StopName } from '#modules/timetable/stop-names.server.ts'
import * as paths from '#paths'
import { crashPoint } from '#platform/crash-point.server.ts'
import { db } from '#platform/db.server.ts'
import { localePath, type Locale } from '#platform/locale.ts'
import { cents } from '#platform/money.ts'

import { recordOpening, type Opened } from './record-opening.server.ts'

type Opening = {
  /** Names the crash points of the opening. */
  purchase: 'checkout' | 'surcharge'
  /** The path to send the traveller to if the attempt no longer counts. */
  otherwise: string
  now: Temporal.Instant
}

/**
 * Opens the provider's page for a recorded attempt, outside any transaction, and records the
 * result. A page that opened for an attempt which no longer counts is closed again.
 */
export async function openPaymentPage(
  payment: Payment,
  wanted: NewCheckout,
  { purchase, otherwise, now }: Opening,
): Promise<{ ok: true; goTo: string } | { ok: false; reason: 'provider-unavailable' }> {
  const provider = getProvider(payment.provider, 'request')
  crashPoint(`${purchase}:before-opening`)
  const opened = await openAtProvider(provider, wanted)
  crashPoint(`${purchase}:after-opening`)
  const isStillWanted = await recordOpening(payment, opened, now)
  crashPoint(`${purchase}:recorded`)
  if (opened.ok && isStillWanted) return { ok: true, goTo: opened.redirectUrl }
  if (!isStillWanted) {
    await reconcile(payment.paymentId, { now, patience: 'request', close: true })
  }
  if (!opened.ok) return { ok: false, reason: 'provider-unavailable' }
  return { ok: true, goTo: otherwise }
}

type Wish = { email: string; locale: Locale; origin: string }

/** Describes a purchase for the provider, in words that the traveller reads on its page. */
export async function describeCheckout(
  wish: Wish,
  payment: Payment,
  order: Order,
  bookings: readonly Booking[],
): Promise<NewCheckout> {
  const nameOf = await namesOf(bookings, wish.locale)
  const words = ticketWords(wish.locale)
  return {
    ...describePage(wish, payment),
    description: words.onBankPage.tickets(order.reference, bookings.length, peopleIn(bookings)),
    lines: bookings.flatMap((booking) =>
      priceLinesOf(booking).map(({ category, count, fare }) => ({
        name: `${pairOf(booking, nameOf)}, ${words.category(category, count)}`,
        unit: fare,
        quantity: count,
      })),
    ),
  }
}

/** Describes the surcharge of a change: one item, for the ride after the change. */
export async function describeSurcharge(
  wish: Wish,
  payment: Payment,
  order: Order,
  after: Booking,
): Promise<NewCheckout> {
  const nameOf = await namesOf([after], wish.locale)
  const words = ticketWords(wish.locale)
  const name = words.surcharge(pairOf(after, nameOf))
  return {
    ...describePage(wish, payment),
    description: words.onBankPage.change(order.reference),
    lines: [{ name, unit: cents(payment.amountCents), quantity: 1 }],
  }
}

function describePage({ email, locale, origin }: Wish, payment: Payment) {
  const at = (path: string) => origin + localePath(locale, path)
  return {
    paymentId: payment.paymentId,
    merchantRef: payment.merchantRef,
    amount: cents(payment.amountCents),
    currency: 'EUR' as const,
    locale,
    backToBooking: ticketWords(locale).onBankPage.back,
    email,
    successUrl: at(paths.paymentSuccess(payment.paymentId)),
    failUrl: at(paths.paymentFail(payment.paymentId)),
    noticeUrl: origin + paths.webhook(payment.provider),
    startedAt: payment.createdAt,
    expiresAt: payment.sessionExpiresAt,
  }
}

type NameOf = (stopId: string) => StopName

function namesOf(bookings: readonly Booking[], locale: Locale): Promise<NameOf> {
  const stops = bookings.flatMap(({ fromStopId, toStopId }) => [fromStopId, toStopId])
  return getStopNames(locale, stops)
}

function pairOf({ fromStopId, toStopId }: Booking, nameOf: NameOf): string {
  return `${nameOf(fromStopId).shortName} – ${nameOf(toStopId).shortName}`
}

function peopleIn(bookings: readonly Booking[]): number {
  return Math.max(...bookings.map((booking) => headCount(booking.passengers)))
}

/**
 * When no answer comes, it is looked up whether the page is open; nothing is opened blindly. The
 * same happens after a refusal, which may only mean that another tab has opened the page.
 */
async function openAtProvider(provider: PaymentProvider, wanted: NewCheckout): Promise<Opened> {
  const opened = await provider.openCheckout(wanted)
  if (opened.ok) return opened
  if (opened.reason === 'unavailable') return { ok: false, reason: 'unavailable' }
  const found = await provider.findByMerchantRef(wanted.merchantRef, wanted.startedAt)
  if (found.ok && found.providerRef !== null) {
    const { providerRef } = found
    const isTaken = opened.reason === 'rejected'
    const redirectUrl = found.redirectUrl ?? (isTaken ? await hearOfPage(wanted.paymentId) : null)
    return redirectUrl === null
      ? { ok: false, reason: 'page-lost', providerRef }
      : { ok: true, providerRef, redirectUrl }
  }
  const isRefused = found.ok && opened.reason === 'rejected'
  return { ok: false, reason: isRefused ? 'rejected' : 'unavailable' }
}

/** The longest time that another request may wait for the provider (docs/promises.md, timeouts). */
const OTHER_PRESS_MILLISECONDS = 4000
const LOOK_EVERY_MILLISECONDS = 100

/**
 * Waits for the address that a simultaneous request receives, since some providers return it only
 * once. Closing the page now would close it while the traveller is being sent there.
 */
async function hearOfPage(paymentId: string): Promise<string | null> {
  for (let waited = 0; waited < OTHER_PRESS_MILLISECONDS; waited += LOOK_EVERY_MILLISECONDS) {
    const payment = await findPayment(db, paymentId)
    if (!payment || !isOpen(payment.state)) return null
    if (payment.redirectUrl !== null) return payment.redirectUrl
    await pause(LOOK_EVERY_MILLISECONDS)
  }
  return null
}
