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
