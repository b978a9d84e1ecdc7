import { expect, test } from 'vitest'

import type { Finding, Form, WhyIgnored, WhyUnreadable } from '#modules/gtfs/feed/findings.ts'

import { describeFinding } from './describe-finding.ts'

type Facts<Found> = Found extends unknown ? Omit<Found, 'file' | 'line'> : never

/** One for every code, or the compiler complains. */
type Examples<Found extends { code: string }> = {
  [Code in Found['code']]: Omit<Facts<Extract<Found, { code: Code }>>, 'code'>
}

const FINDINGS: Examples<Finding> = {
  'not-a-feed': {},
  'zip-inside': { inner: 'GTFS.ZIP' },
  unreadable: { because: { code: 'no-file' } },
  'missing-file': {},
  'file-twice': {},
  'missing-column': { column: 'stop_id' },
  'column-twice': { column: 'stop_id' },
  'wrong-number-of-values': { expected: 5, found: 3 },
  'missing-value': { column: 'stop_id' },
  'bad-value': { column: 'seats', value: '900', expected: { code: 'whole-number' } },
  'duplicate-id': { column: 'stop_id', value: 'A', firstLine: 2 },
  'dangling-reference': {
    column: 'service_id',
    value: 'S',
    targets: ['calendar.txt', 'calendar_dates.txt'],
  },
  'on-demand': { trip: 'T', rows: 2 },
  'no-trips': {},
  'times-decrease': { trip: 'T', stop: 'A' },
  'too-many-calls': { calls: 20_000_000, most: 10_000_000, until: '2028-05-20' },
  'trip-too-long': { trip: 'T', hours: 60 },
  'inexact-times': { trip: 'T' },
  'seats-not-said': { trips: 2 },
  'fare-not-said': { category: 'child', option: 'children' },
  'infants-pay': { amount: '5.00' },
  'no-time-at-end': { trip: 'T', stop: 'A' },
  'other-time-zone': { timeZone: 'Europe/Athens' },
  'not-a-bus': { route: 'R', routeType: '2' },
  'other-currency': { currency: 'USD' },
  'ambiguous-fare': { from: 'A', to: 'B', category: 'student', amounts: '9.00, 10.00' },
  'no-fares': {},
  'too-fast': { trip: 'T', from: 'A', to: 'B', kilometresPerHour: 300 },
  'ends-soon': { lastDate: '2026-11-30', needed: '2026-12-20' },
  'missing-translations': { language: 'el', missing: 2, example: 'Alpha' },
  'outside-cyprus': { stop: 'A' },
  'stop-not-served': { stop: 'A' },
  'pair-without-fare': { from: 'A', to: 'B' },
  'file-ignored': { because: 'no-credits' },
  'column-ignored': { column: 'timepoint', because: 'all-times-exact' },
  'category-ignored': { category: 'Senior' },
  'fare-assumed': { category: 'student', option: 'students', percent: 80 },
  'fare-too-small': { from: 'A', to: 'B', amount: '0.30', fares: 2 },
  'trip-too-short': { trip: 'T', stops: 1 },
  'service-without-dates': { service: 'S' },
  'seats-assumed': { trips: 2, seats: 50 },
  'wheelchairs-not-said': { trips: 2 },
  'wheelchairs-assumed': { trips: 2, spaces: 2 },
  'other-agencies': { agencies: 2 },
  'vouched-until': { date: '2026-11-30', until: '2027-03-28' },
  more: { of: 'bad-value', count: 30 },
}

const FORMS: Examples<Form> = {
  text: { most: 2000 },
  'whole-number': {},
  degrees: {},
  flag: {},
  date: {},
  time: {},
  amount: { most: 500 },
  choice: { choices: ['0', '1'] },
  'number-between': { least: 1, most: 200 },
  'seconds-between-buses': {},
  'time-after-start': {},
  'time-after-rows-before': {},
  'date-from-start': {},
  'place-on-earth': {},
  'stop-of-type': { type: '0' },
  'no-parent': {},
}

const UNREADABLE: Examples<WhyUnreadable> = {
  'not-utf-8': {},
  'nul-character': {},
  'open-quotes': {},
  'row-too-long': { most: 65_536 },
  'too-many-rows': {},
  'too-large': { mebibytes: 96 },
  'link-to-nowhere': {},
  'no-file': {},
  'wrong-checksum': {},
  fault: { message: 'EACCES' },
}

const IGNORED: Record<WhyIgnored, true> = {
  'nobody-calls-first': true,
  'nobody-tells-the-driver': true,
  'all-times-exact': true,
  'stops-alone': true,
  'times-of-cyprus': true,
  'paid-before-boarding': true,
  'one-bus': true,
  'no-connections': true,
  'fares-by-stops': true,
  'fares-by-ends': true,
  'fares-at-all-hours': true,
  'one-deadline': true,
  'no-credits': true,
  'old-form': true,
}

const ALL: [code: string, finding: Finding][] = [
  ...listed(FINDINGS).map((facts) => at(facts.code, facts)),
  ...listed(FORMS).map((expected) =>
    at(expected.code, { ...FINDINGS['bad-value'], code: 'bad-value', expected }),
  ),
  ...listed(UNREADABLE).map((because) => at(because.code, { code: 'unreadable', because })),
  ...Object.keys(IGNORED).map((because) => at(because, { code: 'file-ignored', because })),
]

test.each(ALL)('%s is a sentence in either language', (_, finding) => {
  const [english, greek] = [describeFinding(finding, 'en'), describeFinding(finding, 'el')]
  expect(english).toMatch(/^stops\.txt, line 3: \S.*\.$/)
  expect(english).not.toMatch(/\p{Script=Greek}|undefined|\[object/u)
  expect(greek).toMatch(/^stops\.txt, γραμμή 3: (\d+ )?\p{Script=Greek}.*\.$/u)
  // Two English words in a row are a phrase that nobody translated.
  expect(greek).not.toMatch(/\b[a-z]+ [a-z]+\b|undefined|\[object/)
})

const WORKED: [facts: Facts<Finding>, english: string, greek: string][] = [
  [
    { code: 'bad-value', column: 'stop_lat', value: 'north', expected: { code: 'degrees' } },
    'stop_lat is “north”, which is not a number of degrees.',
    'Το πεδίο stop_lat είναι «north» αντί για αριθμό μοιρών.',
  ],
  [
    { code: 'seats-assumed', trips: 1, seats: 1 },
    'The column seats is empty for 1 trip. Each sells 1 seat, as --seats says.',
    'Η στήλη seats είναι κενή σε 1 δρομολόγιο. Ανά λεωφορείο πωλείται 1 θέση, όπως δηλώσατε.',
  ],
  [
    { code: 'seats-assumed', trips: 12, seats: 50 },
    'The column seats is empty for 12 trips. Each sells 50 seats, as --seats says.',
    'Η στήλη seats είναι κενή σε 12 δρομολόγια. Ανά λεωφορείο πωλούνται 50 θέσεις, όπως δηλώσατε.',
  ],
  [
    { code: 'ambiguous-fare', from: 'A', to: 'B', category: 'child', amounts: '9.00, 10.00' },
    'From A to B, there are several fares for the category child: 9.00, 10.00.',
    'Από A προς B υπάρχουν περισσότερες από μία τιμές για την κατηγορία «παιδιά»: 9,00\u00A0€ και 10,00\u00A0€.',
  ],
  [
    { code: 'more', of: 'bad-value', count: 1 },
    'There is 1 more finding of the kind “bad-value”.',
    'Υπάρχει ακόμη 1 εύρημα του είδους «bad-value».',
  ],
]

test.each(WORKED)('the words for %o', (facts, english, greek) => {
  const finding = { file: 'stops.txt', line: null, ...facts } as Finding
  expect(describeFinding(finding)).toBe(`stops.txt: ${english}`)
  expect(describeFinding(finding, 'el')).toBe(`stops.txt: ${greek}`)
})

function listed(examples: object): { code: string }[] {
  return Object.entries(examples).map(([code, facts]: [string, object]) => ({ code, ...facts }))
}

function at(code: string, facts: object): [code: string, finding: Finding] {
  return [code, { file: 'stops.txt', line: 3, ...facts } as Finding]
}
