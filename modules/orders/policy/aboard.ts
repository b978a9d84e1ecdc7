/** Some or all people of the ride are aboard, by the count at the door. */
export type AboardRefusal = { ok: false; reason: 'counted-aboard'; aboard: number; people: number }

/**
 * Why a ticket cannot ride on another bus: somebody was let aboard with it. `people`: all of the party,
 * infants included. Undefined if nobody was.
 */
export function refuseAboard({
  aboard,
  people,
}: Pick<AboardRefusal, 'aboard' | 'people'>): AboardRefusal | undefined {
  if (aboard <= 0) return undefined
  return { ok: false, reason: 'counted-aboard', aboard: Math.min(aboard, people), people }
}
