import type { IncidentKind } from '#modules/incidents/incident/incident-states.ts'
import { shortDate } from '#platform/format/dates.ts'
import { LOCALES, type Locale } from '#platform/locale.ts'
import { clockTime, dateInCyprus } from '#platform/time.ts'

import type { Alert, EntitySelector, FeedEntity, Translated } from './messages.ts'
import { secondsOf, tripOf } from './trip-updates.ts'
import { alertWords } from './words/words.ts'

/**
 * The kinds that concern every traveller. A bus that is too small concerns only the passengers who
 * are asked.
 */
export const ALERTED_KINDS = [
  'not-running',
  'late',
  'retimed',
  'stop-closed',
  'stop-moved',
] as const satisfies IncidentKind[]
/** `broken-off`: buses that have left, and are ended before one of their stops. */
export type AlertedKind = (typeof ALERTED_KINDS)[number] | 'broken-off'

export type AlertedDeparture = {
  tripId: string
  routeId: string
  serviceDate: Temporal.PlainDate
  departsAt: Temporal.Instant
  isInTimetable: boolean
  /** For a bus that ends before one of its stops: that stop and those after it, in their order. */
  notReached: readonly string[]
}

/** An incident, with those of its departures that are in the feed: at least one, earliest first. */
export type AlertedIncident = {
  incidentId: string
  kind: AlertedKind
  /** The stop that is closed or moved, and where it is now. */
  stopId: string | null
  place: Record<Locale, string> | null
  /** The reason, if passengers are told one. */
  toldReason: Record<Locale, string> | null
  departures: readonly AlertedDeparture[]
}

export type Names = {
  nameOfRoute: (routeId: string, locale: Locale) => string
  nameOfStop: (stopId: string, locale: Locale) => string
  /** The page with the times of the departures. */
  addressOf: (departures: readonly AlertedDeparture[], locale: Locale) => string
}

export type AlertedNotice = {
  noticeId: string
  tone: 'info' | 'warning'
  from: Temporal.Instant
  until: Temporal.Instant | null
  words: Record<Locale, string>
  /** Null: the routes of the notice are concerned, at all their stops. */
  stopId: string | null
  routeIds: readonly string[]
}

/** Departures that a text names; an app shows no longer list. */
const MAX_NAMED = 20

const EFFECTS = {
  'not-running': 'NO_SERVICE',
  late: 'SIGNIFICANT_DELAYS',
  retimed: 'MODIFIED_SERVICE',
  'stop-closed': 'NO_SERVICE',
  'stop-moved': 'STOP_MOVED',
  'broken-off': 'NO_SERVICE',
} as const satisfies Record<AlertedKind, Alert['effect']>

/** The alert about an incident, for as long as it is in the feed. */
export function alertOfIncident(incident: AlertedIncident, names: Names): FeedEntity {
  const { incidentId, kind, departures } = incident
  return {
    id: incidentId,
    alert: {
      informedEntity: departures.flatMap((departure) => {
        const stopIds = kind === 'broken-off' ? departure.notReached : [incident.stopId]
        return stopIds.map((stopId) => selectorOf(departure, stopId))
      }),
      effect: EFFECTS[kind],
      url: inEach((locale) => names.addressOf(departures, locale)),
      headerText: inEach((locale) => headerOf(incident, names, locale)),
      descriptionText: inEach((locale) => descriptionOf(incident, names, locale)),
      severityLevel: kind === 'not-running' || kind === 'broken-off' ? 'SEVERE' : 'WARNING',
    },
  }
}

/** The alert that a notice of the company is: its words, while it is shown. */
export function alertOfNotice(notice: AlertedNotice): FeedEntity {
  const { noticeId, tone, from, until, words, stopId, routeIds } = notice
  const text = inEach((locale) => words[locale])
  return {
    id: noticeId,
    alert: {
      activePeriod: [{ start: secondsOf(from), ...(until && { end: secondsOf(until) }) }],
      informedEntity: stopId === null ? routeIds.map((routeId) => ({ routeId })) : [{ stopId }],
      effect: 'OTHER_EFFECT',
      headerText: text,
      descriptionText: text, // required, and there is no more to say
      severityLevel: tone === 'info' ? 'INFO' : 'WARNING',
    },
  }
}

function selectorOf(departure: AlertedDeparture, stopId: string | null): EntitySelector {
  const { isInTimetable, routeId } = departure
  const trip = { ...tripOf(departure), scheduleRelationship: 'SCHEDULED' } as const
  return { ...(isInTimetable ? { trip } : { routeId }), ...(stopId !== null && { stopId }) }
}

function headerOf(incident: AlertedIncident, names: Names, locale: Locale): string {
  const { kind, stopId, departures } = incident
  const words = alertWords(locale)
  const count = departures.length
  const [only, ...others] = departures
  const named = kind === 'broken-off' ? only?.notReached[0] : stopId
  const stop = named ? names.nameOfStop(named, locale) : ''
  const head = {
    'not-running': words.cancelled(count),
    late: words.late,
    retimed: words.retimed(count),
    'stop-closed': words.stopClosed(stop),
    'stop-moved': words.stopMoved(stop),
    'broken-off': words.endsBefore(stop),
  }[kind]
  const isOfOne = stopId === null && only && others.length === 0
  return isOfOne ? `${head}: ${lineOf(only, names, locale)}` : head
}

function descriptionOf(incident: AlertedIncident, names: Names, locale: Locale): string {
  const { place, toldReason, departures } = incident
  const words = alertWords(locale)
  const unnamed = departures.length - MAX_NAMED
  return [
    ...(toldReason ? [words.reason(toldReason[locale])] : []),
    ...(place ? [words.instead(place[locale])] : []),
    words.concerns(departures.length),
    ...departures.slice(0, MAX_NAMED).map((departure) => lineOf(departure, names, locale)),
    ...(unnamed > 0 ? [words.more(unnamed)] : []),
  ].join('\n')
}

/** "Nicosia – Larnaca Airport, Mon 23 Nov, 14:30" */
function lineOf({ routeId, departsAt }: AlertedDeparture, names: Names, locale: Locale): string {
  const day = shortDate(dateInCyprus(departsAt), locale)
  return [names.nameOfRoute(routeId, locale), day, clockTime(departsAt)].join(', ')
}

function inEach(text: (locale: Locale) => string): Translated {
  return { translation: LOCALES.map((language) => ({ text: text(language), language })) }
}
