import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

import { BE_THERE_MINUTES } from '#modules/rules/rules.ts'
import { readTicketNumber, type TicketStop, type TicketView } from '#modules/tickets/ticket.ts'
import { company, operator } from '#operator'
import { oneLine } from '#platform/text/lines.ts'

import { delayText } from './delay-text.ts'
import { rideTimes } from './ride-times.ts'
import { isBoardingClosed, stopText } from './stop-text.ts'
import { twoBusesText } from './two-buses.ts'
import { ticketWords } from './words/words.ts'

const ALARM_SECONDS_BEFORE = 60 * 60

/**
 * The rides as calendar entries, one each. Times are in UTC, so every reader sees the right hour in
 * their own zone; the text gives Cyprus time. A ride keeps its entry when its ticket is replaced: a
 * calendar that has the entry takes the version of the newer ticket, or of the newer times of the same
 * one (RFC 5545, 3.8.7.4).
 */
export function makeCalendar(tickets: readonly TicketView[]): string {
  const prodId = { company: company().shortName, product: 'Tickets' }
  const calendar = ical({ method: ICalCalendarMethod.PUBLISH, prodId })
  for (const ticket of tickets) {
    calendar.createEvent({
      ...entryOf(ticket),
      sequence: versionOf(ticket) - 1,
      stamp: ticket.issuedAt,
      status: ICalEventStatus.CONFIRMED,
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
  return withAlarmsLast(calendar.toString())
}

/** In an entry all properties stand before its alarms (RFC 5545, 3.6.1); the library writes some after them. */
function withAlarmsLast(calendar: string): string {
  return calendar.replaceAll(
    /(BEGIN:VALARM\r\n.*?END:VALARM\r\n)(.*?)(?=END:VEVENT)/gs,
    (_, alarm: string, properties: string) => properties + alarm,
  )
}

/** Removes cancelled rides from the calendars that have them, by their last tickets. */
export function makeCancellation(
  tickets: readonly TicketView[],
  cancelledAt: Temporal.Instant,
): string {
  const prodId = { company: company().shortName, product: 'Tickets' }
  const calendar = ical({ method: ICalCalendarMethod.CANCEL, prodId })
  for (const ticket of tickets) {
    calendar.createEvent({
      ...entryOf(ticket),
      sequence: versionOf(ticket),
      stamp: cancelledAt,
      status: ICalEventStatus.CANCELLED,
    })
  }
  return calendar.toString()
}

function versionOf({ number, retimings }: TicketView): number {
  return readTicketNumber(number).issue + retimings
}

/** Identifies the entry to a calendar, and names its organizer (RFC 5546, 3.2). */
function entryOf(ticket: TicketView) {
  return {
    id: `${readTicketNumber(ticket.number).ride}@${domain()}`,
    organizer: { name: company().name, email: company().email },
    start: ticket.departsAt,
    end: ticket.arrivesAt,
    summary: oneLine(summary(ticket)),
    location: oneLine(ticket.from.name),
  }
}

function summary({ locale, from, to }: TicketView): string {
  const words = ticketWords(locale)
  return words.calendar.summary(words.ride(from, to))
}

function description(ticket: TicketView): string {
  const { locale, from, reference, ticketUrl } = ticket
  const { calendar } = ticketWords(locale)
  const lines = [
    delayText(ticket) ?? '',
    stopText(ticket) ?? '',
    isBoardingClosed(ticket) ? '' : calendar.beThere(rideTimes(ticket).beThere, BE_THERE_MINUTES),
    whereToBoard(from),
    twoBusesText(ticket) ?? '',
    calendar.reference(reference),
    calendar.ticket(ticketUrl),
  ]
  return lines.map(oneLine).filter(Boolean).join('\n')
}

function whereToBoard({ name, directions }: TicketStop): string {
  return [name, directions].filter(Boolean).join(': ')
}

/** That of the first edition of the company: a calendar finds an entry by its id, also after the address has changed. */
function domain(): string {
  return operator.email.split('@')[1] ?? ''
}
