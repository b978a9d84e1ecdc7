import { statesOf, toLeg, type DepartureRow } from '#app/components/office/departure-row.server.ts'
import { nameVehicle } from '#app/components/office/vehicle-in-words.ts'
import { found } from '#app/http/found.ts'
import { translation } from '#app/i18n/translation.ts'
import type { Leg } from '#app/ui/load-bar.tsx'
import { findLastLeft, reopenUntil } from '#modules/boarding/counts/reopen-boarding.server.ts'
import { findLeased } from '#modules/boarding/devices/find-leased.server.ts'
import { listBays, type Bay } from '#modules/dispatch/bays.server.ts'
import { listDelays } from '#modules/dispatch/delays.server.ts'
import {
  findDeparture,
  hasLeft,
  isOnRoad,
  subjectOf,
  type Departure,
} from '#modules/dispatch/departure.server.ts'
import { spanOf } from '#modules/fleet/assign-vehicle.server.ts'
import { findDutyOf } from '#modules/fleet/duties.server.ts'
import { findVehicleOf, listRuns, listVehicles } from '#modules/fleet/find-vehicles.server.ts'
import { isInWorkshop } from '#modules/fleet/vehicle.ts'
import {
  countBoarders,
  type Boarders,
  type Boarding,
} from '#modules/incidents/incident/concerned.server.ts'
import { countHolders, countMoved } from '#modules/incidents/incident/holders.server.ts'
import type { IncidentKind } from '#modules/incidents/incident/incident-states.ts'
import { listOpenIncidents } from '#modules/incidents/incident/incidents.server.ts'
import type { ToldReason } from '#modules/incidents/incident/told-reason.ts'
import { listLegLoads, type LegLoad } from '#modules/seats/list-loads.server.ts'
import { listStaffNames } from '#modules/staff/people/names.server.ts'
import { getStops } from '#modules/timetable/list-places.server.ts'
import { listRouteNames } from '#modules/timetable/list-route-names.server.ts'
import { countEntries } from '#platform/audit.server.ts'
import { longDate } from '#platform/format/dates.ts'
import { exactClock } from '#platform/format/moments.ts'
import { UUID } from '#platform/ids.ts'
import type { Locale } from '#platform/locale.ts'
import { clockTime, dateInCyprus, isBefore } from '#platform/time.ts'

import { showAdded, type AddedView } from './added.server.ts'
import { listChanges, listTold, type Told } from './history.server.ts'
import { showRelief, type ReliefView } from './relief.server.ts'

/** One leg, with its figures and its bar. */
export type LegRow = Leg & {
  from: string
  to: string
  /** Below what is wanted; never negative. */
  free: number
  wheelchairs: string
  /** Held for carts, payments and choices, without those that phones may sell. */
  kept: number
  leased: number
  blocked: number
}

/** One stop, and what differs from the timetable there. */
export type StopRow = {
  position: number
  name: string
  planned: string
  expected: string | null
  bay: string
  directions: Record<Locale, string> | null
  /** The passengers who board here or further on. */
  onward: Boarders
  /** The query of the form that closes or moves it. */
  change: string
  isClosed: boolean
  movedTo: Record<Locale, string> | null
}

/** A vehicle to choose, and why it cannot be taken. */
export type VehicleOption = { vehicleId: string; text: string }

export type DepartureView = AddedView & {
  departureId: string
  /** The number of its audit entries, sent back with every form. */
  seen: number
  title: string
  time: string
  date: string
  route: string
  status: Departure['status']
  isClosed: boolean
  isPinned: boolean
  isLate: boolean
  /** It has left its first stop, so its sale and its vehicle can no longer be changed. */
  hasLeft: boolean
  /** It has left by its plan, and may be ended before a stop. */
  isOnRoad: boolean
  /** The stop that it has just left, while that can be taken back. */
  left: { position: number; stop: string; at: string; until: string } | null
  /** The first stop that it does not reach, since it broke down. */
  brokenAt: string | null
  states: DepartureRow['states']
  seats: number
  wanted: { seats: number; wheelchairPlaces: number }
  wheelchairPlaces: number | null
  /** Null without one. */
  vehicle: { vehicleId: string; plate: string } | null
  vehicles: VehicleOption[]
  relief: ReliefView
  /** Null if it is on no duty; without a name nobody drives that duty yet. */
  duty: { dutyId: string; driver: string | null } | null
  legs: LegRow[]
  stops: StopRow[]
  /** The seats of the fullest leased leg, and the numbers of the phones that may sell them. */
  leased: { seats: number; phones: string } | null
  /** The bookings that have seats, and those that left since it was cancelled. */
  incidents: { incidentId: string; kind: IncidentKind; toldReason: ToldReason | null }[]
  holders: number
  moved: number
  changes: Told[]
  news: Told[]
}

/** All that the office shows of one departure; a 404 for an unknown id. */
export async function makeDepartureView(
  departureId: string,
  now: Temporal.Instant,
): Promise<DepartureView> {
  const departure = found(UUID.test(departureId) ? await findDeparture(departureId) : undefined)
  const { locale, messages } = translation()
  const { calls, status, closedStops } = departure
  const stopIds = calls.map(({ stopId }) => stopId)
  const [vehicle, vehicles, duty, relief] = await Promise.all([
    findVehicleOf(departureId),
    listVehicleOptions(departure),
    showDutyOf(departureId),
    showRelief(departure),
  ])
  const [seen, loads, bays, delays, stops, routes, holders, boarders] = await Promise.all([
    countEntries(subjectOf(departureId)),
    listLegLoads([departureId], now),
    listBays([departureId]),
    listDelays([departureId]),
    getStops(locale, stopIds),
    listRouteNames(locale),
    countHolders(departureId),
    countBoarders(calls.map(({ position }) => ({ departureId, fromPosition: position }))),
  ])
  const onward = byPosition(boarders)
  const nameOf = (stopId: string) => stops.get(stopId)?.shortName ?? stopId
  const nameAt = (at: number) => nameOf(calls.find(({ position }) => position === at)?.stopId ?? '')
  const [first] = calls
  const last = calls.at(-1) ?? first
  const wanted = wantedOf(departure)
  const reports = delays.get(departureId)
  const time = exactClock(first.departsAt)
  const way = messages.office.departures.way(nameOf(first.stopId), nameOf(last.stopId))
  const route = routes.find(({ routeId }) => routeId === departure.routeId)
  const about = { ...departure, departsAt: first.departsAt }
  return {
    departureId,
    seen,
    title: messages.office.departure.titleOf(time, way),
    time,
    date: longDate(dateInCyprus(first.departsAt), locale),
    route: route ? `${route.code} ${route.name}` : departure.routeId,
    status,
    isClosed: departure.closedBecause !== null,
    isPinned: departure.pinned,
    isLate: calls.some(({ delay }) => delay !== 0),
    hasLeft: hasLeft(departure, now),
    isOnRoad: isOnRoad(departure, now),
    left: await showLastLeft(departureId, { nameAt, now }),
    brokenAt: departure.brokenFrom === null ? null : nameAt(departure.brokenFrom),
    states: statesOf(about, { late: first.delay, reports, now }),
    seats: departure.seats,
    wanted,
    wheelchairPlaces: departure.wheelchairPlaces,
    vehicle: vehicle ? { vehicleId: vehicle.vehicleId, plate: vehicle.plate } : null,
    vehicles,
    relief,
    duty,
    legs: (loads.get(departureId) ?? []).map((leg) => toLegRow(leg, wanted.seats, nameOf)),
    stops: calls.map((call) => toStopRow(call, nameOf, { departureId, bays, closedStops, onward })),
    leased: await showLeased(departureId, now),
    ...(await showAdded(departure)),
    incidents: await listOpenIncidents(departureId),
    holders: holders.bookings,
    moved: status === 'cancelled' ? await countMoved(departureId) : 0,
    changes: await listChanges(departureId),
    news: await listTold(departureId),
  }
}

function byPosition(boarders: readonly (Boarding & Boarders)[]): OfDeparture['onward'] {
  return new Map(
    boarders.map(({ fromPosition, bookings, passengers }) => {
      return [fromPosition, { bookings, passengers }]
    }),
  )
}

type Naming = { nameAt: (position: number) => string; now: Temporal.Instant }

async function showLastLeft(
  departureId: string,
  { nameAt, now }: Naming,
): Promise<DepartureView['left']> {
  const last = await findLastLeft(departureId)
  if (!last || last.isBoardedBeyond || isBefore(reopenUntil(last), now)) return null
  const { position, closedAt } = last
  const [at, until] = [exactClock(closedAt), exactClock(reopenUntil(last))]
  return { position, stop: nameAt(position), at, until }
}

async function showDutyOf(departureId: string): Promise<DepartureView['duty']> {
  const duty = await findDutyOf(departureId)
  if (!duty) return null
  const { dutyId, driverId } = duty
  const names = await listStaffNames(driverId ? [driverId] : [])
  return { dutyId, driver: names.get(driverId ?? '') ?? null }
}

/** The vehicles of the company, each with the reason why it cannot run this departure. */
async function listVehicleOptions(departure: Departure): Promise<VehicleOption[]> {
  const words = translation().messages.office.departure.vehicle
  const span = spanOf(departure)
  const [vehicles, runs] = await Promise.all([listVehicles(), listRuns(span)])
  const busy = runs.filter(({ departureId }) => departureId !== departure.departureId)
  return vehicles
    .filter(({ state }) => state !== 'sold')
    .map((vehicle) => {
      const isBusy = busy.some(({ vehicleId }) => vehicleId === vehicle.vehicleId)
      const why = isInWorkshop(vehicle, span) ? words.workshop : isBusy ? words.busy : ''
      const text = [nameVehicle(vehicle), why].filter(Boolean).join(' – ')
      return { vehicleId: vehicle.vehicleId, text }
    })
}

function wantedOf(departure: Departure): DepartureView['wanted'] {
  const { seats, wheelchairPlaces, wantedSeats, wantedWheelchairPlaces } = departure
  return {
    seats: wantedSeats ?? seats,
    wheelchairPlaces: wantedWheelchairPlaces ?? wheelchairPlaces ?? 0,
  }
}

async function showLeased(departureId: string, now: Temporal.Instant) {
  const leased = await findLeased(departureId, now)
  return leased && { seats: leased.seats, phones: leased.phones.join(', ') }
}

function toLegRow(leg: LegLoad, wanted: number, nameOf: (stopId: string) => string): LegRow {
  const { seatsSold, seatsHeld, seatsLeased, seatsBlocked } = leg
  const { wheelchairsSold, wheelchairsHeld, wheelchairPlaces } = leg
  return {
    ...toLeg(leg, wanted, nameOf),
    from: nameOf(leg.fromStopId),
    to: nameOf(leg.toStopId),
    free: Math.max(0, wanted - seatsSold - seatsHeld - seatsLeased - seatsBlocked),
    kept: seatsHeld,
    leased: seatsLeased,
    blocked: seatsBlocked,
    wheelchairs: `${wheelchairsSold + wheelchairsHeld}/${wheelchairPlaces}`,
  }
}

type OfDeparture = {
  departureId: string
  bays: readonly Bay[]
  closedStops: readonly number[]
  onward: ReadonlyMap<number, Boarders>
}

/** One stop of one departure; within one day, stop and departure name the call. */
function changeOf(
  departure: string,
  { stopId, departsAt }: Pick<Departure['calls'][number], 'stopId' | 'departsAt'>,
): string {
  const time = clockTime(departsAt)
  const day = dateInCyprus(departsAt).toString()
  const query = { what: 'close', departure, day, from: time, until: time, stop: stopId }
  return new URLSearchParams(query).toString()
}

function toStopRow(
  { position, stopId, departsAt, delay }: Departure['calls'][number],
  nameOf: (stopId: string) => string,
  { departureId, bays, closedStops, onward }: OfDeparture,
): StopRow {
  const today = bays.find((call) => call.position === position)
  return {
    position,
    name: nameOf(stopId),
    planned: exactClock(departsAt),
    expected: delay === 0 ? null : exactClock(departsAt.add({ minutes: delay })),
    bay: today?.bay ?? '',
    directions: today?.directions ?? null,
    onward: onward.get(position) ?? { bookings: 0, passengers: 0 },
    change: changeOf(departureId, { stopId, departsAt }),
    isClosed: closedStops.includes(position),
    movedTo: today?.movedTo ?? null,
  }
}
