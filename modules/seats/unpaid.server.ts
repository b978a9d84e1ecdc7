import { sql } from 'kysely'

import { MAX_UNPAID } from '#modules/rules/rules.ts'
import { sendAhead } from '#platform/connection/send-ahead.server.ts'
import type { Database, Tx } from '#platform/db.server.ts'
import { ringOf } from '#platform/limits/callers-network.server.ts'
import { isBefore } from '#platform/time.ts'

import { selectHeld, type Held } from './holds.server.ts'
import {
  maxNamelessOf,
  maxUnpaidOf,
  maxUnpaidOfRing,
  placeCount,
  type HoldState,
  type Places,
} from './seats.ts'

/* The limits on places that one network holds and has not paid for. */

type AskedRide = { bookingId: string; departureId: string; places: Places }
type Asked = {
  rides: readonly AskedRide[]
  heldBy?: string | undefined
  unpaid?: readonly UnpaidHold[] | undefined
  insteadOf?: readonly string[]
  now: Temporal.Instant
}

/** The unpaid holds that count beside those asked for now. */
type Unpaid = {
  /** By booking, the network that holds it; none if no visitor asked for it. */
  holders: ReadonlyMap<string, string>
  /** The bookings that ask for more places than they hold. */
  more: ReadonlySet<string>
  /** By network, its other holds that are not paid. */
  others: ReadonlyMap<string, readonly PlacesOfBus[]>
  /** By network, the holds on these buses of all networks around it, which are not paid either. */
  around: ReadonlyMap<string, readonly PlacesOfBus[]>
}
type PlacesOfBus = { departureId: string } & Places
export type UnpaidHold = PlacesOfBus & { bookingId: string }

export const NOTHING_UNPAID: Unpaid = {
  holders: new Map(),
  more: new Set(),
  others: new Map(),
  around: new Map(),
}

/**
 * Unpaid holds keep seats from paying buyers, so the unpaid holds of one network are limited, on
 * each bus and on all together. An existing hold is not counted again: it may be paid, extended or
 * reduced.
 */
export async function countBeside(
  tx: Tx,
  { rides, heldBy, unpaid, insteadOf = [], now }: Asked,
  before: readonly Held[],
): Promise<Unpaid> {
  const own = [...rides.map(({ bookingId }) => bookingId), ...insteadOf]
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
    const isCounted = unpaid && holder === heldBy
    const held = isCounted ? unpaid : await listUnpaidAlone(tx, holder, now)
    others.set(
      holder,
      held.filter(({ bookingId }) => !own.includes(bookingId)),
    )
  }
  const around = new Map<string, readonly PlacesOfBus[]>()
  for (const holder of others.keys()) {
    const departureIds = rides.map(({ departureId }) => departureId)
    const held = await listAround(tx, { holder, departureIds, now })
    around.set(
      holder,
      held.filter(({ bookingId }) => !own.includes(bookingId)),
    )
  }
  return { holders, more, others, around }
}

function isUnpaid(
  { state, expiresAt }: { state: HoldState; expiresAt: Temporal.Instant | null },
  now: Temporal.Instant,
): boolean {
  return state === 'paying' || (expiresAt !== null && isBefore(now, expiresAt))
}

/**
 * The unpaid holds of one network, on all buses; until the commit only this transaction adds to them.
 * A caller that is about to lock departures by other means waits here first, since holdSeats takes its
 * locks in this order.
 */
export async function listUnpaidAlone(
  tx: Tx,
  heldBy: string,
  now: Temporal.Instant,
): Promise<UnpaidHold[]> {
  await waitForNetwork(tx, heldBy)
  return listUnpaid(tx, { heldBy: [heldBy], now })
}

async function waitForNetwork(tx: Tx, heldBy: string): Promise<void> {
  const counted = ringOf(heldBy) ?? heldBy
  await sendAhead(tx, sql`select pg_advisory_xact_lock(hashtextextended(${counted}, 20))`)
}

/** The first ride with which its network would hold too many unpaid places, if any. */
export function findTooMuch<Ride extends AskedRide>(
  buses: ReadonlyMap<string, Places>,
  rides: readonly Ride[],
  { holders, more, others, around }: Unpaid,
): Ride | undefined {
  for (const ride of rides.filter(({ bookingId }) => more.has(bookingId))) {
    const holder = holders.get(ride.bookingId)
    const wanted = rides.filter(({ bookingId }) => holders.get(bookingId) === holder)
    const wantedPlaces = wanted.map(({ departureId, places }) => ({ departureId, ...places }))
    const all = [...(others.get(holder ?? '') ?? []), ...wantedPlaces]
    const bus = buses.get(ride.departureId)
    const here = (holds: readonly PlacesOfBus[]) =>
      countPlaces(holds.filter(({ departureId }) => departureId === ride.departureId))
    const inRing = [...(around.get(holder ?? '') ?? []), ...wantedPlaces]
    const isTooMuchHere =
      bus && (here(all) > maxUnpaidOf(bus) || here(inRing) > maxUnpaidOfRing(bus))
    if (countPlaces(all) > MAX_UNPAID || isTooMuchHere) return ride
  }
  return undefined
}

/** The number of places of all kinds. */
export function countPlaces(holds: readonly Places[]): number {
  return holds.reduce((count, hold) => count + placeCount(hold), 0)
}

/** The number of unpaid places held by these networks, except those of some bookings. */
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

/** The same for the networks that hold these bookings, with the holds of the bookings themselves. */
export async function listHeldAndUnpaid(
  tx: Tx | Database,
  bookingIds: readonly string[],
  now: Temporal.Instant,
): Promise<{ held: Held[]; unpaidBesides: number }> {
  const unpaid = sql<number>`(
    select coalesce(sum(other.seats + other.wheelchair_places), 0) from seat_holds as other
    where other.held_by = seat_holds.held_by and other.booking_id <> all(${bookingIds}::uuid[])
      and (other.state = 'paying' or (other.state = 'cart' and other.expires_at > ${now})))`
  const rows = await selectHeld(tx, bookingIds).select(unpaid.as('unpaid')).execute()
  const byNetwork = new Map(rows.map((row) => [row.heldBy, row.unpaid]))
  return { held: rows, unpaidBesides: [...byNetwork.values()].reduce((sum, one) => sum + one, 0) }
}

function listUnpaid(
  tx: Tx | Database,
  { heldBy, now }: { heldBy: readonly string[]; now: Temporal.Instant },
) {
  return selectUnpaid(tx, now).where('heldBy', 'in', heldBy).execute()
}

function selectUnpaid(tx: Tx | Database, now: Temporal.Instant) {
  return tx
    .selectFrom('seatHolds')
    .select(['bookingId', 'departureId', 'seats', 'wheelchairPlaces'])
    .where((hold) =>
      hold.or([
        hold('state', '=', 'paying'),
        hold.and([hold('state', '=', 'cart'), hold('expiresAt', '>', now)]),
      ]),
    )
}

type Around = { holder: string; departureIds: readonly string[]; now: Temporal.Instant }

/** The unpaid holds on some buses of all networks in the /48 of one; none for IPv4. */
async function listAround(tx: Tx, { holder, departureIds, now }: Around): Promise<UnpaidHold[]> {
  const ring = ringOf(holder)
  if (ring === undefined) return []
  return selectUnpaid(tx, now)
    .where('departureId', 'in', departureIds)
    .where(sql<boolean>`split_part(held_by, ':', 1) = ${ring}`)
    .execute()
}

type Asking = {
  wanted: readonly { departureId: string; places: Places }[]
  /** Its own holds do not count. */
  orderId: string
  now: Temporal.Instant
}

/**
 * Whether with these places more of a bus would be held unpaid than all buyers together may hold
 * without a contact. Not locked, since it only decides whether a contact is asked for.
 */
export async function isMuchNameless(tx: Tx, { wanted, orderId, now }: Asking): Promise<boolean> {
  const departureIds = [...new Set(wanted.map(({ departureId }) => departureId))]
  const { rows } = await sql<Places & { departureId: string; nameless: number }>`
    select departure_id, seats, coalesce(wheelchair_places, 0) as wheelchair_places, (
      select coalesce(sum(hold.seats + hold.wheelchair_places), 0)::int
      from seat_holds as hold join bookings using (booking_id) join orders using (order_id)
      where hold.departure_id = departures.departure_id and hold.state = 'cart' and hold.expires_at > ${now}
        and hold.held_by is not null and orders.contact_email is null and account_id is null
        and order_id <> ${orderId}) as nameless
    from departures where departure_id = any(${departureIds}::uuid[])`.execute(tx)
  return rows.some(({ departureId, nameless, ...bus }) => {
    const here = wanted.filter((one) => one.departureId === departureId)
    return nameless + countPlaces(here.map(({ places }) => places)) > maxNamelessOf(bus)
  })
}

/** Forgets the network of every expired hold, since it is no longer needed. */
export async function forgetNetworks(tx: Tx, now: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('seatHolds')
    .set({ heldBy: null })
    .where('heldBy', 'is not', null)
    .where('expiresAt', '<', now)
    .execute()
}
