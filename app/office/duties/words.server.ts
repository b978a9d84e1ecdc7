import { translation } from '#app/i18n/translation.ts'
import { drivingMinutes } from '#modules/fleet/driving-time.ts'
import type { CheckedDuty } from '#modules/fleet/duties.server.ts'
import { isRunning, type Duty, type DutyRun, type Finding } from '#modules/fleet/duty.ts'
import type { Vehicle } from '#modules/fleet/vehicle.ts'
import { getStops } from '#modules/timetable/list-places.server.ts'
import { dayMonthYear } from '#platform/format/dates.ts'
import { durationText } from '#platform/format/durations.ts'
import { exactClock } from '#platform/format/moments.ts'

import type { DutyRow, RunView } from './view.ts'

type Known = {
  vehicles: ReadonlyMap<string, Vehicle>
  /** The names of drivers by their ids. */
  names: ReadonlyMap<string, string>
  nameWay: (run: DutyRun) => string
  /** By the id of the departure. */
  kilometres: ReadonlyMap<string, number>
}

/** "Nicosia to Larnaca Airport", for departures of these duties. */
export async function wayNames(runs: readonly DutyRun[]): Promise<Known['nameWay']> {
  const { locale, messages } = translation()
  const stopIds = runs.flatMap(({ firstStopId, lastStopId }) => [firstStopId, lastStopId])
  const stops = await getStops(locale, stopIds)
  const nameOf = (stopId: string) => stops.get(stopId)?.shortName ?? stopId
  return ({ firstStopId, lastStopId }) =>
    messages.office.departures.way(nameOf(firstStopId), nameOf(lastStopId))
}

/** "06:00–14:00" */
export function timesOf({ startsAt, endsAt }: Pick<Duty, 'startsAt' | 'endsAt'>): string {
  return translation().messages.office.duties.fromTo(exactClock(startsAt), exactClock(endsAt))
}

/** A duty as a line of its day. */
export function toDutyRow(
  duty: CheckedDuty,
  { vehicles, names, nameWay, kilometres }: Known,
): DutyRow {
  const { locale, messages } = translation()
  const { dutyId, driverId, runs, findings } = duty
  const plates = runs.flatMap(({ vehicleId }) => vehicles.get(vehicleId ?? '')?.plate ?? [])
  return {
    dutyId,
    driver: driverId ? (names.get(driverId) ?? messages.office.audit.formerMember) : null,
    times: timesOf(duty),
    vehicle: [...new Set(plates)].join(', '),
    runs: runs.map((run, place) => toRunView(run, { before: runs[place - 1], nameWay })),
    driving: durationText(drivingMinutes(runs.filter(isRunning), new Set()), locale),
    kilometres: sayKilometres(runs.filter(isRunning), kilometres),
    findings: findings.map(findingText),
  }
}

/** To ten kilometres, since the length of roads is an estimate. */
function sayKilometres(runs: readonly DutyRun[], lengths: Known['kilometres']): string {
  const all = runs.reduce((sum, { departureId }) => sum + (lengths.get(departureId) ?? 0), 0)
  const rounded = Math.round(all / 10) * 10
  return rounded > 0 ? translation().messages.office.duties.kilometres(rounded) : ''
}

type Around = { before: DutyRun | undefined; nameWay: Known['nameWay'] }

function toRunView(run: DutyRun, { before, nameWay }: Around): RunView {
  const { locale, messages } = translation()
  const words = messages.office.duties
  const minutes = before?.until.until(run.from).total('minutes') ?? -1
  const states = { cancelled: words.cancelled, withdrawn: words.withdrawn, planned: null }
  return {
    departureId: run.departureId,
    time: exactClock(run.from),
    text: [
      words.run(exactClock(run.from), nameWay(run), exactClock(run.until)),
      run.isRelief && words.relief,
    ]
      .filter(Boolean)
      .join(', '),
    pause: minutes < 0 ? null : words.pause(durationText(minutes, locale)),
    state: states[run.status],
  }
}

/** What a check of a duty found, in the reader's language. */
export function findingText(finding: Finding): string {
  const { locale, messages } = translation()
  const { findings } = messages.office.duties
  switch (finding.is) {
    case 'overlap':
      return findings[finding.is](time(finding.first), time(finding.second))
    case 'short-turn-round':
      return findings[finding.is](durationText(finding.minutes, locale), time(finding.before))
    case 'no-break':
    case 'too-much-driving':
    case 'rest-too-short':
    case 'rest-then-too-short':
      return findings[finding.is](durationText(finding.minutes, locale))
    case 'other-duty':
      return findings[finding.is](exactClock(finding.from), exactClock(finding.until))
    case 'licence-over':
      return findings[finding.is](dayMonthYear(finding.on, locale))
    case 'driver-absent':
      return findings[finding.is](dayMonthYear(finding.until, locale))
    case 'vehicle-in-workshop':
    default:
      return findings[finding.is](finding.plate, time(finding.before))
  }
}

function time({ from }: DutyRun): string {
  return exactClock(from)
}
