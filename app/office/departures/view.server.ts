import { toDepartureRows, type DepartureRow } from '#app/components/office/departure-row.server.ts'
import { readKey, writeKey } from '#app/components/office/page-key.ts'
import { translation } from '#app/i18n/translation.ts'
import { DEPARTURE_FILTERS, type DepartureFilter } from '#modules/seats/departure-filters.ts'
import { listDepartures } from '#modules/seats/list-departures.server.ts'
import { listRouteNames } from '#modules/timetable/list-route-names.server.ts'
import { longDate } from '#platform/format/dates.ts'
import { dateInCyprus, startOfDay } from '#platform/time.ts'
import { readDate } from '#platform/typed-time.ts'

const ROWS = 50

export type DeparturesView = {
  /** The day as people read it, and as the date field has it. */
  title: string
  day: string
  dayBefore: string
  dayAfter: string
  isToday: boolean
  routes: { routeId: string; name: string }[]
  chosen: { route: string; state: DepartureFilter | ''; full: boolean }
  rows: DepartureRow[]
  /** The last departure of this page, if there are later ones. */
  next: string | null
}

/** The departures of one day, filtered by what the address says. */
export async function makeDeparturesView(
  query: URLSearchParams,
  now: Temporal.Instant,
): Promise<DeparturesView> {
  const { locale } = translation()
  const today = dateInCyprus(now)
  const day = readDate(query.get('day')) ?? today
  const route = query.get('route') ?? ''
  const state = DEPARTURE_FILTERS.find((one) => one === query.get('state')) ?? ''
  const full = query.has('full')
  const [found, routes] = await Promise.all([
    listDepartures({
      since: startOfDay(day),
      until: startOfDay(day.add({ days: 1 })),
      routeId: route || undefined,
      filter: state || undefined,
      nearlyFull: full,
      after: readKey(query.get('after'), ['departsAt', 'departureId']),
      most: ROWS + 1,
      now,
    }),
    listRouteNames(locale),
  ])
  const shown = found.slice(0, ROWS)
  const last = shown.at(-1)
  return {
    title: longDate(day, locale),
    day: day.toString(),
    dayBefore: day.subtract({ days: 1 }).toString(),
    dayAfter: day.add({ days: 1 }).toString(),
    isToday: day.equals(today),
    routes: routes.map(({ routeId, code, name }) => ({ routeId, name: `${code} ${name}` })),
    chosen: { route, state, full },
    rows: await toDepartureRows(shown, now),
    next: last && found.length > ROWS ? writeKey(last.departsAt, last.departureId) : null,
  }
}
