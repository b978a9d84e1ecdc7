import { translation } from '#app/i18n/translation.ts'
import { MAX_DEPARTURES } from '#modules/incidents/incident/concerned.server.ts'
import { quoteRetiming, type Retiming } from '#modules/incidents/times/retime-quote.server.ts'
import { listHeldDifferences } from '#modules/seats/list-held-differences.server.ts'
import { getStops } from '#modules/timetable/list-places.server.ts'
import { shortDate } from '#platform/format/dates.ts'
import { exactClock } from '#platform/format/moments.ts'
import { UUID } from '#platform/ids.ts'
import { dateInCyprus } from '#platform/time.ts'

import type { DifferencesView, RetimeCheck, RetimingRow } from './view.ts'

/**
 * All departures with bookings that differ from the timetable; for those that the address names in
 * `take`, also the effect of giving them the new times.
 */
export async function showDifferences(
  query: URLSearchParams,
  now: Temporal.Instant,
): Promise<DifferencesView> {
  const { locale, messages } = translation()
  const { differences: names } = messages.office.today.problems
  const listed = await listHeldDifferences(now, MAX_DEPARTURES)
  const moved = listed.flatMap(({ kind, departureId }) => (kind === 'moved' ? [departureId] : []))
  const { retimings } = await quoteRetiming(moved, now)
  const possible = retimings.filter(({ obstacle }) => obstacle === null)
  const takeable = new Set(possible.map(({ departureId }) => departureId))
  const stops = await getStops(locale)
  const rows = listed.map(({ departureId, kind, status, firstStopId, departsAt, holders }) => ({
    departureId,
    leaves: momentText(departsAt),
    from: stops.get(firstStopId)?.shortName ?? firstStopId,
    difference: names[kind],
    bookings: holders,
    canTake: takeable.has(departureId),
    canCancel:
      status !== 'cancelled' &&
      (kind === 'absent' || kind === 'moved') &&
      !takeable.has(departureId),
  }))
  const asked = readAsked(query)
  return {
    differences: rows,
    takeAll: takeable.size > 1 ? [...takeable].join(',') : null,
    check: asked.length > 0 ? await showCheck(asked, now) : null,
  }
}

/** The departures that an address or a form names. */
export function readAsked(fields: { get: (name: string) => unknown }): string[] {
  const named = fields.get('take')
  const ids = typeof named === 'string' ? named.split(',').filter((id) => UUID.test(id)) : []
  return ids.slice(0, MAX_DEPARTURES + 1)
}

async function showCheck(asked: readonly string[], now: Temporal.Instant): Promise<RetimeCheck> {
  const { retimings, counts, paid, version } = await quoteRetiming(asked, now)
  const stops = await getStops(translation().locale)
  const nameAt = (stopId: string) => stops.get(stopId)?.shortName ?? stopId
  const possible = retimings.filter(({ obstacle }) => obstacle === null)
  return {
    departures: retimings.map((retiming) => showRetiming(retiming, nameAt)),
    departureIds: possible.map(({ departureId }) => departureId).join(','),
    counts,
    paid,
    version,
  }
}

function showRetiming(retiming: Retiming, nameAt: (stopId: string) => string): RetimingRow {
  const { differences: words } = translation().messages.office
  const { departureId, before, bookings, passengers, obstacle, isPinned, busyVehicles } = retiming
  const [first] = before
  return {
    departureId,
    leaves: first ? momentText(first.departsAt) : '',
    times: obstacle === 'stops-differ' ? [] : changedTimes(retiming, nameAt),
    bookings,
    passengers,
    notes: [
      ...(obstacle ? [words.obstacles[obstacle]] : []),
      ...(isPinned ? [words.pinned] : []),
      ...busyVehicles.map(words.busy),
    ],
  }
}

/** At its last stop the arrival of a bus counts, at all others its departure. */
function changedTimes({ before, calls }: Retiming, nameAt: (stopId: string) => string): string[] {
  const { differences: words } = translation().messages.office
  return before.flatMap(({ position, stopId, departsAt, arrivesAt }, place) => {
    const after = calls.find((call) => call.position === position)
    if (!after) return []
    const isLast = place === before.length - 1
    const [was, is] = isLast ? [arrivesAt, after.arrivesAt] : [departsAt, after.departsAt]
    const minutes = Math.round(was.until(is).total('minutes'))
    if (minutes === 0) return []
    return [words.time(nameAt(stopId), exactClock(was), exactClock(is), minutes)]
  })
}

function momentText(moment: Temporal.Instant): string {
  return `${shortDate(dateInCyprus(moment), translation().locale)}, ${exactClock(moment)}`
}
