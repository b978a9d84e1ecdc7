import { priceParty, totalOf } from '#modules/fares/fares.ts'
import { findFares } from '#modules/fares/find-fares.server.ts'
import { repriceBooking } from '#modules/orders/order/booking-passengers.server.ts'
import { contactColumns } from '#modules/orders/order/buyers.server.ts'
import { askContactFirst, type ContactFirst } from '#modules/orders/order/contact-first.ts'
import { type Contact } from '#modules/orders/order/contact.ts'
import type { CartRefusal } from '#modules/orders/order/limits.ts'
import { checkParty } from '#modules/orders/order/party.ts'
import {
  contactOf,
  dropBookings,
  listBookings,
  lockOpenOrder,
  raiseVersion,
  rideOf,
  type Booking,
  type Order,
} from '#modules/orders/order/rows.server.ts'
import { extendedUntil, holdUntil } from '#modules/rules/deadlines.ts'
import { MUCH_UNPAID } from '#modules/rules/rules.ts'
import { hasSeats, holdSeats } from '#modules/seats/seats.server.ts'
import { countUnpaid, isMuchNameless, listHeldAndUnpaid } from '#modules/seats/unpaid.server.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import { cents, type Cents } from '#platform/money.ts'
import { isEmail, MAX_EMAIL_LENGTH } from '#platform/text/email.ts'
import { MAX_NAME_LENGTH } from '#platform/text/name.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { reopenCart } from './reopen-cart.server.ts'

/*
 * Every button submits the contact details typed so far, and each function that is given them keeps
 * them first, even if it then refuses.
 */

/**
 * Keeps the contact details typed into the checkout, complete or not, for the next visit to the
 * cart. Once an order was sent to be paid, email about a late payment goes to its address, so from
 * then on only a well-formed address replaces it. Without a contact nothing changes.
 */
export async function keepContact(visitor: string, contact: Contact | undefined): Promise<void> {
  if (contact) await writeContact(db, visitor, contact)
}

/** The same, where the cart is being changed anyway. */
export async function writeContact(
  tx: Tx | Database,
  visitor: string,
  contact: Contact,
): Promise<void> {
  const name = contact.name.slice(0, MAX_NAME_LENGTH)
  const email = contact.email.slice(0, MAX_EMAIL_LENGTH)
  await tx
    .updateTable('orders')
    .set(contactColumns({ ...contact, name, email }))
    .where('visitor', '=', visitor)
    .where('status', '=', 'cart')
    .$if(!isEmail(email), (draft) => draft.where('termsAcceptedAt', 'is', null))
    .execute()
}

/** Removes a ride from the cart, and puts its seats back on sale at once. */
export async function removeRide(
  visitor: string,
  bookingId: string,
  now: Temporal.Instant,
  contact?: Contact,
): Promise<{ ok: true } | CartRefusal> {
  await keepContact(visitor, contact)
  const editable = await reopenCart(visitor, now)
  if (!editable.ok) return editable

  return inTransaction(async (tx) => {
    const order = await lockOpenOrder(tx, visitor)
    if (!order) return { ok: true } as const
    if (order.status !== 'cart') return { ok: false, reason: 'being-paid' } as const
    const bookings = await listBookings(tx, order.orderId)
    await dropBookings(
      tx,
      bookings.filter((booking) => booking.bookingId === bookingId),
    )
    await raiseVersion(tx, order.orderId)
    return { ok: true } as const
  })
}

export type ExtendOutcome =
  | { ok: true; heldUntil: Temporal.Instant }
  | CartRefusal
  | { ok: false; reason: 'cart-empty' }
  | { ok: false; reason: 'hold-expired' }
  | { ok: false; reason: 'extended-already' }

/**
 * Extends the hold once, by 15 minutes within the limit of 60; not at all if the network holds many
 * unpaid seats.
 */
export async function extendHold(
  visitor: string,
  now: Temporal.Instant,
  contact?: Contact,
): Promise<ExtendOutcome> {
  await keepContact(visitor, contact)
  return inTransaction(async (tx) => {
    const order = await lockOpenOrder(tx, visitor)
    if (!order) return { ok: false, reason: 'cart-empty' } as const
    if (!isBefore(now, order.heldUntil)) return { ok: false, reason: 'hold-expired' } as const
    if (order.status !== 'cart') return { ok: false, reason: 'being-paid' } as const
    if (order.extended) return { ok: false, reason: 'extended-already' } as const

    const heldUntil = extendedUntil(order)
    const bookings = await listBookings(tx, order.orderId)
    if (bookings.length === 0) return { ok: false, reason: 'cart-empty' } as const
    const bookingIds = bookings.map(({ bookingId }) => bookingId)
    const { unpaidBesides } = await listHeldAndUnpaid(tx, bookingIds, now)
    if (unpaidBesides >= MUCH_UNPAID) {
      return { ok: false, reason: 'too-much-unpaid' } as const
    }
    const as = { state: 'cart', expiresAt: heldUntil } as const
    const held = await holdSeats(tx, {
      rides: bookings.map(rideOf),
      as,
      closing: 'for-holders',
      now,
    })
    if (!held.ok) return held
    await tx
      .updateTable('orders')
      .set({ heldUntil, extended: true })
      .where('orderId', '=', order.orderId)
      .execute()
    return { ok: true, heldUntil } as const
  })
}

/** Requests a number of wheelchair spaces for a ride in the cart, or none any more. */
export async function setWheelchairUsers(wish: {
  visitor: string
  bookingId: string
  wheelchairUsers: number
  contact?: Contact | undefined
  now: Temporal.Instant
}): Promise<{ ok: true } | CartRefusal> {
  const { visitor, bookingId, wheelchairUsers, contact, now } = wish
  await keepContact(visitor, contact)
  const editable = await reopenCart(visitor, now)
  if (!editable.ok) return editable

  return inTransaction(async (tx) => {
    const order = await lockOpenOrder(tx, visitor)
    if (order?.status === 'awaiting-payment') return { ok: false, reason: 'being-paid' } as const
    const bookings = order ? await listBookings(tx, order.orderId) : []
    const booking = bookings.find((one) => one.bookingId === bookingId)
    if (!order || !booking) return { ok: false, reason: 'no-such-ride' } as const

    const party = checkParty(booking.passengers, wheelchairUsers)
    if (!party.ok) return party
    const isMore = wheelchairUsers > booking.wheelchairUsers
    const ride = {
      ...rideOf({ ...booking, wheelchairUsers }),
      wheelchairGranted: !isMore,
    }
    const as = { state: 'cart', expiresAt: order.heldUntil } as const
    const held = await holdSeats(tx, { rides: [ride], as, closing: 'for-holders', now })
    if (!held.ok) return held
    await tx
      .updateTable('bookings')
      .set({ wheelchairUsers })
      .where('bookingId', '=', bookingId)
      .execute()
    await raiseVersion(tx, order.orderId)
    return { ok: true } as const
  })
}

/** A ride whose fare has changed since it was first held. */
export type FareChange = { bookingId: string; before: Cents; after: Cents }

export type TakenAgain =
  | { ok: true; heldUntil: Temporal.Instant; fareChanges: FareChange[] }
  | (CartRefusal & { bookingId?: string })
  | { ok: false; reason: 'cart-empty' }

type Asker = {
  /** The visitor's network, as a keyed hash. */
  heldBy?: string | undefined
  /** Account of a logged-in visitor. */
  accountId?: string | undefined
}

/** Holds the same seats again after the hold has expired: all of them or none. */
export async function takeAgain(
  visitor: string,
  now: Temporal.Instant,
  { contact, ...asker }: Asker & { contact?: Contact | undefined } = {},
): Promise<TakenAgain | ContactFirst> {
  await keepContact(visitor, contact)
  const editable = await reopenCart(visitor, now)
  if (!editable.ok) return editable

  return inTransaction(async (tx) => {
    const order = await lockOpenOrder(tx, visitor)
    if (!order) return { ok: false, reason: 'cart-empty' } as const
    if (order.status !== 'cart') return { ok: false, reason: 'being-paid' } as const
    const first = await findContactFirst(tx, order, { now, ...asker })
    return first ?? holdAgain(tx, order, { now, heldBy: asker.heldBy })
  })
}

/** A cart whose seats are still held needs no contact yet. */
async function findContactFirst(
  tx: Tx,
  order: Order,
  { now, heldBy, accountId }: Asker & { now: Temporal.Instant },
): Promise<ContactFirst | undefined> {
  const bookings = await listBookings(tx, order.orderId)
  const bookingIds = bookings.map(({ bookingId }) => bookingId)
  if (bookings.length === 0 || (await hasSeats(tx, bookingIds, now))) return undefined
  const unpaid = { heldBy: heldBy ? [heldBy] : [], besides: bookingIds, now }
  const unpaidBesides = await countUnpaid(tx, unpaid)
  const wanted = bookings.map((booking) => rideOf(booking))
  const { orderId } = order
  return askContactFirst({
    unpaidBesides,
    isMuchNameless: heldBy !== undefined && (await isMuchNameless(tx, { wanted, orderId, now })),
    accountId,
    contact: contactOf(order),
  })
}

/**
 * Holds the rides of a locked cart as if they were new, at the fares that hold now for their day. Returns the changes of
 * fares, so that both prices are shown before the payment.
 */
export async function holdAgain(
  tx: Tx,
  order: Order,
  { now, heldBy }: { now: Temporal.Instant; heldBy: string | undefined },
): Promise<TakenAgain> {
  const bookings = await listBookings(tx, order.orderId)
  if (bookings.length === 0) return { ok: false, reason: 'cart-empty' }
  const bookingIds = bookings.map(({ bookingId }) => bookingId)
  if (await hasSeats(tx, bookingIds, now)) {
    return { ok: true, heldUntil: order.heldUntil, fareChanges: [] }
  }

  const unpaid = { heldBy: heldBy ? [heldBy] : [], besides: bookingIds, now }
  const unpaidBesides = await countUnpaid(tx, unpaid)
  const heldUntil = holdUntil(now, { firstHeldAt: now, unpaidBesides })
  const rides = bookings.map((booking) => ({ ...rideOf(booking), wheelchairGranted: false }))
  const as = { state: 'cart', expiresAt: heldUntil } as const
  const held = await holdSeats(tx, { rides, as, closing: 'for-buyers', heldBy, now })
  if (!held.ok) return held

  const fareChanges: FareChange[] = []
  for (const booking of bookings) {
    const change = await quoteAgain(tx, booking)
    if (change === 'no-fare') return { ok: false, reason: 'no-fare', bookingId: booking.bookingId }
    if (change) fareChanges.push(change)
  }
  await tx
    .updateTable('orders')
    .set({ firstHeldAt: now, heldUntil, extended: false, extraHoldMinutes: 0 })
    .where('orderId', '=', order.orderId)
    .execute()
  if (fareChanges.length > 0) await raiseVersion(tx, order.orderId)
  return { ok: true, heldUntil, fareChanges }
}

async function quoteAgain(tx: Tx, booking: Booking): Promise<FareChange | 'no-fare' | undefined> {
  const { bookingId, passengers, totalCents } = booking
  const found = await findFares(tx, booking)
  if (!found) return 'no-fare'
  const after = totalOf(priceParty(found.fares, passengers))
  if (after === totalCents) return undefined
  await repriceBooking(tx, { bookingId, passengers, ...found })
  return { bookingId, before: cents(totalCents), after }
}
