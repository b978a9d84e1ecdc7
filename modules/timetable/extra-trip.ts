/** A trip of the timetable whose stops and running times a departure beside the timetable may have. */
export type TripStart = {
  tripId: string
  /** At its first stop; may pass 24 hours. */
  departsSeconds: number
  /** Whether its service is of the season of the date. */
  isInSeason: boolean
}

const DAY_SECONDS = 24 * 3600

/**
 * The trip that starts nearest to a time of the day, of the season of the date if it has any; undefined
 * without trips. Five to midnight is near to five past.
 */
export function nearestTrip(
  trips: readonly TripStart[],
  time: Temporal.PlainTime,
): TripStart | undefined {
  const seconds = time.hour * 3600 + time.minute * 60
  const distanceOf = ({ departsSeconds }: TripStart) => {
    const apart = Math.abs((departsSeconds % DAY_SECONDS) - seconds)
    return Math.min(apart, DAY_SECONDS - apart)
  }
  const inSeason = trips.filter(({ isInSeason }) => isInSeason)
  const [nearest] = (inSeason.length > 0 ? inSeason : trips).toSorted(
    (one, other) => distanceOf(one) - distanceOf(other) || (one.tripId < other.tripId ? -1 : 1),
  )
  return nearest
}

type Call = { position: number; stopId: string; pickup: boolean; dropoff: boolean }
export type TripCall = Call & { arrivesSeconds: number; departsSeconds: number }
type CallAt = Call & { arrivesAt: Temporal.Instant; departsAt: Temporal.Instant }

/** The calls of a trip as if it left its first stop at this moment. */
export function callsFrom(calls: readonly TripCall[], departsAt: Temporal.Instant): CallAt[] {
  const start = calls[0]?.departsSeconds ?? 0
  return calls.map(({ arrivesSeconds, departsSeconds, ...call }) => ({
    ...call,
    arrivesAt: departsAt.add({ seconds: Math.max(0, arrivesSeconds - start) }),
    departsAt: departsAt.add({ seconds: departsSeconds - start }),
  }))
}
