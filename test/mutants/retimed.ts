import type { Mutant } from './mutant.ts'

/** Buses that get the times of a new timetable. */
export const RETIMED_MUTANTS: readonly Mutant[] = [
  {
    breaks: 'nobody pays for a time that has changed without having seen the new one',
    edits: [{ of: 'preparePayment', find: 'retimedFrom === null ||', put: 'true ||' }],
    caughtBy: 'a cart keeps its seats, and is paid for only once its buyer has seen the new time',
  },
  {
    breaks: 'seats are held only at the time that was chosen',
    edits: [{ of: 'holdSeats', find: 'if (retimed) return retimed', put: '' }],
    caughtBy:
      'the buyer who comes second sees the new time, also with seats that are only now put into the cart',
  },
  {
    breaks: 'passengers are taken along only to a bus that has room for all of them',
    edits: [{ of: 'quoteRetiming', find: `? 'too-full' : null`, put: '? null : null' }],
    caughtBy:
      'a bus that left, one that is gone, one with other stops and one without room are not retimed',
  },
  {
    breaks: 'departures get the new times that the page showed',
    edits: [{ of: 'retimeDepartures', find: 'quote.version !== version', put: 'false' }],
    caughtBy: 'what the page showed is compared: a booking, and another timetable',
  },
  {
    breaks: 'who may come too late is called until the bus leaves',
    edits: [
      {
        of: 'listAskedBookings',
        find: `(state = 'stays' and leaves_earlier`,
        put: `(false and leaves_earlier`,
      },
    ],
    caughtBy: 'who misses an earlier bus is called before the others, until it leaves',
  },
  {
    breaks: 'a calendar takes the new times of the same ticket',
    edits: [{ of: 'makeCalendar', find: '.issue + retimings', put: '.issue + 0 * retimings' }],
    caughtBy:
      'a bus that leaves earlier has its new times everywhere, with the same tickets, and its passengers choose',
  },
]
