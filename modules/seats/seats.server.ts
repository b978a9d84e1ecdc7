import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import type { DepartureStatus } from '#modules/timetable/departure-status.ts'
import type { WheelchairAccess } from '#modules/timetable/wheelchair-access.ts'
import type { Database, Tx } from '#platform/db.server.ts'
import { invariant } from '#platform/invariant.ts'
import { isBefore } from '#platform/time.ts'

import {
  closingTime,
  MAX_UNPAID,
  maxUnpaid,
  placeCount,
  placesLeft,
  wheelchairUntil,
  type Closing,
  type HoldRefusal,
  type HoldState,
  type Places,
  type Ride,
} from './seats.ts'

/*
 * Places on a departure. The one promise kept here (I1): on no leg do the places sold and held
 * exceed those of the bus.
 *
 * Places left are counted from `seat_holds`, never stored, so an abandoned cart gives its places
 * back by itself when its hold expires. Whatever makes a hold count that may not have counted a
 * moment ago goes through `holdSeats`, which locks the departure before it counts.
 */

/** The ride of one booking, with the moment it boards, from which all its deadlines count. */
export type HeldRide = {
  bookingId: string
  departureId: string
  ride: Ride
  boardsAt: Temporal.Instant
  accessible: WheelchairAccess
  places: Places
  /** Asked for with the notice it needs: the wheelchair deadline is not asked twice. */
  wheelchairGranted: boolean
}

type HoldRequest = {
  rides: readonly HeldRide[]
  /** `sold` is for money that came after its hold had gone: there is nothing left to wait for. */
  as: { state: 'cart'; expiresAt: Temporal.Instant } | { state: 'paying' } | { state: 'sold' }
  /** Until when seats may be had by whoever asks. */
  closing: Closing
  /** The network that asks, as a keyed hash. What is held already counts for whom it counted before. */
  heldBy?: string | undefined
  /** Bookings that these take the place of: their holds do not count beside the new, and end with it. */
  insteadOf?: readonly string[]
  now: Temporal.Instant
}

export type HoldOutcome = { ok: true } | (HoldRefusal & { bookingId: string })

/**
 * Takes places off sale for some bookings: all of them or none. Asking again for a booking replaces
 * its hold, which counts for nothing meanwhile, so what is held already is always granted again.
 */
export async function holdSeats(tx: Tx, request: HoldRequest): Promise<HoldOutcome> {
  const { rides, as, insteadOf = [] } = request
  // Before the departures, since everybody who wants the same bus waits while those are locked.
  const unpaid = as.state === 'sold' ? NOTHING_UNPAID : await countBeside(tx, request)
  const departures = await lockDepartures(tx, departureIdsOf(rides))
  const answer = await quote(tx, departures, request)
  if (!answer.ok) return answer
  const refusal = findTooMuch(departures, rides, unpaid)
  if (refusal) return refusal

  await releaseSeats(tx, [...rides.map(({ bookingId }) => bookingId), ...insteadOf])
  const expiresAt = as.state === 'cart' ? as.expiresAt : null
  const holds = rides.map(({ bookingId, departureId, ride, places }) => {
    invariant(places.seats + places.wheelchairPlaces > 0, 'a hold is for at least one place')
    const hold = { bookingId, departureId, ...ride, ...places }
    const holder = unpaid.holders.get(bookingId) ?? null
    return { holdId: randomUUID(), ...hold, state: as.state, expiresAt, heldBy: holder }
  })
  await tx.insertInto('seatHolds').values(holds).execute()
  return { ok: true }
}

/**
 * What `holdSeats` would say at this moment, without waiting for anybody. When a bus sells out, those
 * who come too late hear it from here, and do not stand in line before those who still get a seat.
 */
export async function quoteHold(tx: Tx | Database, request: QuoteRequest): Promise<HoldOutcome> {
  const departures = await selectDepartures(tx, departureIdsOf(request.rides)).execute()
  return quote(tx, byId(departures), request)
}

type QuoteRequest = Pick<HoldRequest, 'rides' | 'closing' | 'insteadOf' | 'now'>
type Departures = Map<string, Departure>

async function quote(
  tx: Tx | Database,
  departures: Departures,
  { rides, closing, insteadOf = [], now }: QuoteRequest,
): Promise<HoldOutcome> {
  const bookingIds = [...rides.map(({ bookingId }) => bookingId), ...insteadOf]
  const held = await listPlacesTaken(tx, { departureIds: [...departures.keys()], now })
  const taken = held.filter(({ bookingId }) => !bookingIds.includes(bookingId))

  for (const ride of rides) {
    const departure = departures.get(ride.departureId)
    if (!departure) return refused(ride, { ok: false, reason: 'no-such-ride' })
    const refusal = findObstacle(ride, departure, { closing, now, taken })
    if (refusal) return refused(ride, refusal)
    taken.push({ ...ride, ...ride.ride, ...ride.places })
  }
  return { ok: true }
}

type Unpaid = {
  /** By booking, the network that it is held by; nobody is named for what no visitor asks for. */
  holders: ReadonlyMap<string, string>
  /** The bookings that ask for more than they have. */
  more: ReadonlySet<string>
  /** By network, what else it holds and has not paid. */
  others: ReadonlyMap<string, readonly PlacesOfBus[]>
}
type PlacesOfBus = { departureId: string } & Places

const NOTHING_UNPAID: Unpaid = { holders: new Map(), more: new Set(), others: new Map() }

/**
 * Seats held for nothing are kept from those who would pay, so what one network holds unpaid has a
 * bound, of each bus and of all together. What is held already is not counted anew: it may be paid,
 * extended, made less.
 */
async function countBeside(
  tx: Tx,
  { rides, heldBy, insteadOf = [], now }: HoldRequest,
): Promise<Unpaid> {
  const own = [...rides.map(({ bookingId }) => bookingId), ...insteadOf]
  const before = await listHeld(tx, own)
  const holders = new Map<string, string>()
  const more = new Set<string>()
  for (const { bookingId, departureId, places } of rides) {
    const hold = before.find((one) => one.bookingId === bookingId)
    const holder = hold?.heldBy ?? heldBy
    if (!holder) continue
    holders.set(bookingId, holder)
    const isMore = hold?.departureId !== departureId || placeCount(places) > placeCount(hold)
    if (isMore || !isUnpaid(hold, now)) more.add(bookingId)
  }
  const asking = new Set([...more].flatMap((bookingId) => holders.get(bookingId) ?? []))
  const others = new Map<string, readonly PlacesOfBus[]>()
  for (const holder of [...asking].toSorted()) {
    await waitForNetwork(tx, holder)
    const held = await listUnpaid(tx, { heldBy: [holder], now })
    others.set(
      holder,
      held.filter(({ bookingId }) => !own.includes(bookingId)),
    )
  }
  return { holders, more, others }
}

function isUnpaid(
  { state, expiresAt }: { state: HoldState; expiresAt: Temporal.Instant | null },
  now: Temporal.Instant,
): boolean {
  return state === 'paying' || (expiresAt !== null && isBefore(now, expiresAt))
}

/**
 * The holds of one network stand in one line to be counted, on whichever buses they are. Whoever is
 * about to lock departures by other means waits here first, since holdSeats does it in this order.
 */
export async function waitForNetwork(tx: Tx, heldBy: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${heldBy}, 20))`.execute(tx)
}

function findTooMuch(
  departures: Departures,
  rides: readonly HeldRide[],
  { holders, more, others }: Unpaid,
): HoldOutcome | undefined {
  for (const ride of rides.filter(({ bookingId }) => more.has(bookingId))) {
    const holder = holders.get(ride.bookingId)
    const wanted = rides.filter(({ bookingId }) => holders.get(bookingId) === holder)
    const all = [
      ...(others.get(holder ?? '') ?? []),
      ...wanted.map(({ departureId, places }) => ({ departureId, ...places })),
    ]
    const bus = departures.get(ride.departureId)
    const onThisBus = all.filter(({ departureId }) => departureId === ride.departureId)
    const isTooMuch =
      countPlaces(all) > MAX_UNPAID || (bus && countPlaces(onThisBus) > maxUnpaid(bus))
    if (isTooMuch) return refused(ride, { ok: false, reason: 'too-much-unpaid' })
  }
  return undefined
}

function countPlaces(holds: readonly Places[]): number {
  return holds.reduce((count, hold) => count + placeCount(hold), 0)
}

/** How many places are held by this network and not paid, but for those of some bookings. */
export async function countUnpaid(
  tx: Tx | Database,
  {
    heldBy,
    besides,
    now,
  }: { heldBy: readonly string[]; besides: readonly string[]; now: Temporal.Instant },
): Promise<number> {
  if (heldBy.length === 0) return 0
  const held = await listUnpaid(tx, { now, heldBy })
  return countPlaces(held.filter(({ bookingId }) => !besides.includes(bookingId)))
}

/** The same, by whoever holds these bookings. */
export async function countUnpaidBesides(
  tx: Tx | Database,
  bookingIds: readonly string[],
  now: Temporal.Instant,
): Promise<number> {
  const heldBy = (await listHeld(tx, bookingIds)).flatMap((hold) => hold.heldBy ?? [])
  return countUnpaid(tx, { heldBy, besides: bookingIds, now })
}

function listUnpaid(
  tx: Tx | Database,
  { heldBy, now }: { heldBy: readonly string[]; now: Temporal.Instant },
) {
  return tx
    .selectFrom('seatHolds')
    .select(['bookingId', 'departureId', 'seats', 'wheelchairPlaces'])
    .where('heldBy', 'in', heldBy)
    .where((hold) =>
      hold.or([
        hold('state', '=', 'paying'),
        hold.and([hold('state', '=', 'cart'), hold('expiresAt', '>', now)]),
      ]),
    )
    .execute()
}

/** Of a hold that has lapsed nobody needs to know any more whose it was. */
export async function forgetNetworks(tx: Tx, now: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('seatHolds')
    .set({ heldBy: null })
    .where('heldBy', 'is not', null)
    .where('expiresAt', '<', now)
    .execute()
}

export function departureIdsOf(rides: readonly { departureId: string }[]): string[] {
  return rides.map(({ departureId }) => departureId)
}

type Departure = Places & { status: DepartureStatus }
type Circumstances = { closing: Closing; now: Temporal.Instant; taken: readonly TakenPlaces[] }

/** The reasons in the order in which a visitor would hear them. */
function findObstacle(
  { departureId, ride, boardsAt, accessible, places, wheelchairGranted }: HeldRide,
  departure: Departure,
  { closing, now, taken }: Circumstances,
): HoldRefusal | undefined {
  if (departure.status !== 'planned') return { ok: false, reason: 'not-running' }
  const closedAt = closingTime(closing, boardsAt)
  if (isBefore(closedAt, now)) return { ok: false, reason: 'sale-closed', closedAt }

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

function refused({ bookingId }: HeldRide, refusal: HoldRefusal): HoldOutcome {
  return { ...refusal, bookingId }
}

/**
 * Two buyers of the last seat meet here: the second waits until the first has committed, and counts
 * after that. Several departures are locked in one order, so that no two wait for each other; and
 * not against new rows that point at them, of which each of two buyers may have written one already.
 */
export async function lockDepartures(tx: Tx, departureIds: string[]): Promise<Departures> {
  return byId(await selectDepartures(tx, departureIds).forNoKeyUpdate().execute())
}

/**
 * For a transaction that is about to write rows that point at several departures. Each such row locks
 * its departure a little, in the order of writing; an import, which locks all of them by id, would
 * wait for the one while we wait for the other. A single one needs no such care.
 */
export async function lockSeveral(tx: Tx, departureIds: string[]): Promise<void> {
  if (new Set(departureIds).size > 1) await lockDepartures(tx, departureIds)
}

function selectDepartures(tx: Tx | Database, departureIds: string[]) {
  return tx
    .selectFrom('departures')
    .select(['departureId', 'seats', 'status'])
    .select((row) => row.fn.coalesce('wheelchairPlaces', row.val(0)).as('wheelchairPlaces'))
    .where('departureId', 'in', departureIds)
    .orderBy('departureId')
}

function byId(rows: readonly (Departure & { departureId: string })[]): Departures {
  return new Map(rows.map(({ departureId, ...departure }) => [departureId, departure]))
}

type Counted = { departureIds: readonly string[]; now: Temporal.Instant }
export type TakenPlaces = { bookingId: string; departureId: string } & Ride & Places

/** What is sold or held now. A cart's hold that has run out is not listed, tidied up or not. */
export function listPlacesTaken(
  tx: Tx | Database,
  { departureIds, now }: Counted,
): Promise<TakenPlaces[]> {
  if (departureIds.length === 0) return Promise.resolve([])
  return tx
    .selectFrom('seatHolds')
    .select(['bookingId', 'departureId', 'fromPosition', 'toPosition', 'seats', 'wheelchairPlaces'])
    .where('departureId', 'in', departureIds)
    .where((hold) => hold.or([hold('state', '!=', 'cart'), hold('expiresAt', '>', now)]))
    .execute()
}

/** Seats being paid for become sold. Both count, so nothing has to be locked or counted again. */
export async function sellSeats(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('seatHolds')
    .set({ state: 'sold', expiresAt: null, heldBy: null })
    .where('bookingId', 'in', bookingIds)
    .where('state', '=', 'paying')
    .execute()
}

/** A payment came to nothing: the seats stay held for a while, so that another card can be tried. */
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

/** Whether every one of these bookings has places that count. */
export async function hasSeats(
  tx: Tx | Database,
  bookingIds: readonly string[],
  now: Temporal.Instant,
): Promise<boolean> {
  const held = await listHeld(tx, bookingIds)
  const live = held.filter((hold) => !hold.expiresAt || isBefore(now, hold.expiresAt))
  return live.length === bookingIds.length
}

/** Whether every one of these bookings has places that count until its payment has an end. */
export async function areBeingPaid(tx: Tx, bookingIds: readonly string[]): Promise<boolean> {
  const held = await listHeld(tx, bookingIds)
  return held.filter(({ state }) => state === 'paying').length === bookingIds.length
}

function listHeld(tx: Tx | Database, bookingIds: readonly string[]) {
  return tx
    .selectFrom('seatHolds')
    .select(['bookingId', 'departureId', 'seats', 'wheelchairPlaces'])
    .select(['state', 'expiresAt', 'heldBy'])
    .where('bookingId', 'in', bookingIds)
    .execute()
}

/** Gives seats back to the others, at once. */
export async function releaseSeats(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length === 0) return
  await tx.deleteFrom('seatHolds').where('bookingId', 'in', bookingIds).execute()
}

/** After the ride nobody needs to know which of its places were for wheelchairs: they count as seats. */
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
