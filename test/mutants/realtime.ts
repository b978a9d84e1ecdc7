import type { Mutant } from './mutant.ts'

/** Mutants of the feeds for journey planners, which would send travellers to a bus that is not there. */
export const REALTIME_MUTANTS: readonly Mutant[] = [
  {
    breaks: 'a cancelled trip is in the feed',
    edits: [
      {
        of: 'toTripUpdates',
        find: 'return isOfFeed ? [{ id: departureId, tripUpdate: { trip: cancelled } }] : []',
        put: 'return []',
      },
    ],
    caughtBy: 'a cancelled bus is cancelled in both feeds, in each language',
  },
  {
    breaks: 'a delay is told of the stop for which it was reported',
    edits: [
      {
        of: 'toTripUpdates',
        find: 'newestAt(reports, position)?.minutes',
        put: 'newestAt(reports, position + 1)?.minutes',
      },
    ],
    caughtBy: 'has the delay from the reported stop on, and no data before it',
  },
  {
    breaks: 'a call has the number of stop_times.txt',
    edits: [
      { of: 'readCalls', find: 'stopSequence: row.stop_sequence', put: 'stopSequence: position' },
    ],
    caughtBy: 'each call of %s has the number and the stop of stop_times.txt',
  },
  {
    breaks: 'what was remembered of a timetable is not used with the next one',
    edits: [{ of: 'listCalls', find: '`${edition} ${departureId}`', put: '`${departureId}`' }],
    caughtBy: 'is compared with the timetable of now, whatever was remembered of the one before',
  },
]
