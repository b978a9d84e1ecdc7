import { explain } from '#app/i18n/refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import { listFarePairs } from '#modules/fares/find-fares.server.ts'
import { findPublishedUntil } from '#modules/offers/find-offers.server.ts'
import { findPlaces, type Place } from '#modules/timetable/find-stops.ts'
import { listPlaces } from '#modules/timetable/list-places.server.ts'
import { shortDate } from '#platform/format/dates.ts'
import { dateInCyprus } from '#platform/time.ts'

import { makeLeg } from './leg.server.ts'
import { addressOf, isAnswerToForm, nameOf, withChoice } from './links.ts'
import { optionsOf } from './place-options.ts'
import {
  isRefused,
  MAX_SHOWN_LENGTH,
  readQuery,
  writeCategories,
  writeQuery,
  type Field,
  type Problem,
  type Query,
} from './query.ts'
import type { BookNowView, ChosenRide, FarePairsView, LegView, Remark } from './view.ts'

/** The data of /book-now for a query: the departures, the chosen rides, and the problems. */
export async function makeView(
  search: URLSearchParams,
  now: Temporal.Instant,
): Promise<BookNowView> {
  const { locale } = translation()
  const today = dateInCyprus(now)
  const [places, publishedUntil] = await Promise.all([
    listPlaces(locale),
    findPublishedUntil(today),
  ])
  const { query: asked, problems } = readQuery(search, today)
  const refused = problems.filter(isRefused)
  const remarks = problems.filter((problem) => !isRefused(problem)).map(toRemark)
  const from = resolve(places, 'from', asked.from, remarks)
  const to = resolve(places, 'to', asked.to, remarks)
  const query = { ...asked, from: from?.code ?? '', to: to?.code ?? '' }

  const isAnswerable = from && to && refused.length === 0
  const answered: FormProblem[] = []
  const told = { remarks, refused: isAnswerToForm(search) ? answered : undefined }
  const legs = isAnswerable ? await makeLegs({ query, from, to, places, now, ...told }) : []
  const chosen = legs.flatMap((leg) => leg.chosen ?? [])
  const missing = from && to && refused.length > 0 ? 'search' : whatIsMissing(query, legs)
  if (told.refused && missing === null && answered.length + remarks.length === 0) {
    answered.push({ fieldId: 'adults', sentence: translation().messages.remarks.freeAgain })
  }
  const isReturn = query.trip === 'return'
  const party = { passengers: query.passengers, wheelchairUsers: query.wheelchairUsers }
  return {
    search: {
      values: valuesOf(query),
      places: optionsOf(places),
      from: from ? nameOf(from) : null,
      to: to ? nameOf(to) : null,
      date: shortDate(query.date, locale),
      returnDate: isReturn && query.returnDate ? shortDate(query.returnDate, locale) : null,
      today: today.toString(),
      lastDate: publishedUntil?.toString() ?? null,
      swapHref: from && to ? addressOf(swapped(query)) : null,
      problems: refused.map(toFormProblem),
    },
    remarks,
    refused: answered,
    legs,
    party: {
      ...party,
      rides: missing ? [] : chosen,
      hidden: missing ? [] : hiddenFields(query, chosen),
    },
    missing,
    pairs: missing === 'places' ? await makePairs(places, query) : [],
  }
}

function whatIsMissing(query: Query, [outbound, inbound]: LegView[]): BookNowView['missing'] {
  if (!outbound) return 'places'
  if (!outbound.chosen) return 'departure'
  return query.trip === 'return' && !inbound?.chosen ? 'return' : null
}

function valuesOf(query: Query) {
  return {
    from: query.from,
    to: query.to,
    date: query.date.toString(),
    time: query.time?.toString({ smallestUnit: 'minute' }) ?? '',
    trip: query.trip,
    returnDate: query.returnDate?.toString() ?? '',
    passengers: query.passengers,
    wheelchairUsers: query.wheelchairUsers,
  }
}

/** A list of more pairs than this takes longer to read than the search takes to fill in. */
const MAX_PAIRS = 120

/** The pairs of places on sale on the requested date, from every stop or from the chosen one. */
async function makePairs(places: readonly Place[], query: Query): Promise<FarePairsView> {
  const all = await listFarePairs(query.date)
  const pairs = all.length > MAX_PAIRS ? all.filter(leavesFrom(places, query.from)) : all
  if (pairs.length > MAX_PAIRS) return []

  const stops = places.filter(({ kind }) => kind === 'stop')
  const fareOf = new Map(
    pairs.map(({ fromStopId, toStopId, fares }) => [`${fromStopId}\n${toStopId}`, fares.adult]),
  )
  const boarding = new Set(pairs.map(({ fromStopId }) => fromStopId))
  return stops
    .filter(({ code }) => boarding.has(code))
    .map((from) => ({
      from: nameOf(from),
      to: stops.flatMap((place) => {
        const adultFare = fareOf.get(`${from.code}\n${place.code}`)
        if (adultFare === undefined) return []
        const href = addressOf({ ...query, from: from.code, to: place.code })
        return [{ place: nameOf(place), adultFare, href }]
      }),
    }))
}

function leavesFrom(places: readonly Place[], code: string) {
  const stopIds = places.find((place) => place.code === code)?.stopIds ?? []
  return ({ fromStopId }: { fromStopId: string }) => stopIds.includes(fromStopId)
}

function swapped(query: Query): Query {
  const back = withChoice(withChoice(query, 'outbound', null), 'inbound', null)
  return { ...back, from: query.to, to: query.from }
}

/** The other parameters of the query, so that the passenger form submits these rides. */
function hiddenFields(query: Query, [outbound, inbound]: ChosenRide[]): [string, string][] {
  const chosen = {
    ...query,
    outbound: outbound ?? null,
    inbound: inbound ?? null,
    outboundAt: null,
  }
  const ofParty = new Set([...Object.keys(writeCategories(query.passengers)), 'wheelchairs'])
  return [...writeQuery(chosen)].filter(([name]) => !ofParty.has(name))
}

type Legs = {
  query: Query
  from: Place
  to: Place
  places: readonly Place[]
  now: Temporal.Instant
  remarks: Remark[]
  refused: FormProblem[] | undefined
}

/**
 * The return is searched once the outbound ride is chosen, since it cannot leave before its
 * arrival.
 */
async function makeLegs(asked: Legs): Promise<LegView[]> {
  const outbound = await makeLeg({ ...asked, direction: 'outbound' })
  if (asked.query.trip === 'one-way' || !outbound.ride) return [outbound.leg]

  const way = { from: asked.to, to: asked.from, after: outbound.ride.arrivesAt }
  const query = withChoice(asked.query, 'outbound', outbound.leg.chosen)
  const inbound = await makeLeg({ ...asked, ...way, query, direction: 'inbound' })
  return [outbound.leg, inbound.leg]
}

/**
 * The matching place; if there is none or there are several, a remark asks the visitor to choose.
 */
export function resolve(
  places: readonly Place[],
  field: 'from' | 'to',
  given: string,
  remarks: Remark[],
): Place | undefined {
  const found = findPlaces(places, given)
  if (found.length === 1 || given === '') return found[0]

  const { remarks: sentences } = translation().messages
  const shown = given.slice(0, MAX_SHOWN_LENGTH)
  const names = found.map(({ shortName }) => shortName)
  const sentence =
    names.length === 0
      ? sentences.unknownPlace(shown)
      : sentences.severalPlaces(shown, names.join(', '))
  remarks.push({ field, sentence })
  return undefined
}

export function toRemark(problem: Problem): Remark {
  const { remarks, refusals } = translation().messages
  const field = problem.about
  if (problem.problem === 'unreadable') {
    return { field, sentence: remarks.unreadable(remarks.fields[field], problem.given) }
  }
  if (problem.problem === 'party') {
    return { field, sentence: explain(refusals, problem.refusal) }
  }
  const isMissing = problem.problem === 'return-missing'
  return { field, sentence: isMissing ? remarks.returnMissing : remarks.returnTooEarly }
}

/** Ids of search fields that differ from the names in the query. */
const SEARCH_FIELDS: Partial<Record<Field, string>> = {
  passengers: 'search-adults',
  wheelchairs: 'search-adults',
}

export function toFormProblem(problem: Problem): FormProblem {
  const { field, sentence } = toRemark(problem)
  return { fieldId: SEARCH_FIELDS[problem.about] ?? field, sentence }
}
