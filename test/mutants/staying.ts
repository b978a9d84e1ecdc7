import type { Mutant } from './mutant.ts'

/** Groups in an incident of which a part stays on the bus, and the others are refunded. */
export const STAYING_MUTANTS: readonly Mutant[] = [
  {
    breaks: 'of a group whose seats are needed only so many stay as have a seat',
    edits: [{ of: 'findMostStaying', find: `all.seats - needed('seats')`, put: 'all.seats' }],
    caughtBy: 'a party whose seats are needed may stay in part, once all who are left have a seat',
  },
  {
    breaks: 'a part of a group is counted again after those who leave at the same moment',
    edits: [
      {
        of: 'stayOnBus',
        find: 'await lockDepartures(tx, departureIdsOf([booking, ...offers]))',
        put: '',
      },
    ],
    caughtBy:
      'two parties whose parts leave at the same moment: the second is counted after the first',
  },
  {
    breaks: 'nobody of a group is refunded once it is aboard',
    edits: [{ of: 'stayOnBus', find: 'if (refused) return refused', put: '' }],
    caughtBy: 'once somebody of a group is aboard, no part of it is refunded',
  },
  {
    breaks: 'a part of a group is refunded only until the choice ends',
    edits: [{ of: 'stayOnBus', never: 'choice-over' }],
    caughtBy: 'a part of a group that cannot travel alone does not stay, and nothing is changed',
  },
  {
    breaks: 'a part of a group that stays may travel alone',
    edits: [
      {
        of: 'checkPart',
        find: 'return checkParty(passengers, wheelchairUsers)',
        put: 'return { ok: true }',
      },
    ],
    caughtBy: 'a part of a group that cannot travel alone does not stay, and nothing is changed',
  },
  {
    breaks: 'those of a group who stay keep the notice that was sold',
    edits: [{ of: 'stayOnBus', find: '...staying, fares, noticeFrom', put: '...staying, fares' }],
    caughtBy:
      'a part of a group stays at the new time with the rights that were sold, and is told once',
  },
  {
    breaks: 'those of a group who stay are not asked again',
    edits: [{ of: 'bookingOnBus', find: 'choice.chosen_booking_id end', put: 'null::uuid end' }],
    caughtBy:
      'those of a group who stay are not asked again, and hear that their stop is served after all',
  },
  {
    breaks: 'those of a group who stay have not left their bus',
    edits: [{ of: 'isAway', find: `&& state !== 'stays'`, put: '' }],
    caughtBy:
      'those who stayed can become fewer, take another bus or be refunded until the choice ends',
  },
  {
    breaks: 'the report of an incident has the money of every press',
    edits: [
      {
        of: 'refundOfChoice',
        find: 'or (kind in',
        put: 'or (false and kind in',
      },
    ],
    caughtBy:
      'the report of an incident counts those who stay, those who were refunded, and the refunds',
  },
]
