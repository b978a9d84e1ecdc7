import { reasonInWords } from '#app/components/office/act-in-words.ts'
import { nameActors } from '#app/components/office/actor-names.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { subjectOf } from '#modules/dispatch/departure.server.ts'
import { listIncidentsOf } from '#modules/incidents/reads/find-incident.server.ts'
import { listNews, type News } from '#modules/incidents/reads/list-news.server.ts'
import { listEntries, type Entry } from '#platform/audit.server.ts'
import { shortDate } from '#platform/format/dates.ts'
import { exactClock } from '#platform/format/moments.ts'
import { dateInCyprus } from '#platform/time.ts'

/** One event, as the page says it. */
export type Told = { key: string; time: string; dateTime: string; what: string; about: string }

/** Changes that are shown; a departure rarely has more than a handful. */
const MAX_CHANGES = 100

const OF_INCIDENT = new Set([
  'departures-cancelled',
  'departures-retimed',
  'stop-closed',
  'stop-moved',
  'stop-reopened',
  'told-reason-changed',
])

/** The changes of the departure with person, time and reason, newest first. */
export async function listChanges(departureId: string): Promise<Told[]> {
  const entries = await listWithIncidents(departureId)
  const nameOf = await nameActors(entries.map(({ actor }) => actor))
  return entries.map((entry, place) => ({
    ...momentOf(entry.enteredAt),
    key: String(place),
    what: [nameOfAction(entry), detailOf(entry)].filter(Boolean).join(': '),
    about: [nameOf(entry.actor), reasonInWords(entry.reason ?? '')].filter(Boolean).join(' · '),
  }))
}

/** Departures that were changed together with others have the entry of their incident. */
async function listWithIncidents(departureId: string) {
  const incidentIds = await listIncidentsOf(departureId)
  const [own, ...ofIncidents] = await Promise.all([
    listEntries(subjectOf(departureId), MAX_CHANGES),
    ...incidentIds.map((incidentId) => listEntries(`incident:${incidentId}`, MAX_CHANGES)),
  ])
  const together = ofIncidents.flat().filter(({ action }) => OF_INCIDENT.has(action))
  return [...own, ...together]
    .toSorted((one, other) => Temporal.Instant.compare(other.enteredAt, one.enteredAt))
    .slice(0, MAX_CHANGES)
}

/** The messages to its passengers, and whether they arrived, newest first. */
export async function listTold(departureId: string): Promise<Told[]> {
  const { news: words } = translation().messages.office.departure
  return (await listNews(departureId)).map((news, place) => ({
    ...momentOf(news.toldAt),
    key: String(place),
    what: nameOfNews(news),
    about: words.counts(news),
  }))
}

type Act = Pick<Entry, 'action' | 'after'> & { before?: unknown }

/** The name of an action of the audit; one of another part of the office has its own word there. */
export function nameOfAction({ action, after }: Act): string {
  const { minutes = 0 } = factsOf(after)
  const name = action === 'late' && minutes < 0 ? 'early' : action
  return translation().messages.office.departure.actions[name] ?? action
}

function detailOf({ action, after, before }: Act): string {
  const words = translation().messages.office.departure
  const { minutes, seats, vehicle, relief } = factsOf(after)
  if (action === 'vehicle') return vehicle ?? words.vehicle.none
  if (action === 'relief') return relief ?? words.relief.none
  if (action === 'late' && minutes !== undefined) return words.minutes(Math.abs(minutes))
  if (action === 'seats-freed') return words.seatsNow(factsOf(before).seats ?? 0)
  const isOfSeats = action === 'capacity' || action === 'seats-blocked'
  return isOfSeats && seats !== undefined ? words.seatsNow(seats) : ''
}

type Facts = {
  minutes?: number
  seats?: number
  vehicle?: string | null
  relief?: string | null
}

function factsOf(after: unknown): Facts {
  return after ?? {}
}

function nameOfNews({ kind, minutes, words }: News): string {
  const { locale, messages } = translation()
  const { news } = messages.office.departure
  if (kind === 'running-late') return news.late(minutes ?? 0)
  if (kind === 'departure-message') return words?.[locale] ?? ''
  if (kind === 'smaller-bus') return news.smaller
  if (kind === 'new-offers') return news.newOffers
  if (kind === 'seats-kept') return news.kept
  if (kind === 'retimed') return news.retimed
  if (kind === 'stop-closed') return news.stopClosed
  if (kind === 'stop-moved') return news.stopMoved
  if (kind === 'stop-reopened') return news.stopReopened
  return kind === 'runs-after-all' ? news.revived : news.cancelled
}

function momentOf(at: Temporal.Instant): Pick<Told, 'time' | 'dateTime'> {
  const { locale } = translation()
  return {
    time: `${shortDate(dateInCyprus(at), locale)}, ${exactClock(at)}`,
    dateTime: at.toString(),
  }
}
