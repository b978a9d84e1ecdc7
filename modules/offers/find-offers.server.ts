import { sql } from 'kysely'

import { priceParty, totalOf } from '#modules/fares/fares.ts'
import type { Passengers } from '#modules/fares/passengers.ts'
import {
  closingTime,
  lastBookableDate,
  saleClosesAt,
  wheelchairUntil,
  type Closing,
} from '#modules/rules/deadlines.ts'
import { placesLeft, type Places } from '#modules/seats/seats.ts'
import { accessOfAll, accessOfBus } from '#modules/timetable/wheelchair-access.ts'
import { keepBriefly } from '#platform/answers/cache.server.ts'
import { db } from '#platform/db.server.ts'
import { dateInCyprus, inCyprus, isBefore, startOfDay } from '#platform/time.ts'

import { clocksOf } from './clock-change.ts'
import { findNotRunning } from './find-not-running.server.ts'
import {
  rideState,
  type NotRunning,
  type Offer,
  type OfferedRide,
  type OffersFound,
} from './offer.ts'
import { rememberForEdition, type DepartureNow, type HoldNow } from './remembered.server.ts'
import {
  findNextBoarding,
  isSold,
  listRidesBetween,
  type RideBetween,
  type StopSets,
} from './rides-between.server.ts'

/** The time ahead in which we look for the next day with a departure. */
const LOOK_AHEAD_DAYS = 31
const MAX_REMEMBERED_DAYS = 1000

type Search = StopSets & {
  /** The date in Cyprus at the boarding stop. */
  date: Temporal.PlainDate
  passengers: Passengers
  /** The places this party needs for its passengers and wheelchairs. */
  places: Places
  /** The deadline that applies to the seller of these seats. */
  closing?: Closing
  now: Temporal.Instant
}

/**
 * The departures of one day between two places, earliest first, with the price for this party and
 * the places left now; or the reason why there are none. A search holds nothing.
 */
export async function findOffers(search: Search): Promise<OffersFound> {
  const { fromStopIds, toStopIds, date, now } = search
  const stops = { fromStopIds, toStopIds }
  const today = dateInCyprus(now)
  if (fromStopIds.every((stopId) => toStopIds.includes(stopId))) return { found: 'same-place' }
  if (Temporal.PlainDate.compare(date, today) < 0) return { found: 'past', today }

  const { value: day, departures } = await remembered(JSON.stringify([date, stops]), now, () =>
    readDay(stops, date),
  )
  if (day.runs.length === 0) {
    const reason = await whyNever(stops, date, today)
    if (reason) return reason
  }
  const { runs, ...exceptions } = day
  const offers = toOffers(runs, departures, search)
  if (offers.length > 0) return { found: 'departures', offers, ...exceptions }

  const nextMidnight = startOfDay(date.add({ days: 1 }))
  const until = nextMidnight.add({ hours: 24 * LOOK_AHEAD_DAYS })
  const next = await findNextBoarding({ ...stops, since: nextMidnight, until })
  return { found: 'none-this-day', nextDate: next ? dateInCyprus(next) : null, ...exceptions }
}

/** A ride with the facts that only the timetable knows. */
type TimedRide = RideBetween &
  Pick<OfferedRide, 'clocks' | 'dayOffset' | 'durationMinutes'> & {
    saleClosesAt: Temporal.Instant
    wheelchairUntil: Temporal.Instant
  }
type TimedDeparture = { departureId: string; routeId: string; rides: TimedRide[] }
type Day = { runs: TimedDeparture[]; notRunning: NotRunning[]; reduced: boolean }

const remembered = rememberForEdition<Day>(MAX_REMEMBERED_DAYS, ({ runs }) =>
  runs.map(({ departureId }) => departureId),
)

async function readDay(stops: StopSets, date: Temporal.PlainDate): Promise<Day> {
  const span = { since: startOfDay(date), until: startOfDay(date.add({ days: 1 })) }
  const rides = await listRidesBetween(db, { ...stops, ...span })
  const runsAt = rides.map(({ departsAt }) => inCyprus(departsAt).toPlainTime())
  const exceptions = await findNotRunning({ ...stops, date, runsAt })
  const byDeparture = [...Map.groupBy(rides, ({ departureId }) => departureId)]
  const runs = byDeparture.map(([departureId, ofDeparture]) => ({
    departureId,
    routeId: ofDeparture[0]?.routeId ?? '',
    rides: withoutLoops(ofDeparture).map(timed),
  }))
  return { runs, ...exceptions }
}

/** A bus that calls at a stop twice is boarded and left at the first chance, as `findRide` does. */
function withoutLoops(rides: readonly RideBetween[]): RideBetween[] {
  const byStops = Map.groupBy(rides, ({ fromStopId, toStopId }) => `${fromStopId}\n${toStopId}`)
  return [...byStops.values()].flatMap(([first]) => first ?? [])
}

function timed(ride: RideBetween): TimedRide {
  const { departsAt, arrivesAt } = ride
  return {
    ...ride,
    clocks: clocksOf(departsAt, arrivesAt),
    dayOffset: dateInCyprus(departsAt).until(dateInCyprus(arrivesAt)).days,
    durationMinutes: Math.round(departsAt.until(arrivesAt).total('minutes')),
    saleClosesAt: saleClosesAt(departsAt),
    wheelchairUntil: wheelchairUntil(departsAt),
  }
}

/** Reasons that also apply to other days, or a timetable that is not published yet. */
async function whyNever(
  stops: StopSets,
  date: Temporal.PlainDate,
  today: Temporal.PlainDate,
): Promise<OffersFound | undefined> {
  if (!(await isSold(stops, today))) {
    return { found: 'no-direct-service', viaStopIds: await listChanges(stops, date) }
  }
  const publishedUntil = await findPublishedUntil(today)
  const isPublished = publishedUntil && Temporal.PlainDate.compare(date, publishedUntil) <= 0
  return isPublished ? undefined : { found: 'not-published', publishedUntil }
}

type Departures = ReadonlyMap<string, DepartureNow>

function toOffers(runs: TimedDeparture[], departures: Departures, search: Search): Offer[] {
  return runs.flatMap(({ departureId, routeId, rides }) => {
    const departure = departures.get(departureId)
    if (!departure || departure.status === 'withdrawn') return []
    const taken = departure.holds.filter(({ until }) => isHeldAt(until, search.now))
    const offered = rides.map((ride) => toOfferedRide(ride, departure, taken, search))
    return { departureId, routeId, rides: offered }
  })
}

function isHeldAt(until: string | null, now: Temporal.Instant): boolean {
  return until === null || isBefore(now, Temporal.Instant.from(until))
}

function toOfferedRide(
  ride: TimedRide,
  departure: DepartureNow,
  taken: readonly HoldNow[],
  { passengers, places, closing = 'for-buyers', now }: Search,
): OfferedRide {
  const { fromStopId, toStopId, departsAt, arrivesAt, clocks, dayOffset, fares } = ride
  const { status, closedAt, closedStops, movedStops, seats, wheelchairPlaces } = departure
  const lastMoments = {
    closesAt: closing === 'for-buyers' ? ride.saleClosesAt : closingTime(closing, departsAt),
    wheelchairUntil: ride.wheelchairUntil,
  }
  const left = placesLeft({ seats, wheelchairPlaces: wheelchairPlaces ?? 0 }, ride, taken)
  const ends = [ride.fromPosition, ride.toPosition]
  const isStopClosed = ends.some((position) => closedStops.includes(position))
  const accessible = accessOfAll(ride.stopsAccessible, accessOfBus(wheelchairPlaces))
  const moment = { departsAt, ...lastMoments, now }
  const asked = { status, closedAt, isStopClosed, ...moment, accessible, wanted: places }
  const priceLines = priceParty(fares, passengers)
  return {
    fromStopId,
    toStopId,
    departsAt,
    arrivesAt,
    clocks,
    dayOffset,
    durationMinutes: ride.durationMinutes,
    fares,
    priceLines,
    total: totalOf(priceLines),
    seatsLeft: Math.max(0, left.seats),
    wheelchairPlacesLeft: Math.max(0, left.wheelchairPlaces),
    accessible,
    movedFrom: movedStops.includes(ride.fromPosition) ? ride.fromPosition : null,
    state: rideState({ ...asked, left }),
  }
}

/**
 * Stops at which two tickets connect, since there is no through fare. Inside one area no connection
 * is suggested: it would lead out to an airport and back.
 */
async function listChanges(
  { fromStopIds, toStopIds }: StopSets,
  date: Temporal.PlainDate,
): Promise<string[]> {
  const { rows } = await sql<{ stopId: string }>`
    select distinct stop_id
    from fare_tables first
    join fare_tables second on second.from_stop_id = first.to_stop_id
    join stops on stops.stop_id = first.to_stop_id and in_feed
    where first.from_stop_id = any(${fromStopIds}) and second.to_stop_id = any(${toStopIds})
      and first.to_stop_id <> all(${[...fromStopIds, ...toStopIds]})
      and ${date} >= first.valid_from and ${date} < first.valid_until
      and ${date} >= second.valid_from and ${date} < second.valid_until
      and first.fares is not null and second.fares is not null
      and not exists (
        select from stop_areas near join stop_areas far using (area_id)
        where near.stop_id = any(${fromStopIds}) and far.stop_id = any(${toStopIds}))
    order by stop_id`.execute(db)
  return rows.map(({ stopId }) => stopId)
}

/** The last date that can be booked in the published timetable; null if none is published. */
export async function findPublishedUntil(
  today: Temporal.PlainDate,
): Promise<Temporal.PlainDate | null> {
  const { timetableUntil } = await readLatestImport('')
  if (!timetableUntil) return null
  const bookable = lastBookableDate(today)
  return Temporal.PlainDate.compare(bookable, timetableUntil) < 0 ? bookable : timetableUntil
}

const readLatestImport = keepBriefly(async () => {
  const latest = await db
    .selectFrom('feedImports')
    .select('timetableUntil')
    .orderBy('importedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { timetableUntil: latest?.timetableUntil }
})
