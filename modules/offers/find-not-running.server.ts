import { sql } from 'kysely'

import { db } from '#platform/db.server.ts'

import { existsInCyprus } from './clock-change.ts'
import type { NotRunning } from './offer.ts'
import type { StopSets } from './rides-between.server.ts'

type Asked = StopSets & {
  date: Temporal.PlainDate
  /** The clock times at which departures board that day. */
  runsAt: readonly Temporal.PlainTime[]
}

/**
 * The departures that usually run between these stops on such a day, but not on this date. A trip
 * whose clock time is skipped that night is named; other removed trips (unless a service of that
 * one date replaces them) make it a reduced timetable.
 */
export async function findNotRunning({
  date,
  runsAt,
  ...stops
}: Asked): Promise<{ notRunning: NotRunning[]; reduced: boolean }> {
  const removed = await listRemovedBoardings(stops, date)
  const missing = removed.filter((boarding) => {
    return boarding.toPlainDate().equals(date) && !runsAt.some((time) => isAt(boarding, time))
  })
  const skipped = missing.filter((boarding) => !existsInCyprus(boarding))
  const times = [...new Set(skipped.map((boarding) => boarding.toPlainTime().toString()))]
  return {
    notRunning: times
      .toSorted()
      .map((time) => ({ time: Temporal.PlainTime.from(time), reason: 'clock-change' })),
    reduced: missing.length > skipped.length,
  }
}

/**
 * The removed departures as the timetable prints them. A boarding after midnight belongs to a trip
 * of the day before. The query starts from the stops, since a holiday removes many trips in the
 * whole country, of which few run between these two.
 */
async function listRemovedBoardings(
  { fromStopIds, toStopIds }: StopSets,
  date: Temporal.PlainDate,
): Promise<Temporal.PlainDateTime[]> {
  const dates = [date.subtract({ days: 1 }), date].map(String)
  if (!(await isAnythingRemoved(dates))) return []

  const { rows } = await sql<{ serviceDate: Temporal.PlainDate; departsSeconds: number }>`
    with ridden as materialized (
      select trip_id, min(boarding.departs_seconds) as departs_seconds
      from stop_times boarding join stop_times leaving using (trip_id)
      where boarding.stop_id = any(${fromStopIds}) and leaving.stop_id = any(${toStopIds})
        and boarding.pickup and leaving.dropoff and boarding.position < leaving.position
      group by trip_id)
    select date as service_date, departs_seconds
    from ridden
    join trips using (trip_id)
    join service_exceptions using (service_id)
    join service_calendars using (service_id)
    where date = any(${dates}::date[]) and not runs
      and extract(isodow from date) = any(weekdays)
      and date between valid_from and valid_until`.execute(db)
  return rows.map(({ serviceDate, departsSeconds }) =>
    serviceDate.toPlainDateTime().add({ seconds: departsSeconds }),
  )
}

/** A cheap first check: most days have no removed trips. */
async function isAnythingRemoved(dates: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from service_exceptions
    where date = any(${dates}::date[]) and not runs limit 1`.execute(db)
  return rows.length > 0
}

function isAt(boarding: Temporal.PlainDateTime, time: Temporal.PlainTime): boolean {
  return boarding.toPlainTime().equals(time)
}
