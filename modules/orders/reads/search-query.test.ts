import { expect, test } from 'vitest'

import { readSearch } from './search-query.ts'

const TOKEN = '0123456789abcdefghjkmnpqrs'

function readingsOf(typed: string): string[] {
  const query = readSearch(typed)
  if (!query.ok) return [query.reason]
  return query.stages.flat().map((reading) => Object.values(reading).map(String).join(' '))
}

test.each([
  [`https://halcyon.example/el/bookings/${TOKEN}?done=1`, `link ${TOKEN}`],
  [`/tickets/${TOKEN}`, `link ${TOKEN}`],
  [`https://halcyon.example/office/bookings/7KQ2M9XA/cancel`, 'reference 7KQ2M9XA'],
  ['7kq2 m9xa', 'reference 7KQ2M9XA'],
  ['7KQ2-M9XO', 'reference 7KQ2M9X0'],
  ['7KQ2M9XA-2', 'reference 7KQ2M9XA'],
  ['7KQ2M9XA-2-3', 'reference 7KQ2M9XA'],
  ['R-000042', 'document receipt 42'],
  ['c 3', 'document credit-note 3'],
  ['w-7kq2m9xo', 'wheelchair W-7KQ2M9X0'],
  ['pi_3Nabc123', 'payment pi_3Nabc123'],
  ['4711', 'card 4711'],
  ['7k', 'reference-start 7K'],
  ['991 234567', 'phone 991234567'],
  ['+357 99-123-456', 'phone 35799123456'],
  ['Anna@Exa', 'email anna@exa'],
  ['Άννα Γεωργίου', 'words Άννα,Γεωργίου'],
  ['A. Georgiou', 'words Georgiou'],
])('%s is first read as %s', (typed, reading) => {
  expect(readingsOf(typed)[0]).toBe(reading)
})

test('digits may be the end of a card or the beginning of a reference, and else part of an address', () => {
  expect(readingsOf('4711')).toEqual(['card 4711', 'reference-start 4711', 'words 4711'])
})

test('a name of eight letters may be a reference, and is a name if there is none', () => {
  expect(readingsOf('Marianna').slice(0, 2)).toEqual(['reference MAR1ANNA', 'words Marianna'])
})

test('words are read last as typed with the other keyboard layout', () => {
  expect(readingsOf('Σπαντ').at(-1)).toBe('words spant')
  expect(readingsOf('Papad;opoylow').at(-1)).toBe('words παπαδοπουλος')
  expect(readingsOf('αννα@εχαμπλε.ψομ').at(-1)).toBe('email anna@example.com')
})

test.each(['4242424242424242', '4242 4242 4242 4242', 'Anna 4242-4242-4242-4242'])(
  'a card number is refused: %s',
  (typed) => {
    expect(readSearch(typed)).toEqual({ ok: false, reason: 'card-number' })
  },
)

test('the id of a provider is no card number', () => {
  expect(readingsOf('pi_4242424242424242')[0]).toBe('payment pi_4242424242424242')
})

test.each(['', ' ', 'a', 'Α', '– ;'])('%j is too short', (typed) => {
  expect(readSearch(typed)).toEqual({ ok: false, reason: 'too-short' })
})
