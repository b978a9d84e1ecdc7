/** Hours before and after now in which a phone can have noted something; the rest counts as noted now. */
const BELIEVED_HOURS = 72

/** The clock of a phone may be years off, if it was never set by an answer of ours. */
export function believe(at: number, now: Temporal.Instant): Temporal.Instant {
  const most = BELIEVED_HOURS * 3_600_000
  if (Math.abs(at - now.epochMilliseconds) > most) return now
  return Temporal.Instant.fromEpochMilliseconds(at)
}
