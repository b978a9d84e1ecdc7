import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import { PASSENGER_CATEGORIES, type PassengerCategory } from '#modules/fares/passengers.ts'
import { db } from '#platform/db.server.ts'
import { LOCALES } from '#platform/locale.ts'
import { dateInCyprus } from '#platform/time.ts'
import { asOwner } from '#test/fixtures/as-owner.ts'
import { makeNewEdition } from '#test/fixtures/new-edition.ts'

/*
 * The timetable of the simulation: one road with the stops A, B, C and D, a line along it in each
 * direction, and a fare for every pair of stops. Wheelchairs cannot board at D.
 */

export const STOPS = ['A', 'B', 'C', 'D'] as const
export type StopId = (typeof STOPS)[number]

const NAMES: Record<StopId, { en: string; el: string }> = {
  A: { en: 'Almond Square', el: 'Πλατεία Αμυγδάλου' },
  B: { en: 'Bay Road', el: 'Οδός Όρμου' },
  C: { en: 'Cape Airport', el: 'Αεροδρόμιο Ακρωτηρίου' },
  D: { en: 'Dune Steps', el: 'Σκαλιά Αμμόλοφου' },
}

/** The fare of each category per leg. */
export const FARE_PER_LEG = { adult: 900, child: 450, student: 750, infant: 0 } as const
/** The minutes from one stop to the next, of which the bus spends five at the stop. */
export const MINUTES_PER_LEG = 30
const MINUTES_AT_STOP = 5

export async function addTimetable(): Promise<void> {
  const stops = STOPS.map((stopId) => {
    return { stopId, latitude: 35, longitude: 33, wheelchairBoarding: stopId !== 'D' }
  })
  await db.insertInto('stops').values(stops).execute()
  const names = STOPS.flatMap((stopId) =>
    LOCALES.map((locale) => {
      const name = NAMES[stopId][locale]
      return { stopId, locale, name, shortName: name }
    }),
  )
  await db.insertInto('stopNames').values(names).execute()
  await db.insertInto('routes').values({ routeId: '1', shortName: 'AD', position: 1 }).execute()
  const longNames = { en: 'Almond Square to Dune Steps', el: 'Πλατεία Αμυγδάλου – Αμμόλοφος' }
  await db
    .insertInto('routeNames')
    .values(LOCALES.map((locale) => ({ routeId: '1', locale, longName: longNames[locale] })))
    .execute()
  await db.insertInto('fares').values(listFares()).execute()
}

/** Deletes every timetable, with everything sold for it. */
export async function forgetTimetables(): Promise<void> {
  const tables = sql`stops, areas, routes, service_calendars, feed_imports, fare_editions`
  await asOwner((owner) => sql`truncate ${tables} cascade`.execute(owner))
  await makeNewEdition()
}

/** Deletes every departure, with everything sold for it; stops and fares stay. */
export async function forgetDepartures(): Promise<void> {
  await asOwner((owner) => sql`truncate departures cascade`.execute(owner))
  await makeNewEdition()
}

/** Withdraws all departures as a new timetable does: the office has them on its list. */
export async function withdrawAll(): Promise<void> {
  await db.updateTable('departures').set({ status: 'withdrawn' }).execute()
  await sql`insert into departure_differences (departure_id, kind, noticed_at)
    select departure_id, 'absent', now() from departures on conflict do nothing`.execute(db)
}

function listFares() {
  return STOPS.flatMap((fromStopId, from) =>
    STOPS.flatMap((toStopId, to) =>
      PASSENGER_CATEGORIES.flatMap((passengerCategory) => {
        const fareCents = FARE_PER_LEG[passengerCategory] * Math.abs(from - to)
        return from === to ? [] : [{ fromStopId, toStopId, passengerCategory, fareCents }]
      }),
    ),
  )
}

type NewDeparture = {
  /** Its departure from the first stop. */
  departsAt: Temporal.Instant
  seats?: number
  wheelchairPlaces?: number
  /** Its stops, in its direction. */
  calls?: readonly StopId[]
  status?: 'planned' | 'cancelled' | 'withdrawn'
}

/** A bus along the road, half an hour from stop to stop. */
export async function addDeparture(departure: NewDeparture): Promise<string> {
  const {
    departsAt,
    seats = 10,
    wheelchairPlaces = 1,
    calls = STOPS,
    status = 'planned',
  } = departure
  const departureId = randomUUID()
  const serviceDate = dateInCyprus(departsAt)
  const bus = { departureId, tripId: departureId, routeId: '1', serviceDate }
  await db
    .insertInto('departures')
    .values({ ...bus, seats, wheelchairPlaces, status })
    .execute()
  const rows = calls.map((stopId, position) => {
    const leaves = departsAt.add({ minutes: position * MINUTES_PER_LEG })
    const comes = position === 0 ? leaves : leaves.subtract({ minutes: MINUTES_AT_STOP })
    const when = { arrivesAt: comes, departsAt: leaves }
    return { departureId, position, stopId, ...when, pickup: true, dropoff: true }
  })
  await db.insertInto('departureStops').values(rows).execute()
  await makeNewEdition()
  return departureId
}

/** Staff set a new price for one pair of stops and one category. A test has `changeFare` for it. */
export async function setFare(
  fromStopId: StopId,
  toStopId: StopId,
  passengerCategory: PassengerCategory,
  fareCents: number,
): Promise<void> {
  await db
    .updateTable('fares')
    .set({ fareCents })
    .where('fromStopId', '=', fromStopId)
    .where('toStopId', '=', toStopId)
    .where('passengerCategory', '=', passengerCategory)
    .execute()
  await makeNewEdition()
}

/** Makes the wheelchair spaces of a bus unknown. */
export async function forgetWheelchairSpaces(departureId: string): Promise<void> {
  await db
    .updateTable('departures')
    .set({ wheelchairPlaces: null })
    .where('departureId', '=', departureId)
    .execute()
}
