import type { PlaceName } from '#app/i18n/place-name.ts'
import { translation } from '#app/i18n/translation.ts'
import type { Place } from '#modules/timetable/find-stops.ts'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import { writeQuery, type Query, type RideChoice } from './query.ts'

export type Direction = 'outbound' | 'inbound'

/** The link to the page for this query; `part` is the section to scroll to. */
export function addressOf(
  query: Query,
  part?: Direction | 'party',
  page = paths.bookNow(),
): string {
  const { locale } = translation()
  const hash = part && !comesBackTooEarly(query) ? `#${part}` : ''
  return `${localePath(locale, page)}?${writeQuery(withoutImplied(query))}${hash}`
}

/** In the address of the page that answers a form for which the bus was full. */
const REFUSED = { name: 'refused', value: 'full' }

/** The page that answers a form for which the bus was full: the search, with the reason and the party as typed. */
export function refusedAddressOf(query: Query): string {
  return `${addressOf(query)}&${REFUSED.name}=${REFUSED.value}`
}

export function isAnswerToForm(search: URLSearchParams): boolean {
  return search.get(REFUSED.name) === REFUSED.value
}

/** The query without the stops that its places name already: a place may be a single stop. */
function withoutImplied(query: Query): Query {
  const { from, to, outbound, inbound } = query
  return { ...query, outbound: shorten(outbound, from, to), inbound: shorten(inbound, to, from) }
}

function shorten(choice: RideChoice | null, from: string, to: string): RideChoice | null {
  if (!choice) return null
  const { departureId, fromStopId, toStopId } = choice
  return {
    departureId,
    fromStopId: fromStopId === from ? '' : fromStopId,
    toStopId: toStopId === to ? '' : toStopId,
  }
}

/** The return date is asked for first, so there is no list to scroll to. */
function comesBackTooEarly({ trip, date, returnDate }: Query): boolean {
  if (trip === 'one-way' || !returnDate) return false
  return Temporal.PlainDate.compare(returnDate, date) < 0
}

export function withChoice(query: Query, direction: Direction, choice: RideChoice | null): Query {
  return { ...query, [direction]: choice, outboundAt: null }
}

/** Another outbound date. A return before it is asked for again, and never moved silently. */
export function withDate(query: Query, direction: Direction, date: Temporal.PlainDate): Query {
  if (direction === 'inbound') return withChoice({ ...query, returnDate: date }, direction, null)

  return withChoice(withChoice({ ...query, date }, 'outbound', null), 'inbound', null)
}

export function nameOf({ shortName, accusative }: Place): PlaceName {
  return { name: shortName, accusative }
}
