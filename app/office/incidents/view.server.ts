import { nameActors } from '#app/components/office/actor-names.server.ts'
import { found } from '#app/http/found.ts'
import { translation } from '#app/i18n/translation.ts'
import { findDeparture } from '#modules/dispatch/departure.server.ts'
import {
  findIncident,
  listAskedBookings,
  listIncidents,
  type AskedBooking,
  type Incident,
} from '#modules/incidents/find-incident.server.ts'
import { CALL_OUTCOMES, type IncidentKind } from '#modules/incidents/incident-states.ts'
import { readCall } from '#modules/incidents/read-choice.server.ts'
import { listTooMany, quoteAsking } from '#modules/incidents/too-full.server.ts'
import { writePhone } from '#modules/orders/order/phone.ts'
import { getStops } from '#modules/timetable/list-places.server.ts'
import { actorText, type Actor } from '#platform/actor.ts'
import { dateAndTime, exactClock } from '#platform/format/moments.ts'
import { UUID } from '#platform/ids.ts'
import { LANGUAGES } from '#platform/languages.ts'
import { cents, formatEuros } from '#platform/money.ts'
import { isBefore } from '#platform/time.ts'

import type { BookingRow, CallRow, IncidentRow, IncidentView } from './view.ts'

/** As many as were ever made in a bad month. */
const MAX_INCIDENTS = 100

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

/** One incident as this member of staff sees it; a 404 for an unknown id. */
export async function showIncident(
  incidentId: string,
  by: Actor,
  now: Temporal.Instant,
): Promise<IncidentView> {
  const incident = found(UUID.test(incidentId) ? await findIncident(incidentId) : undefined)
  const { locale } = translation()
  const { announcedAt, closedAt, departureIds } = incident
  const asked = await listAskedBookings(incidentId, now)
  const callers = asked.flatMap(({ takenBy }) => takenBy ?? [])
  const nameOf = await nameActors([incident.madeBy, ...callers])
  const calls = asked.filter(({ isToCall }) => isToCall)
  return {
    incidentId,
    title: titleOf(incident),
    ...(await showTooFull(incident)),
    announced: dateAndTime(announcedAt, locale),
    announcedBy: nameOf(incident.madeBy),
    closed: closedAt && dateAndTime(closedAt, locale),
    canClose: incident.kind === 'not-running' || !incident.isOpen,
    departures: await Promise.all(departureIds.map(nameDeparture)),
    counts: countsOf(asked, incident.kind),
    calls: await Promise.all(calls.map((one) => showCall(one, { by, nameOf, now }))),
    bookings: asked.map((one) => showBooking(one, incident.kind)),
  }
}

function titleOf(incident: Pick<Incident, 'kind' | 'cause'>): string {
  const { kinds } = translation().messages.office.incidents
  return [kinds[incident.kind], causeInWords(incident)].filter(Boolean).join(': ')
}

/** The reason that a person gave; empty if none was. */
function causeInWords({ kind, cause }: Pick<Incident, 'kind' | 'cause'>): string {
  return cause === kind ? '' : cause
}

/** The legs on which too many travel, as long as they do; before they are asked, who they are. */
async function showTooFull({
  kind,
  isOpen,
  waits,
  departureIds,
}: Incident): Promise<Pick<IncidentView, 'tooMany' | 'asking'>> {
  const [departureId] = departureIds
  const departure =
    kind === 'smaller-bus' && isOpen && departureId ? await findDeparture(departureId) : undefined
  if (!departure) return { tooMany: [], asking: null }
  const { locale, messages } = translation()
  const stops = await getStops(locale)
  const nameAt = (position: number) => {
    const stopId = departure.calls.find((call) => call.position === position)?.stopId ?? ''
    return stops.get(stopId)?.shortName ?? stopId
  }
  const tooMany = (await listTooMany(departure.departureId)).map(
    ({ leg, seats, wheelchairPlaces }) =>
      messages.office.incidents.ask.leg(
        messages.office.departures.way(nameAt(leg), nameAt(leg + 1)),
        { seats, wheelchairPlaces },
      ),
  )
  return { tooMany, asking: waits ? await quoteAsking(departure.departureId) : null }
}

async function nameDeparture(departureId: string) {
  const { locale, messages } = translation()
  const departure = await findDeparture(departureId)
  const stops = await getStops(locale)
  const nameAt = (stopId = '') => stops.get(stopId)?.shortName ?? stopId
  const [first, last] = [departure?.calls[0], departure?.calls.at(-1)]
  const way = messages.office.departures.way(nameAt(first?.stopId), nameAt(last?.stopId))
  const leaves = first ? dateAndTime(first.departsAt, locale) : ''
  return { departureId, title: messages.office.departure.titleOf(leaves, way) }
}

/** How many bookings and people are in each state, what was refunded, and how soon they were told. */
function countsOf(asked: readonly AskedBooking[], kind: IncidentKind): IncidentView['counts'] {
  const { locale, messages } = translation()
  const { counts } = messages.office.incidents
  const having = (is: (one: AskedBooking) => boolean) => {
    const some = asked.filter(is)
    return counts.value(some.length, sum(some.map(({ people }) => people)))
  }
  const refunded = cents(sum(asked.map(({ refundCents }) => refundCents)))
  return [
    { name: counts.all, value: having(() => true) },
    { name: counts.toTell, value: having(({ state }) => state === null) },
    { name: counts.told, value: having(({ state, seenAt }) => state === 'told' && !seenAt) },
    {
      name: counts.seen,
      value: having(({ state, seenAt }) => state === 'told' && seenAt !== null),
    },
    { name: counts['chose-offer'], value: having(({ state }) => state === 'chose-offer') },
    { name: counts['chose-refund'], value: having(({ state }) => state === 'chose-refund') },
    { name: counts.moved, value: having((one) => one.state === 'defaulted' && isMoved(one)) },
    {
      name: kind === 'not-running' ? counts.waits : counts.notMoved,
      value: having((one) => one.state === 'defaulted' && !isMoved(one)),
    },
    { name: counts.stays, value: having(({ state }) => state === 'stays') },
    { name: counts.refunded, value: formatEuros(refunded, locale) },
  ]
}

function isMoved({ chosenBookingId }: AskedBooking): boolean {
  return chosenBookingId !== null
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
    otherwise: otherwiseInWords(one),
    mail: one.hasNoMail ? words.noMail : words.hasMail,
    refunded: cents(refundCents),
  }
}

function stateInWords(one: AskedBooking, kind: IncidentKind): string {
  const { counts } = translation().messages.office.incidents
  const { state, seenAt } = one
  if (state === null) return counts.toTell
  if (state === 'told') return seenAt ? counts.seen : counts.told
  if (state === 'defaulted') {
    if (isMoved(one)) return counts.moved
    return kind === 'not-running' ? counts.waits : counts.notMoved
  }
  return counts[state]
}

function otherwiseInWords({ state, decideBy, defaultChoice }: AskedBooking): string {
  const { incidents: words } = translation().messages.office
  if (state !== 'told' || !decideBy || !defaultChoice) return '–'
  return words.otherwise[defaultChoice](exactClock(decideBy))
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
    leaves: exactClock(departsAt),
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
