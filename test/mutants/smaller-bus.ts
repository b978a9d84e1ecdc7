import type { Mutant } from './mutant.ts'

/** Buses that are smaller than they were sold: who leaves them, and who stays. */
export const SMALLER_BUS_MUTANTS: readonly Mutant[] = [
  {
    breaks: 'wheelchair users and infants are never moved without an answer',
    edits: [
      { of: 'pickMovers', find: '!party.hasWheelchair && !party.hasInfant', put: 'party !== null' },
    ],
    caughtBy:
      'wheelchair users and infants are never moved without an answer, and who stays may say so',
  },
  {
    breaks: 'a missing space concerns those alone who travel in a wheelchair',
    edits: [{ of: 'lacksSpace', find: 'bookings.wheelchair_users > 0', put: 'true' }],
    caughtBy:
      'a bus without a lift asks the wheelchair user alone, who is not moved but called until it is settled',
  },
  {
    breaks: 'without an answer nothing is done to those whose space is missing',
    edits: [
      {
        of: 'seeToChoice',
        find: 'waitsForSpace && !(await isSpaceNeeded(tx, choice))',
        put: 'waitsForSpace',
      },
      {
        of: 'decideChoices',
        find: `choice('decideBy', '<=', now), choice('defaultChoice', '<>', 'call')`,
        put: `choice('decideBy', '<=', now)`,
      },
    ],
    caughtBy:
      'a bus without a lift asks the wheelchair user alone, who is not moved but called until it is settled',
  },
  {
    breaks: 'those whose space is missing are promised no journey on their bus',
    edits: [{ of: 'mailChoice', find: `defaultChoice === 'call'`, put: 'false' }],
    caughtBy:
      'the mail says in both languages that the bus cannot take the wheelchair, and promises no travel on it',
  },
  {
    breaks: 'the last bus of the day moves nobody without an answer',
    edits: [
      {
        of: 'defaultOfMover',
        find: `dateInCyprus(departsAt).equals(dateInCyprus(best.departsAt)) ? 'move' : 'stay'`,
        put: `'move'`,
      },
    ],
    caughtBy: 'the last bus of the day moves nobody, and its incident ends when it leaves',
  },
  {
    breaks: 'as few leave a smaller bus as are too many',
    edits: [{ of: 'pickMovers', find: 'if (isNeeded)', put: 'if (true)' }],
    caughtBy: 'nobody leaves without need: the first to have bought is the first to stay',
  },
  {
    breaks: 'a party stays if enough others have left',
    edits: [{ of: 'seeToChoice', find: '!(await isSeatNeeded(tx, choice, best))', put: 'false' }],
    caughtBy:
      'a party that would be moved stays if enough others leave by the second of the decision',
  },
  {
    breaks: 'a party is counted again after those who leave at the same moment',
    edits: [{ of: 'isSeatNeeded', skips: 'lockDepartures' }],
    caughtBy: 'a party is moved or not by the count after those who leave at the same moment',
  },
  {
    breaks: 'seats in carts move nobody',
    edits: [{ of: 'isTooFull', find: `and state in ('paying', 'sold', 'blocked')`, put: '' }],
    caughtBy: 'seats in carts alone ask nobody, and the incident ends with them',
  },
  {
    breaks: 'a person has seen who is concerned before anybody is told',
    edits: [{ of: 'seeToSmallerBuses', find: '!open.waits', put: 'true' }],
    caughtBy:
      'a smaller bus closes the sale and opens an incident that names the leg, and nobody is told yet',
  },
  {
    breaks: 'passengers are asked at the figures that were shown',
    edits: [{ of: 'askPassengers', never: 'quote-changed' }],
    caughtBy: 'only those on a leg that is too full are asked, once, and the figures are compared',
  },
  {
    breaks: 'a party whose seats are needed cannot stay',
    edits: [
      {
        of: 'stayOnBus',
        find: 'if (!(await mayAllStay(tx, at))) return',
        put: 'if (false) return',
      },
    ],
    caughtBy:
      'a party whose seats are needed cannot stay, and the money is had until the choice ends',
  },
  {
    breaks: 'those who keep their seats are told so',
    edits: [
      {
        of: 'seeToChoice',
        find: `if (elsewhere === STAYS) await tellStaying(tx, choice, now)`,
        put: '',
      },
    ],
    caughtBy: 'the rest keeps its seats and is told as soon as enough have left',
  },
  {
    breaks: 'an incident with more people than seats is not closed by hand',
    edits: [{ of: 'closeIncident', never: 'too-full' }],
    caughtBy: 'the last bus of the day moves nobody, and its incident ends when it leaves',
  },
  {
    breaks: 'seats kept on a bus that is cancelled as well are replaced by others',
    edits: [{ of: 'hasBrokenOffer', find: 'and not ${isServed}', put: 'and false' }],
    caughtBy:
      'the bus on which seats are kept is cancelled as well: other seats are kept, one mail names them, and there is time to choose',
  },
  {
    breaks: 'no bus that does not run can be chosen',
    edits: [{ of: 'listOffers', find: '.where(isServed)', put: '' }],
    caughtBy:
      'a bus that is cancelled after it was offered cannot be pressed, and the page leads to the newest choice',
  },
  {
    breaks: 'a smaller bus takes back only the kept seats that it no longer has',
    edits: [{ of: 'pickTakenBack', find: 'if (!isNeeded) return false', put: '' }],
    caughtBy:
      'the offered bus gets smaller: only as many seats are taken back as it no longer has, those bought last first',
  },
]
