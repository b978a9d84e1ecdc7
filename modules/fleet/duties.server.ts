import { sql } from 'kysely'

import { spanOfDates } from '#modules/timetable/span-of-dates.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import { UUID } from '#platform/ids.ts'
import { env } from '#platform/settings/env.server.ts'
import { startOfDay, TIME_ZONE } from '#platform/time.ts'

import { listDrivers } from './drivers.server.ts'
import { checkDuty, type Duty, type DutyRun, type Finding } from './duty.ts'
import { listVehicles } from './find-vehicles.server.ts'
import type { Span, Vehicle } from './vehicle.ts'

/** The subject of the entries about a duty in the audit. */
export function subjectOfDuty(dutyId: string): string {
  return `duty:${dutyId}`
}

/** A duty, and all that is to be said about it. */
export type CheckedDuty = Duty & { findings: readonly Finding[] }

/** The duties of one day with their checks, earliest first. */
export async function listDay(
  date: Temporal.PlainDate,
): Promise<{ duties: CheckedDuty[]; vehicles: ReadonlyMap<string, Vehicle> }> {
  // The last duty before this one, and one that begins before this one has ended.
  const around = await selectDuties(db, {
    where: sql`service_date between ${date.subtract({ days: 2 })}::date and ${date.add({ days: 1 })}::date`,
  })
  const vehicles = new Map((await listVehicles()).map((one) => [one.vehicleId, one]))
  const driverIds = [...new Set(around.flatMap((one) => one.driverId ?? []))]
  const drivers = await listDrivers(driverIds, startOfDay(date))
  const exempt = exemptRoutes()
  const duties = around
    .filter(({ serviceDate }) => serviceDate.equals(date))
    .map((duty) => {
      const driver = drivers.get(duty.driverId ?? '') ?? null
      const others = driver ? around.filter(({ driverId }) => driverId === driver.staffId) : []
      return { ...duty, findings: checkDuty(duty, { driver, others, vehicles, exempt }) }
    })
  return { duties, vehicles }
}

/** The ids of routes of at most 50 km, from the setting ROUTES_UP_TO_50_KM. */
function exemptRoutes(): ReadonlySet<string> {
  return new Set(env().ROUTES_UP_TO_50_KM)
}

/** Undefined for an unknown id. */
export async function findDuty(dutyId: string, tx: Tx | Database = db): Promise<Duty | undefined> {
  if (!UUID.test(dutyId)) return undefined
  const [duty] = await selectDuties(tx, { where: sql`duty_id = ${dutyId}` })
  return duty
}

/** The duties of a day without their checks. */
export function listDutiesOf(date: Temporal.PlainDate, tx: Tx | Database = db): Promise<Duty[]> {
  return selectDuties(tx, { where: sql`service_date = ${date}::date` })
}

/**
 * The departures that one driver has on the duties of some days, in order: what boarding shows on the
 * driver's own phone. Cancelled ones are among them, with their status.
 */
export async function listDeparturesOfDriver(
  driverId: string,
  { from, until }: { from: Temporal.PlainDate; until: Temporal.PlainDate },
): Promise<DutyRun[]> {
  const duties = await selectDuties(db, {
    where: sql`driver_id = ${driverId} and service_date between ${from}::date and ${until}::date`,
  })
  return duties.flatMap(({ runs }) => runs)
}

/** The driver of a departure and the duty; undefined if it is on no duty. */
export async function findDutyOf(
  departureId: string,
): Promise<{ dutyId: string; driverId: string | null } | undefined> {
  return db
    .selectFrom('dutyDepartures')
    .innerJoin('duties', 'duties.dutyId', 'dutyDepartures.dutyId')
    .select(['duties.dutyId', 'driverId'])
    .where('departureId', '=', departureId)
    .executeTakeFirst()
}

/**
 * Whether a departure that the timetable no longer has carries nobody, as after its passengers got new times: then
 * nobody has to drive it. In a query of `departures`.
 */
export const CARRIES_NOBODY = sql<boolean>`(departures.status = 'withdrawn' and not exists (
  select from bookings join orders using (order_id)
  where bookings.departure_id = departures.departure_id
    and bookings.state = 'live' and orders.status = 'confirmed'))`

type Part = {
  /** The last departure of the page before. */
  after?: { departsAt: Temporal.Instant; departureId: string } | undefined
  most?: number
  tx?: Tx | Database
}

/** The departures of a day that run and are on no duty, earliest first: all of them or a part. */
export async function listOnNoDuty(
  date: Temporal.PlainDate,
  { after, most, tx = db }: Part = {},
): Promise<DutyRun[]> {
  const { since, until } = spanOfDates(date)
  const { rows } = await sql<DutyRun>`
    select ${RUN} from (
      select departures.* from departures
      join departure_stops call
        on call.departure_id = departures.departure_id and call.position = 0
      where departs_at >= ${since} and departs_at < ${until}
        and service_date = ${date}::date and status <> 'cancelled' and not ${CARRIES_NOBODY}
        and not exists (select from duty_departures
          where duty_departures.departure_id = departures.departure_id)
        and (${after?.departureId ?? null}::uuid is null or (departs_at, departures.departure_id)
          > (${after?.departsAt ?? null}::timestamptz, ${after?.departureId ?? null}::uuid))
      order by call.departs_at, departures.departure_id
      limit ${most ?? null}::int) as departures ${CALLS}
    order by first_call.departs_at, departures.departure_id`.execute(tx)
  return rows
}

/** Days for which a duty shows that the company uses duties at all. */
const USED_FOR_DAYS = 7

/** Why nobody drives a bus: it is on no duty with a driver, or its driver is away or has left the company. */
export type WhyUndriven = 'nobody' | 'absent' | 'left'

/** A departure that nobody drives, or its relief bus. */
export type UndrivenRun = DutyRun & {
  why: WhyUndriven
  /** Null if it is on none. */
  dutyId: string | null
  /** The driver who does not come; null if nobody was to. */
  driverId: string | null
}

type Staffing = {
  today: Temporal.PlainDate
  most: number
  /** Those who drive for the company now. */
  driverIds: readonly string[]
}

/**
 * The buses of departures of a span that nobody drives, relief buses too. None while the company uses no
 * duties: it has none of today, of the last week or of days to come.
 */
export async function listUndriven(
  { from, until }: Span,
  { today, most, driverIds }: Staffing,
): Promise<UndrivenRun[]> {
  const { rows } = await sql<UndrivenRun>`
    select ${RUN}, duty_id, driver_id, is_relief,
      case when driver_id is null then 'nobody'
        when driver_id <> all(${[...driverIds]}::text[]) then 'left' else 'absent' end as why
    from departures ${CALLS}
    cross join lateral (
      select duties.duty_id, driver_id, false as is_relief
      from (values (departures.departure_id)) as own (departure_id)
      left join duty_departures using (departure_id) left join duties using (duty_id)
      union all select duties.duty_id, driver_id, true
      from relief_buses left join duties using (duty_id)
      where relief_buses.departure_id = departures.departure_id) as driving
    where first_call.departs_at >= ${from} and first_call.departs_at < ${until}
      and status <> 'cancelled' and not ${CARRIES_NOBODY}
      and (driver_id is null or driver_id <> all(${[...driverIds]}::text[])
        or exists (select from driver_absences where staff_id = driver_id
          and from_on <= ${dayOf(sql`last_call.arrives_at`)}
          and until_on >= ${dayOf(sql`first_call.departs_at`)}))
      and exists (select from duties
        where service_date >= ${today.subtract({ days: USED_FOR_DAYS })}::date)
    order by first_call.departs_at, departures.departure_id, is_relief limit ${most}`.execute(db)
  return rows
}

/** The day of a moment in Cyprus, as absences have it. */
function dayOf(moment: ReturnType<typeof sql>) {
  return sql`(${moment} at time zone ${TIME_ZONE})::date`
}

const RUN = sql`departures.departure_id, departures.service_date, departures.route_id, departures.status, buses.vehicle_id,
  first_call.departs_at as "from", last_call.arrives_at as until,
  first_call.stop_id as first_stop_id, last_call.stop_id as last_stop_id`

/** The first and the last call of departures, in a query of these. */
export const STOPS = sql`
  join departure_stops first_call
    on first_call.departure_id = departures.departure_id and first_call.position = 0
  cross join lateral (
    select arrives_at, stop_id from departure_stops
    where departure_stops.departure_id = departures.departure_id
    order by position desc limit 1) as last_call`

const CALLS = sql`${STOPS}
  left join departure_vehicles buses on buses.departure_id = departures.departure_id`

type DutyRow = Omit<Duty, 'runs'>

async function selectDuties(
  tx: Tx | Database,
  { where }: { where: ReturnType<typeof sql> },
): Promise<Duty[]> {
  const { rows: duties } = await sql<DutyRow>`
    select duty_id, service_date, driver_id, starts_at, ends_at from duties
    where ${where} order by starts_at, duty_id`.execute(tx)
  if (duties.length === 0) return []
  const ids = duties.map(({ dutyId }) => dutyId)
  const { rows: runs } = await sql<DutyRun & { dutyId: string }>`
    select duty_departures.duty_id, false as is_relief, ${RUN} from duty_departures
    join departures on departures.departure_id = duty_departures.departure_id ${CALLS}
    where duty_departures.duty_id = any(${ids}::uuid[]) and not ${CARRIES_NOBODY}
    union all select buses.duty_id, true, ${RUN} from relief_buses buses
    join departures on departures.departure_id = buses.departure_id ${STOPS}
    where buses.duty_id = any(${ids}::uuid[]) and not ${CARRIES_NOBODY}
    order by "from", departure_id`.execute(tx)
  const runsOf = Map.groupBy(runs, ({ dutyId }) => dutyId)
  return duties.map((duty) => ({
    ...duty,
    runs: (runsOf.get(duty.dutyId) ?? []).map(({ dutyId: _of, ...run }) => run),
  }))
}

/** Puts the departure that replaced another on its duty, unless it is on one already. */
export async function replaceOnDuty(
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`
    update duty_departures set departure_id = ${to}
    where departure_id = ${from}
      and not exists (select from duty_departures where departure_id = ${to})`.execute(tx)
}
