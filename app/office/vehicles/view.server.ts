import { fieldMoment, shortMoment } from '#app/components/office/short-moment.server.ts'
import { translation } from '#app/i18n/translation.ts'
import {
  findVehicle,
  listRuns,
  listVehicles,
  type Run,
} from '#modules/fleet/find-vehicles.server.ts'
import { isInWorkshop, type Vehicle, type VehicleState } from '#modules/fleet/vehicle.ts'
import { subjectOfVehicle } from '#modules/fleet/vehicles.server.ts'
import { getStops } from '#modules/timetable/list-places.server.ts'
import { countEntries } from '#platform/audit.server.ts'
import { isBefore } from '#platform/time.ts'

/** Days ahead whose departures are shown. */
const DAYS_AHEAD = 7
/** A vehicle has a handful a day. */
const MAX_RUNS = 50

/** A departure that has a vehicle, in words. */
export type RunRow = { departureId: string; time: string; way: string; isInWorkshop: boolean }

export type VehicleRow = {
  vehicleId: string
  plate: string
  name: string
  seats: number
  wheelchairPlaces: number
  hasLift: boolean
  state: VehicleState
  stateText: string
  next: RunRow | null
}

/** All vehicles, each with its next departure. */
export async function showVehicles(now: Temporal.Instant): Promise<VehicleRow[]> {
  const [vehicles, runs] = await Promise.all([listVehicles(), listRuns(spanFrom(now))])
  const ofVehicle = Map.groupBy(runs.filter(isToCome(now)), ({ vehicleId }) => vehicleId)
  const nextOf = vehicles.map(({ vehicleId }) => ofVehicle.get(vehicleId)?.[0])
  const nameWay = await wayNames(nextOf.flatMap((run) => run ?? []))
  return vehicles.map((vehicle, place) => {
    const { workshop: _span, ...facts } = vehicle
    const next = nextOf[place]
    return {
      ...facts,
      stateText: stateOf(vehicle),
      next: next ? toRunRow(next, vehicle, nameWay) : null,
    }
  })
}

/** A vehicle as its form has it; `new` is one that is not there yet. */
export type VehicleView = {
  vehicleId: string | null
  /** The number of its audit entries, sent back with the form. */
  seen: number
  title: string
  plate: string
  name: string
  seats: string
  wheelchairs: string
  hasLift: boolean
  state: VehicleState
  /** As a field for date and time has them; empty if there is none. */
  workshopFrom: string
  workshopUntil: string
  runs: RunRow[]
}

/** Undefined for an unknown id. */
export async function showVehicle(
  vehicleId: string,
  now: Temporal.Instant,
): Promise<VehicleView | undefined> {
  if (vehicleId === 'new') return newVehicleView()
  const vehicle = await findVehicle(vehicleId)
  if (!vehicle) return undefined
  const [seen, listed] = await Promise.all([
    countEntries(subjectOfVehicle(vehicleId)),
    listRuns(spanFrom(now), { vehicleIds: [vehicleId] }),
  ])
  const runs = listed.filter(isToCome(now)).slice(0, MAX_RUNS)
  const nameWay = await wayNames(runs)
  const { plate, name, seats, wheelchairPlaces, hasLift, state, workshop } = vehicle
  return {
    vehicleId,
    seen,
    title: [plate, name].filter(Boolean).join(' · '),
    plate,
    name,
    seats: String(seats),
    wheelchairs: String(wheelchairPlaces),
    hasLift,
    state,
    workshopFrom: workshop ? fieldMoment(workshop.from) : '',
    workshopUntil: workshop ? fieldMoment(workshop.until) : '',
    runs: runs.map((run) => toRunRow(run, vehicle, nameWay)),
  }
}

function newVehicleView(): VehicleView {
  return {
    vehicleId: null,
    seen: 0,
    title: translation().messages.office.vehicles.newTitle,
    plate: '',
    name: '',
    seats: '',
    wheelchairs: '',
    hasLift: false,
    state: 'in-service',
    workshopFrom: '',
    workshopUntil: '',
    runs: [],
  }
}

function spanFrom(now: Temporal.Instant) {
  return { from: now, until: now.add({ hours: 24 * DAYS_AHEAD }) }
}

function isToCome(now: Temporal.Instant) {
  return ({ from }: Run) => !isBefore(from, now)
}

function stateOf({ state, workshop }: Vehicle): string {
  const words = translation().messages.office.vehicles
  if (!workshop) return words.states[state]
  return words.workshopFromUntil(shortMoment(workshop.from), shortMoment(workshop.until))
}

async function wayNames(runs: readonly Run[]) {
  const { locale, messages } = translation()
  const stopIds = runs.flatMap(({ firstStopId, lastStopId }) => [firstStopId, lastStopId])
  const stops = await getStops(locale, stopIds)
  const nameOf = (stopId: string) => stops.get(stopId)?.shortName ?? stopId
  return ({ firstStopId, lastStopId }: Run) =>
    messages.office.departures.way(nameOf(firstStopId), nameOf(lastStopId))
}

function toRunRow(run: Run, vehicle: Vehicle, nameWay: (run: Run) => string): RunRow {
  return {
    departureId: run.departureId,
    time: shortMoment(run.from),
    way: nameWay(run),
    isInWorkshop: isInWorkshop(vehicle, run),
  }
}
