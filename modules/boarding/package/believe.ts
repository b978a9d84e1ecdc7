/**
 * Hours before and after now within which the time of a phone is believed; any other time counts as
 * now.
 */
const BELIEVED_HOURS = 72

/** The clock of a phone may be years off until an answer of ours has set it. */
export function believe(at: number, now: Temporal.Instant): Temporal.Instant {
  const most = BELIEVED_HOURS * 3_600_000
  if (Math.abs(at - now.epochMilliseconds) > most) return now
  return Temporal.Instant.fromEpochMilliseconds(at)
}
