import type { Ride } from '#modules/seats/seats.ts'
import type { WheelchairAccess } from '#modules/timetable/wheelchair-access.ts'

/* The stops of a bus at which passengers of a closed one may board or get off instead. */

/** A stop of the bus on its way. */
export type Stop = {
  position: number
  stopId: string
  arrivesAt: Temporal.Instant
  departsAt: Temporal.Instant
  pickup: boolean
  dropoff: boolean
  isClosed: boolean
  accessible: WheelchairAccess
  /** From the closed stop, as the crow flies. */
  kilometres: number
}

/** The same journey from or to another stop. */
export type Neighbour = {
  fromStopId: string
  toStopId: string
  ride: Ride
  departsAt: Temporal.Instant
  arrivesAt: Temporal.Instant
  /** The legs beyond those that were bought; null if it is a part of them. */
  more: Ride | null
  accessible: WheelchairAccess
  kilometres: number
}

/**
 * The open stops before and after a closed one at which the journey is still possible, nearest
 * first; empty if the other end of the journey is not served either.
 */
export function neighboursOf(stops: readonly Stop[], booked: Ride, closed: number): Neighbour[] {
  const [from, to] = [stopAt(booked.fromPosition), stopAt(booked.toPosition)]
  if (!from || !to) return []
  const isBoarding = closed === from.position
  if (isBoarding ? to.isClosed : closed !== to.position || from.isClosed) return []
  const open = isBoarding
    ? stops.filter((stop) => stop.pickup && isOther(stop, to) && stop.position < to.position)
    : stops.filter((stop) => stop.dropoff && isOther(stop, from) && stop.position > from.position)
  return byDistance(
    around(open).map((stop) => (isBoarding ? journey(stop, to) : journey(from, stop))),
  )

  function stopAt(position: number): Stop | undefined {
    return stops.find((stop) => stop.position === position)
  }
  function isOther(stop: Stop, end: Stop): boolean {
    return !stop.isClosed && stop.position !== closed && stop.stopId !== end.stopId
  }
  /** The last one before the closed stop, and the first one after it. */
  function around(candidates: readonly Stop[]): Stop[] {
    const before = candidates.findLast(({ position }) => position < closed)
    const after = candidates.find(({ position }) => position > closed)
    return [before, after].flatMap((stop) => stop ?? [])
  }
  function journey(boarding: Stop, leaving: Stop): Neighbour {
    const other = boarding === from ? leaving : boarding
    return {
      fromStopId: boarding.stopId,
      toStopId: leaving.stopId,
      ride: { fromPosition: boarding.position, toPosition: leaving.position },
      departsAt: boarding.departsAt,
      arrivesAt: leaving.arrivesAt,
      more: moreThan(booked, { fromPosition: boarding.position, toPosition: leaving.position }),
      accessible: other.accessible,
      kilometres: other.kilometres,
    }
  }
}

function moreThan(booked: Ride, ride: Ride): Ride | null {
  if (ride.fromPosition < booked.fromPosition) {
    return { fromPosition: ride.fromPosition, toPosition: booked.fromPosition }
  }
  if (ride.toPosition > booked.toPosition) {
    return { fromPosition: booked.toPosition, toPosition: ride.toPosition }
  }
  return null
}

function byDistance(neighbours: readonly Neighbour[]): Neighbour[] {
  return neighbours.toSorted((one, other) => one.kilometres - other.kilometres)
}
