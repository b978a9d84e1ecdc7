import type { Database, Tx } from '#platform/db.server.ts'

import type { PublishedTimetable } from './write-feed.ts'

/** The timetable and the fares that are sold now, as their tables hold them, always in one order. */
export async function readPublished(db: Database | Tx): Promise<PublishedTimetable> {
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
    fares: await db
      .selectFrom('fares')
      .selectAll()
      .orderBy('fromStopId')
      .orderBy('toStopId')
      .orderBy('passengerCategory')
      .execute(),
  }
}
