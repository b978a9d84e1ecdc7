import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import { askContactFirst } from '#modules/orders/order/contact-first.ts'
import type { Contact } from '#modules/orders/order/contact.ts'
import type { AddToCartOutcome } from '#modules/orders/order/limits.ts'
import { checkParty } from '#modules/orders/order/party.ts'
import {
  contactOf,
  dropBookings,
  listBookings,
  lockOpenOrder,
  rideOf,
  toOrder,
  type Booking,
  type Order,
} from '#modules/orders/order/rows.server.ts'
import { holdUntil } from '#modules/rules/deadlines.ts'
import { MAX_RIDES } from '#modules/rules/rules.ts'
import { departureIdsOf, holdSeats, lockSeveral, quoteHold } from '#modules/seats/seats.server.ts'
import { isMuchInCarts } from '#modules/seats/seats.ts'
import {
  countPlaces,
  isMuchNameless,
  listUnpaidAlone,
  type UnpaidHold,
} from '#modules/seats/unpaid.server.ts'
import type { FoundRide } from '#modules/timetable/find-ride.server.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { newAccessToken, newReference } from '#platform/ids.server.ts'
import type { Locale } from '#platform/locale.ts'
import { env } from '#platform/settings/env.server.ts'
import { isBefore, laterOf } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { writeContact } from './change-cart.server.ts'
import { joinQuotes, look, type Looked, type WishedRides } from './look-before-lock.server.ts'
import { heldRideOf, quoteRide, writeBookings, type QuotedRide } from './quote-rides.server.ts'
import { reopenCart } from './reopen-cart.server.ts'

type NewRides = WishedRides & {
  locale: Locale
  /** The visitor's network, as a keyed hash: the unpaid seats held from one network are limited. */
  heldBy?: string | undefined
  /** Account of a logged-in visitor. */
  accountId?: string | undefined
  /** The contact, if it was required before holding seats; it is stored in the cart. */
  contact?: Contact | undefined
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
  const looked = await look(wish)
  if (!looked.ok) return looked

  const outcome = await inTransaction(addingRides(wish, looked))
  if (outcome.ok || outcome.reason !== 'being-paid') return outcome
  const editable = await reopenCart(wish.visitor, wish.now)
  return editable.ok ? inTransaction(addingRides(wish, looked)) : editable
}

/** Each try looks again, since an import may have removed the bus in between. */
function addingRides(wish: NewRides, looked: Looked) {
  let known: Looked | undefined = looked
  return async (tx: Tx) => {
    const quoted = known ?? (await joinQuotes(wish.rides, (ride) => quoteRide(tx, ride, wish.now)))
    if (!quoted.ok) return quoted
    known = undefined
    return addRides(tx, wish, { areFree: false, ...quoted })
  }
}

async function addRides(
  tx: Tx,
  { visitor, locale, heldBy, accountId, contact, now }: NewRides,
  { rides: quoted, areFree }: Omit<Looked, 'ok'>,
) {
  const { order, isNew } = await openOrder(tx, { visitor, locale, now })
  if (order.status !== 'cart') return { ok: false, reason: 'being-paid' } as const
  const bookings = isNew ? [] : await listBookings(tx, order.orderId)
  const isReplaced = (booking: Booking) => quoted.some((one) => isSameRide(booking, one.ride))
  const replaced = bookings.filter(isReplaced)
  const kept = bookings.filter((booking) => !isReplaced(booking))
  if (kept.length + quoted.length > MAX_RIDES) {
    return { ok: false, reason: 'cart-full', most: MAX_RIDES } as const
  }

  const replacedBy = (one: QuotedRide) =>
    bookings.find((booking) => isSameRide(booking, one.ride))?.bookingId ?? ''
  const wanted = quoted.map((one) => heldRideOf(one, replacedBy(one)))
  if (!areFree) {
    const quote = await quoteHold(tx, { rides: wanted, closing: 'for-buyers', now })
    if (!quote.ok) return quote
  }

  const isLive = isBefore(now, order.heldUntil) && bookings.length > 0
  const firstHeldAt = isLive ? order.firstHeldAt : now
  const unpaid = heldBy ? await listUnpaidAlone(tx, heldBy, now) : []
  const unpaidBesides = countPlaces(besides(bookings, unpaid))
  const first = askContactFirst({
    unpaidBesides,
    isMuchNameless:
      heldBy !== undefined &&
      quoted.some(({ seen }, at) => wanted[at] && isMuchInCarts(seen, wanted[at].places)) &&
      (await isMuchNameless(tx, { wanted, orderId: order.orderId, now })),
    accountId,
    contact: contact ?? contactOf(order),
  })
  if (first) return first
  const until = holdUntil(now, { firstHeldAt, unpaidBesides })
  const expiresAt = isLive ? laterOf(order.heldUntil, until) : until
  await lockSeveral(tx, departureIdsOf([...wanted, ...kept]))
  await dropBookings(tx, replaced)
  if (contact) await writeContact(tx, visitor, contact)
  const { orderId } = order
  const renewed = tx
    .updateTable('orders')
    .set((row) => ({
      firstHeldAt,
      heldUntil: expiresAt,
      version: row('version', '+', 1),
      ...(!isLive && { extended: false, extraHoldMinutes: 0 }),
    }))
    .where('orderId', '=', orderId)
  const added = await writeBookings(tx, { orderId, kept, quoted, besides: [renewed] })

  // Last, since other buyers of the bus wait from here until the commit.
  const as = { state: 'cart', expiresAt } as const
  const held = await holdSeats(tx, {
    rides: added,
    as,
    closing: 'for-buyers',
    heldBy,
    unpaid: besides(replaced, unpaid),
    before: [],
    now,
  })
  if (!held.ok) return held
  // Each alone: a ride whose bus is about to leave, or is cancelled, keeps its present time.
  for (const booking of isLive ? kept : []) {
    await holdSeats(tx, { rides: [rideOf(booking)], as, closing: 'for-holders', now })
  }
  crashPoint('cart:before-commit')
  return { ok: true, heldUntil: expiresAt } as const
}

/** The holds that are not of these bookings. */
function besides(bookings: readonly Booking[], holds: readonly UnpaidHold[]): UnpaidHold[] {
  const own = new Set(bookings.map(({ bookingId }) => bookingId))
  return holds.filter(({ bookingId }) => !own.has(bookingId))
}

type NewCart = Pick<NewRides, 'visitor' | 'locale' | 'now'>

/**
 * The visitor's cart, locked. Two simultaneous first clicks make one cart; if the old cart was paid
 * while we waited for its lock, the second try makes a new one.
 */
async function openOrder(tx: Tx, cart: NewCart): Promise<{ order: Order; isNew: boolean }> {
  const opened = (await makeOrLockOrder(tx, cart)) ?? (await makeOrLockOrder(tx, cart))
  if (!opened) throw new Error('a new cart was deleted right away')
  return opened
}

async function makeOrLockOrder(tx: Tx, { visitor, locale, now }: NewCart) {
  const made = await tx
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
        .where('status', 'in', [sql.lit('cart' as const), sql.lit('awaiting-payment' as const)])
        .where('channel', '=', sql.lit('web' as const))
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  if (made) return { order: toOrder(made), isNew: true }
  const order = await lockOpenOrder(tx, visitor)
  return order && { order, isNew: false }
}

function isSameRide(booking: Booking, ride: FoundRide): boolean {
  return (
    booking.departureId === ride.departureId &&
    booking.fromStopId === ride.fromStopId &&
    booking.toStopId === ride.toStopId
  )
}
