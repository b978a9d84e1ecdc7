import { isBefore } from '#platform/time.ts'

/**
 * `workshop`: on the road but for a time with beginning and end. `sold`: kept, since old departures
 * name it.
 */
export const VEHICLE_STATES = ['in-service', 'workshop', 'sold'] as const
export type VehicleState = (typeof VEHICLE_STATES)[number]

export const MAX_SEATS = 200
export const MAX_WHEELCHAIRS = 20
const MAX_PLATE_LETTERS = 12
export const MAX_NAME_LETTERS = 60

/** A span of time; its end does not belong to it. */
export type Span = { from: Temporal.Instant; until: Temporal.Instant }

export type VehicleContent = {
  /** As on the vehicle, in capitals. */
  plate: string
  /** As the drivers call it; may be empty. */
  name: string
  seats: number
  wheelchairPlaces: number
  /** A lift or a ramp; without it no wheelchair comes aboard. */
  hasLift: boolean
  state: VehicleState
  /** Given in the state `workshop` alone. */
  workshop: Span | null
}

export type Vehicle = VehicleContent & { vehicleId: string }

/** One of the two buses of a departure, as travellers and drivers tell them apart. */
export type BusOfPair = { plate: string; seats: number; hasLift: boolean }

export type VehicleRefusal =
  | { ok: false; reason: 'plate-missing' }
  | { ok: false; reason: 'seats-missing' }
  | { ok: false; reason: 'wheelchairs-missing' }
  /** Beginning and end of the time in the workshop, in this order. */
  | { ok: false; reason: 'workshop-missing' }

/** Whether the facts of a vehicle can be saved. */
export function checkVehicle(vehicle: VehicleContent): { ok: true } | VehicleRefusal {
  const { plate, seats, wheelchairPlaces, state, workshop } = vehicle
  if (plate === '' || plate.length > MAX_PLATE_LETTERS)
    return { ok: false, reason: 'plate-missing' }
  if (!isWithin(seats, 1, MAX_SEATS)) return { ok: false, reason: 'seats-missing' }
  if (!isWithin(wheelchairPlaces, 0, MAX_WHEELCHAIRS)) {
    return { ok: false, reason: 'wheelchairs-missing' }
  }
  const isInOrder = workshop !== null && isBefore(workshop.from, workshop.until)
  if (state === 'workshop' && !isInOrder) return { ok: false, reason: 'workshop-missing' }
  return { ok: true }
}

function isWithin(number: number, least: number, most: number): boolean {
  return Number.isInteger(number) && least <= number && number <= most
}

/** Capitals without blanks at the ends, since plates are compared. */
export function tidyPlate(typed: string): string {
  return typed.trim().toUpperCase()
}

/** The places that a departure with this vehicle sells. */
export function placesOf({ seats, wheelchairPlaces, hasLift }: Vehicle) {
  return { seats, wheelchairPlaces: hasLift ? wheelchairPlaces : 0 }
}

/** Whether two spans have a moment in common; one that ends as the other begins has none. */
export function overlaps(one: Span, other: Span): boolean {
  return isBefore(one.from, other.until) && isBefore(other.from, one.until)
}

/** Whether the vehicle is in the workshop at some moment of this span. */
export function isInWorkshop({ workshop }: Pick<Vehicle, 'workshop'>, span: Span): boolean {
  return workshop !== null && overlaps(workshop, span)
}
