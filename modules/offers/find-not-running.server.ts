import { sql } from 'kysely'

import { db } from '#platform/db.server.ts'

import { existsInCyprus } from './clock-change.ts'
import type { NotRunning } from './offer.ts'
import type { StopSets } from './rides-between.server.ts'

type Asked = StopSets & {
  date: Temporal.PlainDate
  /** The clock times at which departures do board that day. */
  runsAt: readonly Temporal.PlainTime[]
}

/**
 * What usually runs between these stops on such a day, and does not on this date. A trip whose
 * clock time is skipped that night is named; others that were taken out (and are not run by a
 * service of that one date instead) make it a reduced timetable.
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

/** As the timetable prints them. A boarding after midnight belongs to a trip of the day before. */
async function listRemovedBoardings(
  { fromStopIds, toStopIds }: StopSets,
  date: Temporal.PlainDate,
): Promise<Temporal.PlainDateTime[]> {
  const removed = await listRemovedServices([date.subtract({ days: 1 }), date])
  if (removed.length === 0) return []

  const serviceIds = removed.map(({ serviceId }) => serviceId)
  const { rows } = await sql<{ serviceId: string; departsSeconds: number }>`
    select service_id, min(boarding.departs_seconds) as departs_seconds
    from trips
    join stop_times boarding using (trip_id)
    join stop_times leaving using (trip_id)
    where service_id = any(${serviceIds})
      and boarding.pickup and leaving.dropoff and boarding.position < leaving.position
      and boarding.stop_id = any(${fromStopIds}) and leaving.stop_id = any(${toStopIds})
    group by service_id, trip_id`.execute(db)

  return removed.flatMap(({ serviceId, date: serviceDate }) =>
    rows
      .filter((row) => row.serviceId === serviceId)
      .map((row) => serviceDate.toPlainDateTime().add({ seconds: row.departsSeconds })),
  )
}

/** Services taken out on a date on which they would run. On most days there are none. */
async function listRemovedServices(dates: readonly Temporal.PlainDate[]) {
  const { rows } = await sql<{ serviceId: string; date: Temporal.PlainDate }>`
    select service_id, date
    from service_exceptions join service_calendars using (service_id)
    where date = any(${dates.map(String)}::date[]) and not runs
      and extract(isodow from date) = any(weekdays)
      and date between valid_from and valid_until`.execute(db)
  return rows
}

function isAt(boarding: Temporal.PlainDateTime, time: Temporal.PlainTime): boolean {
  return boarding.toPlainTime().equals(time)
}
