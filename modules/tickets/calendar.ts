import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

import { operator } from '#operator'

import { oneLine } from './printable.ts'
import { BE_THERE_MINUTES, type TicketStop, type TicketView } from './ticket.ts'
import { rideTimes } from './when.ts'
import { ticketWords } from './words/words.ts'

const ALARM_SECONDS_BEFORE = 60 * 60

type Revision = {
  /** Raised with every change of the same rides, so that a calendar takes the newer. */
  sequence?: number
}

/**
 * The rides as calendar entries, one each. Times are in UTC, so every reader sees the right hour
 * in their own zone; the words name the clock of Cyprus.
 */
export function makeCalendar(
  tickets: readonly TicketView[],
  { sequence = 0 }: Revision = {},
): string {
  const prodId = { company: operator.shortName, product: 'Tickets' }
  const calendar = ical({ method: ICalCalendarMethod.PUBLISH, prodId })
  for (const ticket of tickets) {
    calendar.createEvent({
      id: `${ticket.ticketId}@${domain()}`,
      sequence,
      stamp: ticket.issuedAt,
      start: ticket.departsAt,
      end: ticket.arrivesAt,
      status: ICalEventStatus.CONFIRMED,
      summary: oneLine(summary(ticket)),
      location: oneLine(ticket.from.name),
      description: description(ticket),
      url: ticket.ticketUrl,
      alarms: [
        {
          type: ICalAlarmType.display,
          triggerBefore: ALARM_SECONDS_BEFORE,
          description: oneLine(summary(ticket)),
        },
      ],
    })
  }
  return calendar.toString()
}

function summary({ locale, from, to }: TicketView): string {
  const words = ticketWords(locale)
  return words.calendar.summary(words.ride(from, to))
}

function description(ticket: TicketView): string {
  const { locale, from, reference, ticketUrl } = ticket
  const { calendar } = ticketWords(locale)
  const lines = [
    calendar.beThere(rideTimes(ticket).beThere, BE_THERE_MINUTES),
    whereToBoard(from),
    calendar.reference(reference),
    calendar.ticket(ticketUrl),
  ]
  return lines.map(oneLine).filter(Boolean).join('\n')
}

function whereToBoard({ name, directions }: TicketStop): string {
  return [name, directions].filter(Boolean).join(': ')
}

function domain(): string {
  return operator.email.split('@')[1] ?? ''
}
