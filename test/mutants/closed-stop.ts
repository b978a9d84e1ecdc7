import type { Mutant } from './mutant.ts'

/** Stops that are closed or moved: their sale, and the passengers. */
export const CLOSED_STOP_MUTANTS: readonly Mutant[] = [
  {
    breaks: 'people and money at most before a bus ends count those with seats kept on it',
    edits: [
      { of: 'quoteBreakOff', find: 'const isOfferedToo = true', put: 'const isOfferedToo = false' },
    ],
    caughtBy:
      'those with seats kept on a bus are counted before it ends, if their ride goes so far',
  },
  {
    breaks: 'seats kept on a ride that a bus still makes are not lost when it ends',
    edits: [{ of: 'quoteBreakOff', find: 'offeredBeyond: fromPosition', put: 'offeredBeyond: 0' }],
    caughtBy:
      'kept seats on a ride that ends before that stop are not lost, and nobody with them is counted',
  },
  {
    breaks: 'a closed stop is not sold, whoever waited for the bus',
    edits: [{ of: 'holdSeats', never: 'stop-closed' }],
    caughtBy: 'a buyer who waits for the bus while its stop is closed is refused',
  },
  {
    breaks: 'the legs to another stop are really held',
    edits: [{ of: 'giveChoice', find: 'held: more && {', put: 'held: null && {' }],
    caughtBy: 'a stop whose leg is full is not offered, and a kept seat is not sold to others',
  },
  {
    breaks: 'nobody is moved to a stop that is far away without an answer',
    edits: [{ of: 'defaultOfClosed', find: '&& kilometres <= NEAR_STOP_KILOMETRES', put: '' }],
    caughtBy: 'if every stop is far away, passengers without an answer are refunded',
  },
  {
    breaks: 'those who still travel from a stop are told that it is served after all',
    edits: [{ of: 'tellStops', skips: 'tellReopened' }],
    caughtBy:
      'a stop that is served after all is sold again, and those who still travel from it are told',
  },
]
