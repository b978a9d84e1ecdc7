import type { TicketView } from '#modules/tickets/ticket.ts'

import { ticketWords } from './words/words.ts'

type Ride = Pick<TicketView, 'locale' | 'buses' | 'wheelchairUsers'>

/**
 * The sentence about a departure on which two buses run, as tickets, mails and calendars say it; null
 * for one. Travellers may board either, but one with a wheelchair is told which of them has a lift if
 * only one has.
 */
export function twoBusesText({ locale, buses, wheelchairUsers }: Ride): string | null {
  const [first, second] = buses
  if (!first || !second) return null
  const words = ticketWords(locale).ticket
  const withLift = [first, second].filter(({ hasLift }) => hasLift)
  const [only, ...others] = withLift
  if (wheelchairUsers > 0 && only && others.length === 0) return words.busWithLift(only.plate)
  return words.twoBuses(first.plate, second.plate)
}
