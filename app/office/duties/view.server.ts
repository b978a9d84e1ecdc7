import { readKey, writeKey } from '#app/components/office/page-key.ts'
import { fieldMoment } from '#app/components/office/short-moment.server.ts'
import { nameVehicle } from '#app/components/office/vehicle-in-words.ts'
import { translation } from '#app/i18n/translation.ts'
import { may } from '#app/office/guard.server.ts'
import { listKilometres } from '#modules/fleet/crews.server.ts'
import {
  findDuty,
  listDay,
  listOnNoDuty,
  subjectOfDuty,
  type CheckedDuty,
} from '#modules/fleet/duties.server.ts'
import type { Duty, DutyRun } from '#modules/fleet/duty.ts'
import { listStaffNames } from '#modules/staff/people/names.server.ts'
import type { SignedIn } from '#modules/staff/sign-in/find-staff.server.ts'
import { getStops } from '#modules/timetable/list-places.server.ts'
import { listRouteNames } from '#modules/timetable/list-route-names.server.ts'
import { countEntries } from '#platform/audit.server.ts'
import { longDate, shortDate } from '#platform/format/dates.ts'
import { exactClock } from '#platform/format/moments.ts'
import { dateInCyprus, isBefore, startOfDay } from '#platform/time.ts'
import { readDate } from '#platform/typed-time.ts'

import { listDriverOptions } from './drivers.server.ts'
import type { DayView, DutyRow, DutyView, Option } from './view.ts'
import { timesOf, toDutyRow, wayNames } from './words.server.ts'

/** A new duty has these times until somebody changes them. */
const USUAL_START_HOURS = 6
const USUAL_HOURS = 8
/** Departures on no duty on one page: each has a form. */
const LOOSE_ROWS = 100

/** The day of the address; today without one. */
export function dayOf(query: URLSearchParams, now: Temporal.Instant): Temporal.PlainDate {
  return readDate(query.get('day')) ?? dateInCyprus(now)
}

/** The duties of one day; those who do not see the fleet see their own alone. */
export async function showDay(
  staff: SignedIn,
  query: URLSearchParams,
  now: Temporal.Instant,
): Promise<DayView> {
  const { locale } = translation()
  const date = dayOf(query, now)
  const isOwn = !may(staff, 'fleet.see')
  const { duties: all, vehicles } = await listDay(date)
  const duties = all.filter(({ driverId }) => !isOwn || driverId === staff.staffId)
  const onNone = isOwn ? [] : await listLoosePage(date, query.get('after'))
  const loose = onNone.slice(0, LOOSE_ROWS)
  const last = loose.at(-1)
  const known = { vehicles, ...(await namesIn(duties, loose)) }
  const rows = duties.map((duty) => toDutyRow(duty, known))
  const usual = startOfDay(date).add({ hours: USUAL_START_HOURS })
  return {
    title: longDate(date, locale),
    day: date.toString(),
    dayBefore: date.subtract({ days: 1 }).toString(),
    dayAfter: date.add({ days: 1 }).toString(),
    isToday: date.equals(dateInCyprus(now)),
    isOwn,
    duties: rows,
    loose: loose.map((run) => ({
      departureId: run.departureId,
      time: exactClock(run.from),
      way: known.nameWay(run),
      vehicle: vehicles.get(run.vehicleId ?? '')?.plate ?? '',
    })),
    next: last && onNone.length > LOOSE_ROWS ? writeKey(last.from, last.departureId) : null,
    options: rows.map(optionOf),
    drivers: isOwn ? [] : await listDriverOptions(date, now),
    yesterday: dayOption(date.subtract({ days: 1 })),
    weekBefore: dayOption(date.subtract({ days: 7 })),
    startsAt: fieldMoment(usual),
    endsAt: fieldMoment(usual.add({ hours: USUAL_HOURS })),
  }
}

/** One page and the row after it; the first page if a colleague has put all of the later ones on duties. */
async function listLoosePage(date: Temporal.PlainDate, key: string | null): Promise<DutyRun[]> {
  const most = LOOSE_ROWS + 1
  const after = readKey(key, ['departsAt', 'departureId'])
  const later = after ? await listOnNoDuty(date, { after, most }) : []
  return later.length > 0 ? later : listOnNoDuty(date, { most })
}

async function namesIn(duties: readonly Duty[], loose: readonly DutyRun[]) {
  const names = await listStaffNames(duties.flatMap(({ driverId }) => driverId ?? []))
  const runs = duties.flatMap((duty) => duty.runs)
  const [nameWay, kilometres] = await Promise.all([
    wayNames([...runs, ...loose]),
    listKilometres(runs.map(({ departureId }) => departureId)),
  ])
  return { names, nameWay, kilometres }
}

function dayOption(date: Temporal.PlainDate): Option {
  return { value: date.toString(), text: shortDate(date, translation().locale) }
}

function optionOf({ dutyId, times, driver }: DutyRow): Option {
  const { option, nobody } = translation().messages.office.duties
  return { value: dutyId, text: option(times, driver ?? nobody) }
}

/** One duty with all that can be done with it; undefined for an unknown id. */
export async function showDuty(
  dutyId: string,
  now: Temporal.Instant,
): Promise<DutyView | undefined> {
  const { locale, messages } = translation()
  const found = await findDuty(dutyId)
  if (!found) return undefined
  const { serviceDate: date } = found
  const [{ duties, vehicles }, loose, seen, drivers] = await Promise.all([
    listDay(date),
    listOnNoDuty(date),
    countEntries(subjectOfDuty(dutyId)),
    listDriverOptions(date, now),
  ])
  const duty = duties.find((one) => one.dutyId === dutyId) ?? { ...found, findings: [] }
  const known = await namesIn([duty], loose)
  const [routes, stops] = await Promise.all([listRouteNames(locale), getStops(locale)])
  const codeOf = (id: string) => routes.find(({ routeId }) => routeId === id)?.code ?? id
  const nameOf = (stopId: string) => stops.get(stopId)?.shortName ?? stopId
  const row = toDutyRow(duty, { vehicles, ...known })
  const words = messages.office.duties
  return {
    dutyId,
    seen,
    title: words.dutyOf(row.driver, timesOf(duty)),
    day: date.toString(),
    date: longDate(date, locale),
    row,
    driverId: duty.driverId ?? '',
    startsAt: fieldMoment(duty.startsAt),
    endsAt: fieldMoment(duty.endsAt),
    drivers: withPresent(drivers, duty, row),
    vehicles: [...vehicles.values()]
      .filter(({ state }) => state !== 'sold')
      .map((vehicle) => ({ value: vehicle.vehicleId, text: nameVehicle(vehicle) })),
    vehicleId: commonVehicleOf(duty),
    loose: loose.map((run) => ({
      value: run.departureId,
      text: words.from(exactClock(run.from), codeOf(run.routeId), nameOf(run.firstStopId)),
    })),
    hasBegun: !isBefore(now, duty.startsAt),
  }
}

/** The driver of the duty stays a choice after losing the role. */
function withPresent(drivers: Option[], { driverId }: CheckedDuty, { driver }: DutyRow): Option[] {
  const isKnown = !driverId || drivers.some(({ value }) => value === driverId)
  return isKnown ? drivers : [...drivers, { value: driverId, text: driver ?? '' }]
}

function commonVehicleOf({ runs }: Duty): string {
  const own = runs.filter(({ isRelief }) => !isRelief)
  const ids = new Set(own.map(({ vehicleId }) => vehicleId))
  const [vehicleId] = ids
  return ids.size === 1 && vehicleId ? vehicleId : ''
}
