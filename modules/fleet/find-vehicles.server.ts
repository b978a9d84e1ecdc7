import { sql } from 'kysely'

import { db, type Database, type Tx } from '#platform/db.server.ts'
import { UUID } from '#platform/ids.ts'
import { isBefore } from '#platform/time.ts'

import { isInWorkshop, type Span, type Vehicle } from './vehicle.ts'

/** Locks a vehicle against other assignments; locked before any departure. */
export async function lockVehicle(tx: Tx, vehicleId: string): Promise<Vehicle | undefined> {
  if (!UUID.test(vehicleId)) return undefined
  await sql`select from vehicles where vehicle_id = ${vehicleId} for no key update`.execute(tx)
  return findVehicle(vehicleId, tx)
}

/** Undefined for an unknown id. */
export async function findVehicle(
  vehicleId: string,
  tx: Tx | Database = db,
): Promise<Vehicle | undefined> {
  if (!UUID.test(vehicleId)) return undefined
  const row = await selectVehicles(tx).where('vehicleId', '=', vehicleId).executeTakeFirst()
  return row && toVehicle(row)
}

/** All vehicles of the company by plate, those that were sold last. */
export async function listVehicles(): Promise<Vehicle[]> {
  const rows = await selectVehicles(db)
    .orderBy((vehicle) => vehicle('state', '=', 'sold'))
    .orderBy('plate')
    .execute()
  return rows.map(toVehicle)
}

function selectVehicles(tx: Tx | Database) {
  return tx
    .selectFrom('vehicles')
    .select([
      'vehicles.vehicleId',
      'plate',
      'name',
      'seats',
      'wheelchairPlaces',
      'hasLift',
      'state',
    ])
    .select(['workshopFrom', 'workshopUntil'])
}

type Row = Omit<Vehicle, 'workshop'> & {
  workshopFrom: Temporal.Instant | null
  workshopUntil: Temporal.Instant | null
}

function toVehicle({ workshopFrom: from, workshopUntil: until, ...vehicle }: Row): Vehicle {
  return { ...vehicle, workshop: from && until ? { from, until } : null }
}

/** The vehicle of a departure, and the places that the departure sold before its first vehicle. */
export type VehicleOfDeparture = Vehicle & {
  without: { seats: number; wheelchairPlaces: number }
}

/** Undefined for a departure without a vehicle. */
export async function findVehicleOf(
  departureId: string,
  tx: Tx | Database = db,
): Promise<VehicleOfDeparture | undefined> {
  const row = await selectVehicles(tx)
    .innerJoin('departureVehicles as of', 'of.vehicleId', 'vehicles.vehicleId')
    .select(['seatsWithout', 'wheelchairPlacesWithout'])
    .where('of.departureId', '=', departureId)
    .executeTakeFirst()
  if (!row) return undefined
  const { seatsWithout, wheelchairPlacesWithout, ...vehicle } = row
  const without = { seats: seatsWithout, wheelchairPlaces: wheelchairPlacesWithout }
  return { ...toVehicle(vehicle), without }
}

/** A second vehicle that runs a departure beside its own. */
export type ReliefBus = Vehicle & {
  /** The duty of its driver; null while it is on none. */
  dutyId: string | null
}

/** Undefined for a departure without a relief bus. */
export async function findReliefOf(
  departureId: string,
  tx: Tx | Database = db,
): Promise<ReliefBus | undefined> {
  const row = await selectVehicles(tx)
    .innerJoin('reliefBuses as of', 'of.vehicleId', 'vehicles.vehicleId')
    .select('dutyId')
    .where('of.departureId', '=', departureId)
    .executeTakeFirst()
  return row && { ...toVehicle(row), dutyId: row.dutyId }
}

/** A departure as a vehicle or a driver runs it: from the first stop to the last, by the timetable. */
export type Run = Span & {
  departureId: string
  vehicleId: string
  /** As the second vehicle of the departure. */
  isRelief: boolean
  firstStopId: string
  lastStopId: string
}

/**
 * The departures with some vehicle that are on the road at some moment of a span, earliest first.
 * Those that do not run are left out.
 *
 * @param vehicleIds all vehicles if it is not given
 */
export async function listRuns(
  span: Span,
  { vehicleIds, tx = db }: { vehicleIds?: readonly string[]; tx?: Tx | Database } = {},
): Promise<Run[]> {
  const { rows } = await sql<Run>`
    select departure_id, vehicle_id, is_relief, first_call.departs_at as "from", last_call.arrives_at as until,
      first_call.stop_id as first_stop_id, last_call.stop_id as last_stop_id
    from (
      select departure_id, vehicle_id, false as is_relief from departure_vehicles
      union all select departure_id, vehicle_id, true from relief_buses) as buses
    join departures using (departure_id)
    join departure_stops first_call using (departure_id)
    cross join lateral (
      select arrives_at, stop_id from departure_stops
      where departure_stops.departure_id = departures.departure_id
      order by position desc limit 1) as last_call
    where first_call.position = 0 and status <> 'cancelled'
      and first_call.departs_at >= ${span.from.subtract({ hours: MAX_HOURS_ON_THE_ROAD })}
      and first_call.departs_at < ${span.until} and last_call.arrives_at > ${span.from}
      and (${vehicleIds ?? null}::uuid[] is null or vehicle_id = any(${vehicleIds ?? null}::uuid[]))
    order by first_call.departs_at, departure_id`.execute(tx)
  return rows
}

/** The departures that leave in a span while their vehicle, or their relief bus, is in the workshop. */
export async function listInWorkshop({ from, until }: Span): Promise<(Run & { plate: string })[]> {
  const vehicles = (await listVehicles()).filter(({ workshop }) => workshop !== null)
  const runs = await listRuns({ from, until }, { vehicleIds: vehicles.map((one) => one.vehicleId) })
  return runs.flatMap((run) => {
    const vehicle = vehicles.find((one) => one.vehicleId === run.vehicleId)
    if (!vehicle || isBefore(run.from, from) || !isInWorkshop(vehicle, run)) return []
    return [{ ...run, plate: vehicle.plate }]
  })
}

/** No departure takes longer; it limits the part of the index that is read. */
const MAX_HOURS_ON_THE_ROAD = 24
