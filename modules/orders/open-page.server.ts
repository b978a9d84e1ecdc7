import type { Payment } from '#modules/payments/payments.server.ts'
import type { NewCheckout, OpenedCheckout, PaymentProvider } from '#modules/payments/provider.ts'
import { ticketWords } from '#modules/tickets/words/words.ts'
import { getStopNames } from '#modules/timetable/stop-names.server.ts'
import { db } from '#platform/db.server.ts'
import { localePath, type Locale } from '#platform/locale.ts'
import { cents } from '#platform/money.ts'

import type { Contact } from './contact.ts'
import { passengersOf, priceLinesOf, type Booking, type Order } from './order-rows.server.ts'
import { headCount } from './party.ts'

type Wish = { contact: Contact; locale: Locale; origin: string }

/** What the provider is asked to be paid for, in words that the traveller reads on its page. */
export async function describeCheckout(
  { contact, locale, origin }: Wish,
  payment: Payment,
  order: Order,
  bookings: readonly Booking[],
): Promise<NewCheckout> {
  const stops = bookings.flatMap(({ fromStopId, toStopId }) => [fromStopId, toStopId])
  const nameOf = await getStopNames(db, locale, stops)
  const words = ticketWords(locale)
  const path = (page: string) =>
    origin + localePath(locale, `/payment/${page}/${payment.paymentId}`)
  return {
    paymentId: payment.paymentId,
    merchantRef: payment.merchantRef,
    amount: cents(payment.amountCents),
    currency: 'EUR',
    locale,
    description: `Bus tickets ${order.reference}, ${peopleIn(bookings)} passengers`,
    lines: bookings.flatMap((booking) =>
      priceLinesOf(booking).map(({ category, count, fare }) => ({
        name: `${nameOf(booking.fromStopId).shortName} – ${nameOf(booking.toStopId).shortName}, ${words.category(category, count)}`,
        unit: fare,
        quantity: count,
      })),
    ),
    email: contact.email,
    successUrl: path('success'),
    failUrl: path('fail'),
    noticeUrl: `${origin}/payments/notices/${payment.provider}`,
    expiresAt: payment.sessionExpiresAt,
  }
}

function peopleIn(bookings: readonly Booking[]): number {
  return Math.max(...bookings.map((booking) => headCount(passengersOf(booking))))
}

export type Opened = OpenedCheckout | { ok: false; reason: 'rejected' | 'unavailable' }

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
  const found = await provider.findByMerchantRef(wanted.merchantRef)
  if (found.ok && found.providerRef !== null) return found
  const isRefused = found.ok && opened.reason === 'rejected'
  return { ok: false, reason: isRefused ? 'rejected' : 'unavailable' }
}
