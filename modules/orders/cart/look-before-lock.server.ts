import type { CartRefusal, RideWish } from '#modules/orders/order/limits.ts'
import { findOpenOrder } from '#modules/orders/order/rows.server.ts'
import { quoteSeen } from '#modules/seats/seats.server.ts'
import { isSellingOut } from '#modules/seats/seats.ts'
import { askTogetherByKey } from '#platform/connection/ask-together.server.ts'
import { db } from '#platform/db.server.ts'
import { isBefore, laterOf } from '#platform/time.ts'

import { heldRideOf, quoteRide, type QuotedRide } from './quote-rides.server.ts'

export type WishedRides = {
  /** The key of the buying browser. */
  visitor: string
  /** The key was made for this request, so nothing is stored under it yet. */
  isNewVisitor?: boolean | undefined
  /** One ride, or the two of a return trip: both are held, or neither. */
  rides: readonly RideWish[]
  now: Temporal.Instant
}

export type Looked = {
  ok: true
  rides: readonly QuotedRide[]
  /**
   * Whether the seats were free, without counting those that are in the cart of the visitor
   * already.
   */
  areFree: boolean
}

/**
 * Reads the rides and their seats before any lock is taken. When a bus sells out, late buyers are
 * refused from here, and do not queue in front of those who still get a seat.
 */
export async function look({
  visitor,
  isNewVisitor = false,
  rides,
  now,
}: WishedRides): Promise<Looked | CartRefusal> {
  const quoted = await joinQuotes(rides, (wish) => quoteTogether(wish, now))
  if (!quoted.ok) return quoted
  const wanted = quoted.rides.map((one) => heldRideOf(one, ''))
  const seen = quoted.rides.map((one) => one.seen)
  const quote = quoteSeen(seen, { rides: wanted, closing: 'for-buyers', now })
  const isRefused = !quote.ok && (isNewVisitor || !(await findOpenOrder(db, visitor)))
  return isRefused ? quote : { ...quoted, areFree: quote.ok }
}

/** A buyer who comes too late waits for the next look at most this long. */
export const LATE_LOOK_MILLISECONDS = 100

/**
 * The same ride, asked for by several at the same moment: a crowd in front of a bus looks once. While the
 * last seats are being paid for, the next look at the bus has to wait a moment, so that those who come too
 * late do not slow down those who pay.
 */
const quoteOfMany = askTogetherByKey(
  (all: readonly { wish: RideWish; now: Temporal.Instant }[]) => {
    const [first, ...others] = all
    if (!first) throw new Error('there is no question')
    const latest = others.reduce((now, other) => laterOf(now, other.now), first.now)
    return quoteRide(db, first.wish, latest)
  },
  (quoted) =>
    quoted.ok && isSellingOut(quoted.seen, quoted.ride, quoted.seen.taken)
      ? LATE_LOOK_MILLISECONDS
      : 0,
)

async function quoteTogether(wish: RideWish, now: Temporal.Instant) {
  const ride = [wish.departureId, wish.fromStopId, wish.toStopId].join(' ')
  const quoted = await quoteOfMany(ride, { wish, now })
  return quoted.ok ? { ...quoted, wish } : quoted
}

/** The quotes of all rides, or the first refusal. A way back never begins before the way there has ended. */
export async function joinQuotes(
  wishes: readonly RideWish[],
  quote: (wish: RideWish) => Promise<QuotedRide | CartRefusal>,
): Promise<{ ok: true; rides: QuotedRide[] } | CartRefusal> {
  const rides: QuotedRide[] = []
  for (const wish of wishes) {
    const ride = await quote(wish)
    if (!ride.ok) return ride
    rides.push(ride)
  }
  const [out, back] = rides
  if (out && back && isBefore(back.ride.departsAt, out.ride.arrivesAt)) {
    return { ok: false, reason: 'return-before-arrival' }
  }
  return { ok: true, rides }
}
