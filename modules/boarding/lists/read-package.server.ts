import { sql } from 'kysely'

import {
  rideOf,
  type Millis,
  type PackedCall,
  type Scan,
} from '#modules/boarding/package/package.ts'
import { listDelays } from '#modules/dispatch/delays.server.ts'
import type { StopNews } from '#modules/dispatch/stop-news.ts'
import { findToday, listStopNews } from '#modules/dispatch/today.server.ts'
import type { Passengers } from '#modules/fares/passengers.ts'
import { listPairs } from '#modules/fleet/relief-bus.server.ts'
import type { BusOfPair } from '#modules/fleet/vehicle.ts'
import { passengersOf } from '#modules/orders/order/booking-passengers.server.ts'
import { headCount } from '#modules/orders/order/party.ts'
import { MISSED_UNTIL_HOURS } from '#modules/rules/rules.ts'
import { listPlacesTaken, type TakenPlaces } from '#modules/seats/holds.server.ts'
import type { DepartureStatus } from '#modules/timetable/departure-status.ts'
import { db } from '#platform/db.server.ts'
import { TIME_ZONE } from '#platform/time.ts'

export type TicketRow = {
  digest: string
  number: string
  isValid: boolean
  voidOn: string | null
  successor: string | null
  people: number
  passengers: Passengers
  wheelchairUsers: number
  from: number
  to: number
  missed: boolean
  leader: string
  isWalkUp: boolean
}

export type DepartureRow = {
  departureId: string
  serviceDate: string
  status: DepartureStatus
  seats: number
  wheelchairPlaces: number | null
  calls: readonly PackedCall[]
  /** The number of the newest report of a delay; zero without one. */
  lastReport: number
  taken: readonly TakenPlaces[]
  tickets: readonly TicketRow[]
  scans: readonly Scan[]
  closed: readonly number[]
  stopNews: readonly StopNews[]
  buses: readonly BusOfPair[]
}

type Days = { from: Temporal.PlainDate; until: Temporal.PlainDate }

/**
 * All departures of these service dates, and those of the date before whose tickets a later bus
 * still takes, with what is sold on them and who is aboard.
 */
export async function readDepartures(days: Days, now: Temporal.Instant): Promise<DepartureRow[]> {
  const departures = await listDepartures(days, now)
  const departureIds = departures.map(({ departureId }) => departureId)
  const [calls, tickets, scans, taken, closed, today, pairs, delays] = await Promise.all([
    listCalls(departureIds),
    listTickets(departureIds),
    listScans(departureIds),
    // The phone itself adds the unsold seats of its lease, for as long as its bus is still there.
    listPlacesTaken(db, { departureIds, now }, { withLapsedLeases: true }),
    listClosed(departureIds),
    findToday(departureIds),
    listPairs(departureIds),
    listDelays(departureIds),
  ])
  const [callsOf, ticketsOf, scansOf, takenOf, closedOf] = [
    Map.groupBy(calls, byDeparture),
    Map.groupBy(tickets, byDeparture),
    Map.groupBy(scans, byDeparture),
    Map.groupBy(taken, byDeparture),
    Map.groupBy(closed, byDeparture),
  ]
  return departures.map((departure) => {
    const { departureId } = departure
    return {
      ...departure,
      serviceDate: departure.serviceDate.toString(),
      calls: (callsOf.get(departureId) ?? []).map(({ stopId, departsAt, position }) => {
        return {
          stopId,
          departsAt: inMillis(departsAt),
          delay: today.delayAt(departureId, position),
        }
      }),
      lastReport: delays.get(departureId)?.[0]?.delayNo ?? 0,
      tickets: (ticketsOf.get(departureId) ?? []).map(({ departureId: _same, ...one }) => one),
      scans: scansOf.get(departureId) ?? [],
      taken: takenOf.get(departureId) ?? [],
      closed: (closedOf.get(departureId) ?? []).map(({ position }) => position),
      stopNews: (callsOf.get(departureId) ?? []).flatMap((call) => listStopNews(call, today)),
      buses: pairs.get(departureId) ?? [],
    }
  })
}

function byDeparture({ departureId }: { departureId: string }): string {
  return departureId
}

function inMillis(moment: Temporal.Instant): Millis {
  return moment.epochMilliseconds
}

function listDepartures({ from, until }: Days, now: Temporal.Instant) {
  const since = now.subtract({ hours: MISSED_UNTIL_HOURS })
  return db
    .selectFrom('departures')
    .select(['departureId', 'serviceDate', 'status', 'seats', 'wheelchairPlaces'])
    .where('serviceDate', '>=', from.subtract({ days: 1 }))
    .where('serviceDate', '<=', until)
    .where((departure) =>
      departure.or([
        departure('serviceDate', '>=', from),
        // A service date ends after midnight.
        departure.exists(
          departure
            .selectFrom('departureStops')
            .select('position')
            .whereRef('departureStops.departureId', '=', 'departures.departureId')
            .where('departsAt', '>=', since),
        ),
      ]),
    )
    .orderBy('departureId')
    .execute()
}

async function listCalls(departureIds: readonly string[]) {
  if (departureIds.length === 0) return []
  return db
    .selectFrom('departureStops')
    .select(['departureId', 'position', 'stopId', 'departsAt'])
    .where('departureId', 'in', departureIds)
    .orderBy('departureId')
    .orderBy('position')
    .execute()
}

type RawTicket = Omit<TicketRow, 'people' | 'passengers'> & {
  departureId: string
  passengerRows: Parameters<typeof passengersOf>[0]
}

const IS_VALID = sql`(
  tickets.replaced_at is null and bookings.state = 'live' and orders.status = 'confirmed')`

/** How many tickets of a departure are listed, and how many of them are void. */
export async function countListed(departureId: string): Promise<{ all: number; void: number }> {
  const { rows } = await sql<{ all: number; void: number }>`
    select count(*)::int as all, (count(*) filter (where not ${IS_VALID}))::int as void
    from bookings join orders using (order_id) join tickets using (booking_id)
    where departure_id = ${departureId}`.execute(db)
  return rows[0] ?? { all: 0, void: 0 }
}

/** As many are told at once; a phone that has them asks for its list, and so knows all others too. */
const MAX_VOIDED_TOLD = 100
/** A change may be committed so much later than it says. */
const COMMIT_SECONDS = 30

/** The digests of tickets that became void since then, on any bus, newest first. */
export async function listVoided(since: Temporal.Instant): Promise<string[]> {
  const from = since.subtract({ seconds: COMMIT_SECONDS })
  const { rows } = await sql<{ digest: string }>`
    select left(encode(sha256(convert_to(code, 'UTF8')), 'hex'), 16) as digest from tickets
    where replaced_at > ${from} order by replaced_at desc limit ${MAX_VOIDED_TOLD}`.execute(db)
  return rows.map(({ digest }) => digest)
}

/**
 * The tickets for these departures, void ones too: they are known at the door as what they are. The
 * code itself is not sent, only the beginning of its SHA-256 (digest.ts).
 */
async function listTickets(departureIds: readonly string[]) {
  const { rows } = await sql<RawTicket>`
    select departure_id, left(encode(sha256(convert_to(code, 'UTF8')), 'hex'), 16) as digest, number,
      ${IS_VALID} as is_valid,
      to_char(tickets.replaced_at at time zone ${TIME_ZONE}, 'YYYY-MM-DD') as void_on,
      (select newer.number from tickets newer join bookings others using (booking_id)
        where tickets.replaced_at is not null and newer.replaced_at is null
          and others.order_id = bookings.order_id and others.state = 'live'
          and split_part(newer.number, '-', 2) = split_part(tickets.number, '-', 2)) as successor,
      (select json_object_agg(category, json_build_array(count, fare_cents)) from booking_passengers
        where booking_passengers.booking_id = bookings.booking_id) as passenger_rows,
      wheelchair_users, from_position as from, to_position as to, missed, group_leader as leader,
      orders.channel = 'on-board' as is_walk_up
    from bookings join orders using (order_id) join tickets using (booking_id)
    where departure_id = any(${[...departureIds]}::uuid[])
    order by departure_id, number, tickets.issued_at`.execute(db)
  return rows.map(({ passengerRows, ...row }) => {
    const passengers = passengersOf(passengerRows)
    return { ...row, passengers, people: headCount(passengers) }
  })
}

/** Scans aboard these departures, by the ride that any ticket of their booking names. */
async function listScans(departureIds: readonly string[]): Promise<Scan[]> {
  const { rows } = await sql<Omit<Scan, 'at'> & { number: string; at: Temporal.Instant }>`
    select scans.device_no as device, seq, scans.departure_id, position, boarded, scanned_at as at,
      (select number from tickets where tickets.booking_id = scans.booking_id
        order by issued_at limit 1) as number
    from scans where departure_id = any(${[...departureIds]}::uuid[])
    order by device_no, seq`.execute(db)
  return rows.map(({ number, at, ...scan }) => ({
    ...scan,
    ride: rideOf(number),
    at: inMillis(at),
  }))
}

async function listClosed(departureIds: readonly string[]) {
  if (departureIds.length === 0) return []
  return db
    .selectFrom('closedBoardings')
    .select(['departureId', 'position'])
    .where('departureId', 'in', departureIds)
    .orderBy('position')
    .execute()
}
