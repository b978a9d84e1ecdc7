import { sql } from 'kysely'

import { PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import { replaceFares } from '#modules/gtfs/replace-fares.server.ts'
import { makeDepartures } from '#modules/timetable/make-departures.server.ts'
import { replaceTimetable, type NewTimetable } from '#modules/timetable/replace-timetable.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { LOCALES } from '#platform/locale.ts'
import { dateInCyprus } from '#platform/time.ts'

/*
 * A company with many stops: lines of twenty stops each, there and back, and a fare between any two
 * stops of a line. What a page costs must follow from what it shows, however many there are.
 */

type Size = { stops: number; runsADay: number; days: number }

const STOPS_OF_A_LINE = 20
const MINUTES_BETWEEN_STOPS = 4
const FIRST_RUN_MINUTES = 5 * 60
const EVERY_MINUTES = 45

/** Puts such a timetable, with its fares and departures, in the place of the one that is there. */
export async function makeLarge(tx: Tx, now: Temporal.Instant, size: Size): Promise<void> {
  const lines = Array.from({ length: size.stops / STOPS_OF_A_LINE }, (_, line) =>
    Array.from({ length: STOPS_OF_A_LINE }, (_stop, place) => `S${line}-${place}`),
  )
  await replaceTimetable(tx, timetableOf(lines, now, size))
  await replaceFares(tx, lines.flatMap(faresOf))
  await makeDepartures(tx, now)
  await sql`select analyze_timetable()`.execute(tx)
  await tx
    .insertInto('feedImports')
    .values({
      importId: crypto.randomUUID(),
      importedAt: now,
      source: 'a company with many stops',
      feedVersion: null,
      publisher: null,
      timetableUntil: dateInCyprus(now).add({ days: size.days }),
      warnings: 0,
    })
    .execute()
}

type Lines = readonly (readonly string[])[]

function timetableOf(lines: Lines, now: Temporal.Instant, size: Size): NewTimetable {
  const stopIds = lines.flat()
  const trips = lines.flatMap((stops, line) =>
    [0, 1].flatMap((directionId) =>
      Array.from({ length: size.runsADay }, (_, run) => ({
        trip: {
          tripId: `T${line}-${directionId}-${run}`,
          routeId: `R${line}`,
          serviceId: 'daily',
          directionId,
          seats: 50,
          wheelchairPlaces: 1,
        },
        calls: directionId === 0 ? stops : stops.toReversed(),
        minutes: FIRST_RUN_MINUTES + run * EVERY_MINUTES,
      })),
    ),
  )
  return {
    stops: stopIds.map((stopId, place) => ({
      stopId,
      latitude: 34.7 + (place % 37) * 0.012,
      longitude: 32.5 + (place % 41) * 0.03,
      wheelchairBoarding: true,
      aliases: [],
    })),
    stopNames: stopIds.flatMap((stopId) => LOCALES.map((locale) => nameOf(stopId, locale))),
    areas: [],
    areaNames: [],
    stopAreas: [],
    routes: lines.map((_, line) => ({
      routeId: `R${line}`,
      shortName: String(line),
      position: line,
    })),
    routeNames: lines.flatMap((_, line) =>
      LOCALES.map((locale) => ({ routeId: `R${line}`, locale, longName: `Line ${line}` })),
    ),
    calendars: [
      {
        serviceId: 'daily',
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        validFrom: dateInCyprus(now),
        validUntil: dateInCyprus(now).add({ days: size.days }),
      },
    ],
    periodNames: LOCALES.map((locale) => ({ serviceId: 'daily', locale, periodName: 'Daily' })),
    exceptions: [],
    trips: trips.map(({ trip }) => trip),
    stopTimes: trips.flatMap(({ trip, calls, minutes }) =>
      calls.map((stopId, position) => {
        const seconds = (minutes + position * MINUTES_BETWEEN_STOPS) * 60
        const times = { arrivesSeconds: seconds, departsSeconds: seconds }
        return { tripId: trip.tripId, position, stopId, ...times, pickup: true, dropoff: true }
      }),
    ),
  }
}

function nameOf(stopId: string, locale: (typeof LOCALES)[number]) {
  const name = `${locale === 'en' ? 'Stop' : 'Στάση'} ${stopId}`
  const pickupDirections = `${name}, beside the kiosk`
  const cases = { shortNameAccusative: name, shortNameGenitive: name }
  return { stopId, locale, name, shortName: name, ...cases, pickupDirections }
}

/** Farther costs more, so no fare table is short. */
function faresOf(stops: readonly string[]) {
  return stops.flatMap((fromStopId, from) =>
    stops.flatMap((toStopId, to) =>
      from === to
        ? []
        : PASSENGER_CATEGORIES.map((passengerCategory) => ({
            fromStopId,
            toStopId,
            passengerCategory,
            fareCents: passengerCategory === 'infant' ? 0 : 100 + 10 * Math.abs(to - from),
          })),
    ),
  )
}
