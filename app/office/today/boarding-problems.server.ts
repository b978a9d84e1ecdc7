import { translation } from '#app/i18n/translation.ts'
import { listOpenConflicts } from '#modules/boarding/counts/open-conflicts.server.ts'
import { listShortGuests } from '#modules/boarding/counts/seat-guests.server.ts'
import { listSilentBuses } from '#modules/boarding/counts/silent-buses.server.ts'
import { listSpaceShort } from '#modules/incidents/choices/too-full.server.ts'
import { listCallsToMake } from '#modules/incidents/reads/find-incident.server.ts'
import { getStops } from '#modules/timetable/list-places.server.ts'
import * as paths from '#paths'
import { shortDate } from '#platform/format/dates.ts'
import { clockTime, dateInCyprus } from '#platform/time.ts'

import { momentText, shorten } from './lines.server.ts'
import type { Problem } from './view.ts'

const MAX_CONFLICTS = 20

type Way = { leavesAt: Temporal.Instant; firstStopId: string; lastStopId: string }

/** Parties that were let aboard twice, until a person or a later scan has settled it. */
export async function listBoardedTwice(): Promise<Problem[]> {
  const conflicts = await listOpenConflicts(MAX_CONFLICTS)
  const busOf = await nameBuses(conflicts)
  const { boardedTwice } = translation().messages.office.today.problems
  return conflicts.map((conflict): Problem => {
    const { bookingId, ticketNumber, tooMany } = conflict
    const text = boardedTwice(busOf(conflict), ticketNumber, tooMany)
    return { id: `twice:${bookingId}:${tooMany}`, tone: 'danger', text, to: paths.officePhones() }
  })
}

/** People taken along on a bus whose seats had been sold by the time their phone told us. */
export async function listWithoutSeat(now: Temporal.Instant): Promise<Problem[]> {
  const guests = await listShortGuests(now)
  const busOf = await nameBuses(guests)
  const { withoutSeat } = translation().messages.office.today.problems
  return guests.map((guest): Problem => {
    const { departureId, ticketNumber, short } = guest
    const text = withoutSeat(busOf(guest), ticketNumber, short)
    const to = paths.officeDeparture(departureId)
    return { id: `short:${departureId}:${ticketNumber}:${short}`, tone: 'danger', text, to }
  })
}

/** Wheelchair users whose bus has no space for them, until a person has settled it. */
export async function listWithoutSpace(now: Temporal.Instant): Promise<Problem[]> {
  const buses = await listSpaceShort(now, MAX_CONFLICTS)
  const busOf = await nameBuses(buses)
  const { withoutSpace } = translation().messages.office.today.problems
  return buses.map((bus): Problem => {
    const { incidentId, departureId, spaces } = bus
    const text = withoutSpace(busOf(bus), spaces)
    const to = paths.officeIncident(incidentId)
    return { id: `space:${departureId}:${spaces}`, tone: 'danger', text, to }
  })
}

/** People whom no mail has reached, of each incident, until somebody has called them. */
export async function listPeopleToCall(now: Temporal.Instant): Promise<Problem[]> {
  const { calls } = translation().messages.office.today.problems
  const problems = (await listCallsToMake(now)).map((one): Problem => {
    const { incidentId, people, firstBusAt, withPhone } = one
    const text = calls(people, momentText(firstBusAt), withPhone)
    const to = `${paths.officeIncident(incidentId)}#calls`
    return { id: `calls:${incidentId}`, tone: 'danger', text, to }
  })
  return shorten('calls', problems, paths.officeIncidents())
}

/** Buses that left with nobody counted: their driver is asked while they are on the road. */
export async function listSilent(now: Temporal.Instant): Promise<Problem[]> {
  const buses = await listSilentBuses(now, MAX_CONFLICTS)
  const busOf = await nameBuses(buses)
  const { silentBus, emptyBus } = translation().messages.office.today.problems
  const problems = buses.map((bus): Problem => {
    const { departureId, booked, isReported } = bus
    const text = (isReported ? emptyBus : silentBus)(busOf(bus), booked)
    const to = paths.officeManifest(departureId)
    return { id: `silent:${departureId}`, tone: 'warning', text, to }
  })
  return shorten('silent', problems, paths.officeDepartures())
}

/** "Mon 23 Nov, 13:30, Nicosia to Larnaca Airport" */
async function nameBuses(ways: readonly Way[]): Promise<(way: Way) => string> {
  const { locale, messages } = translation()
  const stopIds = ways.flatMap(({ firstStopId, lastStopId }) => [firstStopId, lastStopId])
  const stops = await getStops(locale, stopIds)
  const nameOf = (stopId: string) => stops.get(stopId)?.shortName ?? stopId
  return ({ leavesAt, firstStopId, lastStopId }) => {
    const when = `${shortDate(dateInCyprus(leavesAt), locale)}, ${clockTime(leavesAt)}`
    const way = messages.office.departures.way(nameOf(firstStopId), nameOf(lastStopId))
    return `${when}, ${way}`
  }
}
