import { EVER } from '#modules/fares/fares.ts'
import type { FareChange } from '#modules/fares/replace-fares.server.ts'
import { describeFinding } from '#modules/gtfs/check/describe-finding.ts'
import type { FeedWarning } from '#modules/gtfs/feed/findings.ts'
import type { FrozenDeparture } from '#modules/timetable/make-departures.server.ts'
import { clockTime, dateInCyprus } from '#platform/time.ts'

import type { ImportReport } from './import-feed.server.ts'

/*
 * The effects of an import, done or planned, in at most 40 lines: one screen, to be read before the
 * import is confirmed.
 */

const MAX_WARNINGS = 12
const MAX_FARES = 7
const MAX_DEPARTURES = 3

export function describeImport(report: ImportReport): string[] {
  const { before, after, departures, offSale, until, warnings, fareChanges } = report
  const sizes = (['stops', 'routes', 'trips', 'fares'] as const).map(
    (what) => `${what}: ${before[what]} before, ${after[what]} now`,
  )
  return [
    ...describeWarnings(warnings),
    sizes.join(' · '),
    ...describeFares(fareChanges),
    `departures: ${departures.made} made, ${departures.removed} removed`,
    ...list('Sold or held, but no longer in the timetable: withdrawn', departures.withdrawn),
    ...list('Sold or held, and back in the timetable: on sale again', departures.restored),
    ...list('Sold or held, but at other times or stops now: withdrawn as sold', departures.moved),
    ...list('Sold or held, but with another bus now: left as sold', departures.differing),
    ...list('Changed by hand, but different in the timetable: left as they are', departures.pinned),
    `Of ${offSale.before} departures on sale from today, ${offSale.lost} are taken off sale; of ${offSale.pairs.before} pairs of stops with a fare, ${offSale.pairs.lost} can no longer be bought.`,
    `The timetable is published until ${until.toString()}.`,
  ]
}

/** Starts with one of each kind. */
export function describeWarnings(warnings: readonly FeedWarning[]): string[] {
  const kinds = [...Map.groupBy(warnings, ({ file, code }) => `${file} ${code}`).values()]
  const inOrder = [
    ...kinds.map(([first]) => first),
    ...kinds.flatMap(([, ...others]) => others),
  ].flatMap((warning) => (warning ? [`Warning: ${describeFinding(warning)}`] : []))
  return atMost(inOrder, MAX_WARNINGS, (more) => `… and ${more} more warnings`)
}

/** Largest differences first, then fares that are gone, then new ones if there is room. */
function describeFares(changes: readonly FareChange[]): string[] {
  if (changes.length === 0) return ['No fares change.']
  const count = (is: (difference: number | undefined) => boolean) =>
    changes.filter((change) => is(differenceOf(change))).length
  const [dearer, cheaper] = [count((by) => (by ?? 0) > 0), count((by) => (by ?? 0) < 0)]
  const [fresh, gone] = [
    changes.filter(({ before }) => isNone(before)),
    changes.filter(({ before, after }) => isNone(after) && !isNone(before)),
  ]
  const changed = changes
    .filter((change) => differenceOf(change) !== undefined)
    .toSorted((one, other) => Math.abs(differenceOf(other) ?? 0) - Math.abs(differenceOf(one) ?? 0))
  const lines = [...changed, ...gone, ...fresh].map(
    ({ fromStopId, toStopId, passengerCategory, validFrom, before, after }) =>
      `  ${fromStopId} to ${toStopId}, ${passengerCategory}${fromDay(validFrom)}: ${euros(before)} before, ${euros(after)} now`,
  )
  return [
    `Fares: ${dearer} higher, ${cheaper} lower, ${fresh.length} new, ${gone.length} removed`,
    ...atMost(lines, MAX_FARES, (more) => `  … and ${more} more`),
  ]
}

function differenceOf({ before, after }: FareChange): number | undefined {
  return isNone(before) || isNone(after) ? undefined : after - before
}

function list(heading: string, departures: readonly FrozenDeparture[]): string[] {
  if (departures.length === 0) return []
  const lines = departures.map(({ tripId, departsAt, departureId }) => {
    const date = dateInCyprus(departsAt).toString()
    return `  ${date} ${clockTime(departsAt)} ${tripId} (${departureId})`
  })
  const shown = atMost(lines, MAX_DEPARTURES, (more) => `  … and ${more} more`)
  return [`${heading} (${departures.length}):`, ...shown]
}

/** The last line gives the number left out. */
function atMost(lines: readonly string[], most: number, more: (count: number) => string) {
  if (lines.length <= most) return [...lines]
  const shown = lines.slice(0, most - 1)
  return [...shown, more(lines.length - shown.length)]
}

function fromDay(date: Temporal.PlainDate): string {
  return date.equals(EVER) ? '' : ` from ${date.toString()}`
}

/** No fare, or one that says that the pair is not sold. */
function isNone(amount: number | null | undefined): amount is null | undefined {
  return (amount ?? null) === null
}

function euros(amount: number | null | undefined): string {
  return isNone(amount) ? 'none' : (amount / 100).toFixed(2)
}
