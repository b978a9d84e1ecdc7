import { db } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'

export type RouteName = { routeId: string; code: string; name: string }

/** All routes in their order, also those that are no longer in the timetable. */
export function listRouteNames(locale: Locale): Promise<RouteName[]> {
  return db
    .selectFrom('routes')
    .innerJoin('routeNames', 'routeNames.routeId', 'routes.routeId')
    .select(['routes.routeId', 'shortName as code', 'longName as name'])
    .where('locale', '=', locale)
    .orderBy('position')
    .orderBy('routes.routeId')
    .execute()
}
