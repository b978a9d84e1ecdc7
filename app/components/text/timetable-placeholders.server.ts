import { listRouteViews } from '#app/components/timetable-view.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { escapeMarkdown, type Figure } from '#modules/content/figures.ts'
import type { FareTable } from '#modules/fares/fares.ts'
import { listFarePairs, type FarePair } from '#modules/fares/find-fares.server.ts'
import { PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import { getStops } from '#modules/timetable/list-places.server.ts'
import { mapAddress } from '#modules/timetable/map-address.ts'
import type { Stop } from '#modules/timetable/places.ts'
import { now } from '#platform/clock.server.ts'
import { cents, formatEuros } from '#platform/money.ts'
import { dateInCyprus } from '#platform/time.ts'

export const TIMETABLE_PLACEHOLDERS = [
  'fare-table',
  'lowest-fare',
  'pick-up-points',
  'stop-maps',
  'travel-times',
] as const

type TimetableFigures = Record<(typeof TIMETABLE_PLACEHOLDERS)[number], Figure>

/** A longer list helps no reader: each timetable contains its own part of it. */
const MAX_ROWS = 60

/** Values for the texts from the current timetable and fares. */
export async function timetablePlaceholders(): Promise<TimetableFigures> {
  const { locale, messages } = translation()
  const today = dateInCyprus(now())
  const [pairs, stops, routes] = await Promise.all([
    listFarePairs(today),
    getStops(locale),
    listRouteViews(today),
  ])
  const lowest = pairs.reduce((least, { fares }) => Math.min(least, fares.adult), Infinity)
  const boarding = new Set(pairs.map(({ fromStopId }) => fromStopId))
  const directions = [...stops.values()].flatMap(({ stopId, name, pickupDirections }) =>
    pickupDirections && boarding.has(stopId)
      ? [`- **${escapeMarkdown(name)}.** ${escapeMarkdown(pickupDirections)}`]
      : [],
  )
  const maps = [...stops.values()].flatMap((stop) =>
    boarding.has(stop.stopId) ? [`- [${escapeMarkdown(stop.name)}](${mapAddress(stop)})`] : [],
  )
  const times = routes.flatMap(({ name, duration }) => (duration ? [[name, duration]] : []))
  const { route, travelTime } = messages.texts
  return {
    'fare-table': { markdown: unlessTooLong(fareRows(pairs, stops), fareTable) },
    'lowest-fare': Number.isFinite(lowest) ? formatEuros(cents(lowest), locale) : '–',
    'pick-up-points': { markdown: unlessTooLong(directions, (some) => some.join('\n')) },
    'stop-maps': { markdown: unlessTooLong(maps, (some) => some.join('\n')) },
    'travel-times': {
      markdown: unlessTooLong(times, (some) => table([route, travelTime], some)),
    },
  }
}

function unlessTooLong<Row>(rows: readonly Row[], show: (rows: readonly Row[]) => string): string {
  return rows.length > MAX_ROWS ? translation().messages.texts.seeTimetables : show(rows)
}

type FareRow = { name: string; fares: FareTable }

/** One row for both directions if they cost the same, as they nearly always do. */
function fareRows(pairs: readonly FarePair[], stops: ReadonlyMap<string, Stop>): FareRow[] {
  const place = new Map([...stops.keys()].map((stopId, index) => [stopId, index]))
  const placeOf = (stopId: string) => place.get(stopId) ?? place.size
  const known = new Map(pairs.map((pair) => [`${pair.fromStopId}\n${pair.toStopId}`, pair]))
  const nameOf = (stopId: string) => stops.get(stopId)?.shortName ?? stopId
  const name = ({ fromStopId, toStopId }: FarePair, sign: string) =>
    `${nameOf(fromStopId)} ${sign} ${nameOf(toStopId)}`
  const isBack = ({ fromStopId, toStopId }: FarePair) => placeOf(fromStopId) > placeOf(toStopId)
  /** Sorted by the first stop of the pair, then the other; outbound before return. */
  const rank = (pair: FarePair) => {
    const [from, to] = [placeOf(pair.fromStopId), placeOf(pair.toStopId)]
    return 2 * (Math.min(from, to) * (place.size + 1) + Math.max(from, to)) + Number(isBack(pair))
  }
  return pairs
    .toSorted((one, other) => rank(one) - rank(other))
    .flatMap((pair) => {
      const other = known.get(`${pair.toStopId}\n${pair.fromStopId}`)
      const isAlike = other !== undefined && cost(other.fares) === cost(pair.fares)
      if (isAlike && isBack(pair)) return []
      return [{ name: name(pair, isAlike ? '–' : '→'), fares: pair.fares }]
    })
}

function fareTable(rows: readonly FareRow[]): string {
  const { locale, messages } = translation()
  const { categories } = messages.common
  return table(
    [messages.texts.ride, ...PASSENGER_CATEGORIES.map((category) => categories[category].field)],
    rows.map(({ name, fares }) => [
      name,
      ...PASSENGER_CATEGORIES.map((category) => formatEuros(fares[category], locale)),
    ]),
  )
}

function cost(fares: FareTable): string {
  return PASSENGER_CATEGORIES.map((category) => fares[category]).join(' ')
}

/** A Markdown table: words in the first column, right-aligned figures in the others. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = `| ${head.map((_, place) => (place === 0 ? '---' : '--:')).join(' | ')} |`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

function line(cells: readonly string[]): string {
  return `| ${cells.map(escapeMarkdown).join(' | ')} |`
}
