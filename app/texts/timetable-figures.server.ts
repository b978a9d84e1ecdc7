import { translation } from '#app/i18n/translation.ts'
import { listRouteViews } from '#app/pages/timetable-view.server.ts'
import { escapeMarkdown, type Figure } from '#modules/content/figures.ts'
import type { FareTable } from '#modules/fares/fares.ts'
import { listFarePairs, type FarePair } from '#modules/fares/find-fares.server.ts'
import { PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import { getStops } from '#modules/timetable/list-places.server.ts'
import { now } from '#platform/clock.server.ts'
import { cents, formatEuros } from '#platform/money.ts'
import { dateInCyprus } from '#platform/time.ts'

export const TIMETABLE_FIGURES = [
  'fare-table',
  'lowest-fare',
  'pick-up-points',
  'travel-times',
] as const

type TimetableFigures = Record<(typeof TIMETABLE_FIGURES)[number], Figure>

/** What the texts are handed from the timetable and the fares in force, as they are now. */
export async function timetableFigures(): Promise<TimetableFigures> {
  const { locale, messages } = translation()
  const [pairs, stops, routes] = await Promise.all([
    listFarePairs(),
    getStops(locale),
    listRouteViews(dateInCyprus(now())),
  ])
  const lowest = Math.min(...pairs.map(({ fares }) => fares.adult))
  const served = [...stops.values()].filter(({ stopId }) =>
    pairs.some(({ fromStopId }) => fromStopId === stopId),
  )
  const directions = served.flatMap(({ name, pickupDirections }) =>
    pickupDirections ? [`- **${escapeMarkdown(name)}.** ${escapeMarkdown(pickupDirections)}`] : [],
  )
  const times = routes.flatMap(({ name, duration }) => (duration ? [[name, duration]] : []))
  const { route, travelTime } = messages.texts
  return {
    'fare-table': { markdown: fareTable(pairs, [...stops.values()]) },
    'lowest-fare': Number.isFinite(lowest) ? formatEuros(cents(lowest), locale) : '–',
    'pick-up-points': { markdown: directions.join('\n') },
    'travel-times': { markdown: table([route, travelTime], times) },
  }
}

type NamedStop = { stopId: string; shortName: string }

/** One row for both directions where they cost the same, which they nearly always do. */
function fareTable(pairs: readonly FarePair[], stops: readonly NamedStop[]): string {
  const { locale, messages } = translation()
  const { categories } = messages.common
  const find = (from: NamedStop, to: NamedStop) =>
    pairs.find(({ fromStopId, toStopId }) => fromStopId === from.stopId && toStopId === to.stopId)
  const rows = stops.flatMap((one, place) =>
    stops.slice(place + 1).flatMap((other) => {
      const [there, back] = [find(one, other)?.fares, find(other, one)?.fares]
      const name = (sign: string) => `${one.shortName} ${sign} ${other.shortName}`
      if (there && back && cost(there) === cost(back)) return [{ name: name('–'), fares: there }]
      return [
        ...(there ? [{ name: name('→'), fares: there }] : []),
        ...(back ? [{ name: `${other.shortName} → ${one.shortName}`, fares: back }] : []),
      ]
    }),
  )
  return table(
    [messages.texts.ride, ...PASSENGER_CATEGORIES.map((category) => categories[category])],
    rows.map(({ name, fares }) => [
      name,
      ...PASSENGER_CATEGORIES.map((category) => formatEuros(fares[category], locale)),
    ]),
  )
}

function cost(fares: FareTable): string {
  return PASSENGER_CATEGORIES.map((category) => fares[category]).join(' ')
}

/** A table in Markdown: words in the first column, figures at the right in the others. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = `| ${head.map((_, place) => (place === 0 ? '---' : '--:')).join(' | ')} |`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

function line(cells: readonly string[]): string {
  return `| ${cells.map(escapeMarkdown).join(' | ')} |`
}
