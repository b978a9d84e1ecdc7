import { translation } from '#app/i18n/translation.ts'
import { listDay, listUndriven, type CheckedDuty } from '#modules/fleet/duties.server.ts'
import type { DutyRun } from '#modules/fleet/duty.ts'
import { listInWorkshop } from '#modules/fleet/find-vehicles.server.ts'
import type { Span } from '#modules/fleet/vehicle.ts'
import { listDriverIds } from '#modules/staff/people/list-members.server.ts'
import { listStaffNames } from '#modules/staff/people/names.server.ts'
import { getStops } from '#modules/timetable/list-places.server.ts'
import * as paths from '#paths'
import { dateInCyprus, isBefore } from '#platform/time.ts'

import { momentText, shorten } from './lines.server.ts'
import type { Problem } from './view.ts'

/** Hours ahead in which a departure without a driver or a bus is a problem … */
const HOURS_AHEAD = 12
/** … and in which it is a grave one. */
const LAST_HOURS = 2
/** More are counted no further. */
const MAX_DEPARTURES = 100

/**
 * Departures of the next hours without a driver or a bus that is there, each with the page on which
 * another one is chosen; and in one line the duties of today and tomorrow with anything else to check.
 */
export async function listFleetProblems(now: Temporal.Instant): Promise<Problem[]> {
  const span = { from: now, until: now.add({ hours: HOURS_AHEAD }) }
  const [undriven, inWorkshop, duties] = await Promise.all([
    listWithoutDriver(span, now),
    listWithoutBus(span),
    listToCheck(span, now),
  ])
  return [...undriven, ...inWorkshop, ...duties]
}

/** None while the company uses no duties: see `listUndriven`. */
async function listWithoutDriver(span: Span, now: Temporal.Instant): Promise<Problem[]> {
  const { messages } = translation()
  const sentences = messages.office.today.problems.undriven
  const today = dateInCyprus(now)
  const driverIds = await listDriverIds()
  const runs = await listUndriven(span, { today, most: MAX_DEPARTURES, driverIds })
  const [names, nameWay] = await Promise.all([
    listStaffNames(runs.flatMap(({ driverId }) => driverId ?? [])),
    wayNames(runs),
  ])
  const problems = runs.map((run): Problem => {
    const { departureId, why, dutyId, driverId, isRelief } = run
    const driver = names.get(driverId ?? '') ?? messages.office.audit.formerMember
    const text = sentences[why](momentText(run.from), nameWay(run), driver)
    const day = `day=${run.serviceDate.toString()}`
    const to = driverId && dutyId ? paths.officeDuty(dutyId) : paths.officeDuties(day)
    const id = `undriven:${departureId}${isRelief ? ':relief' : ''}`
    return { id, tone: toneOf(run, span), text, to }
  })
  return shorten('undriven', problems, paths.officeDuties())
}

async function listWithoutBus(span: Span): Promise<Problem[]> {
  const { inWorkshop } = translation().messages.office.today.problems
  const runs = await listInWorkshop(span)
  const nameWay = await wayNames(runs)
  const problems = runs.map((run): Problem => {
    const text = inWorkshop(momentText(run.from), nameWay(run), run.plate)
    const id = `in-workshop:${run.departureId}:${run.plate}`
    return { id, tone: toneOf(run, span), text, to: paths.officeDeparture(run.departureId) }
  })
  return shorten('in-workshop', problems, paths.officeDuties())
}

/** Duties that are not over, of which something is to be said that no line names. */
async function listToCheck(span: Span, now: Temporal.Instant): Promise<Problem[]> {
  const today = dateInCyprus(now)
  const days = await Promise.all([today, today.add({ days: 1 })].map((day) => listDay(day)))
  const found = days
    .flatMap(({ duties }) => duties)
    .filter((duty) => isBefore(now, duty.endsAt) && hasMore(duty, span))
  const [first] = found
  if (!first) return []
  const text = translation().messages.office.today.problems.duties(found.length)
  const to = paths.officeDuties(`day=${first.serviceDate.toString()}`)
  return [{ id: 'duties-to-check', tone: 'warning', text, to }]
}

/** Whether a duty has a finding beside absences and vehicles of departures that have their own lines. */
function hasMore({ findings, runs }: CheckedDuty, { until }: Span): boolean {
  return findings.some((finding) => {
    if (finding.is === 'vehicle-in-workshop') return !isBefore(finding.before.from, until)
    return finding.is !== 'driver-absent' || !runs.some(({ from }) => isBefore(from, until))
  })
}

function toneOf({ from }: { from: Temporal.Instant }, span: Span): Problem['tone'] {
  return isBefore(from, span.from.add({ hours: LAST_HOURS })) ? 'danger' : 'warning'
}

type Way = Pick<DutyRun, 'firstStopId' | 'lastStopId'>

/** "Nicosia to Larnaca Airport" */
async function wayNames(ways: readonly Way[]): Promise<(way: Way) => string> {
  const { locale, messages } = translation()
  const stops = await getStops(
    locale,
    ways.flatMap(({ firstStopId, lastStopId }) => [firstStopId, lastStopId]),
  )
  const nameOf = (stopId: string) => stops.get(stopId)?.shortName ?? stopId
  return ({ firstStopId, lastStopId }) =>
    messages.office.departures.way(nameOf(firstStopId), nameOf(lastStopId))
}
