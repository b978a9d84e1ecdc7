import { toDepartureRows } from '#app/components/office/departure-row.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { countAboard } from '#modules/boarding/counts/count-aboard.server.ts'
import { BOARDING_OPENS_HOURS } from '#modules/boarding/package/tick-rule.ts'
import { subjectOf } from '#modules/dispatch/departure.server.ts'
import { listCrews } from '#modules/fleet/crews.server.ts'
import { listDepartures, type ListedDeparture } from '#modules/seats/list-departures.server.ts'
import { listStaffNames } from '#modules/staff/people/names.server.ts'
import { countEntriesOfEach } from '#platform/audit.server.ts'
import { clockTime, isBefore } from '#platform/time.ts'

import type { LiveView } from './view.ts'

/** Hours before and after now whose departures are shown. */
const HOURS_BACK = 1
const HOURS_AHEAD = 6
/** More do not fit on a screen, nor into a look of five seconds. */
const MAX_DEPARTURES = 50

/** The departures of the next hours, with the load of each leg and the people aboard. */
export async function showDepartures(now: Temporal.Instant): Promise<LiveView['departures']> {
  const { departures: sentences } = translation().messages.office.today
  const since = now.subtract({ hours: HOURS_BACK })
  const until = now.add({ hours: HOURS_AHEAD })
  const listed = await listDepartures({ since, until, most: MAX_DEPARTURES + 1, now })
  const shown = listed.slice(0, MAX_DEPARTURES)
  const [rows, aboard, crews, entries] = await Promise.all([
    toDepartureRows(shown, now),
    listAboard(shown, now),
    nameCrews(shown.map(({ departureId }) => departureId)),
    countEntriesOfEach(shown.map(({ departureId }) => subjectOf(departureId))),
  ])
  const [from, to] = [clockTime(since), clockTime(until)]
  return {
    caption: sentences.caption(from, to),
    empty: sentences.empty(from, to),
    rows: rows.map((row) => ({
      ...row,
      aboard: aboard.get(row.departureId) ?? null,
      crew: crews.get(row.departureId) ?? '',
      seen: row.isToLeave ? (entries.get(subjectOf(row.departureId)) ?? 0) : null,
    })),
    hasMore: listed.length > MAX_DEPARTURES,
  }
}

/** "KAA 104 · Giorgos Example" for departures with a vehicle or a driver. */
async function nameCrews(departureIds: readonly string[]): Promise<Map<string, string>> {
  const crews = await listCrews(departureIds)
  const names = await listStaffNames([...crews.values()].flatMap(({ driverIds }) => driverIds))
  return new Map(
    [...crews].map(([departureId, { plates, driverIds }]) => {
      const drivers = driverIds.flatMap((id) => names.get(id) ?? [])
      const parts = [plates.join(' + '), drivers.join(', ')]
      return [departureId, parts.filter(Boolean).join(' · ')]
    }),
  )
}

/**
 * "12/31" for departures whose boarding has begun: a passenger is ticked, or the time of departure
 * has come.
 */
async function listAboard(
  departures: readonly ListedDeparture[],
  now: Temporal.Instant,
): Promise<Map<string, string>> {
  const { ofPeople } = translation().messages.office.today.departures
  const open = departures.filter(
    ({ status, departsAt }) =>
      status !== 'cancelled' && !isBefore(now, departsAt.subtract({ hours: BOARDING_OPENS_HOURS })),
  )
  const counts = await countAboard(open.map(({ departureId }) => departureId))
  const begun = open.flatMap(({ departureId, departsAt }): [string, string][] => {
    const count = counts.get(departureId)
    const hasBegun = count?.lastTickAt || !isBefore(now, departsAt)
    return count && hasBegun ? [[departureId, ofPeople(count.aboard, count.booked)]] : []
  })
  return new Map(begun)
}
