import type { Mutant } from './mutant.ts'

/** Buses that are so late that their passengers may take another one. */
export const LATE_BUS_MUTANTS: readonly Mutant[] = [
  {
    breaks: 'only a long delay brings a choice',
    edits: [
      { of: 'keepLateIncidents', find: 'minutes >= CHOICE_FROM_MINUTES', put: 'minutes >= 10' },
    ],
    caughtBy:
      'from half an hour on, passengers keep their seats or take another bus of the day, and the mail says so',
  },
  {
    breaks: 'a late bus is not offered instead of itself',
    edits: [{ of: 'giveChoice', find: 'departureId === booking.departureId', put: 'false' }],
    caughtBy:
      'from half an hour on, passengers keep their seats or take another bus of the day, and the mail says so',
  },
  {
    breaks: 'a late bus is not exchanged for one of another day',
    edits: [{ of: 'giveChoice', find: '!isSameDay ||', put: 'true ||' }],
    caughtBy:
      'only passengers at the stops that are late enough are asked, and no bus of another day is offered',
  },
  {
    breaks: 'a press that waited for a network does not overwrite a newer report',
    edits: [{ of: 'reportDriversDelay', never: 'reported-meanwhile' }],
    caughtBy:
      'a press that did not know the report of the office is refused in words, and the figure stays',
  },
  {
    breaks: 'a delay is not refunded',
    edits: [
      { of: 'chooseLocked', find: `if (asked.kind === 'late') return`, put: 'if (false) return' },
    ],
    caughtBy: 'a delay is not refunded, for all of a group or for some of it',
  },
  {
    breaks: 'of a group on a late bus nobody is refunded',
    edits: [{ of: 'chooseLocked', find: `some && asked.kind === 'late'`, put: 'false' }],
    caughtBy: 'a delay is not refunded, for all of a group or for some of it',
  },
  {
    breaks: 'the choice of a late bus ends once it is on time again',
    edits: [{ of: 'keepLateIncidents', skips: 'takeOutDeparture' }],
    caughtBy: 'a delay that grows brings no second choice, and a bus that is on time again ends it',
  },
  {
    breaks: 'each figure of a delay is told once (I17)',
    edits: [{ of: 'tellNews', find: 'if (!isDelayNews({ minutes, told })) return false', put: '' }],
    caughtBy: 'holders are told of ten minutes, of ten more, and of every correction, once each',
  },
  {
    breaks: 'a delay of many buses overwrites no report that the page did not show',
    edits: [{ of: 'delayDepartures', find: 'shown.lastReport !== quote.lastReport', put: 'false' }],
    caughtBy: 'a report of a driver meanwhile is not overwritten unseen',
  },
  {
    breaks: 'a delay of many buses is told as it was shown',
    edits: [{ of: 'delayDepartures', find: 'if (!isShown) return', put: 'if (false) return' }],
    caughtBy:
      'a bus that is cancelled meanwhile, or bookings that are new, are refused with the new figures',
  },
  {
    breaks: 'a bus that is as late is not offered to passengers of a late one',
    edits: [{ of: 'giveChoice', find: 'lateBuses.includes(departureId)', put: 'false' }],
    caughtBy: 'a bus that is as late is not offered, and one that is a little late is',
  },
  {
    breaks: 'buses that are late together are one incident',
    edits: [{ of: 'keepLateIncidents', find: 'isLate && !incidentId', put: 'isLate' }],
    caughtBy:
      'departures already reported with exactly this delay are left out, with their incident and passengers',
  },
  {
    breaks: 'a delay that begins at a stop concerns those who board from there on',
    edits: [{ of: 'boardsFrom', find: '>= late.position', put: '>= 0' }],
    caughtBy: 'a delay that begins at a stop does not concern those who board before it',
  },
  {
    breaks: 'a reason that passengers were told stays',
    edits: [{ of: 'keepLateIncidents', find: `.where('toldReason', 'is', null)`, put: '' }],
    caughtBy:
      'a delay that a driver reported without a reason gets the first one of the office, and keeps it',
  },
  {
    breaks: 'a reason that passengers are told is in every language',
    edits: [{ of: 'chooseReason', find: 'if (empty) return', put: 'if (false) return' }],
    caughtBy: 'is written in every language or in none',
  },
  {
    breaks: 'a delay whose mail waits for a booking that was replaced is told to those who stay',
    edits: [{ of: 'findTold', find: 'and told.booking_id = ${bookingId}', put: '' }],
    caughtBy:
      'a delay and a message whose letters wait when a part is given up are told to those who stay, once',
  },
  {
    breaks: 'a message whose mail waits for a booking that was replaced is told to those who stay',
    edits: [{ of: 'tellNews', find: "['queued', 'needless']", put: "['needless']" }],
    caughtBy:
      'a delay and a message whose letters wait when a part is given up are told to those who stay, once',
  },
  {
    breaks: 'a choice is decided when its present end has come',
    edits: [
      {
        of: 'seeToChoice',
        find: 'waitsForSpace || isBefore(now, choice.decideBy)',
        put: 'waitsForSpace',
      },
    ],
    caughtBy: 'a choice that is given more time while its end is being decided is not decided',
  },
]
