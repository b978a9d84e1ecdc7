import { partyOf } from '#modules/fares/passengers.ts'
import { cents } from '#platform/money.ts'
import { dateInCyprus } from '#platform/time.ts'

import { diceOf } from './dice.ts'
import { personOf } from './people.ts'
import type { Sale, Story } from './story.ts'
import { momentOf, saleKeyOf, visitorOf } from './times.ts'

/*
 * The present of the demonstration, at whatever hour it is opened: people on the buses of
 * these hours, a late bus and a cancelled one, an open till. It ends some minutes before the present,
 * so that a run that was killed finds what it left unsent (`finishInterrupted`).
 */

type Present = { present: Temporal.Instant; bookingsADay: number }
type When = (minutes: number) => Temporal.Instant

/** From the buses that have just arrived to those of the next hours. */
const FROM_MINUTES = -100
const UNTIL_MINUTES = 540
/**
 * Bookings of these hours, as a multiple of those of a day: the buses to and from Larnaca Airport are about half
 * full, and fuller at the weekend.
 */
const SHARE = 24
const SHARE_AT_WEEKENDS = 30

export function planPresent({ present, bookingsADay }: Present): Story[] {
  // People of the same hour are the same, so that the picture in the README can be taken again.
  const name = present.round({ smallestUnit: 'hour', roundingMode: 'floor' }).toString()
  const today = dateInCyprus(present)
  const share = today.dayOfWeek >= 6 ? SHARE_AT_WEEKENDS : SHARE
  /** So many minutes after the present, or before it. */
  const when: When = (minutes) => present.add({ minutes })
  return [
    ...planPassengers(name, when, bookingsADay * share),
    ...planHelp(name, when),
    ...planCounter(name, when),
    ...planNotices(when),
    // Before the first bus of the day leaves.
    { at: momentOf(today.subtract({ days: 1 }), 18, 0, 0), kind: 'fleet', day: today, present },
    { at: when(-25), kind: 'ill' },
    {
      at: when(-75),
      kind: 'cancel-departure',
      reason: 'The bus has broken down, and there is no other',
    },
    { at: when(-13), kind: 'late', minutes: 25 },
    { at: when(-12), kind: 'board', since: when(-24 * 60) },
  ]
}

const WAYS = [
  ['LCA', 'NIC'],
  ['NIC', 'LCA'],
  ['LCA', 'NIC'],
  ['NIC', 'LCA'],
  ['LCA', 'NIC'],
  ['NIC', 'LCA'],
  ['LCA', 'AYN'],
  ['NIC', 'PFO'],
  ['PRO', 'LCA'],
] as const
const PARTIES = [
  { adult: 2 },
  { adult: 1 },
  { adult: 2, child: 2 },
  { student: 2 },
  { adult: 4 },
  { adult: 2, child: 1, infant: 1 },
  { adult: 3, student: 2 },
  { adult: 6 },
] as const

function planPassengers(name: string, when: When, count: number): Story[] {
  const step = (UNTIL_MINUTES - FROM_MINUTES) / count
  return Array.from({ length: count }, (_none, turn): Story => {
    const dice = diceOf(`${name} passenger ${turn}`)
    const leaves = Math.floor(FROM_MINUTES + turn * step)
    const [from, to] = WAYS[turn % WAYS.length] ?? WAYS[0]
    return {
      // Before the sale of the bus ends; most of them days ago.
      at: when(Math.min(leaves, 0) - 45 - dice(5 * 24 * 60)),
      kind: 'buy',
      visitor: visitorOf(`${name} passenger ${turn}`),
      ...personOf(dice),
      passengers: partyOf(PARTIES[dice(PARTIES.length)] ?? PARTIES[0]),
      wheelchairUsers: 0,
      trip: { from, to, leavesAfter: when(leaves) },
      ending: 'paid',
    }
  })
}

const about = ({ visitor }: { visitor: string }) => ({ visitor })

/** Travellers of whom staff know something, and for whom they did something. */
function planHelp(name: string, when: When): Story[] {
  const buy = (
    who: string,
    at: number,
    leaves: number,
    party: { adult: number; child?: number },
  ) => {
    const visitor = visitorOf(`${name} ${who}`)
    const trip = { from: 'LCA', to: 'NIC', leavesAfter: when(leaves) }
    const passengers = partyOf(party)
    const story = { at: when(at), kind: 'buy', visitor, passengers, trip, ending: 'paid' } as const
    return { ...personOf(diceOf(visitor)), ...story, wheelchairUsers: 0 }
  }
  const wheelchair = { ...buy('wheelchair', -44 * 60, 50, { adult: 2 }), wheelchairUsers: 1 }
  const flight = buy('flight', -26 * 60, 75, { adult: 1 })
  const ill = buy('ill', -31 * 60, 9 * 60, { adult: 2 })
  const team = [13, 12, 14].map((adult, turn) => {
    return buy(`team ${turn}`, -50 * 60 + turn * 3, 170, { adult, child: 1 })
  })
  // They take what seats the team has left, and the others the next bus.
  const last = [1, 1, 1, 1, 1, 1].map((adult, turn) => {
    return buy(`last ${turn}`, -40 + turn, 170, { adult })
  })
  return [
    wheelchair,
    {
      at: when(-20 * 60),
      kind: 'note',
      ...about(wheelchair),
      by: 'dispatcher',
      text: 'Τηλεφώνησαν: θα είναι στη στάση είκοσι λεπτά νωρίτερα και θέλουν να καθίσουν μαζί.',
    },
    flight,
    {
      at: when(-65),
      kind: 'note',
      ...about(flight),
      by: 'seller',
      text: 'Called: the flight lands half an hour late. Takes the next bus if this one has left.',
    },
    ...team,
    ...last,
    ...team.slice(0, 1).map((one): Story => {
      const text =
        'Ποδοσφαιρική ομάδα: 42 άτομα σε τρεις κρατήσεις, με αθλητικούς σάκους για τον χώρο αποσκευών.'
      return { at: when(-29 * 60), kind: 'note', ...about(one), by: 'dispatcher', text }
    }),
    ill,
    {
      at: when(-150),
      kind: 'overrule',
      ...about(ill),
      code: 'INABILITY_TO_TRAVEL',
      reason: 'Cannot travel; the proof of it was seen at the counter',
    },
  ]
}

/** The seller's till has been open for some hours, and the telephone rang twice. */
function planCounter(name: string, when: When): Story[] {
  const sell = (
    turn: number,
    at: number,
    means: Sale['means'],
  ): Sale & { at: Temporal.Instant } => {
    const sale = `${name} counter ${turn}`
    const dice = diceOf(sale)
    return {
      at: when(at),
      kind: 'sell',
      visitor: saleKeyOf(sale),
      ...personOf(dice),
      passengers: partyOf(PARTIES[turn % PARTIES.length] ?? PARTIES[0]),
      trip: { from: 'LCA', to: 'NIC', leavesAfter: when(at + (means === 'link' ? 300 : 15)) },
      means,
    }
  }
  const caller = sell(6, -95, 'link')
  return [
    { at: when(-225), kind: 'open-till', float: cents(15_000) },
    sell(0, -210, 'cash'),
    sell(1, -170, 'card-terminal'),
    sell(2, -130, 'cash'),
    caller,
    { at: when(-80), kind: 'pay-link', visitor: caller.visitor },
    sell(3, -70, 'cash'),
    sell(4, -40, 'card-terminal'),
    sell(5, -20, 'cash'),
  ]
}

function planNotices(when: When): Story[] {
  const roadworks = {
    place: 'stop',
    routeId: null,
    stopId: 'NIC',
    tone: 'warning',
    from: when(-20 * 60),
    until: when(5 * 24 * 60),
    words: {
      en: 'Roadworks: this week the buses leave from the north side of Solomos Square, 80 metres from the usual stop.',
      el: 'Οδικά έργα: αυτή την εβδομάδα τα λεωφορεία αναχωρούν από τη βόρεια πλευρά της Πλατείας Σολωμού, 80 μέτρα από τη συνηθισμένη στάση.',
    },
  } as const
  const counter = {
    place: 'every-page',
    routeId: null,
    stopId: null,
    tone: 'info',
    from: when(24 * 60),
    until: when(3 * 24 * 60),
    words: {
      en: 'Our counter at Larnaca Airport is being painted. Until it opens again, drivers help you with your ticket.',
      el: '',
    },
  } as const
  return [
    { at: when(-20 * 60), kind: 'notice', content: roadworks, isPublished: true },
    { at: when(-100), kind: 'notice', content: counter, isPublished: false },
  ]
}
