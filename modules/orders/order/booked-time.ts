type Ride = { departsAt: Temporal.Instant; retimedFrom: Temporal.Instant | null }

/** The booked departure time, if the bus now leaves at another; otherwise null. */
export function bookedTime({ departsAt, retimedFrom }: Ride): Temporal.Instant | null {
  return retimedFrom?.equals(departsAt) ? null : retimedFrom
}
