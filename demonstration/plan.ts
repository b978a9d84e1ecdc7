import { partyOf } from '#modules/fares/passengers.ts'
import { cents } from '#platform/money.ts'

import { diceOf } from './dice.ts'
import { planLetters } from './letters.ts'
import { personOf } from './people.ts'
import { planPresent } from './plan-present.ts'
import type { Purchase, Story } from './story.ts'
import { later, momentOf, saleKeyOf, visitorOf } from './times.ts'

/*
 * The plan of the demonstration's past: what its travellers and staff did, and when. It follows from
 * two days alone, the first one and the present, so that a run that was interrupted goes on with the
 * same people.
 */

/** So that a complaint of the first day is due now. */
export const DAYS = 28
export const BOOKINGS_A_DAY = 10

export type Size = { present: Temporal.Instant; bookingsADay: number }

/** Everything that happened from the first day to the present, in its order. */
export function planStories(first: Temporal.PlainDate, { present, bookingsADay }: Size): Story[] {
  const days = Array.from({ length: DAYS + 1 }, (_none, day) => first.add({ days: day }))
  const stories = days.flatMap((date) =>
    Array.from({ length: bookingsADay }, (_none, turn) => purchaseWithSequel(date, turn)).flat(),
  )
  const trouble = [...planTrouble(first), ...planLetters(first), ...planTills(first)]
  return [...stories, ...trouble, ...planPresent({ present, bookingsADay })]
    .filter(({ at }) => Temporal.Instant.compare(at, present) < 0)
    .toSorted((one, other) => Temporal.Instant.compare(one.at, other.at))
}

const PAIRS = [
  ['NIC', 'LCA'],
  ['LCA', 'NIC'],
  ['NIC', 'LCA'],
  ['LCA', 'NIC'],
  ['NIC', 'PFO'],
  ['PFO', 'NIC'],
  ['LCA', 'AYN'],
  ['AYN', 'LCA'],
  ['LCA', 'PRO'],
  ['PRO', 'LCA'],
  ['PAR', 'LCA'],
  ['LCA', 'DER'],
] as const

const PARTIES = [
  { adult: 1 },
  { adult: 2 },
  { adult: 1 },
  { student: 1 },
  { adult: 2, child: 2 },
  { adult: 2, child: 1, infant: 1 },
  { student: 3 },
  { adult: 5 },
  { adult: 4, child: 3 },
] as const

function purchaseWithSequel(date: Temporal.PlainDate, turn: number): Story[] {
  const name = `${date.toString()} ${turn}`
  const dice = diceOf(name)
  const at = momentOf(date, 6 + dice(16), dice(60), dice(60))
  const person = personOf(dice)
  const [from, to] = PAIRS[dice(PAIRS.length)] ?? PAIRS[0]
  const party = PARTIES[dice(PARTIES.length)] ?? PARTIES[0]
  const luck = dice(100)
  const ending = luck < 5 ? 'left' : luck < 9 ? 'declined' : 'paid'
  const leavesAfter = momentOf(date.add({ days: 1 + dice(8) }), 4 + dice(18), 0, 0)
  const purchase: Story = {
    at,
    kind: 'buy',
    visitor: visitorOf(name),
    ...person,
    passengers: partyOf(party),
    wheelchairUsers: dice(40) === 0 && 'adult' in party ? 1 : 0,
    trip: { from, to, leavesAfter },
    ...(dice(3) === 0 && { backAfter: 2 + dice(6) }),
    ending,
  }
  const { visitor } = purchase
  if (ending === 'paid' && luck < 17)
    return [purchase, { at: later(at, dice), kind: 'cancel', visitor }]
  if (ending === 'paid' && luck < 22)
    return [purchase, { at: later(at, dice), kind: 'move', visitor }]
  return [purchase]
}

/** The trouble of the last days, which staff find when they look at Today, or into a booking. */
function planTrouble(first: Temporal.PlainDate): Story[] {
  const today = first.add({ days: DAYS })
  const yesterday = today.subtract({ days: 1 })
  const buy = (name: string, at: Temporal.Instant, more: Partial<Purchase>): Story => {
    const leavesAfter = momentOf(today.add({ days: 1 }), 12, 0, 0)
    const trip = { from: 'LCA', to: 'NIC', leavesAfter }
    const base = { kind: 'buy', visitor: visitorOf(name), ...personOf(diceOf(name)) } as const
    const party = { passengers: partyOf({ adult: 2 }), wheelchairUsers: 0, ending: 'paid' } as const
    return { at, ...base, ...party, trip, ...more }
  }
  return [
    buy('odd sum', momentOf(yesterday, 20, 15, 0), { ending: 'odd-sum' }),
    buy('refused', momentOf(yesterday, 17, 5, 0), { email: 'eleni@halcyon.invalid' }),
    buy('moved', momentOf(yesterday, 8, 20, 0), {
      trip: { from: 'NIC', to: 'LCA', leavesAfter: momentOf(today.add({ days: 5 }), 9, 0, 0) },
    }),
    { at: momentOf(yesterday, 21, 10, 0), kind: 'move', visitor: visitorOf('moved') },
    buy('too warm', momentOf(yesterday.subtract({ days: 2 }), 10, 40, 0), {
      trip: { from: 'NIC', to: 'PFO', leavesAfter: momentOf(yesterday, 9, 0, 0) },
    }),
    {
      at: momentOf(yesterday, 16, 50, 0),
      kind: 'goodwill',
      visitor: visitorOf('too warm'),
      amount: cents(500),
      code: 'EQUIPMENT_FAILURE',
      reason: 'Ο κλιματισμός δεν λειτουργούσε σε όλη τη διαδρομή',
    },
  ]
}

/** The tills of the last two days, counted in the afternoon, and a caller who did not pay. */
function planTills(first: Temporal.PlainDate): Story[] {
  const days = [DAYS - 2, DAYS - 1].map((day) => first.add({ days: day }))
  return days.flatMap((date, place): Story[] => {
    const sell = (turn: number, hour: number, means: 'cash' | 'card-terminal' | 'link'): Story => {
      const name = `counter ${date.toString()} ${turn}`
      const dice = diceOf(name)
      const at = momentOf(date, hour, dice(60), 0)
      const [from, to] = turn === 1 ? (['LCA', 'AYN'] as const) : (['LCA', 'NIC'] as const)
      const passengers = partyOf(PARTIES[dice(5)] ?? PARTIES[0])
      const trip = { from, to, leavesAfter: at.add({ minutes: 40 }) }
      return {
        at,
        kind: 'sell',
        visitor: saleKeyOf(name),
        ...personOf(dice),
        passengers,
        trip,
        means,
      }
    }
    return [
      { at: momentOf(date, 7, 55, 0), kind: 'open-till', float: cents(15_000) },
      sell(0, 8, 'cash'),
      sell(1, 9, 'card-terminal'),
      sell(2, 12, 'cash'),
      sell(3, 14, 'link'),
      {
        at: momentOf(date, 16, 30, 0),
        kind: 'lapse',
        visitor: saleKeyOf(`counter ${date.toString()} 3`),
      },
      { at: momentOf(date, 17, 10, 0), kind: 'close-till', missing: place === 0 ? 0 : 200 },
    ]
  })
}
