import { isBefore } from '#platform/time.ts'

/** Hours before the bus leaves its first stop from which passengers can be ticked. */
export const BOARDING_OPENS_HOURS = 3
/** Hours after its arrival within which a list that was kept on paper can be entered. */
export const LATE_ENTRY_HOURS = 24

export type Tick = {
  /** How many of the party are to be aboard. */
  aboard: number
  /** How many are aboard now. */
  before: number
  /** All of the party, infants included. */
  people: number
  /** When the bus leaves its first stop, and arrives at its last. */
  leavesAt: Temporal.Instant
  arrivesAt: Temporal.Instant
  now: Temporal.Instant
}

export type TickRefusal =
  | { ok: false; reason: 'too-many'; people: number }
  | { ok: false; reason: 'boarding-not-open'; opensAt: Temporal.Instant }
  /** A bus that has arrived keeps all people on its list. */
  | { ok: false; reason: 'has-arrived'; arrivesAt: Temporal.Instant }
  | { ok: false; reason: 'list-is-closed'; closedAt: Temporal.Instant }

/**
 * Whether a party may be ticked like this: never more than it has people, and not on the list of
 * another day. After the arrival the number only rises, for a list that was kept on paper.
 */
export function checkTick(tick: Tick): { ok: true } | TickRefusal {
  const { aboard, before, people, leavesAt, arrivesAt, now } = tick
  const opensAt = leavesAt.subtract({ hours: BOARDING_OPENS_HOURS })
  const closedAt = arrivesAt.add({ hours: LATE_ENTRY_HOURS })
  if (aboard > people) return { ok: false, reason: 'too-many', people }
  if (isBefore(now, opensAt)) return { ok: false, reason: 'boarding-not-open', opensAt }
  if (isBefore(closedAt, now)) return { ok: false, reason: 'list-is-closed', closedAt }
  if (aboard < before && isBefore(arrivesAt, now)) {
    return { ok: false, reason: 'has-arrived', arrivesAt }
  }
  return { ok: true }
}
