import { writeCategories } from '#app/components/journey/query.ts'
import { rideFacts } from '#app/components/ride/facts.server.ts'
import { showRetimed } from '#app/components/ride/retimed.tsx'
import { translation } from '#app/i18n/translation.ts'
import type { CartRide, CartView } from '#modules/orders/cart/find-cart.server.ts'
import { isNoticeOver } from '#modules/rules/deadlines.ts'
import * as paths from '#paths'
import { momentInSentence } from '#platform/format/moments.ts'
import { decimalText } from '#platform/format/numbers.ts'
import { localePath } from '#platform/locale.ts'
import { writePhone } from '#platform/text/phone.ts'
import { clockTime, dateInCyprus, isBefore } from '#platform/time.ts'

import type { CartPageView, CartRideView, WheelchairView } from './view.ts'

/** The cart as text. Empty contact fields are filled in from the account. */
export function showCart(
  cart: CartView,
  now: Temporal.Instant,
  saved?: { name: string; email: string },
): CartPageView {
  const { openPayment, heldUntil, isHeld } = cart
  return {
    rides: cart.rides.map((ride) => showRide(ride, now)),
    state: openPayment ? 'paying' : isHeld ? 'held' : 'lapsed',
    heldUntil: clockTime(heldUntil),
    heldUntilMs: heldUntil.epochMilliseconds,
    nowMs: now.epochMilliseconds,
    extendsByMinutes: cart.extendsByMinutes,
    payAt: openPayment?.redirectUrl ?? null,
    paymentId: openPayment?.paymentId ?? null,
    name: cart.contactName || (saved?.name ?? ''),
    email: cart.contactEmail || (saved?.email ?? ''),
    phone: cart.contactPhone && writePhone(cart.contactPhone),
    hasContact: cart.contactName !== '' && cart.contactEmail !== '',
    termsAccepted: cart.termsAccepted,
    total: cart.totalCents,
    vat: cart.vatCents,
    vatPercent: decimalText(cart.vatPercent, translation().locale),
  }
}

function showRide(ride: CartRide, now: Temporal.Instant): CartRideView {
  const { locale } = translation()
  const isOver = isNoticeOver(ride.cancelUntil, now)
  return {
    ...rideFacts(ride),
    bookingId: ride.bookingId,
    lines: ride.priceLines,
    total: ride.totalCents,
    cancelUntil: isOver ? null : momentInSentence(ride.cancelUntil, locale),
    retimed: showRetimed(ride),
    wheelchair: showWheelchair(ride, now),
    searchHref: searchFor(ride),
  }
}

/** A granted space can be released at any time; more can be requested until the deadline. */
function showWheelchair(ride: CartRide, now: Temporal.Instant): WheelchairView {
  const { wheelchairUsers: users, wheelchairMost } = ride
  const isTooLate = isBefore(ride.wheelchairUntil, now)
  const facts = { users, until: momentInSentence(ride.wheelchairUntil, translation().locale) }
  if (ride.accessible === null) return { ...facts, state: 'not-known', most: users }
  if (!ride.accessible) return { ...facts, state: 'no-access', most: users }
  if (isTooLate) return { ...facts, state: 'too-late', most: users }
  return { ...facts, state: wheelchairMost > 0 ? 'open' : 'none', most: wheelchairMost }
}

function searchFor({ from, to, departsAt, passengers }: CartRide): string {
  const query = new URLSearchParams({
    from: from.stopId,
    to: to.stopId,
    date: dateInCyprus(departsAt).toString(),
    ...writeCategories(passengers),
  })
  return localePath(translation().locale, paths.bookNow(query))
}
