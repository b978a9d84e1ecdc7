import { sql } from 'kysely'

import { EVER, type Fare } from '#modules/fares/fares.ts'
import type { Database, Tx } from '#platform/db.server.ts'

import type { PublishedTimetable } from './write-feed.ts'

/**
 * The timetable as its tables hold it, and the fares of those who board today, always in one order. A
 * feed has no fares with a date: each night brings it those of the day.
 */
export async function readPublished(
  db: Database | Tx,
  today: Temporal.PlainDate,
): Promise<PublishedTimetable> {
  const stopIds = db.selectFrom('stops').select('stopId').where('inFeed', '=', true)
  const areaIds = db.selectFrom('areas').select('areaId').where('inFeed', '=', true)
  const routeIds = db.selectFrom('routes').select('routeId').where('inFeed', '=', true)
  return {
    stops: await stopIds
      .select(['latitude', 'longitude', 'wheelchairBoarding', 'aliases'])
      .orderBy('stopId')
      .execute(),
    stopNames: await db
      .selectFrom('stopNames')
      .selectAll()
      .where('stopId', 'in', stopIds)
      .orderBy('stopId')
      .orderBy('locale')
      .execute(),
    areas: await areaIds.orderBy('areaId').execute(),
    areaNames: await db
      .selectFrom('areaNames')
      .selectAll()
      .where('areaId', 'in', areaIds)
      .orderBy('areaId')
      .orderBy('locale')
      .execute(),
    stopAreas: await db
      .selectFrom('stopAreas')
      .selectAll()
      .orderBy('areaId')
      .orderBy('stopId')
      .execute(),
    routes: await routeIds.select(['shortName', 'position']).orderBy('position').execute(),
    routeNames: await db
      .selectFrom('routeNames')
      .selectAll()
      .where('routeId', 'in', routeIds)
      .orderBy('routeId')
      .orderBy('locale')
      .execute(),
    calendars: await db.selectFrom('serviceCalendars').selectAll().orderBy('serviceId').execute(),
    periodNames: await db
      .selectFrom('periodNames')
      .selectAll()
      .orderBy('serviceId')
      .orderBy('locale')
      .execute(),
    exceptions: await db
      .selectFrom('serviceExceptions')
      .selectAll()
      .orderBy('serviceId')
      .orderBy('date')
      .execute(),
    trips: await db.selectFrom('trips').selectAll().orderBy('tripId').execute(),
    // A feed that was imported before stop_sequence was kept has the positions instead.
    stopTimes: await db
      .selectFrom('stopTimes')
      .selectAll()
      .select((call) => call.fn.coalesce('stopSequence', 'position').as('stopSequence'))
      .orderBy('tripId')
      .orderBy('position')
      .execute(),
    fares: await listFaresOn(db, today),
  }
}

async function listFaresOn(db: Database | Tx, day: Temporal.PlainDate): Promise<Fare[]> {
  const { rows } = await sql<Omit<Fare, 'validFrom'>>`
    select * from (
      select distinct on (from_stop_id, to_stop_id, passenger_category)
        from_stop_id, to_stop_id, passenger_category, fare_cents
      from fares where valid_from <= ${day}
      order by from_stop_id, to_stop_id, passenger_category, valid_from desc) as in_force
    where fare_cents is not null`.execute(db)
  return rows.map((fare) => ({ ...fare, validFrom: EVER }))
}
