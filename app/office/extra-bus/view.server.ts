import { shortMoment } from '#app/components/office/short-moment.server.ts'
import { translation } from '#app/i18n/translation.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import { planExtra, type ExtraPlan, type ExtraWish } from '#modules/fleet/extra-departure.server.ts'
import { saleClosesAt } from '#modules/rules/deadlines.ts'
import { listLines } from '#modules/timetable/extra-departures.server.ts'
import { getStops } from '#modules/timetable/list-places.server.ts'
import { getStopNames } from '#modules/timetable/stop-names.server.ts'
import { longDate } from '#platform/format/dates.ts'
import { exactClock } from '#platform/format/moments.ts'
import { LOCALES, type Locale } from '#platform/locale.ts'
import { dateInCyprus, isBefore } from '#platform/time.ts'

import { problemOf } from './refusal.ts'
import { readTyped, wishOf, writeLine, type Typed } from './wish.ts'

export type ExtraBusView = {
  lines: { value: string; name: string }[]
  typed: Typed
  problems: FormProblem[]
  /** Null until everything that was typed is possible. */
  check: CheckView | null
}

export type CheckView = {
  time: string
  date: string
  isCharter: boolean
  seats: number
  wheelchairs: number
  calls: { position: number; time: string; names: Record<Locale, string> }[]
  /** The end of the sale at the first stop; null if it is over. */
  soldUntil: string | null
  /** Other departures of the same minute. */
  besides: string[]
}

/** The form, and what it would add as soon as it is sent. */
export async function showExtraBus(
  query: URLSearchParams,
  now: Temporal.Instant,
): Promise<ExtraBusView> {
  const typed = readTyped(query)
  const view = { lines: await showLines(), typed, problems: [], check: null }
  // Without a line, the form has not been sent yet.
  if (!query.has('line')) return view
  const wish = wishOf(typed)
  const plan = await planExtra(wish, now)
  if (!plan.ok) return { ...view, problems: [problemOf(plan)] }
  return { ...view, check: await showCheck(wish, plan, now) }
}

async function showLines(): Promise<ExtraBusView['lines']> {
  const { locale, messages } = translation()
  const lines = await listLines()
  const stops = await getStops(
    locale,
    lines.flatMap(({ fromStopId, toStopId }) => [fromStopId, toStopId]),
  )
  const nameOf = (stopId: string) => stops.get(stopId)?.shortName ?? stopId
  return lines.map((line) => {
    const { code, fromStopId, toStopId } = line
    const name = messages.office.extraBus.lineOf(code, nameOf(fromStopId), nameOf(toStopId))
    return { value: writeLine(line), name }
  })
}

async function showCheck(
  { origin, seats, wheelchairPlaces }: ExtraWish,
  { calls, besides }: ExtraPlan,
  now: Temporal.Instant,
): Promise<CheckView> {
  const { locale } = translation()
  const { departsAt } = calls[0]
  const closesAt = saleClosesAt(departsAt)
  return {
    time: exactClock(departsAt),
    date: longDate(dateInCyprus(departsAt), locale),
    isCharter: origin === 'charter',
    seats,
    wheelchairs: wheelchairPlaces,
    calls: await nameCalls(calls),
    soldUntil: isBefore(closesAt, now) ? null : shortMoment(closesAt),
    besides,
  }
}

/** The calls with the names of their stops in every language. */
async function nameCalls(calls: ExtraPlan['calls']): Promise<CheckView['calls']> {
  const stopIds = calls.map(({ stopId }) => stopId)
  const named = await Promise.all(
    LOCALES.map(async (locale) => [locale, await getStopNames(locale, stopIds)] as const),
  )
  return calls.map(({ position, stopId, arrivesAt, departsAt }) => {
    const names = named.map(([locale, nameOf]) => [locale, nameOf(stopId).name])
    const isLast = position === calls.at(-1)?.position
    return {
      position,
      time: exactClock(isLast ? arrivesAt : departsAt),
      names: Object.fromEntries(names) as Record<Locale, string>,
    }
  })
}
