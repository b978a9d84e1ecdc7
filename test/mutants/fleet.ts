import type { Mutant } from './mutant.ts'

/** The fleet: vehicles decide what is sold, and duties are checked. */
export const FLEET_MUTANTS: readonly Mutant[] = [
  {
    breaks: 'a smaller vehicle closes the sale and opens the alert (I14)',
    edits: [{ of: 'writeVehicle', find: 'vehicle ? placesOf(vehicle) : without', put: 'without' }],
    caughtBy: 'a smaller one takes no seat from anybody: the sale ends, the alert opens and ends',
  },
  {
    breaks: 'a vehicle without a lift sells no wheelchair space',
    edits: [{ of: 'placesOf', find: 'hasLift ? wheelchairPlaces : 0', put: 'wheelchairPlaces' }],
    caughtBy: 'without a lift no wheelchair space is sold, and one that is sold opens the alert',
  },
  {
    breaks: 'a vehicle is in one place at a time',
    edits: [{ of: 'lockVehicle', find: 'for no key update', put: '' }],
    caughtBy: 'one vehicle for two departures at the same time goes to one of them',
  },
  {
    breaks: 'of two who change a duty the second hears of the first',
    edits: [{ of: 'saveDuty', never: 'changed-meanwhile' }],
    caughtBy: 'tells the second of two dispatchers of the first',
  },
  {
    breaks: 'a break may be taken in two parts, in the order of the regulation',
    edits: [
      {
        of: 'longestWithoutBreak',
        find: 'hasFirstPart ? SECOND_PART_MINUTES : BREAK_MINUTES',
        put: 'SECOND_PART_MINUTES',
      },
    ],
    caughtBy: 'a break may be taken in two parts, of 15 minutes and then of 30',
  },
  {
    breaks: 'a company without duties is not told that nobody drives',
    edits: [
      {
        of: 'listUndriven',
        find: 'and exists (select from duties',
        put: 'or exists (select from duties',
      },
    ],
    caughtBy: 'and what nobody drives is known once the company uses duties',
  },
  {
    breaks: 'the places of a relief bus are sold',
    edits: [{ of: 'addPlaces', find: 'own.seats + more.seats', put: 'own.seats' }],
    caughtBy: 'adds its places to those that are sold, and takes them back',
  },
  {
    breaks: 'people taken along hold no place that was sold before (I1)',
    edits: [{ of: 'holdAboard', find: 'atMost(places, await countLeft())', put: 'places' }],
    caughtBy: 'on a bus that was sold meanwhile are short of seats until one comes free',
  },
  {
    breaks: 'people aboard come before those who may still walk up',
    edits: [{ of: 'holdAboard', find: 'if (lacking > 0)', put: 'if (lacking > 99)' }],
    caughtBy:
      'people who are taken along come before walk-ups: a lease gives up the seats that they lack',
  },
  {
    breaks: 'a phone that is blocked leaves its seats to others',
    edits: [{ of: 'trustIn', skips: 'endLeases' }],
    caughtBy: 'leaves its lease to others, who sell its seats',
  },
  {
    breaks: 'a phone that is blocked ends the session that used it',
    edits: [
      { of: 'findStaff', find: 'if (signedIn.isBlocked && !isHandingIn)', put: 'if (false)' },
    ],
    caughtBy: 'that is blocked ends the session that used it, for other numbers and pages too',
  },
  {
    breaks: 'a phone belongs to the session that opened it',
    edits: [{ of: 'claimDevice', becomes: () => Promise.resolve(true) }],
    caughtBy: 'belongs to the session that opened it, and another one counts nothing in its name',
  },
  {
    breaks: 'a phone that is blocked gets no list',
    edits: [{ of: 'receiveScans', find: 'revokedAt !== null', put: 'false' }],
    caughtBy: 'that is blocked gets no list, and its scans are still taken in',
  },
  {
    breaks: 'more people aboard than a booking has are said to be too many (I18)',
    edits: [{ of: 'receiveScans', skips: 'noteConflicts' }],
    caughtBy:
      'two phones without a network let the same party aboard, and the books say how many too many',
  },
]
