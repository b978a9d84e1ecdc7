import type { BusOfPair } from '#modules/fleet/vehicle.ts'
import type { Locale } from '#platform/locale.ts'

import { ticketWords } from './words/words.ts'

type Reader = {
  locale: Locale
  /** Somebody of the party stays in a wheelchair. */
  needsLift: boolean
}

/**
 * The sentence about a departure on which two buses run; null for one. Travellers may board either,
 * but one with a wheelchair is told which of them has a lift if only one has.
 */
export function twoBusesText(
  buses: readonly BusOfPair[],
  { locale, needsLift }: Reader,
): string | null {
  const [first, second] = buses
  if (!first || !second) return null
  const words = ticketWords(locale).ticket
  const withLift = [first, second].filter(({ hasLift }) => hasLift)
  const [only, ...others] = withLift
  if (needsLift && only && others.length === 0) return words.busWithLift(only.plate)
  return words.twoBuses(first.plate, second.plate)
}
