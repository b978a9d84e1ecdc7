import { nameActors } from '#app/components/office/actor-names.server.ts'
import { readKey, writeKey } from '#app/components/office/page-key.ts'
import { shortMoment } from '#app/components/office/short-moment.server.ts'
import { found } from '#app/http/found.ts'
import { translation } from '#app/i18n/translation.ts'
import { readCall } from '#modules/incidents/choices/read-choice.server.ts'
import {
  listRevivable,
  quoteRevival,
} from '#modules/incidents/departures/revive-departures.server.ts'
import { findStopIncident } from '#modules/incidents/incident/find-stop-incident.server.ts'
import {
  CALL_OUTCOMES,
  isClosedByHand,
  type IncidentKind,
} from '#modules/incidents/incident/incident-states.ts'
import {
  countAskedBookings,
  findIncident,
  listAskedBookings,
  listIncidents,
  type AskedBooking,
  type AskedCount,
  type Incident,
} from '#modules/incidents/reads/find-incident.server.ts'
import { letterWords } from '#modules/notifications/words/words.ts'
import { getStops } from '#modules/timetable/list-places.server.ts'
import { actorText, type Actor } from '#platform/actor.ts'
import { dateAndTime, exactClock } from '#platform/format/moments.ts'
import { UUID } from '#platform/ids.ts'
import { LANGUAGES } from '#platform/languages.ts'
import { cents, formatEuros } from '#platform/money.ts'
import { writePhone } from '#platform/text/phone.ts'
import { isBefore } from '#platform/time.ts'

import { showTooFull } from './asking.server.ts'
import { showReport } from './report.server.ts'
import type { BookingRow, CallRow, IncidentRow, IncidentView } from './view.ts'

/** More than were ever made in a bad month. */
const MAX_INCIDENTS = 100
/** Bookings on one page. */
const ROWS = 50
/** Calls that are listed at a time; the next ones follow as these are made. */
const MAX_CALLS = 20

/** The newest incidents. */
export async function showIncidents(): Promise<IncidentRow[]> {
  const { locale } = translation()
  const incidents = await listIncidents(MAX_INCIDENTS)
  return incidents.map(({ incidentId, announcedAt, closedAt, departureIds, ...incident }) => ({
    incidentId,
    announced: dateAndTime(announcedAt, locale),
    kind: translation().messages.office.incidents.kinds[incident.kind],
    cause: causeInWords(incident),
    departures: departureIds.length,
    asked: incident.asked,
    open: incident.open,
    closed: closedAt && dateAndTime(closedAt, locale),
  }))
}

type Look = { by: Actor; now: Temporal.Instant; query: URLSearchParams }

/** One incident as this member of staff sees it; a 404 for an unknown id. */
export async function showIncident(
  incidentId: string,
  { by, now, query }: Look,
): Promise<IncidentView> {
  const incident = found(UUID.test(incidentId) ? await findIncident(incidentId) : undefined)
  const { locale } = translation()
  const { announcedAt, closedAt } = incident
  const after = readKey(query.get('after'), ['departsAt', 'bookingId'])
  const [counts, asked, calls, report] = await Promise.all([
    countAskedBookings(incidentId, now),
    listAskedBookings(incidentId, now, { after, most: ROWS + 1 }),
    listAskedBookings(incidentId, now, { isToCall: true, most: MAX_CALLS }),
    showReport(incidentId),
  ])
  const callers = calls.flatMap(({ takenBy }) => takenBy ?? [])
  const nameOf = await nameActors([incident.madeBy, ...callers])
  const shown = asked.slice(0, ROWS)
  const last = shown.at(-1)
  return {
    incidentId,
    kind: incident.kind,
    title: titleOf(incident),
    toldReason: incident.toldReason,
    ...(await showTooFull(incident)),
    stop: await showStop(incidentId, report.departures),
    ...(await showRevival(incidentId, report.departures, { query, now })),
    announced: dateAndTime(announcedAt, locale),
    announcedBy: nameOf(incident.madeBy),
    closed: closedAt && dateAndTime(closedAt, locale),
    canClose: isClosedByHand(incident.kind) || !incident.isOpen,
    counts: countsOf(counts, incident.kind),
    toCall: sum(counts.map(({ toCall }) => toCall)),
    calls: await Promise.all(calls.map((one) => showCall(one, { by, nameOf, now }))),
    bookings: shown.map((one) => showBooking(one, incident.kind)),
    next: last && asked.length > ROWS ? writeKey(last.departsAt, last.bookingId) : null,
    report,
  }
}

async function showStop(
  incidentId: string,
  departures: IncidentView['report']['departures'],
): Promise<IncidentView['stop']> {
  const incident = await findStopIncident(incidentId)
  if (!incident) return null
  const { locale, messages } = translation()
  const { stopId, place, openIds } = incident
  const name = (await getStops(locale)).get(stopId)?.name ?? stopId
  const words = messages.office.incidents.stop
  return {
    news: place ? words.moved(name, place.words[locale]) : words.closed(name),
    isMoved: place !== null,
    open: departures.filter(({ departureId }) => openIds.includes(departureId)),
  }
}

type Titled = IncidentView['report']['departures']

async function showRevival(
  incidentId: string,
  departures: Titled,
  { query, now }: Pick<Look, 'query' | 'now'>,
): Promise<Pick<IncidentView, 'revivable' | 'revival'>> {
  const ids = await listRevivable({ incidentId, now })
  const titleAt = new Map(departures.map(({ departureId, title }) => [departureId, title]))
  const revivable = ids.map((departureId) => {
    return { departureId, title: titleAt.get(departureId) ?? '' }
  })
  const from = query.get('revive')
  if (!from || (from !== 'all' && !ids.includes(from))) return { revivable, revival: null }
  const fromId = from === 'all' ? undefined : from
  const { departureIds, ...revival } = await quoteRevival({ incidentId, fromId, now })
  const titles = departureIds.map((departureId) => titleAt.get(departureId) ?? '')
  const { title, story, keep } = letterWords(translation().locale).runsAfterAll
  return { revivable, revival: { ...revival, from, titles, told: `${title}. ${story} ${keep}` } }
}

function titleOf(incident: Pick<Incident, 'kind' | 'cause'>): string {
  const { kinds } = translation().messages.office.incidents
  return [kinds[incident.kind], causeInWords(incident)].filter(Boolean).join(': ')
}

/** The reason that a person gave; empty if none was. */
function causeInWords({ kind, cause }: Pick<Incident, 'kind' | 'cause'>): string {
  return cause === kind ? '' : cause
}

/** Bookings and people by state, and what was refunded. */
function countsOf(asked: readonly AskedCount[], kind: IncidentKind): IncidentView['counts'] {
  const { locale, messages } = translation()
  const { counts } = messages.office.incidents
  const having = (is: (one: AskedCount) => boolean) => {
    const some = asked.filter(is)
    return counts.value(
      sum(some.map(({ bookings }) => bookings)),
      sum(some.map(({ travelling }) => travelling)),
    )
  }
  const count = (of: 'bookings' | 'people' | 'parted' | 'travelling') =>
    sum(asked.map((one) => one[of]))
  const refunded = cents(sum(asked.map(({ refundCents }) => refundCents)))
  return [
    { name: counts.all, value: counts.value(count('bookings'), count('people')) },
    { name: counts.toTell, value: having(({ state }) => state === null) },
    { name: counts.told, value: having(({ state, isSeen }) => state === 'told' && !isSeen) },
    { name: counts.seen, value: having(({ state, isSeen }) => state === 'told' && isSeen) },
    { name: counts['chose-offer'], value: having(({ state }) => state === 'chose-offer') },
    { name: counts['chose-refund'], value: having(({ state }) => state === 'chose-refund') },
    {
      name: counts.moved,
      value: having((one) => one.state === 'defaulted' && one.isAway),
    },
    {
      name: unmovedInWords(kind),
      value: having((one) => one.state === 'defaulted' && !one.isAway),
    },
    { name: counts.stays, value: having(({ state }) => state === 'stays') },
    {
      name: counts.parted,
      value: counts.value(count('parted'), count('people') - count('travelling')),
    },
    { name: counts.refunded, value: formatEuros(refunded, locale) },
  ]
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

function showBooking(one: AskedBooking, kind: IncidentKind): BookingRow {
  const { bookingId, reference, people, departsAt, refundCents } = one
  const { incidents: words } = translation().messages.office
  return {
    bookingId,
    reference,
    name: one.name ?? '–',
    people,
    leaves: exactClock(departsAt),
    state: stateInWords(one, kind),
    otherwise: otherwiseInWords(one, kind),
    mail: one.hasNoMail ? words.noMail : words.hasMail,
    refunded: cents(refundCents),
  }
}

function stateInWords(one: AskedBooking, kind: IncidentKind): string {
  const { counts } = translation().messages.office.incidents
  const { state, seenAt, travelling, people } = one
  if (state === null) return counts.toTell
  if (state === 'told') return seenAt ? counts.seen : counts.told
  if (state === 'defaulted') {
    if (one.isAway) return counts.moved
    return unmovedInWords(kind)
  }
  return travelling < people ? counts.ofGroup(counts[state], travelling, people) : counts[state]
}

/** The outcome for passengers without an answer who are on no other bus and at no other stop. */
function unmovedInWords(kind: IncidentKind): string {
  const { counts } = translation().messages.office.incidents
  if (kind === 'stop-closed') return counts.unanswered
  return kind === 'not-running' ? counts.waits : counts.notMoved
}

function otherwiseInWords(
  { state, decideBy, defaultChoice }: AskedBooking,
  kind: IncidentKind,
): string {
  const { incidents: words } = translation().messages.office
  if (state !== 'told' || !decideBy || !defaultChoice) return '–'
  const time = exactClock(decideBy)
  const isRefundedThen = kind === 'stop-closed' && defaultChoice === 'refund'
  return isRefundedThen ? words.refundedAt(time) : words.otherwise[defaultChoice](time)
}

type Watching = { by: Actor; nameOf: (actor: string) => string; now: Temporal.Instant }

async function showCall(one: AskedBooking, { by, nameOf, now }: Watching): Promise<CallRow> {
  const { bookingId, reference, people, departsAt, locale, takenBy, takenUntil, lastCall } = one
  const { outcomes } = translation().messages.office.incidents
  const isTaken = takenUntil !== null && isBefore(now, takenUntil)
  const isMine = isTaken && takenBy === actorText(by)
  return {
    bookingId,
    reference,
    name: one.name ?? '–',
    people,
    leaves: shortMoment(departsAt),
    hasPhone: one.hasPhone,
    language: LANGUAGES[locale].name,
    takenBy: isTaken && takenBy && !isMine ? nameOf(takenBy) : null,
    mine: isMine ? await showMine(one, now) : null,
    lastCall: lastCall && outcomes[lastCall],
  }
}

/** The number, the bus that can be taken now, and the results that the call may have. */
async function showMine(called: AskedBooking, now: Temporal.Instant) {
  const { incidents: words } = translation().messages.office
  const { phone, offer } = await readCall(called, now)
  return {
    phone: phone ? writePhone(phone) : words.noPhone,
    offer: offer ? [offer.departsAt, offer.arrivesAt].map(exactClock).join(' – ') : null,
    outcomes: CALL_OUTCOMES.filter((outcome) => outcome !== 'moved' || offer !== undefined),
  }
}
