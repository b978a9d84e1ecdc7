import { expect, test } from 'vitest'

import { el } from './el.ts'
import { en } from './en.ts'

const stop = (shortName: string, genitive: string | null) => ({ shortName, genitive })

test('stops on the way are in the genitive after «μέσω», where the timetable contains it', () => {
  const { via } = el.home
  const ayiaNapa = stop('Αγία Νάπα', 'Αγίας Νάπας')
  const protaras = stop('Πρωταράς', 'Πρωταρά')
  expect(via([ayiaNapa])).toBe('μέσω Αγίας Νάπας')
  expect(via([ayiaNapa, protaras, stop('Παραλίμνι', 'Παραλιμνίου')])).toBe(
    'μέσω Αγίας Νάπας, Πρωταρά και Παραλιμνίου',
  )
  expect(via([ayiaNapa, stop('Kos', null)])).toBe('μέσω: Αγία Νάπα, Kos')
})

test('a delay of one minute is singular, and one that is reported again is named as it was', () => {
  const { departure, incidentMany } = el.office
  expect([1, 40].map((minutes) => incidentMany.late.send(minutes, 1, 1))).toEqual([
    'Δήλωση καθυστέρησης 1 λεπτού: 1 δρομολόγιο, 1 επιβάτης',
    'Δήλωση καθυστέρησης 40 λεπτών: 1 δρομολόγιο, 1 επιβάτης',
  ])
  expect([1, -1, -5].map((minutes) => incidentMany.late.presentOf(minutes))).toEqual([
    'καθυστέρηση 1 λεπτού',
    '1 λεπτό νωρίτερα',
    '5 λεπτά νωρίτερα',
  ])
  const again = departure.refusals['reported-already']
  expect([0, 1, -5].map((minutes) => again({ minutes }))).toEqual([
    'Το δρομολόγιο είναι ήδη στην ώρα του.',
    'Έχει ήδη δηλωθεί καθυστέρηση 1 λεπτού.',
    'Έχει ήδη δηλωθεί αναχώρηση 5 λεπτά νωρίτερα.',
  ])
})

test('what there is one of is singular', () => {
  const { late } = el.home
  expect([1, 5, -1].map((minutes) => late(minutes, '08:31'))).toEqual([
    'Καθυστέρηση 1 λεπτού: 08:31',
    'Καθυστέρηση 5 λεπτών: 08:31',
    '1 λεπτό νωρίτερα: 08:31',
  ])
  const { departures, manifest, today } = el.office
  expect(departures.expected(1, '08:31')).toBe('+1 λεπτό, 08:31')
  expect(manifest.refusals['too-many'](1)).toMatch(/^Η κράτηση είναι για 1 άτομο\./)
  const { alerts, boardedTwice, more, withoutSeat } = today.problems
  expect(more(1)).toBe('Ακόμη 1 παρόμοιο')
  expect(boardedTwice('NL', 'T1', 1)).toBe('NL: επιβιβάστηκε 1 άτομο παραπάνω με το εισιτήριο T1')
  expect(withoutSeat('NL', 'T1', 1)).toMatch(/: μία θέση .* είχε ήδη πωληθεί$/)
  const settled = { day: '2026-11-20', provider: 'JCC', differences: 1 }
  expect(alerts['settlement-differs'](settled)).toContain(': 1 διαφορά με')
  expect(alerts['promise-broken']({ all: 1 })).toBe('Ένας κανόνας παραβιάζεται')
  expect(alerts['seats-hoarded']({ buses: 1, held: 20 })).toContain('σε 1 λεωφορείο,')
})

test('a weekday and a date have their article in a sentence', () => {
  const { problems, sales } = el.office.today
  expect(sales.before('9,00\u00A0€', 'Σάββατο')).toContain(', το Σάββατο της περασμένης εβδομάδας')
  expect(problems.timetableEnds('1 Δεκεμβρίου 2026')).toMatch(/λήγει την 1η Δεκεμβρίου 2026$/)
  expect(problems.complaint('M1', '20 Νοεμβρίου 2026')).toMatch(/έως τις 20 Νοεμβρίου 2026$/)
})

test('an incident that cannot be closed names what is left, and no zero', () => {
  const left = [
    [2, 0],
    [0, 1],
    [1, 3],
  ] as const
  const say = (words: typeof en) =>
    left.map(([open, toCall]) => words.office.incidents.refusals['not-decided'](open, toCall))
  expect(say(en)).toEqual([
    'It cannot be closed yet: 2 bookings are undecided.',
    'It cannot be closed yet: 1 passenger has to be called.',
    'It cannot be closed yet: 1 booking is undecided, and 3 passengers have to be called.',
  ])
  expect(say(el)).toEqual([
    'Δεν μπορεί να κλείσει ακόμη: 2 κρατήσεις εκκρεμούν.',
    'Δεν μπορεί να κλείσει ακόμη: 1 άτομο πρέπει να κληθεί τηλεφωνικά.',
    'Δεν μπορεί να κλείσει ακόμη: 1 κράτηση εκκρεμεί και 3 άτομα πρέπει να κληθούν τηλεφωνικά.',
  ])
})
