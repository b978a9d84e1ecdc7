import { reasonInWords } from '#app/components/office/act-in-words.ts'
import { shortMoment } from '#app/components/office/short-moment.server.ts'
import { translation } from '#app/i18n/translation.ts'
import type { StaffBooking } from '#modules/support/find-booking.server.ts'
import { shortDate } from '#platform/format/dates.ts'
import { cents, formatEuros } from '#platform/money.ts'
import { clockTime, dateInCyprus, inCyprus } from '#platform/time.ts'

import type { BookingView } from './view.ts'

type Event = { key: string; at: Temporal.Instant; what: string; about: string; isLost: boolean }

/**
 * One list of all that happened: the audit of the order and its money, its refunds, its mails, and what
 * became of its buses.
 */
export function showEntries(
  { order, entries, mails, refunds, buses }: StaffBooking,
  nameOf: (actor: string) => string,
): BookingView['timeline'] {
  const { locale, messages } = translation()
  const { booking, departure } = messages.office
  const events: Event[] = [
    ...entries.map(({ auditId, actor, action, reason, enteredAt }) => ({
      key: auditId,
      at: enteredAt,
      what: booking.timeline.entries[action] ?? action,
      about: [nameOf(actor), ...(reason ? [reasonInWords(reason)] : [])].join(': '),
      isLost: false,
    })),
    ...mails.map(({ mailId, kind, state, sentAt, queuedAt }) => ({
      key: mailId,
      at: sentAt ?? queuedAt,
      what: booking.timeline.mail(booking.mails.kinds[kind] ?? kind, booking.mails.states[state]),
      about: '',
      isLost: state === 'refused' || state === 'parked',
    })),
    ...refunds.map(({ refundId, amount, state, at }) => {
      const what = booking.timeline.refund(
        formatEuros(cents(amount), locale),
        booking.refundStates[state],
      )
      return event(refundId, at, what)
    }),
    ...buses.map(({ auditId, action, actor, reason, enteredAt, departsAt }) => ({
      key: auditId,
      at: enteredAt,
      what: booking.timeline.bus(shortMoment(departsAt), departure.actions[action] ?? action),
      about: [nameOf(actor), ...(reason ? [reasonInWords(reason)] : [])].join(': '),
      isLost: false,
    })),
    ...(order.confirmedAt
      ? [event('confirmed', order.confirmedAt, booking.timeline.entries.confirmed ?? '')]
      : []),
    event('begun', order.createdAt, booking.timeline.begun),
  ]
  const latestFirst = events.toSorted((one, other) => Temporal.Instant.compare(other.at, one.at))
  return latestFirst.map(({ at, ...shown }) => ({
    ...shown,
    time: `${shortDate(dateInCyprus(at), locale)}, ${clockTime(at)}`,
    dateTime: inCyprus(at).toString({ smallestUnit: 'minute', timeZoneName: 'never' }),
  }))
}

function event(key: string, at: Temporal.Instant, what: string): Event {
  return { key, at, what, about: '', isLost: false }
}
