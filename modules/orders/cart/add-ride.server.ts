import { randomUUID } from 'node:crypto'

import { askContactFirst } from '#modules/orders/order/contact-first.ts'
import type { Contact } from '#modules/orders/order/contact.ts'
import { type AddToCartOutcome, type RideWish } from '#modules/orders/order/limits.ts'
import { checkParty } from '#modules/orders/order/party.ts'
import {
  contactOf,
  dropBookings,
  listBookings,
  lockOpenOrder,
  rideOf,
  type Booking,
  type Order,
} from '#modules/orders/order/rows.server.ts'
import { holdUntil } from '#modules/rules/deadlines.ts'
import { MAX_RIDES } from '#modules/rules/rules.ts'
import { departureIdsOf, holdSeats, lockSeveral, quoteHold } from '#modules/seats/seats.server.ts'
import { countUnpaid, waitForNetwork } from '#modules/seats/unpaid.server.ts'
import type { FoundRide } from '#modules/timetable/find-ride.server.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { env } from '#platform/env.server.ts'
import { newAccessToken, newReference } from '#platform/ids.server.ts'
import type { Locale } from '#platform/locale.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { writeContact } from './change-cart.server.ts'
import { heldRideOf, quoteRide, writeBookings, type QuotedRide } from './quote-rides.server.ts'
import { reopenCart } from './reopen-cart.server.ts'

type NewRides = {
  /** The key of the buying browser. */
  visitor: string
  locale: Locale
  /** One ride, or the two of a return trip: both are held, or neither. */
  rides: readonly RideWish[]
  /** The visitor's network, as a keyed hash: the unpaid seats held from one network are limited. */
  heldBy?: string | undefined
  /** Account of a logged-in visitor. */
  accountId?: string | undefined
  /** The contact, if it was required before holding seats; it is stored in the cart. */
  contact?: Contact | undefined
  now: Temporal.Instant
}

/**
 * Adds rides to the cart and holds their seats for 15 minutes; the whole cart is held as long as
 * its newest ride, and never longer than 60 minutes in all. Adding the same ride again replaces the
 * first, so that a double click adds one ride.
 */
export async function addToCart(wish: NewRides): Promise<AddToCartOutcome> {
  for (const { passengers, wheelchairUsers } of wish.rides) {
    const party = checkParty(passengers, wheelchairUsers)
    if (!party.ok) return party
  }
  const editable = await reopenCart(wish.visitor, wish.now)
  if (!editable.ok) return editable

  return inTransaction((tx) => addRides(tx, wish))
}

async function addRides(
  tx: Tx,
  { visitor, locale, rides, heldBy, accountId, contact, now }: NewRides,
) {
  const found = await Promise.all(rides.map((wish) => quoteRide(tx, wish)))
  const quoted: QuotedRide[] = []
  for (const ride of found) {
    if (!ride.ok) return ride
    quoted.push(ride)
  }
  const [out, back] = quoted
  if (out && back && isBefore(back.ride.departsAt, out.ride.arrivesAt)) {
    return { ok: false, reason: 'return-before-arrival' } as const
  }

  const order = await openOrder(tx, { visitor, locale, now })
  if (order.status !== 'cart') return { ok: false, reason: 'being-paid' } as const
  const bookings = await listBookings(tx, order.orderId)
  const isReplaced = (booking: Booking) => quoted.some((one) => isSameRide(booking, one.ride))
  const kept = bookings.filter((booking) => !isReplaced(booking))
  if (kept.length + quoted.length > MAX_RIDES) {
    return { ok: false, reason: 'cart-full', most: MAX_RIDES } as const
  }

  const replacedBy = (one: QuotedRide) =>
    bookings.find((booking) => isSameRide(booking, one.ride))?.bookingId ?? ''
  const wanted = quoted.map((one) => heldRideOf(one, replacedBy(one)))
  const quote = await quoteHold(tx, { rides: wanted, closing: 'for-buyers', now })
  if (!quote.ok) return quote

  const isLive = isBefore(now, order.heldUntil) && bookings.length > 0
  const firstHeldAt = isLive ? order.firstHeldAt : now
  if (heldBy) await waitForNetwork(tx, heldBy)
  const unpaidBesides = await countUnpaid(tx, {
    heldBy: heldBy ? [heldBy] : [],
    besides: bookings.map(({ bookingId }) => bookingId),
    now,
  })
  const first = askContactFirst({ unpaidBesides, accountId, contact: contact ?? contactOf(order) })
  if (first) return first
  const until = holdUntil(now, { firstHeldAt, unpaidBesides })
  const expiresAt = isLive ? laterOf(order.heldUntil, until) : until
  await lockSeveral(tx, departureIdsOf([...wanted, ...kept]))
  await dropBookings(tx, bookings.filter(isReplaced))
  const added = await writeBookings(tx, { orderId: order.orderId, kept, quoted })
  if (contact) await writeContact(tx, visitor, contact)
  await tx
    .updateTable('orders')
    .set((row) => ({
      firstHeldAt,
      heldUntil: expiresAt,
      version: row('version', '+', 1),
      ...(!isLive && { extended: false, extraHoldMinutes: 0 }),
    }))
    .where('orderId', '=', order.orderId)
    .execute()

  // Last, since other buyers of the bus wait from here until the commit.
  const as = { state: 'cart', expiresAt } as const
  const held = await holdSeats(tx, { rides: added, as, closing: 'for-buyers', heldBy, now })
  if (!held.ok) return held
  if (kept.length > 0 && isLive) {
    // Rides whose bus is about to leave keep their present time.
    await holdSeats(tx, { rides: kept.map(rideOf), as, closing: 'for-holders', now })
  }
  crashPoint('cart:before-commit')
  return { ok: true, heldUntil: expiresAt } as const
}

type NewCart = Pick<NewRides, 'visitor' | 'locale' | 'now'>

/**
 * The visitor's cart, locked. Two simultaneous first clicks make one cart; if the old cart was paid
 * while we waited for its lock, the second try makes a new one.
 */
async function openOrder(tx: Tx, cart: NewCart): Promise<Order> {
  const order = (await findOrMakeOrder(tx, cart)) ?? (await findOrMakeOrder(tx, cart))
  if (!order) throw new Error('a new cart was deleted right away')
  return order
}

async function findOrMakeOrder(
  tx: Tx,
  { visitor, locale, now }: NewCart,
): Promise<Order | undefined> {
  await tx
    .insertInto('orders')
    .values({
      orderId: randomUUID(),
      manageId: newAccessToken(),
      reference: newReference(),
      visitor,
      status: 'cart',
      locale,
      createdAt: now,
      firstHeldAt: now,
      heldUntil: now,
      vatPercent: env().VAT_PERCENT,
    })
    .onConflict((open) =>
      open
        .column('visitor')
        .where('status', 'in', ['cart', 'awaiting-payment'])
        .where('channel', '=', 'web')
        .doNothing(),
    )
    .execute()
  return lockOpenOrder(tx, visitor)
}

function isSameRide(booking: Booking, ride: FoundRide): boolean {
  return (
    booking.departureId === ride.departureId &&
    booking.fromStopId === ride.fromStopId &&
    booking.toStopId === ride.toStopId
  )
}

function laterOf(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return isBefore(one, other) ? other : one
}
