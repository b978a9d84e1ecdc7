import { expect, test } from 'vitest'

import { atTheHour, onTheDate, theDate, theDay, theHour } from './greek-hours.ts'

test('one o’clock is singular in Greek; all other hours are plural', () => {
  expect(['00:59', '01:00', '01:59', '02:00', '11:01', '13:20'].map(theHour)).toEqual([
    'τις 00:59',
    'τη 01:00',
    'τη 01:59',
    'τις 02:00',
    'τις 11:01',
    'τις 13:20',
  ])
  expect(['01:30', '10:30'].map(atTheHour)).toEqual(['στη 01:30', 'στις 10:30'])
})

test('a day in a Greek sentence has its article', () => {
  expect(['Δευτέρα 23 Νοεμβρίου', 'Πέμπτη 19 Νοεμβρίου', 'Σάβ 21 Νοε'].map(theDay)).toEqual([
    'τη Δευτέρα 23 Νοεμβρίου',
    'την Πέμπτη 19 Νοεμβρίου',
    'το Σάβ 21 Νοε',
  ])
})

test('the first of a month is an ordinal in Greek; other dates are not', () => {
  expect(['1 Μαρτίου 2027', '11 Μαρτίου 2027'].map(theDate)).toEqual([
    'την 1η Μαρτίου 2027',
    'τις 11 Μαρτίου 2027',
  ])
  expect(['1 Μαρτίου 2027', '20 Μαρτίου 2027'].map(onTheDate)).toEqual([
    'την 1η Μαρτίου 2027',
    'στις 20 Μαρτίου 2027',
  ])
})
