import { findOrder, listBookingsEver } from '#modules/orders/order/rows.server.ts'
import { db } from '#platform/db.server.ts'
import { isBefore } from '#platform/time.ts'

import { findChoice, findChoiceOf, listOffers } from './choices.server.ts'

/** A choice as its page shows it; undefined for an unknown token. */
export async function readChoice(token: string) {
  const choice = await findChoice(db, token)
  const order = choice && (await findOrder(db, choice.orderId))
  if (!choice || !order) return undefined
  const bookings = await listBookingsEver(db, order.orderId)
  const before = bookings.find(({ bookingId }) => bookingId === choice.bookingId)
  const after = bookings.find(({ bookingId }) => bookingId === choice.chosenBookingId)
  const offers = await listOffers(db, choice)
  return before && { choice, order, before, after, offers }
}

type Called = { orderId: string; bookingId: string }

/** The facts that a caller needs: the number, if one is known, and the bus on which seats are still kept. */
export async function readCall({ orderId, bookingId }: Called, now: Temporal.Instant) {
  const order = await findOrder(db, orderId)
  const choice = await findChoiceOf(db, bookingId)
  const [best] = choice ? await listOffers(db, choice) : []
  const isKept = choice?.state === 'told' && isBefore(now, choice.decideBy)
  return { phone: order?.contactPhone ?? null, offer: isKept ? best : undefined }
}
