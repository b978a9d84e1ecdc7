import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'

import { believe } from '#modules/boarding/package/believe.ts'
import type { DeviceKind } from '#modules/boarding/package/device-kind.ts'
import type { SentScan } from '#modules/boarding/package/sync.ts'
import type { BookingState } from '#modules/orders/order/booking-state.ts'
import { MISSED_UNTIL_HOURS } from '#modules/rules/rules.ts'
import { actorText, type Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { noteConflicts } from './conflicts.server.ts'
import { seatGuests } from './seat-guests.server.ts'

type Sent = {
  deviceId: string
  /** The kind of the phone, such as "Android"; null if its browser does not say. */
  kind?: DeviceKind | null
  /** When the list was made that the phone has; null if it has none. */
  listMadeAt?: Temporal.Instant | null
  scans: readonly SentScan[]
  by: Actor & { kind: 'staff' }
  now: Temporal.Instant
}

export type Received = {
  device: number
  lastSeq: number
  /** Scans that are not kept: of no ticket or bus of ours, or that no phone at a door can have made. */
  refused: number[]
  /** The office has blocked the phone: its scans are kept, and it gets no list. */
  isRevoked: boolean
}

/**
 * Writes down what phones counted. They are facts: a scan beyond the people of a booking is kept, and
 * makes a conflict. A scan that arrived before changes nothing; another one under its number is refused, and so
 * is one of more people than the party ever had, or that takes off more than are aboard. Each message with new ones has one
 * entry in the audit for each bus. People taken along from other buses then have their seats; if that
 * was cut short, the phone has no answer and sends them again.
 */
export async function receiveScans(sent: Sent): Promise<Received> {
  const { bookingIds, ...received } = await writeScans(sent)
  await seatGuests(bookingIds, sent.now)
  return received
}

function writeScans({ scans, by, now, ...phone }: Sent) {
  return inTransaction(async (tx) => {
    const { device, isRevoked } = await noteDevice(tx, { ...phone, by, now })
    const places = await lockPlaces(tx, scans)
    const placed = scans.flatMap((scan) => {
      const place = places.get(placeOf(scan))
      return place ? [{ ...scan, ...place }] : []
    })
    const rows = await leaveOutWrong(tx, device, placed)
    const added = rows.length > 0 ? await insertScans(tx, { device, rows, by, now }) : []
    const changed = [...new Set(added.map(({ bookingId }) => bookingId))]
    if (changed.length > 0) await noteConflicts(tx, changed, now)
    for (const [departureId, some] of Map.groupBy(added, (row) => row.departureId)) {
      const boarded = some.reduce((sum, row) => sum + row.boarded, 0)
      const after = { device, scans: some.length, boarded }
      await audit(tx, { by, subject: `manifest:${departureId}`, action: 'scanned', after, now })
    }
    const kept = new Set(rows.map(countOf))
    const refused = scans.flatMap((scan) => (kept.has(countOf(scan)) ? [] : [scan.seq]))
    const bookingIds = [...new Set(rows.map(({ bookingId }) => bookingId))]
    return { device, lastSeq: await findLastSeq(tx, device), refused, isRevoked, bookingIds }
  })
}

/** The number of a phone, and whether it is revoked; a new one gets the next number. */
async function noteDevice(
  tx: Tx,
  { deviceId, kind = null, listMadeAt = null, by, now }: Omit<Sent, 'scans'>,
): Promise<{ device: number; isRevoked: boolean }> {
  const seen = { staffId: by.staffId, lastSeenAt: now, kind, listMadeAt }
  const { deviceNo, revokedAt } = await tx
    .insertInto('boardingDevices')
    .values({ deviceId, ...seen })
    .onConflict((conflict) => conflict.column('deviceId').doUpdateSet(seen))
    .returning(['deviceNo', 'revokedAt'])
    .executeTakeFirstOrThrow()
  return { device: deviceNo, isRevoked: revokedAt !== null }
}

function countOf(scan: SentScan): string {
  return `${scan.seq} ${placeOf(scan)} ${scan.boarded}`
}

function placeOf({ ride, departureId, position }: SentScan): string {
  return `${ride} ${departureId} ${position}`
}

/** No ticket is taken for a bus further away than a missed one may be. */
const HOURS_APART = `${MISSED_UNTIL_HOURS} hours`

/** Only tickets for buses of the hours before and after are hashed: nobody boards with any other. */
const RIDE_OF_DIGEST = sql`
  select split_part(number, '-', 1) || '-' || split_part(number, '-', 2)
  from departure_stops as boarded
  join bookings on bookings.departs_at between boarded.departs_at - ${HOURS_APART}::interval
    and boarded.departs_at + ${HOURS_APART}::interval
  join tickets on tickets.booking_id = bookings.booking_id
  where told.ride ~ '^[0-9a-f]{16}$' and boarded.departure_id = told.departure_id
    and boarded.position = told.position
    and left(encode(sha256(convert_to(code, 'UTF8')), 'hex'), 16) = told.ride
  limit 1`

/**
 * The bookings of these scans, by ride and place, each locked. A change that this has waited for may have
 * replaced one of them: then the people are counted under the ticket that is valid now.
 */
async function lockPlaces(tx: Tx, scans: readonly SentScan[]): Promise<Map<string, Place>> {
  if (scans.length === 0) return new Map()
  let found = await lockBookings(tx, scans)
  while (found.some(({ state }) => state === 'replaced')) {
    const before = found
    found = await lockBookings(tx, scans)
    if (isDeepStrictEqual(found, before)) break
  }
  return new Map(found.map((one) => [one.place, one]))
}

type Place = {
  place: string
  bookingId: string
  state: BookingState
  /** The order and position name the ride; a booking is the present state of it. */
  rideId: string
  /** The people of the largest party that this ride was ever booked for. */
  most: number
}

/**
 * The bookings by the tickets that were shown. A ticket that the phone did not find on its list is
 * known by the digest of its code. For a changed ride it is the booking whose ticket is valid, or
 * was valid last. A stop that the bus does not have is left out.
 */
async function lockBookings(tx: Tx, scans: readonly SentScan[]): Promise<Place[]> {
  const { rows } = await sql<Place>`
    with told as (
      select * from unnest(${scans.map(({ ride }) => ride)}::text[],
        ${scans.map(({ departureId }) => departureId)}::uuid[],
        ${scans.map(({ position }) => position)}::int[]) as told (ride, departure_id, position)
    ), sent as (
      select told.*, coalesce((${RIDE_OF_DIGEST}), ride) as known_as from told
    ), placed as (
      select distinct ride || ' ' || departure_id || ' ' || position as place, booking_id
      from sent join departure_stops using (departure_id, position)
      cross join lateral (
        select tickets.booking_id from tickets
        join tickets as any_issue on any_issue.number = sent.known_as
        join bookings as first_booked on first_booked.booking_id = any_issue.booking_id
        join bookings on bookings.order_id = first_booked.order_id
          and bookings.booking_id = tickets.booking_id
        where tickets.number = sent.known_as or tickets.number like sent.known_as || '-%'
        order by tickets.replaced_at desc nulls first, tickets.issued_at desc limit 1) as ticket
    )
    select place, bookings.booking_id, bookings.state,
      bookings.order_id || ' ' || bookings.position as ride_id, (
        select max(people)::int from bookings as ever cross join lateral (
          select sum(count) as people from booking_passengers
          where booking_passengers.booking_id = ever.booking_id) as party
        where ever.order_id = bookings.order_id and ever.position = bookings.position) as most
    from bookings join placed using (booking_id)
    order by bookings.booking_id for no key update of bookings`.execute(tx)
  return rows
}

type Placed = SentScan & Omit<Place, 'place'>

/**
 * The scans that a phone at a door can have made, with those that arrived before. They are judged
 * by the people who were aboard each bus before them, whoever counted those.
 */
async function leaveOutWrong(tx: Tx, device: number, placed: Placed[]): Promise<Placed[]> {
  if (placed.length === 0) return []
  const [before, aboard] = [await listArrived(tx, device, placed), await countRides(tx, placed)]
  return placed.filter((scan) => {
    const arrived = before.get(scan.seq)
    if (arrived) return isDeepStrictEqual(arrived, contentOf(scan))
    const bus = `${scan.rideId} ${scan.departureId}`
    const after = (aboard.get(bus) ?? 0) + scan.boarded
    if (scan.boarded > scan.most || (scan.boarded < 0 && after < 0)) return false
    aboard.set(bus, after)
    before.set(scan.seq, contentOf(scan))
    return true
  })
}

type Content = Pick<Placed, 'rideId' | 'departureId' | 'position' | 'boarded'>

function contentOf({ rideId, departureId, position, boarded }: Content): Content {
  return { rideId, departureId, position, boarded }
}

/** The scans of this phone that are in the books under the numbers of these. */
async function listArrived(tx: Tx, device: number, placed: Placed[]) {
  const rows = await tx
    .selectFrom('scans')
    .innerJoin('bookings', 'bookings.bookingId', 'scans.bookingId')
    .select(['seq', 'scans.departureId', 'scans.position', 'boarded'])
    .select(sql<string>`order_id || ' ' || bookings.position`.as('rideId'))
    .where('deviceNo', '=', device)
    .where(
      'seq',
      'in',
      placed.map(({ seq }) => seq),
    )
    .execute()
  return new Map(rows.map((row) => [row.seq, contentOf(row)]))
}

/** The people of these rides on each bus, by ride and departure. */
async function countRides(tx: Tx, placed: Placed[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ bus: string; people: number }>`
    select ride.order_id || ' ' || ride.position || ' ' || scans.departure_id as bus,
      sum(boarded)::int as people
    from bookings join bookings as ride using (order_id, position)
    join scans on scans.booking_id = ride.booking_id
    where bookings.booking_id = any(${[...new Set(placed.map(({ bookingId }) => bookingId))]}::uuid[])
    group by bus`.execute(tx)
  return new Map(rows.map(({ bus, people }) => [bus, people]))
}

type Rows = {
  device: number
  rows: readonly (SentScan & { bookingId: string })[]
  by: Actor
  now: Temporal.Instant
}

/** The rows that had not arrived before. */
function insertScans(tx: Tx, { device, rows, by, now }: Rows) {
  const values = rows.map(({ seq, bookingId, departureId, position, boarded, at }) => ({
    deviceNo: device,
    seq,
    bookingId,
    departureId,
    position,
    boarded,
    scannedAt: believe(at, now),
    receivedAt: now,
    scannedBy: actorText(by),
  }))
  return tx
    .insertInto('scans')
    .values(values)
    .onConflict((conflict) => conflict.columns(['deviceNo', 'seq']).doNothing())
    .returning(['bookingId', 'departureId', 'boarded'])
    .execute()
}

async function findLastSeq(tx: Tx, device: number): Promise<number> {
  const { last } = await tx
    .selectFrom('scans')
    .select(({ fn }) => fn.max<number | null>('seq').as('last'))
    .where('deviceNo', '=', device)
    .executeTakeFirstOrThrow()
  return last ?? 0
}
