import { sql } from 'kysely'

import { STOP_KINDS } from '#modules/incidents/incident/incident-states.ts'
import { listShownNotices } from '#modules/notices/shown-notices.server.ts'
import { listRouteNames } from '#modules/timetable/list-route-names.server.ts'
import { getStopNames } from '#modules/timetable/stop-names.server.ts'
import * as paths from '#paths'
import { db } from '#platform/db.server.ts'
import { LOCALES, localePath, type Locale } from '#platform/locale.ts'
import { siteOrigin } from '#platform/settings/env.server.ts'

import {
  ALERTED_KINDS,
  alertOfIncident,
  alertOfNotice,
  type AlertedDeparture,
  type AlertedIncident,
  type AlertedNotice,
  type Names,
} from './alerts.ts'
import { daysOfFeed, RUNS_BY_TIMETABLE } from './list-trip-updates.server.ts'
import type { FeedEntity } from './messages.ts'

/**
 * The incidents of departures of the feed that every traveller may know, and the notices that are on
 * public pages now.
 */
export async function listAlerts(now: Temporal.Instant): Promise<FeedEntity[]> {
  const [incidents, notices] = await Promise.all([listIncidents(now), listNotices(now)])
  const names = await readNames(incidents)
  return [
    ...incidents.map((incident) => alertOfIncident(incident, names)),
    ...notices.map(alertOfNotice),
  ]
}

type Row = AlertedDeparture & Omit<AlertedIncident, 'departures'>

/** Whether a bus has left and goes no further than some stop: it is not cancelled. */
const IS_BROKEN_OFF = sql<boolean>`(
  incidents.kind = 'not-running' and status = 'planned' and broken_from is not null)`

/**
 * Decisions that were taken back, for instance because a bus runs after all, are no longer
 * reported.
 */
async function listIncidents(now: Temporal.Instant): Promise<AlertedIncident[]> {
  const { rows } = await sql<Row>`
    select incidents.incident_id, incident_stops.stop_id, place, told_reason, departures.trip_id,
      case when ${IS_BROKEN_OFF} then 'broken-off' else incidents.kind end as kind,
      departures.route_id, departures.service_date, first_call.departs_at,
      array(select stop_id from departure_stops
        where departure_stops.departure_id = departures.departure_id and position >= broken_from
        order by position) as not_reached,
      ${RUNS_BY_TIMETABLE} as is_in_timetable
    from departures
    join incident_departures as concerned using (departure_id)
    join incidents using (incident_id)
    left join incident_stops using (incident_id)
    left join trips using (trip_id)
    join departure_stops as first_call
      on first_call.departure_id = departures.departure_id and first_call.position = 0
    cross join lateral (
      select arrives_at + interval '1 minute' * coalesce((
        select minutes from departure_delays as report
        where report.departure_id = departures.departure_id and from_position <= position
        order by delay_no desc limit 1), 0) as arrives_at
      from departure_stops
      where departure_stops.departure_id = departures.departure_id
      order by position desc limit 1) as last_call
    where ${daysOfFeed(now)} and origin <> 'charter' and concerned.open and not waits
      and incidents.kind = any(${ALERTED_KINDS}) and (incidents.kind = 'late' or last_call.arrives_at > ${now})
      and (${IS_BROKEN_OFF}
        or status = case incidents.kind when 'not-running' then 'cancelled' else 'planned' end)
      and (incidents.kind <> all(${STOP_KINDS}) or exists (
        select from departure_stops as call
        where call.departure_id = departures.departure_id and call.stop_id = incident_stops.stop_id
          and position = any(case incidents.kind when 'stop-closed' then closed_stops else moved_stops end)))
    order by announced_at, incidents.incident_id, first_call.departs_at, departures.departure_id`.execute(
    db,
  )
  return [...Map.groupBy(rows, ({ incidentId }) => incidentId)].flatMap(
    ([incidentId, departures]) => {
      const [first] = departures
      if (!first) return []
      const { kind, stopId, place, toldReason } = first
      return [{ incidentId, kind, stopId, place, toldReason, departures }]
    },
  )
}

async function listNotices(now: Temporal.Instant): Promise<AlertedNotice[]> {
  const notices = await listShownNotices(now)
  if (notices.every(({ place }) => place !== 'every-page')) return notices
  const routes = await db
    .selectFrom('routes')
    .select('routeId')
    .where('inFeed', '=', true)
    .execute()
  const all = routes.map(({ routeId }) => routeId)
  return notices.map((notice) => {
    return { ...notice, routeIds: notice.place === 'every-page' ? all : notice.routeIds }
  })
}

async function readNames(incidents: readonly AlertedIncident[]): Promise<Names> {
  const stopIds = incidents.flatMap(({ stopId, departures }) => {
    return [
      ...(stopId === null ? [] : [stopId]),
      ...departures.flatMap(({ notReached }) => notReached.slice(0, 1)),
    ]
  })
  const inEach = await Promise.all(
    LOCALES.map(async (locale) => {
      const routes = incidents.length > 0 ? await listRouteNames(locale) : []
      const names = new Map(routes.map(({ routeId, name }) => [routeId, name]))
      return [locale, { names, nameOf: await getStopNames(locale, stopIds) }] as const
    }),
  )
  const named = Object.fromEntries(inEach) as Record<Locale, (typeof inEach)[number][1]>
  return {
    nameOfRoute: (routeId, locale) => named[locale].names.get(routeId) ?? routeId,
    nameOfStop: (stopId, locale) => named[locale].nameOf(stopId).name,
    addressOf: (departures, locale) => siteOrigin() + localePath(locale, pageOf(departures)),
  }
}

function pageOf(departures: readonly AlertedDeparture[]): string {
  const [routeId, ...others] = new Set(departures.map((departure) => departure.routeId))
  return routeId !== undefined && others.length === 0
    ? paths.timetable(routeId)
    : paths.timetables()
}
