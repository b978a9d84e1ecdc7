import { sql } from 'kysely'

import { priceParty, totalOf } from '#modules/fares/fares.ts'
import type { Passengers } from '#modules/fares/passengers.ts'
import {
  closingTime,
  lastBookableDate,
  wheelchairUntil,
  type Closing,
} from '#modules/rules/deadlines.ts'
import { listPlacesTaken, type TakenPlaces } from '#modules/seats/holds.server.ts'
import { placesLeft, type Places } from '#modules/seats/seats.ts'
import { noteChangeAt, noteLastMoment, noteVersions } from '#platform/basis.server.ts'
import { db } from '#platform/db.server.ts'
import { dateInCyprus, inCyprus, startOfDay } from '#platform/time.ts'

import { findNotRunning } from './find-not-running.server.ts'
import { rideState, type Offer, type OfferedRide, type OffersFound } from './offer.ts'
import {
  findNextBoarding,
  isSold,
  listRidesBetween,
  type RideBetween,
  type StopSets,
} from './rides-between.server.ts'
import { versionOf } from './versions.server.ts'

/** How far ahead we look for the next day with a departure. */
const LOOK_AHEAD_DAYS = 31

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

  const nextMidnight = startOfDay(date.add({ days: 1 }))
  const rides = await listRidesBetween(db, {
    ...stops,
    since: startOfDay(date),
    until: nextMidnight,
  })
  if (rides.length === 0) {
    const reason = await whyNever(stops, date, today)
    if (reason) return reason
  }
  const runsAt = rides.map(({ departsAt }) => inCyprus(departsAt).toPlainTime())
  const [offers, exceptions] = await Promise.all([
    toOffers(rides, search),
    findNotRunning({ ...stops, date, runsAt }),
  ])
  if (offers.length > 0) return { found: 'departures', offers, ...exceptions }

  const until = nextMidnight.add({ hours: 24 * LOOK_AHEAD_DAYS })
  const next = await findNextBoarding({ ...stops, since: nextMidnight, until })
  return { found: 'none-this-day', nextDate: next ? dateInCyprus(next) : null, ...exceptions }
}

/** Reasons that also apply to other days, or a timetable that is not published yet. */
async function whyNever(
  stops: StopSets,
  date: Temporal.PlainDate,
  today: Temporal.PlainDate,
): Promise<OffersFound | undefined> {
  if (!(await isSold(stops))) {
    return { found: 'no-direct-service', viaStopIds: await listChanges(stops) }
  }
  const publishedUntil = await findPublishedUntil(today)
  const isPublished = publishedUntil && Temporal.PlainDate.compare(date, publishedUntil) <= 0
  return isPublished ? undefined : { found: 'not-published', publishedUntil }
}

async function toOffers(rides: RideBetween[], search: Search): Promise<Offer[]> {
  const byDeparture = Map.groupBy(rides, ({ departureId }) => departureId)
  const departureIds = [...byDeparture.keys()]
  const taken = await listPlacesTaken(db, { departureIds, now: search.now })
  const takenOn = Map.groupBy(taken, ({ departureId }) => departureId)
  noteVersions(() => rides.map((ride) => versionOf(ride, takenOn.get(ride.departureId) ?? [])))

  return [...byDeparture].map(([departureId, ofDeparture]) => ({
    departureId,
    routeId: ofDeparture[0]?.routeId ?? '',
    rides: withoutLoops(ofDeparture).map((ride) =>
      toOfferedRide(ride, takenOn.get(departureId) ?? [], search),
    ),
  }))
}

function toOfferedRide(
  ride: RideBetween,
  taken: readonly TakenPlaces[],
  { passengers, places, closing = 'for-buyers', now }: Search,
): OfferedRide {
  const { fromStopId, toStopId, departsAt, arrivesAt, accessible, fares, status, closedAt } = ride
  noteChangeAt(departsAt)
  noteLastMoment(closingTime(closing, departsAt))
  noteLastMoment(wheelchairUntil(departsAt))
  const left = placesLeft(ride, ride, taken)
  const priceLines = priceParty(fares, passengers)
  return {
    fromStopId,
    toStopId,
    departsAt,
    arrivesAt,
    dayOffset: dateInCyprus(departsAt).until(dateInCyprus(arrivesAt)).days,
    durationMinutes: Math.round(departsAt.until(arrivesAt).total('minutes')),
    fares,
    priceLines,
    total: totalOf(priceLines),
    seatsLeft: Math.max(0, left.seats),
    wheelchairPlacesLeft: Math.max(0, left.wheelchairPlaces),
    accessible,
    state: rideState({
      status,
      closedAt,
      departsAt,
      accessible,
      left,
      wanted: places,
      closing,
      now,
    }),
  }
}

/** A bus that calls at a stop twice is boarded and left at the first chance, as `findRide` does. */
function withoutLoops(rides: readonly RideBetween[]): RideBetween[] {
  const byStops = Map.groupBy(rides, ({ fromStopId, toStopId }) => `${fromStopId}\n${toStopId}`)
  return [...byStops.values()].flatMap(([first]) => first ?? [])
}

/**
 * Stops at which two tickets connect, since there is no through fare. Inside one area no connection
 * is suggested: it would lead out to an airport and back.
 */
async function listChanges({ fromStopIds, toStopIds }: StopSets): Promise<string[]> {
  const { rows } = await sql<{ stopId: string }>`
    select distinct stop_id
    from fares first
    join fares second on second.from_stop_id = first.to_stop_id
    join stops on stops.stop_id = first.to_stop_id and in_feed
    where first.from_stop_id = any(${fromStopIds}) and second.to_stop_id = any(${toStopIds})
      and first.to_stop_id <> all(${[...fromStopIds, ...toStopIds]})
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
  const latest = await db
    .selectFrom('feedImports')
    .select('timetableUntil')
    .orderBy('importedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!latest) return null
  const bookable = lastBookableDate(today)
  const isBeyond = Temporal.PlainDate.compare(bookable, latest.timetableUntil) < 0
  return isBeyond ? bookable : latest.timetableUntil
}
