import { includedVat } from '#modules/documents/vat.ts'
import type { PriceLine } from '#modules/fares/fares.ts'
import type { Passengers } from '#modules/fares/passengers.ts'
import { seatedCount } from '#modules/orders/order/party.ts'
import {
  findOpenOrder,
  listBookings,
  priceLinesOf,
  type Booking,
  type Order,
} from '#modules/orders/order/rows.server.ts'
import { TERMS_VERSION } from '#modules/orders/order/terms-version.ts'
import { findOpenPayment } from '#modules/payments/payments.server.ts'
import { beThereAt, cancelUntil, extendedUntil, wheelchairUntil } from '#modules/rules/deadlines.ts'
import { MUCH_UNPAID, REFUND_TERMS } from '#modules/rules/rules.ts'
import { areHeld } from '#modules/seats/seats.server.ts'
import { listHeldAndUnpaid } from '#modules/seats/unpaid.server.ts'
import { getStopNames, type StopName } from '#modules/timetable/stop-names.server.ts'
import type { WheelchairAccess } from '#modules/timetable/wheelchair-access.ts'
import { db } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'
import { cents, sum, type Cents } from '#platform/money.ts'

export type CartRide = {
  bookingId: string
  departureId: string
  routeId: string
  from: StopName
  to: StopName
  departsAt: Temporal.Instant
  arrivesAt: Temporal.Instant
  /** The departure that was chosen, if a new timetable changed it in the cart. */
  retimedFrom: Temporal.Instant | null
  beThereAt: Temporal.Instant
  cancelUntil: Temporal.Instant
  passengers: Passengers
  wheelchairUsers: number
  wheelchairUntil: Temporal.Instant
  /**
   * The most wheelchair users possible: the bus has one or two spaces, and infants ride on laps.
   */
  wheelchairMost: number
  /** Both stops can be used in a wheelchair. */
  accessible: WheelchairAccess
  priceLines: PriceLine[]
  totalCents: Cents
  isHeld: boolean
}

export type CartView = {
  reference: string
  /**
   * The attempt whose payment page is open somewhere, and the address of the page once it is known.
   */
  openPayment: { paymentId: string; redirectUrl: string | null } | null
  rides: CartRide[]
  heldUntil: Temporal.Instant
  /** All seats in the cart are off sale for others until `heldUntil`. */
  isHeld: boolean
  /** Minutes that the one extension would add; 0 if there is none. */
  extendsByMinutes: number
  contactName: string
  contactEmail: string
  contactPhone: string
  /** The current terms were accepted when this order was last sent to payment. */
  termsAccepted: boolean
  totalCents: Cents
  vatPercent: number
  vatCents: Cents
}

/** The cart of this browser; undefined if it has none, or an empty one. */
export async function findCart(
  visitor: string,
  locale: Locale,
  now: Temporal.Instant,
): Promise<CartView | undefined> {
  const order = await findOpenOrder(db, visitor)
  if (!order) return undefined
  const bookings = await listBookings(db, order.orderId)
  if (bookings.length === 0) return undefined

  const stops = bookings.flatMap(({ fromStopId, toStopId }) => [fromStopId, toStopId])
  const nameOf = await getStopNames(locale, stops)
  const bookingIds = bookings.map(({ bookingId }) => bookingId)
  const { held, unpaidBesides } = await listHeldAndUnpaid(db, bookingIds, now)
  const rides = bookings.map((booking) => {
    const own = held.filter(({ bookingId }) => bookingId === booking.bookingId)
    return { ...showRide(booking, nameOf), isHeld: areHeld(own, [booking.bookingId], now) }
  })
  const isHeld = rides.every((ride) => ride.isHeld)
  // Only an order that waits for its money has an attempt without an end.
  const isAwaiting = order.status === 'awaiting-payment'
  const payment = isAwaiting ? await findOpenPayment(db, order.orderId) : undefined
  const isShort = unpaidBesides >= MUCH_UNPAID
  const mayExtend = isHeld && !payment && !order.extended && !isShort
  const totalCents = sum(rides.map((ride) => ride.totalCents))
  return {
    reference: order.reference,
    openPayment: payment
      ? { paymentId: payment.paymentId, redirectUrl: payment.redirectUrl }
      : null,
    rides,
    heldUntil: order.heldUntil,
    isHeld,
    extendsByMinutes: mayExtend ? minutesMore(order) : 0,
    contactName: order.contactName ?? '',
    contactEmail: order.contactEmail ?? '',
    contactPhone: order.contactPhone ?? '',
    termsAccepted: order.termsAcceptedAt !== null && order.termsVersion === TERMS_VERSION,
    totalCents,
    vatPercent: order.vatPercent,
    vatCents: includedVat(totalCents, order.vatPercent),
  }
}

/** The whole minutes that an extension would add. */
function minutesMore(order: Order): number {
  return Math.floor(order.heldUntil.until(extendedUntil(order)).total('minutes'))
}

function showRide(
  booking: Booking,
  nameOf: (stopId: string) => StopName,
): Omit<CartRide, 'isHeld'> {
  const { bookingId, departureId, routeId, departsAt, arrivesAt, wheelchairUsers } = booking
  const passengers = booking.passengers
  return {
    bookingId,
    departureId,
    routeId,
    from: nameOf(booking.fromStopId),
    to: nameOf(booking.toStopId),
    departsAt,
    arrivesAt,
    retimedFrom: booking.retimedFrom,
    beThereAt: beThereAt(departsAt),
    cancelUntil: cancelUntil(departsAt, REFUND_TERMS),
    passengers,
    wheelchairUsers,
    wheelchairUntil: wheelchairUntil(departsAt),
    wheelchairMost: Math.min(booking.busWheelchairPlaces, seatedCount(passengers)),
    accessible: booking.accessible,
    priceLines: priceLinesOf(booking),
    totalCents: cents(booking.totalCents),
  }
}
