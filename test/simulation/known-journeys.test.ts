import { expect, test } from 'vitest'

import { openCompany, type Plan } from './travel.ts'

/* Random journeys that failed once, by the seed and path that found them. */

const company = openCompany()

test.each<[string, Plan]>([
  [
    'seed 339057763, path 48: an import beside a cart with two rides ended in a deadlock',
    {
      night: '2027-03-28T01:00Z',
      hoursBefore: 3,
      alreadyBought: true,
      rounds: [
        ['ride further on another bus', 'holders are refunded'],
        ['choose again'],
        ['add a ride', 'travellers of tomorrow are reminded'],
        ['choose again', 'take again', 'the timetable is another'],
        ['a rival presses pay', 'eleven minutes later', 'refunds come back'],
      ],
    },
  ],
  [
    'seed 339057763, path 36: all database connections are cut while the bank captures a wrong amount',
    {
      night: '2027-10-31T01:00Z',
      hoursBefore: 71,
      alreadyBought: false,
      rounds: [
        ['another sum comes', 'all lines to the database are cut'],
        ['two days later', 'come back', 'two tell holders and remind travellers'],
      ],
    },
  ],
  [
    'seed 1721966648, path 70:0:4:11:10:12:13: the response to a late call is lost as well',
    {
      night: '2027-02-01T00:00Z',
      hoursBefore: 0,
      alreadyBought: true,
      rounds: [
        ['the bank is thirty seconds slow'],
        ['an answer is lost', 'a second program is killed at start:while-migrating', 'press pay'],
        ['what was slow arrives'],
        ['press pay'],
        ['press pay'],
      ],
    },
  ],
  [
    'seed 811223344, path 788:8:2: one of two passengers cancels while the company cancels the bus',
    {
      night: '2027-10-31T01:00Z',
      hoursBefore: 13,
      alreadyBought: true,
      rounds: [
        ['a rival chooses'],
        ['one stays at home', 'the bank is closed', 'the bus does not run'],
        ['the power fails at notice:after-reading', 'come back', 'poll', 'card declined'],
      ],
    },
  ],
  [
    'seed 1513783661, path 98:0:0:0:3:2:1:2:3: a new timetable has no bus of which a phone leases no seat',
    {
      night: '2027-02-01T00:00Z',
      hoursBefore: 0,
      alreadyBought: false,
      rounds: [['the bus comes to its stop'], ['a minute later'], ['the timetable is another']],
    },
  ],
  [
    'seed 2065963561, path 6:0:0:2:1:1:2:3:4: a part is given up while the mail about a delay waits',
    {
      night: '2027-02-01T00:00Z',
      hoursBefore: 0,
      alreadyBought: true,
      rounds: [
        ['both buses are forty minutes late, in a second program'],
        ['passengers learn of delays'],
        ['one stays at home'],
      ],
    },
  ],
])(
  '%s',
  async (_name, plan) => {
    await expect(company.travel(plan)).resolves.toBeUndefined()
  },
  60_000,
)
