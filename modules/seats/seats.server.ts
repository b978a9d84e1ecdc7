import { randomUUID } from 'node:crypto'

import { closingTime, type Closing, wheelchairUntil } from '#modules/rules/deadlines.ts'
import type { DepartureStatus } from '#modules/timetable/departure-status.ts'
import type { WheelchairAccess } from '#modules/timetable/wheelchair-access.ts'
import { sendAhead } from '#platform/connection/send-ahead.server.ts'
import type { Database, Tx } from '#platform/db.server.ts'
import { invariant } from '#platform/invariant.ts'
import { holdsRefused, holdsTaken } from '#platform/metrics/metrics.server.ts'
import { isBefore } from '#platform/time.ts'
import { afterCommit } from '#platform/transaction.server.ts'
import { writeAhead } from '#platform/write-together.server.ts'

import { listHeld, placesTaken, type Held, type TakenPlaces } from './holds.server.ts'
import { placesLeft, type HoldRefusal, type Places, type Ride } from './seats.ts'
import { sinkCapacity } from './sink-capacity.server.ts'
import { countBeside, findTooMuch, NOTHING_UNPAID, type UnpaidHold } from './unpaid.server.ts'

/*
 * Places on a departure. This file keeps invariant I1: on no leg do the places sold and held exceed
 * those of the bus.
 *
 * Places left are counted from `seat_holds`, never stored, so an abandoned cart returns its places
 * as soon as its hold expires. Any change that makes a hold count which may not have counted a
 * moment ago goes through `holdSeats`, which locks the departure before it counts.
 */

/** The journey of one booking, with its boarding time, from which all its deadlines count. */
export type HeldRide = {
  bookingId: string
  departureId: string
  ride: Ride
  boardsAt: Temporal.Instant
  accessible: WheelchairAccess
  places: Places
  /** Whether the space was requested in time: the wheelchair deadline is then not checked again. */
  wheelchairGranted: boolean
  /** A leg kept beside the places of a booking, so that its journey can become longer. */
  isPart?: true
}

type HoldRequest = {
  rides: readonly HeldRide[]
  /**
   * `sold` is for money that arrived after its hold had expired: no payment is left to wait for.
   * `blocked` is for a block of the office (seat-blocks.server.ts), whose id stands for the booking.
   */
  as:
    | { state: 'cart' | 'offered'; expiresAt: Temporal.Instant }
    | { state: 'paying' }
    | { state: 'sold' }
    | { state: 'blocked' }
  /** The deadline that applies to this caller. */
  closing: Closing
  /**
   * The caller's network, as a keyed hash. Existing holds stay counted for the network that made
   * them.
   */
  heldBy?: string | undefined
  /**
   * The unpaid holds of that network besides the bookings concerned, if the caller has waited for it
   * and listed them in this transaction.
   */
  unpaid?: readonly UnpaidHold[] | undefined
  /** Bookings that these replace: their holds do not count beside the new ones, and end with them. */
  insteadOf?: readonly string[]
  /**
   * The present holds of all these bookings, if the caller has read them under the lock of their
   * order: none of a new booking.
   */
  before?: readonly Held[]
  now: Temporal.Instant
}

export type HoldOutcome = { ok: true } | (HoldRefusal & { bookingId: string })

/**
 * Takes places off sale for some bookings: all of them or none. Asking again for a booking replaces
 * its hold, which does not count meanwhile, so a current hold is always granted again.
 */
export async function holdSeats(tx: Tx, request: HoldRequest): Promise<HoldOutcome> {
  const { rides, as, insteadOf = [] } = request
  const own = [...rides.map(({ bookingId }) => bookingId), ...insteadOf]
  const before = request.before ?? (await listHeld(tx, own))
  // Before the departures are locked, since all buyers of the same bus wait for that lock.
  const unpaid = as.state === 'sold' ? NOTHING_UNPAID : await countBeside(tx, request, before)
  // Those that are left as well, since a place that comes free may change what they sell.
  const departureIds = departureIdsOf([...rides, ...before])
  await sendAhead(tx, selectLocked(tx, departureIds))
  // A statement of its own: it sees what the one before us has committed while we waited.
  const seen = await selectDepartures(tx, departureIds)
    .select(placesTaken(request.now, { withLapsedLeases: request.closing === 'on-board' }))
    .execute()
  const departures = byId(seen)
  const taken = seen.flatMap((departure) => departure.taken)
  const answer = quote(departures, taken, request)
  if (!answer.ok) return answer
  const retimed = await findRetimed(tx, departures, rides)
  if (retimed) return retimed
  const tooMuch = findTooMuch(departures, rides, unpaid)
  if (tooMuch) return refused(tooMuch, { ok: false, reason: 'too-much-unpaid' })

  const expiresAt = 'expiresAt' in as ? as.expiresAt : null
  const holds = rides.map(({ bookingId, departureId, ride, places }) => {
    invariant(places.seats + places.wheelchairPlaces > 0, 'a hold is for at least one place')
    const hold = { bookingId, departureId, ...ride, ...places }
    const holder = unpaid.holders.get(bookingId) ?? null
    return { holdId: randomUUID(), ...hold, state: as.state, expiresAt, heldBy: holder }
  })
  await writeAhead(tx, [
    ...(before.length > 0 ? [holdsOf(tx, own)] : []),
    tx.insertInto('seatHolds').values(holds),
  ])
  // Last: until then the new places count for nothing.
  const freed = before.filter((hold) => !isHeldStill(hold, rides))
  await sinkCapacity(tx, departureIdsOf(freed))
  afterCommit(() => holdsTaken.inc({ kind: as.state }))
  return { ok: true }
}

/**
 * A ride that was chosen before its locked departure got new times, and so leaves at another time than
 * the buyer was shown.
 */
async function findRetimed(
  tx: Tx,
  departures: Departures,
  rides: readonly HeldRide[],
): Promise<HoldOutcome | undefined> {
  for (const ride of rides) {
    if (!departures.get(ride.departureId)?.retimedAt) continue
    const { departsAt } = await tx
      .selectFrom('departureStops')
      .select('departsAt')
      .where('departureId', '=', ride.departureId)
      .where('position', '=', ride.ride.fromPosition)
      .executeTakeFirstOrThrow()
    if (departsAt.equals(ride.boardsAt)) continue
    return refused(ride, { ok: false, reason: 'retimed', departsAt })
  }
  return undefined
}

/** Whether all places of a former hold are held again. */
function isHeldStill(hold: Held, rides: readonly HeldRide[]): boolean {
  return rides.some(
    ({ bookingId, departureId, ride, places }) =>
      bookingId === hold.bookingId &&
      departureId === hold.departureId &&
      ride.fromPosition <= hold.fromPosition &&
      ride.toPosition >= hold.toPosition &&
      places.seats >= hold.seats &&
      places.wheelchairPlaces >= hold.wheelchairPlaces,
  )
}

/**
 * The answer that `holdSeats` would give now, without waiting for a lock. When a bus sells out,
 * late buyers are refused from here, and do not queue in front of those who still get a seat.
 */
export async function quoteHold(tx: Tx | Database, request: QuoteRequest): Promise<HoldOutcome> {
  const departures = await selectDepartures(tx, departureIdsOf(request.rides))
    .select(placesTaken(request.now))
    .execute()
  return quoteSeen(departures, request)
}

/** The same answer for each ride alone, in the order of the rides, from one look at all their buses. */
export async function quoteEach(
  tx: Tx | Database,
  { rides, ...request }: QuoteRequest,
): Promise<HoldOutcome[]> {
  if (rides.length === 0) return []
  const seen = await selectDepartures(tx, departureIdsOf(rides))
    .select(placesTaken(request.now))
    .execute()
  return rides.map((ride) => quoteSeen(seen, { ...request, rides: [ride] }))
}

/** The same answer from buses that the caller has read, each with its `placesTaken`. */
export function quoteSeen(
  seen: readonly (Departure & { departureId: string; taken: TakenPlaces[] })[],
  request: QuoteRequest,
): HoldOutcome {
  const held = new Map(seen.map(({ departureId, taken }) => [departureId, taken]))
  return quote(byId(seen), [...held.values()].flat(), request)
}

type QuoteRequest = Pick<HoldRequest, 'rides' | 'closing' | 'insteadOf' | 'now'>
type Departures = Map<string, Departure>

function quote(
  departures: Departures,
  held: readonly TakenPlaces[],
  { rides, closing, insteadOf = [], now }: QuoteRequest,
): HoldOutcome {
  const bookingIds = [...rides.map(({ bookingId }) => bookingId), ...insteadOf]
  const taken = held.filter(({ bookingId }) => !bookingIds.includes(bookingId))

  for (const ride of rides) {
    const departure = departures.get(ride.departureId)
    if (!departure) return refused(ride, { ok: false, reason: 'no-such-ride' })
    const own = held.filter(
      (hold) => hold.bookingId === ride.bookingId || insteadOf.includes(hold.bookingId),
    )
    const refusal = findObstacle(ride, departure, { closing, now, taken, own })
    if (refusal) return refused(ride, refusal)
    taken.push({ ...ride, ...ride.ride, ...ride.places, state: 'cart' })
  }
  return { ok: true }
}

export function departureIdsOf(rides: readonly { departureId: string }[]): string[] {
  return rides.map(({ departureId }) => departureId)
}

type Departure = Places & {
  status: DepartureStatus
  closedAt: Temporal.Instant | null
  /** The positions at which nobody boards or gets off. */
  closedStops: number[]
  /** Null unless it once got the times of a new timetable. */
  retimedAt?: Temporal.Instant | null
}
type Circumstances = {
  closing: Closing
  now: Temporal.Instant
  /** Places of others, and those granted before in this request. */
  taken: readonly TakenPlaces[]
  /** Places that this booking has now, or that it replaces. */
  own: readonly TakenPlaces[]
}

/** The reasons in the order in which a visitor should get them. */
function findObstacle(
  held: HeldRide,
  departure: Departure,
  { closing, now, taken, own }: Circumstances,
): HoldRefusal | undefined {
  const { departureId, ride, boardsAt, accessible, places, wheelchairGranted } = held
  if (departure.status !== 'planned') return { ok: false, reason: 'not-running' }
  const closedAt = closingTime(closing, boardsAt)
  if (isBefore(closedAt, now)) return { ok: false, reason: 'sale-closed', closedAt }
  const mayStay = closing === 'on-board' || holdsAlready(held, own)
  if (departure.closedAt && !mayStay) return { ok: false, reason: 'closed-by-us' }
  if (callsAtClosed(held, departure) && closing !== 'on-board' && !isBought(held, own)) {
    return { ok: false, reason: 'stop-closed' }
  }

  if (places.wheelchairPlaces > 0) {
    if (accessible === null) return { ok: false, reason: 'wheelchair-access-unknown' }
    if (!accessible) return { ok: false, reason: 'stop-not-accessible' }
    const lastMoment = wheelchairUntil(boardsAt)
    if (!wheelchairGranted && isBefore(lastMoment, now)) {
      return { ok: false, reason: 'wheelchair-notice-too-short', lastMoment }
    }
  }
  const onThisBus = taken.filter((other) => other.departureId === departureId)
  const left = placesLeft(departure, ride, onThisBus)
  if (places.seats > left.seats) {
    return { ok: false, reason: 'not-enough-seats', seatsLeft: Math.max(0, left.seats) }
  }
  if (places.wheelchairPlaces > left.wheelchairPlaces) {
    return { ok: false, reason: 'no-wheelchair-place' }
  }
  return undefined
}

/** Whether a journey begins or ends at a stop that the bus does not serve. */
function callsAtClosed({ ride, isPart }: HeldRide, { closedStops }: Departure): boolean {
  const ends = [ride.fromPosition, ride.toPosition]
  return !isPart && ends.some((position) => closedStops.includes(position))
}

/** Whether the same journey is bought already, by those who give up some of its places. */
function isBought({ departureId, ride }: HeldRide, own: readonly TakenPlaces[]): boolean {
  return own.some(
    (hold) =>
      (hold.state === 'sold' || hold.state === 'paying') &&
      hold.departureId === departureId &&
      hold.fromPosition === ride.fromPosition &&
      hold.toPosition === ride.toPosition,
  )
}

/** Whether these places are asked for again, on the same legs or some of them. */
function holdsAlready(
  { departureId, ride, places }: HeldRide,
  own: readonly TakenPlaces[],
): boolean {
  const same = own.filter(
    (hold) =>
      hold.departureId === departureId &&
      hold.fromPosition <= ride.fromPosition &&
      hold.toPosition >= ride.toPosition,
  )
  return (
    places.seats <= sum(same.map(({ seats }) => seats)) &&
    places.wheelchairPlaces <= sum(same.map(({ wheelchairPlaces }) => wheelchairPlaces))
  )
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

function refused({ bookingId }: HeldRide, refusal: HoldRefusal): HoldOutcome {
  holdsRefused.inc({ reason: refusal.reason })
  return { ...refusal, bookingId }
}

/**
 * Two buyers of the last seat meet here: the second waits until the first has committed, and counts
 * after that. Several departures are locked in one order, so that no two transactions deadlock. The
 * lock admits new rows that refer to the departures, since each of two buyers may have written one.
 */
function selectLocked(tx: Tx, departureIds: string[]) {
  return selectDepartures(tx, departureIds).forNoKeyUpdate()
}

/** Locks the departures, and reads them as they are then. */
export async function lockDepartures(tx: Tx, departureIds: string[]): Promise<Departures> {
  return byId(await selectLocked(tx, departureIds).execute())
}

/**
 * For a transaction that is about to write rows that refer to several departures. Each such row
 * takes a weak lock on its departure, in the order of writing; an import locks all of them by id,
 * so the two could deadlock. A single departure needs no such care.
 */
export async function lockSeveral(tx: Tx, departureIds: string[]): Promise<void> {
  if (new Set(departureIds).size > 1) await lockDepartures(tx, departureIds)
}

function selectDepartures(tx: Tx | Database, departureIds: string[]) {
  return tx
    .selectFrom('departures')
    .select(['departureId', 'seats', 'status', 'closedAt', 'closedStops', 'retimedAt'])
    .select((row) => row.fn.coalesce('wheelchairPlaces', row.val(0)).as('wheelchairPlaces'))
    .where('departureId', 'in', departureIds)
    .orderBy('departureId')
}

function byId(rows: readonly (Departure & { departureId: string })[]): Departures {
  return new Map(rows.map(({ departureId, ...departure }) => [departureId, departure]))
}

/** Marks seats being paid for as sold. Both states count, so nothing is locked or counted again. */
export async function sellSeats(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  await updateSold(tx, bookingIds).execute()
}

/** The same as an update, to be written together with the sale. */
export function updateSold(tx: Tx, bookingIds: readonly string[]) {
  return tx
    .updateTable('seatHolds')
    .set({ state: 'sold', expiresAt: null, heldBy: null })
    .where('bookingId', 'in', bookingIds)
    .where('state', '=', 'paying')
}

/** After a failed payment the seats stay held for a while, so that another card can be tried. */
export async function returnSeatsToCart(
  tx: Tx,
  bookingIds: readonly string[],
  expiresAt: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('seatHolds')
    .set({ state: 'cart', expiresAt })
    .where('bookingId', 'in', bookingIds)
    .where('state', '=', 'paying')
    .execute()
}

/** Whether every one of these bookings has places that count now. */
export async function hasSeats(
  tx: Tx | Database,
  bookingIds: readonly string[],
  now: Temporal.Instant,
): Promise<boolean> {
  return areHeld(await listHeld(tx, bookingIds), bookingIds, now)
}

/** The same of holds that were listed for these bookings. */
export function areHeld(
  held: readonly Held[],
  bookingIds: readonly string[],
  now: Temporal.Instant,
): boolean {
  const live = held.filter((hold) => !hold.expiresAt || isBefore(now, hold.expiresAt))
  return live.length === bookingIds.length
}

/** Whether every one of these bookings has places that count until its payment has ended. */
export async function areBeingPaid(tx: Tx, bookingIds: readonly string[]): Promise<boolean> {
  return arePaying(await listHeld(tx, bookingIds), bookingIds)
}

/** The same of holds that were listed for these bookings. */
export function arePaying(held: readonly Held[], bookingIds: readonly string[]): boolean {
  return held.filter(({ state }) => state === 'paying').length === bookingIds.length
}

/**
 * Puts seats back on sale immediately. On a departure with more taken than is wanted, they are not
 * sold again: its capacity sinks.
 */
export async function releaseSeats(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length === 0) return
  await sinkCapacity(tx, await deleteHolds(tx, bookingIds))
}

/** Returns the departures on which places came free. */
async function deleteHolds(tx: Tx, bookingIds: readonly string[]): Promise<string[]> {
  return departureIdsOf(await holdsOf(tx, bookingIds).returning('departureId').execute())
}

function holdsOf(tx: Tx, bookingIds: readonly string[]) {
  return tx.deleteFrom('seatHolds').where('bookingId', 'in', bookingIds)
}

/**
 * Moves all that is held on a departure to the one that replaced it, with the same stops. Both are
 * locked, and the caller has counted that everybody has a place there.
 */
export async function moveHolds(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  const there = { departureId: to }
  await tx.updateTable('seatHolds').set(there).where('departureId', '=', from).execute()
  await tx.updateTable('seatBlocks').set(there).where('departureId', '=', from).execute()
}

/** After the journey, wheelchair spaces are counted as seats, so that they are no longer recorded. */
export async function forgetWheelchairPlaces(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length === 0) return
  await tx
    .updateTable('seatHolds')
    .set((hold) => ({
      seats: hold('seats', '+', hold.ref('wheelchairPlaces')),
      wheelchairPlaces: 0,
    }))
    .where('bookingId', 'in', bookingIds)
    .execute()
}
