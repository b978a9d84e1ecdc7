import { describe, expect, test } from 'vitest'

import type {
  BoardingPackage,
  PackedDeparture,
  PackedTicket,
  Scan,
} from '#modules/boarding/package/package.ts'
import { askHowMany, toneOf, type Verdict } from '#modules/boarding/package/verdict.ts'
import { clockOf, nameDay, sayVerdict } from '#modules/boarding/words/words.ts'
import { LOCALES } from '#platform/locale.ts'

import type { Read, SignedFacts } from './find-ticket.ts'
import { judgeScan } from './judge-scan.ts'

/* One bus stands at its first stop at 13:30, and one at its second; others run before and after it. */

const at = (time: string) => Temporal.Instant.from(`${time}:00+02:00`).epochMilliseconds
const MADE_AT = at('2026-11-21T12:58')
const STOPS = ['NIC', 'AYN', 'PRO', 'LCA']
const NAMES: Record<string, { en: string; el: string }> = {
  NIC: { en: 'Nicosia', el: 'Λευκωσία' },
  AYN: { en: 'Ayia Napa', el: 'Αγία Νάπα' },
  PRO: { en: 'Protaras', el: 'Πρωταράς' },
  LCA: { en: 'Larnaca Airport', el: 'Αεροδρόμιο Λάρνακας' },
}
const DAYS: Record<string, { en: string; el: string }> = {
  '2026-11-20': { en: 'Fri 20 Nov', el: 'Παρ 20 Νοε' },
  '2026-11-22': { en: 'Sun 22 Nov', el: 'Κυρ 22 Νοε' },
}

function ticket(number: string, changed: Partial<PackedTicket> = {}): PackedTicket {
  return {
    digest: `digest of ${number}`,
    number,
    state: 'valid',
    voidOn: null,
    successor: null,
    people: 4,
    seats: 4,
    wheelchairs: 0,
    from: 0,
    to: 3,
    missed: false,
    ...changed,
  }
}

type Plan = Partial<PackedDeparture> & { stops?: string[]; time?: string }

function bus(departureId: string, { stops = STOPS, time = '13:30', ...changed }: Plan = {}) {
  const { day = '2026-11-21' } = changed
  const first = at(`${day}T${time}`)
  return {
    departureId,
    version: departureId,
    day,
    isRunning: true,
    calls: stops.map((stopId, index) => {
      return { stopId, departsAt: first + index * 20 * 60_000, delay: 0 }
    }),
    free: [5, 5, 5].map((seats) => ({ seats, wheelchairs: 1 })),
    tickets: [],
    scans: [],
    closed: [],
    ...changed,
  }
}

const PACK: BoardingPackage = {
  madeAt: MADE_AT,
  isDemonstration: false,
  keys: [],
  stops: NAMES,
  days: DAYS,
  departures: [
    bus('now', {
      tickets: [
        ticket('AAAA1111-1'),
        ticket('BBBB2222-1', { from: 1 }),
        ticket('CCCC3333-1', { to: 1 }),
        ticket('DDDD4444-1', {
          state: 'replaced',
          voidOn: '2026-11-20',
          successor: 'DDDD4444-1-2',
        }),
        ticket('DDDD4444-1-2'),
        ticket('EEEE5555-1', { state: 'given-up', voidOn: '2026-11-20' }),
      ],
    }),
    bus('later', { time: '14:30', tickets: [ticket('FFFF6666-1')] }),
    bus('earlier', {
      time: '12:30',
      tickets: [
        ticket('GGGG7777-1'),
        ticket('HHHH8888-1', { missed: true }),
        ticket('JJJJ1111-1', { people: 6, seats: 6 }),
        ticket('KKKK1212-1', { people: 2, seats: 1, wheelchairs: 1 }),
        ticket('NNNN2222-1'),
      ],
    }),
    bus('tomorrow', { day: '2026-11-22', tickets: [ticket('LLLL9999-1')] }),
    bus('back', {
      stops: ['LCA', 'NIC'],
      tickets: [ticket('MMMM0000-1', { to: 1 })],
    }),
  ],
}

const code = (number: string): Read => ({ by: 'code', digest: `digest of ${number}` })
const signed = (changed: Partial<SignedFacts> = {}): Read => ({
  by: 'code',
  digest: 'a digest on no list',
  signed: {
    issuedAt: MADE_AT + 60_000,
    departsAt: at('2026-11-21T13:30'),
    isSample: false,
    departureId: 'now',
    ticket: ticket('PPPP3434-1', { people: 2, seats: 2 }),
    ...changed,
  },
})

function scan(ride: string, boarded: number, changed: Partial<Scan> = {}): Scan {
  const here = { departureId: 'now', position: 0, at: at('2026-11-21T13:22') }
  return { device: 2, seq: 1, ride, boarded, ...here, ...changed }
}

type Case = { read: Read; scans?: Scan[]; position?: number }

const judge = ({ read, scans = [], position = 0 }: Case, pack = PACK): Verdict =>
  judgeScan({ pack, scans, read, here: { departureId: 'now', position } })

const NAMED = (locale: 'en' | 'el') => ({
  stop: (id: string) => NAMES[id]?.[locale] ?? '?',
  day: (date: string) => DAYS[date]?.[locale] ?? '?',
  clock: clockOf,
})

const four = [1, 2, 3, 4]
const CASES: [Verdict['is'], Case, { en: string; el: string; tone: string; boards?: number[] }][] =
  [
    [
      'aboard',
      { read: code('AAAA1111-1') },
      { en: 'Board 4.', el: 'Επιβίβαση: 4\u00A0άτομα.', tone: 'go', boards: four },
    ],
    [
      'rest',
      { read: code('AAAA1111-1'), scans: [scan('AAAA1111-1', 3)] },
      {
        en: '3 are aboard. Board 1 more.',
        el: 'Έχουν επιβιβαστεί 3. Απομένει 1.',
        tone: 'ask',
        boards: [1],
      },
    ],
    [
      'all-aboard',
      { read: code('AAAA1111-1'), scans: [scan('AAAA1111-1', 4)] },
      {
        en: 'All 4 already aboard (13:22, phone 2).',
        el: 'Και οι 4 έχουν ήδη επιβιβαστεί (13:22, τηλέφωνο 2).',
        tone: 'stop',
        boards: four,
      },
    ],
    [
      'later-bus',
      { read: code('FFFF6666-1') },
      {
        en: 'For the 14:30. This is the 13:30, with 5 seats free.',
        el: 'Για το δρομολόγιο των 14:30. Αυτό είναι των 13:30, με 5 ελεύθερες θέσεις.',
        tone: 'ask',
        boards: four,
      },
    ],
    [
      'earlier-bus',
      { read: code('GGGG7777-1') },
      {
        en: 'Missed the 12:30. Valid on this bus: 5 seats free.',
        el: 'Έχασε το δρομολόγιο των 12:30. Ισχύει σε αυτό το λεωφορείο, με 5 ελεύθερες θέσεις.',
        tone: 'ask',
        boards: four,
      },
    ],
    [
      'other-way',
      { read: code('MMMM0000-1') },
      {
        en: 'This bus goes to Larnaca Airport; the ticket is for Nicosia.',
        el: 'Λεωφορείο προς: Αεροδρόμιο Λάρνακας. Εισιτήριο προς: Λευκωσία.',
        tone: 'stop',
      },
    ],
    [
      'other-day',
      { read: code('LLLL9999-1') },
      {
        en: 'For another day: Sun\u00A022\u00A0Nov, 13:30.',
        el: 'Ισχύει για άλλη ημέρα: Κυρ\u00A022\u00A0Νοε, 13:30.',
        tone: 'stop',
      },
    ],
    [
      'other-stop',
      { read: code('BBBB2222-1') },
      {
        en: 'Boards at Ayia Napa, not here.',
        el: 'Στάση επιβίβασης: Αγία Νάπα, όχι εδώ.',
        tone: 'ask',
        boards: four,
      },
    ],
    [
      'beyond',
      { read: code('CCCC3333-1'), position: 1 },
      {
        en: 'Valid as far as Ayia Napa, not beyond.',
        el: 'Ισχύει έως τη στάση «Αγία Νάπα», όχι πέρα από αυτήν.',
        tone: 'stop',
      },
    ],
    [
      'replaced',
      { read: code('DDDD4444-1') },
      {
        en: 'Replaced on Fri\u00A020\u00A0Nov. Ask for ticket DDDD4444-1-2.',
        el: 'Έχει αντικατασταθεί: Παρ\u00A020\u00A0Νοε. Ζητήστε το DDDD4444-1-2.',
        tone: 'stop',
      },
    ],
    [
      'given-up',
      { read: code('EEEE5555-1') },
      {
        en: 'Cancelled on Fri\u00A020\u00A0Nov.',
        el: 'Ακυρώθηκε: Παρ\u00A020\u00A0Νοε.',
        tone: 'stop',
      },
    ],
    [
      'newer',
      { read: signed() },
      {
        en: 'Board 2. Genuine, bought after your list (12:58).',
        el: 'Επιβίβαση: 2\u00A0άτομα. Γνήσιο, αγοράστηκε μετά τη λίστα σας (12:58).',
        tone: 'go',
        boards: [1, 2],
      },
    ],
    [
      'older',
      { read: signed({ issuedAt: MADE_AT - 3_600_000 }) },
      {
        en: 'Issued before your list and not on it: no longer valid.',
        el: 'Εκδόθηκε πριν από τη λίστα σας και δεν υπάρχει σε αυτή: δεν ισχύει πλέον.',
        tone: 'stop',
      },
    ],
    [
      'unlisted',
      { read: code('of nobody') },
      {
        en: 'Not on your list (12:58). Update the list, or type the last 4 of the reference.',
        el: 'Δεν υπάρχει στη λίστα σας (12:58). Ενημερώστε τη λίστα ή πληκτρολογήστε τα 4 τελευταία του αριθμού κράτησης.',
        tone: 'stop',
      },
    ],
    [
      'not-ours',
      { read: { by: 'strange-code' } },
      { en: 'Not one of our tickets.', el: 'Δεν είναι δικό μας εισιτήριο.', tone: 'stop' },
    ],
    [
      'sample',
      { read: signed({ isSample: true }) },
      {
        en: 'A sample from the demonstration.',
        el: 'Δείγμα της δοκιμαστικής λειτουργίας.',
        tone: 'stop',
      },
    ],
    [
      'unreadable',
      { read: { by: 'nothing' } },
      {
        en: 'Could not be read. Type the last 4 of the reference.',
        el: 'Δεν διαβάστηκε. Πληκτρολογήστε τα 4 τελευταία του αριθμού κράτησης.',
        tone: 'stop',
      },
    ],
    [
      'no-such-ending',
      { read: { by: 'last-four', text: 'zzzz' } },
      { en: 'No booking ends in ZZZZ.', el: 'Καμία κράτηση δεν τελειώνει σε ZZZZ.', tone: 'stop' },
    ],
  ]

describe.each(CASES)('%s', (is, given, { tone, boards = [], ...words }) => {
  test.each(LOCALES)('is said in words (%s), with what may be done', (locale) => {
    const verdict = judge(given)
    expect([verdict.is, toneOf(verdict), verdict.boards]).toEqual([is, tone, boards])
    expect(sayVerdict(verdict, locale, NAMED(locale))).toBe(words[locale])
  })
})

test('a part of a group is asked for in words', () => {
  const verdict = askHowMany(judge({ read: code('AAAA1111-1') }))
  expect(verdict).toMatchObject({ is: 'part', boards: four })
  const said = LOCALES.map((locale) => sayVerdict(verdict, locale, NAMED(locale)))
  expect(said).toEqual(['How many of the 4 are boarding?', 'Πόσοι από τους 4 επιβιβάζονται;'])
})

const typed = (text: string) => judge({ read: { by: 'last-four', text } })

describe('the last four of a reference', () => {
  test('name a ticket of this bus before those of others, in either case', () => {
    expect(typed('3333')).toMatchObject({ is: 'aboard', ticket: { number: 'CCCC3333-1' } })
    // Another bus has a booking with the same ending.
    expect(typed('1111')).toMatchObject({ is: 'aboard', ticket: { number: 'AAAA1111-1' } })
    expect(typed(' 7777 ')).toMatchObject({ is: 'earlier-bus' })
  })

  test('find a ticket that was replaced only where none is valid', () => {
    expect(typed('4444')).toMatchObject({ is: 'aboard', ticket: { number: 'DDDD4444-1-2' } })
    expect(typed('5555')).toMatchObject({ is: 'given-up' })
  })

  test('of several bookings leave the choice to the driver', () => {
    const own = [ticket('AAAA1111-1'), ticket('QQQQ1111-2')]
    const departures = PACK.departures.map((one) =>
      one.departureId === 'now' ? { ...one, tickets: own } : one,
    )
    const read: Read = { by: 'last-four', text: '1111' }
    const verdict = judge({ read }, { ...PACK, departures })
    expect(verdict).toMatchObject({ is: 'several', tickets: ['AAAA1111-1', 'QQQQ1111-2'] })
    expect(toneOf(verdict)).toBe('ask')
    const said = LOCALES.map((locale) => sayVerdict(verdict, locale, NAMED(locale)))
    expect(said).toEqual([
      '2 bookings end like this. Choose the name.',
      '2 κρατήσεις τελειώνουν έτσι. Επιλέξτε το όνομα.',
    ])
  })
})

describe('places', () => {
  test('are needed by the whole party on every leg', () => {
    expect(judge({ read: code('JJJJ1111-1') })).toMatchObject({ is: 'earlier-bus', boards: [] })
  })

  test('of those who were taken along before are not free any more', () => {
    const scans = [scan('FFFF6666-1', 4)]
    const verdict = judge({ read: code('GGGG7777-1'), scans })
    expect(verdict).toMatchObject({ is: 'earlier-bus', free: 1, boards: [] })
    expect(sayVerdict(verdict, 'en', NAMED('en'))).toContain('1 seat free')
  })

  test('for wheelchairs are counted apart from seats', () => {
    const read = code('KKKK1212-1')
    expect(judge({ read })).toMatchObject({ boards: [1, 2] })
    const free = [5, 5, 5].map((seats) => ({ seats, wheelchairs: 0 }))
    const departures = PACK.departures.map((one) =>
      one.departureId === 'now' ? { ...one, free } : one,
    )
    expect(judge({ read }, { ...PACK, departures })).toMatchObject({ boards: [] })
  })

  test('before their own stop are needed by those who board at a later one', () => {
    const free = [3, 5, 5].map((seats) => ({ seats, wheelchairs: 0 }))
    const departures = PACK.departures.map((one) =>
      one.departureId === 'now' ? { ...one, free } : one,
    )
    const read = code('BBBB2222-1')
    expect(judge({ read }, { ...PACK, departures })).toMatchObject({
      is: 'other-stop',
      boards: [],
    })
  })

  test('are their own at a stop after the one where they should have boarded', () => {
    expect(judge({ read: code('AAAA1111-1'), position: 1 })).toMatchObject({
      is: 'other-stop',
      boards: four,
    })
  })
})

test('a ticket is taken along after a missed bus once, and not a second time', () => {
  const verdict = judge({ read: code('HHHH8888-1') })
  expect(verdict).toMatchObject({ is: 'earlier-bus', isValid: false, boards: [] })
  expect(sayVerdict(verdict, 'en', NAMED('en'))).toContain('No longer valid')
})

/** Buses before and after midnight, with these tickets. */
const night = (tickets: Record<string, PackedTicket[]>): BoardingPackage => ({
  ...PACK,
  departures: [
    bus('morning', { time: '08:30' }),
    bus('evening', { time: '23:45' }),
    // Half an hour after midnight, by the timetable of the day before.
    { ...bus('late', { day: '2026-11-22', time: '00:30' }), day: '2026-11-21' },
    bus('night', { day: '2026-11-22', time: '00:30' }),
    bus('next', { day: '2026-11-22', time: '08:30' }),
    bus('noon', { day: '2026-11-22', time: '12:00' }),
  ].map((one) => ({ ...one, tickets: tickets[one.departureId] ?? [] })),
})
const judgeAtNight = (departureId: string, pack: BoardingPackage) =>
  judgeScan({ pack, scans: [], read: code('RRRR5555-1'), here: { departureId, position: 0 } })
const mine = ticket('RRRR5555-1')
const sayAll = (verdict: Verdict) =>
  LOCALES.map((locale) =>
    sayVerdict(verdict, locale, { ...NAMED(locale), day: (date) => nameDay(date, locale) }),
  )

describe('at night', () => {
  test('whoever missed the last bus of the day boards the first one after midnight', () => {
    const verdict = judgeAtNight('night', night({ evening: [mine] }))
    expect(verdict).toMatchObject({ is: 'earlier-bus', isValid: true, free: 5, boards: four })
    expect(sayAll(verdict)).toEqual([
      'Missed the 23:45 (Sat\u00A021\u00A0Nov). Valid on this bus: 5 seats free.',
      'Έχασε το δρομολόγιο των 23:45 (Σάβ\u00A021\u00A0Νοε). Ισχύει σε αυτό το λεωφορείο, με 5 ελεύθερες θέσεις.',
    ])
  })

  test('whoever missed the last bus boards the first one of the next morning', () => {
    expect(judgeAtNight('next', night({ evening: [mine] }))).toMatchObject({
      is: 'earlier-bus',
      boards: four,
    })
  })

  test('a second missed bus is one after midnight too', () => {
    const missed = { ...mine, missed: true }
    expect(judgeAtNight('night', night({ evening: [missed] }))).toMatchObject({
      is: 'earlier-bus',
      isValid: false,
      boards: [],
    })
  })

  test('a bus that was missed more than a day ago is of another day', () => {
    expect(judgeAtNight('next', night({ morning: [mine] }))).toMatchObject({ is: 'earlier-bus' })
    expect(judgeAtNight('noon', night({ morning: [mine] }))).toMatchObject({
      is: 'other-day',
      day: '2026-11-21',
      boards: [],
    })
  })

  test('a bus after midnight is a later one of the same night', () => {
    const verdict = judgeAtNight('evening', night({ night: [mine] }))
    expect(verdict).toMatchObject({ is: 'later-bus', boards: four })
    expect(sayAll(verdict)).toEqual([
      'For the 00:30 (Sun\u00A022\u00A0Nov). This is the 23:45, with 5 seats free.',
      'Για το δρομολόγιο των 00:30 (Κυρ\u00A022\u00A0Νοε). Αυτό είναι των 23:45, με 5 ελεύθερες θέσεις.',
    ])
    expect(judgeAtNight('evening', night({ next: [mine] }))).toMatchObject({ is: 'other-day' })
  })

  test('a bus is named by the date on which it leaves, not by that of its timetable', () => {
    const pack = night({ late: [mine] })
    expect(judgeAtNight('noon', pack)).toMatchObject({ is: 'earlier-bus', day: null })
    const after = { ...bus('after', { day: '2026-11-23', time: '12:00' }) }
    const later = { ...pack, departures: [...pack.departures, after] }
    expect(judgeAtNight('after', later)).toMatchObject({ is: 'other-day', day: '2026-11-22' })
  })
})

test('a party that is aboard another bus is not taken along by this one', () => {
  const scans = [scan('GGGG7777-1', 4, { departureId: 'earlier' })]
  expect(judge({ read: code('GGGG7777-1'), scans })).toMatchObject({ is: 'all-aboard' })
})

test('a sample is good in the demonstration', () => {
  const pack = { ...PACK, isDemonstration: true }
  expect(judge({ read: signed({ isSample: true }) }, pack)).toMatchObject({ is: 'newer' })
})

test('a ticket that was issued while the list was read counts as newer', () => {
  expect(judge({ read: signed({ issuedAt: MADE_AT - 1000 }) })).toMatchObject({ is: 'newer' })
})
