import type { Tx } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'

/** A whole timetable in the shape of its tables (db/migrations/0001_timetable.sql). */
export type NewTimetable = {
  stops: readonly {
    stopId: string
    latitude: number
    longitude: number
    wheelchairBoarding: boolean | null
    aliases: string[]
  }[]
  stopNames: readonly {
    stopId: string
    locale: Locale
    name: string
    shortName: string
    shortNameAccusative: string | null
    shortNameGenitive: string | null
    pickupDirections: string | null
  }[]
  areas: readonly { areaId: string }[]
  areaNames: readonly {
    areaId: string
    locale: Locale
    name: string
    nameAccusative: string | null
  }[]
  stopAreas: readonly { areaId: string; stopId: string }[]
  routes: readonly { routeId: string; shortName: string; position: number }[]
  routeNames: readonly { routeId: string; locale: Locale; longName: string }[]
  calendars: readonly {
    serviceId: string
    /** Monday = 1. */
    weekdays: number[]
    validFrom: Temporal.PlainDate
    validUntil: Temporal.PlainDate
  }[]
  periodNames: readonly { serviceId: string; locale: Locale; periodName: string }[]
  exceptions: readonly { serviceId: string; date: Temporal.PlainDate; runs: boolean }[]
  trips: readonly {
    tripId: string
    routeId: string
    serviceId: string
    directionId: number
    seats: number
    /** Null: unknown. */
    wheelchairPlaces: number | null
  }[]
  stopTimes: readonly {
    tripId: string
    position: number
    stopSequence: number
    stopId: string
    arrivesSeconds: number
    departsSeconds: number
    pickup: boolean
    dropoff: boolean
  }[]
}

/**
 * Replaces the timetable. Stops, areas and routes that the new one leaves out are marked but kept,
 * since departures and tickets refer to them. Departures are not made here.
 */
export async function replaceTimetable(tx: Tx, timetable: NewTimetable): Promise<void> {
  await clear(tx)
  await writeStops(tx, timetable)
  await writeAreas(tx, timetable)
  await writeRoutes(tx, timetable)
  for (const rows of inChunks(timetable.calendars)) {
    await tx.insertInto('serviceCalendars').values(rows).execute()
  }
  for (const rows of inChunks(timetable.periodNames)) {
    await tx.insertInto('periodNames').values(rows).execute()
  }
  for (const rows of inChunks(timetable.exceptions)) {
    await tx.insertInto('serviceExceptions').values(rows).execute()
  }
  for (const rows of inChunks(timetable.trips)) {
    await tx.insertInto('trips').values(rows).execute()
  }
  for (const rows of inChunks(timetable.stopTimes)) {
    await tx.insertInto('stopTimes').values(rows).execute()
  }
}

async function clear(tx: Tx) {
  await tx.deleteFrom('stopTimes').execute()
  await tx.deleteFrom('trips').execute()
  await tx.deleteFrom('serviceExceptions').execute()
  await tx.deleteFrom('periodNames').execute()
  await tx.deleteFrom('serviceCalendars').execute()
  await tx.deleteFrom('stopAreas').execute()
  await tx.updateTable('stops').set({ inFeed: false }).execute()
  await tx.updateTable('areas').set({ inFeed: false }).execute()
  await tx.updateTable('routes').set({ inFeed: false }).execute()
}

async function writeStops(tx: Tx, { stops, stopNames }: NewTimetable) {
  for (const rows of inChunks(stops)) {
    await tx
      .insertInto('stops')
      .values(rows)
      .onConflict((known) =>
        known.column('stopId').doUpdateSet((row) => ({
          latitude: row.ref('excluded.latitude'),
          longitude: row.ref('excluded.longitude'),
          wheelchairBoarding: row.ref('excluded.wheelchairBoarding'),
          aliases: row.ref('excluded.aliases'),
          inFeed: true,
        })),
      )
      .execute()
  }
  const renamed = tx.selectFrom('stops').select('stopId').where('inFeed', '=', true)
  await tx.deleteFrom('stopNames').where('stopId', 'in', renamed).execute()
  for (const rows of inChunks(stopNames)) {
    await tx.insertInto('stopNames').values(rows).execute()
  }
}

async function writeAreas(tx: Tx, { areas, areaNames, stopAreas }: NewTimetable) {
  for (const rows of inChunks(areas)) {
    await tx
      .insertInto('areas')
      .values(rows)
      .onConflict((known) => known.column('areaId').doUpdateSet({ inFeed: true }))
      .execute()
  }
  const renamed = tx.selectFrom('areas').select('areaId').where('inFeed', '=', true)
  await tx.deleteFrom('areaNames').where('areaId', 'in', renamed).execute()
  for (const rows of inChunks(areaNames)) {
    await tx.insertInto('areaNames').values(rows).execute()
  }
  for (const rows of inChunks(stopAreas)) {
    await tx.insertInto('stopAreas').values(rows).execute()
  }
}

async function writeRoutes(tx: Tx, { routes, routeNames }: NewTimetable) {
  for (const rows of inChunks(routes)) {
    await tx
      .insertInto('routes')
      .values(rows)
      .onConflict((known) =>
        known.column('routeId').doUpdateSet((row) => ({
          shortName: row.ref('excluded.shortName'),
          position: row.ref('excluded.position'),
          inFeed: true,
        })),
      )
      .execute()
  }
  const renamed = tx.selectFrom('routes').select('routeId').where('inFeed', '=', true)
  await tx.deleteFrom('routeNames').where('routeId', 'in', renamed).execute()
  for (const rows of inChunks(routeNames)) {
    await tx.insertInto('routeNames').values(rows).execute()
  }
}

/** PostgreSQL accepts 65,535 values in one statement; no row here has more than eight. */
const ROWS_AT_ONCE = 5000

function* inChunks<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
    yield rows.slice(first, first + ROWS_AT_ONCE)
  }
}
