import { applyChange } from '#modules/orders/apply/apply-change.server.ts'
import { propose } from '#modules/orders/apply/proposals.server.ts'
import { countRidesAboard, lockAgainstScans } from '#modules/orders/order/aboard.server.ts'
import type { PartyRefusal } from '#modules/orders/order/limits.ts'
import { checkParty, headCount, placesFor } from '#modules/orders/order/party.ts'
import type { Booking, Order } from '#modules/orders/order/rows.server.ts'
import { refuseAboard } from '#modules/orders/policy/aboard.ts'
import { isPartOf } from '#modules/orders/policy/cancellation.ts'
import { departureIdsOf, lockDepartures, releaseSeats } from '#modules/seats/seats.server.ts'
import type { Places, Ride } from '#modules/seats/seats.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { isBefore } from '#platform/time.ts'

import { isAway, listOfferIds, listOffers, recordDecision, type Choice } from './choices.server.ts'
import { listTooMany } from './too-full.server.ts'
import { isOnOneOf } from './too-full.ts'
import type { ChoiceOutcome, Travelling, Wish } from './wish.ts'

/* Passengers of an incident who stay on their bus: all of a booking, or some of it. */

export type At = { order: Order; booking: Booking; asked: Choice; wish: Wish }

/**
 * Keeps the seats on a bus that runs, and lets those go that were kept on others. If some of a group
 * stay, the others are refunded without a fee, and those who stay have a new ticket.
 */
export async function stayOnBus(tx: Tx, at: At, staying?: Travelling): Promise<ChoiceOutcome> {
  const { asked, booking, wish } = at
  if (isAway(asked)) return { ok: false, reason: 'moved-already' }
  if (staying && !isEverybody(staying, booking)) return stayInPart(tx, at, staying)
  if (asked.state === 'stays') return { ok: true }
  if (!(await mayAllStay(tx, at))) return { ok: false, reason: 'cannot-stay' }
  await releaseSeats(tx, await listOfferIds(tx, asked))
  await recordDecision(tx, asked, { state: 'stays', chosenBookingId: null }, wish)
  return { ok: true }
}

/** Passengers whose seats were needed may stay as soon as nobody needs those any more. */
async function mayAllStay(tx: Tx, { asked, booking, wish }: At): Promise<boolean> {
  if (asked.defaultChoice === 'stay') return true
  if (asked.kind !== 'smaller-bus' || !isBefore(wish.now, asked.decideBy)) return false
  await lockDepartures(tx, departureIdsOf([booking, ...(await listOffers(tx, asked))]))
  return isForAll(await findMostStaying(asked, booking, tx), booking)
}

/** Whether a group may keep all the places that it has. */
export function isForAll(
  most: Places | undefined,
  { passengers, wheelchairUsers }: Travelling,
): boolean {
  return most !== undefined && isWithin(placesFor(passengers, wheelchairUsers), most)
}

/**
 * Until the choice ends; afterwards a part of a group is cancelled by the terms, as without an
 * incident. This and a scan at the door lock the same row, and the departures are locked before
 * they are counted.
 */
async function stayInPart(
  tx: Tx,
  { order, booking, asked, wish }: At,
  staying: Travelling,
): Promise<ChoiceOutcome> {
  const { by, reason, now } = wish
  if (asked.kind === 'late') return { ok: false, reason: 'no-refund' }
  if (!isBefore(now, asked.decideBy)) return { ok: false, reason: 'choice-over' }
  const checked = checkPart(staying, booking)
  if (!checked.ok) return checked
  const refused = await refuseScanned(tx, order, booking)
  if (refused) return refused
  const offers = await listOffers(tx, asked)
  await lockDepartures(tx, departureIdsOf([booking, ...offers]))
  const most = await findMostStaying(asked, booking, tx)
  if (!most || !isWithin(placesFor(staying.passengers, staying.wheelchairUsers), most)) {
    return { ok: false, reason: 'cannot-stay' }
  }

  const { fares, noticeFrom } = booking
  const after = await propose(tx, booking, { ride: booking, ...staying, fares, noticeFrom })
  const done = await applyChange(tx, {
    order,
    kind: 'company-refunded',
    by,
    ...(reason && { reason }),
    replacing: [{ before: booking, after }],
    keptHolds: await listOfferIds(tx, asked),
    money: {
      refund: cents(booking.totalCents - after.totalCents),
      fee: cents(0),
      forfeited: cents(0),
    },
    now,
  })
  if (!done.ok) return done
  await recordDecision(tx, asked, { state: 'stays', chosenBookingId: after.bookingId }, wish)
  return { ok: true }
}

/** Why nobody of a booking is refunded or moved: some are aboard. A scan at the door and this wait for each other. */
export async function refuseScanned(tx: Tx, { orderId }: Order, booking: Booking, onBus?: string) {
  await lockAgainstScans(tx, booking.bookingId)
  const aboard = (await countRidesAboard(tx, orderId, onBus)).get(booking.position) ?? 0
  return refuseAboard({ aboard, people: headCount(booking.passengers) })
}

/**
 * The places that some of a group may keep on their bus; undefined if none of them may stay. Those whose
 * seats are needed may stay if all who then remain on the bus have a place, and those without a wheelchair
 * space if nobody of them needs it.
 */
export async function findMostStaying(
  { kind, defaultChoice, departureId }: Pick<Choice, 'kind' | 'defaultChoice' | 'departureId'>,
  booking: Ride & Travelling,
  tx: Tx | Database = db,
): Promise<Places | undefined> {
  if (kind === 'late') return undefined
  const all = placesFor(booking.passengers, booking.wheelchairUsers)
  if (defaultChoice === 'stay') return all
  if (kind !== 'smaller-bus') return undefined
  const tooMany = (await listTooMany(departureId, tx)).filter((leg) => isOnOneOf([leg], booking))
  const needed = (of: keyof Places) => Math.max(0, ...tooMany.map((leg) => leg[of]))
  const seats = defaultChoice === 'call' ? all.seats : all.seats - needed('seats')
  const wheelchairPlaces = Math.max(0, all.wheelchairPlaces - needed('wheelchairPlaces'))
  const isSomebody = seats >= 0 && seats + wheelchairPlaces > 0
  return isSomebody ? { seats, wheelchairPlaces } : undefined
}

function isWithin(places: Places, most: Places): boolean {
  return places.seats <= most.seats && places.wheelchairPlaces <= most.wheelchairPlaces
}

/** Whether some of a group may travel without the others. */
export function checkPart(
  { passengers, wheelchairUsers }: Travelling,
  booking: Travelling,
): { ok: true } | { ok: false; reason: 'not-so-many' } | PartyRefusal {
  if (!isPartOf(passengers, booking.passengers)) return { ok: false, reason: 'not-so-many' }
  if (wheelchairUsers > booking.wheelchairUsers) return { ok: false, reason: 'not-so-many' }
  return checkParty(passengers, wheelchairUsers)
}

/** Whether these are all passengers of a booking. */
export function isEverybody(travelling: Travelling, { passengers, wheelchairUsers }: Travelling) {
  const { passengers: some, wheelchairUsers: users } = travelling
  return isPartOf(passengers, some) && isPartOf(some, passengers) && users === wheelchairUsers
}
