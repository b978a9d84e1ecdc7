import type { TicketStop, TicketView } from '#modules/tickets/ticket.ts'
import type { Locale } from '#platform/locale.ts'
import { isBefore } from '#platform/time.ts'

import { ticketWords } from './words/words.ts'

type Ride = { locale: Locale; from: TicketStop; to: TicketStop }

/**
 * Where the bus does not stop as usual, as tickets, bookings and calendars say it; null if it serves
 * both stops.
 */
export function stopText({ locale, from, to }: Ride): string | null {
  const { boardElsewhere, leaveElsewhere, stopClosed } = ticketWords(locale).ticket
  const sentences = [
    sayOf(from, boardElsewhere, stopClosed),
    sayOf(to, leaveElsewhere, stopClosed),
  ].filter(Boolean)
  return sentences.length > 0 ? sentences.join(' ') : null
}

/** Whether nobody can board at the stop of the ticket: then no paper asks to be there in time. */
export function isBoardingClosed({ from }: Pick<Ride, 'from'>): boolean {
  return from.today === 'closed'
}

type Boarding = Pick<TicketView, 'from' | 'departsAt'>

/**
 * Whether a page still asks passengers to be at the stop before the planned time. Past that time, the
 * expected time of a late bus is what counts.
 */
export function asksToBeThere({ from, departsAt }: Boarding, now: Temporal.Instant): boolean {
  return !isBoardingClosed({ from }) && isBefore(now, departsAt)
}

function sayOf(
  { name, today }: TicketStop,
  elsewhere: (stop: string, place: string) => string,
  closed: (stop: string) => string,
): string | null {
  if (!today) return null
  return today === 'closed' ? closed(name) : elsewhere(name, today.movedTo)
}
