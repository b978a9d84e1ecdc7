import { expect, test } from 'vitest'

import { atTheHour, theHour } from './greek-hours.ts'

test('one o’clock is singular in Greek, and no other hour is', () => {
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
