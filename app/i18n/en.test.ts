import { expect, test } from 'vitest'

import { manifest } from '#modules/documents/words/en-manifest.ts'

import { el } from './el.ts'
import { en } from './en.ts'

test('what there is one of is singular', () => {
  const { booking, departure, today } = en.office
  const { early, late } = booking.journeys
  expect([late(1), late(20), early(1)]).toEqual([
    '1 minute late',
    '20 minutes late',
    '1 minute early',
  ])
  expect([1, 2].map((seats) => today.seats.largest(seats))).toEqual(['1 seat', '2 seats'])
  expect(manifest.boards(1, 1)).toBe('Boarding: 1 (1 seat)')
  const full = { taken: 2, from: 'A', to: 'B', seats: 1 }
  expect(departure.refusals['over-full'](full)).toContain('the bus has 1 seat. ')
  expect(el.office.departure.refusals['over-full'](full)).toContain('έχει 1 θέση. ')
})
