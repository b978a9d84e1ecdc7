import { expect, test } from 'vitest'

import { NOTHING_ASSUMED } from '#modules/gtfs/timetable/assumptions.ts'

import { readCommand } from './timetable-options.ts'

test('without options there are no assumptions', () => {
  expect(readCommand(['import', 'feed.zip'])).toMatchObject({
    source: 'feed.zip',
    assumed: NOTHING_ASSUMED,
    dryRun: false,
    takeOffSale: false,
    replaceFares: false,
  })
})

test('valid options are read', () => {
  const words = ['--seats=19', '--wheelchair-spaces=0', '--children=50%', '--students=adult']
  expect(readCommand(['import', 'feed.zip', ...words, '--infants=free'])?.assumed).toEqual({
    seats: 19,
    wheelchairSpaces: 0,
    shares: { child: 50, student: 100, infant: 0 },
  })
})

test('the fares of the office are replaced if that is said', () => {
  expect(readCommand(['import', 'feed.zip', '--fares=feed'])).toMatchObject({ replaceFares: true })
})

test.each([
  ['other fares', '--fares=office'],
  ['a bus without seats', '--seats=0'],
  ['a bus with a thousand', '--seats=1000'],
  ['a number in words', '--seats=fifty'],
  ['a child fare of 200%', '--children=200%'],
  ['a fare for infants', '--infants=adult'],
  ['an unknown option', '--force'],
])('%s is refused', (_, word) => {
  expect(readCommand(['import', 'feed.zip', word])).toBeUndefined()
})

test.each([[[]], [['import']], [['export', 'feed.zip']], [['import', 'one.zip', 'two.zip']]])(
  '%j is not a command',
  (words) => {
    expect(readCommand(words)).toBeUndefined()
  },
)
