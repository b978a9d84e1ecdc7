type Ride = { departsAt: Temporal.Instant; retimedFrom: Temporal.Instant | null }

/** The departure that was booked; null if the bus leaves then. */
export function bookedTime({ departsAt, retimedFrom }: Ride): Temporal.Instant | null {
  return retimedFrom?.equals(departsAt) ? null : retimedFrom
}
