import type { Payment } from '#modules/payments/payments.server.ts'
import type { NewCheckout, OpenedCheckout, PaymentProvider } from '#modules/payments/provider.ts'
import { ticketWords } from '#modules/tickets/words/words.ts'
import { getStopNames, type StopName } from '#modules/timetable/stop-names.server.ts'
import { db } from '#platform/db.server.ts'
import { localePath, type Locale } from '#platform/locale.ts'
import { cents } from '#platform/money.ts'

import { passengersOf, priceLinesOf, type Booking, type Order } from './order-rows.server.ts'
import { headCount } from './party.ts'

type Wish = { email: string; locale: Locale; origin: string }

/** What the provider is asked to be paid for, in words that the traveller reads on its page. */
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
    description: `Bus tickets ${order.reference}, ${peopleIn(bookings)} passengers`,
    lines: bookings.flatMap((booking) =>
      priceLinesOf(booking).map(({ category, count, fare }) => ({
        name: `${pairOf(booking, nameOf)}, ${words.category(category, count)}`,
        unit: fare,
        quantity: count,
      })),
    ),
  }
}

/** The same for what a change costs more: one line, for the ride as it would be. */
export async function describeSurcharge(
  wish: Wish,
  payment: Payment,
  order: Order,
  after: Booking,
): Promise<NewCheckout> {
  const nameOf = await namesOf([after], wish.locale)
  const name = ticketWords(wish.locale).surcharge(pairOf(after, nameOf))
  return {
    ...describePage(wish, payment),
    description: `Change of booking ${order.reference}`,
    lines: [{ name, unit: cents(payment.amountCents), quantity: 1 }],
  }
}

function describePage({ email, locale, origin }: Wish, payment: Payment) {
  const path = (page: string) =>
    origin + localePath(locale, `/payment/${page}/${payment.paymentId}`)
  return {
    paymentId: payment.paymentId,
    merchantRef: payment.merchantRef,
    amount: cents(payment.amountCents),
    currency: 'EUR' as const,
    locale,
    email,
    successUrl: path('success'),
    failUrl: path('fail'),
    noticeUrl: `${origin}/payments/notices/${payment.provider}`,
    startedAt: payment.createdAt,
    expiresAt: payment.sessionExpiresAt,
  }
}

type NameOf = (stopId: string) => StopName

function namesOf(bookings: readonly Booking[], locale: Locale): Promise<NameOf> {
  const stops = bookings.flatMap(({ fromStopId, toStopId }) => [fromStopId, toStopId])
  return getStopNames(db, locale, stops)
}

function pairOf({ fromStopId, toStopId }: Booking, nameOf: NameOf): string {
  return `${nameOf(fromStopId).shortName} – ${nameOf(toStopId).shortName}`
}

function peopleIn(bookings: readonly Booking[]): number {
  return Math.max(...bookings.map((booking) => headCount(passengersOf(booking))))
}

/** `page-lost`: it is open at the provider, which tells nobody where any more. */
export type Opened =
  | OpenedCheckout
  | { ok: false; reason: 'rejected' | 'unavailable' }
  | { ok: false; reason: 'page-lost'; providerRef: string }

/**
 * When no answer comes, it is looked up whether the page is open; nothing is opened blindly. So it is
 * after a no, which may only mean that another tab has opened the page with another address in it.
 */
export async function openAtProvider(
  provider: PaymentProvider,
  wanted: NewCheckout,
): Promise<Opened> {
  const opened = await provider.openCheckout(wanted)
  if (opened.ok) return opened
  if (opened.reason === 'unavailable') return { ok: false, reason: 'unavailable' }
  const found = await provider.findByMerchantRef(wanted.merchantRef, wanted.startedAt)
  if (found.ok && found.providerRef !== null) {
    const { providerRef, redirectUrl } = found
    return redirectUrl === null
      ? { ok: false, reason: 'page-lost', providerRef }
      : { ok: true, providerRef, redirectUrl }
  }
  const isRefused = found.ok && opened.reason === 'rejected'
  return { ok: false, reason: isRefused ? 'rejected' : 'unavailable' }
}
