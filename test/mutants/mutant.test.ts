import { expect, test } from 'vitest'

import { fileOf, filesWithTest, mutate, type Edit } from './mutant.ts'

/** Of the function `put`. */
const BODY = `{
  audit(tx)
  return { ok: true, seats: order.seats }
}`
const SALE = `
const LIMITS = [4, 8]

export async function sell(tx, order) {
  if (order.gone) return { ok: false, reason: 'gone' }
  await tx.lock(order).wait()
  return isFull(order) ? refuse('full') : put(tx, order)
}

export function put(tx, order) ${BODY}

export const isOpen = (order) => order.until > now

function isFull(order) {
  const seats = order.seats + LIMITS[0]
  return seats > order.max
}
`

test.each<[kind: string, edit: Edit, before: string, after: string]>([
  ['a function', { of: 'put', becomes: () => 7 }, BODY, '{ return (() => 7)() }'],
  [
    'a constant',
    { of: 'isOpen', becomes: () => true },
    '(order) => order.until > now',
    '() => true',
  ],
  ['a call', { of: 'put', skips: 'audit' }, 'audit(tx)', 'undefined'],
  ['a method call', { of: 'sell', skips: 'wait' }, 'tx.lock(order).wait()', 'tx.lock(order)'],
  ['a refusal', { of: 'sell', never: 'gone' }, '(order.gone)', '(false)'],
  ['a choice', { of: 'sell', never: 'full' }, 'isFull(order) ?', 'false ?'],
  ['a text', { of: 'put', find: 'ok: true', put: 'ok: 1' }, 'ok: true', 'ok: 1'],
])('%s is changed and nothing else', (_kind, edit, before, after) => {
  expect(mutate(SALE, edit)).toBe(SALE.replace(before, after))
})

test('the private functions and constants that an export uses are searched too', () => {
  const inFunction = { of: 'sell', find: 'seats > order.max', put: 'false' }
  expect(mutate(SALE, inFunction)).toContain('return false')
  expect(mutate(SALE, { of: 'sell', find: '[4, 8]', put: '[]' })).toContain('LIMITS = []')
})

test('line breaks and the commas that come with them do not matter', () => {
  const broken = SALE.replace('refuse(', 'refuse(\n    ').replace("'full')", "'full',\n  )")
  const edit = { of: 'sell', find: `refuse('full')`, put: 'accept()' }
  expect(mutate(broken, edit)).toContain('? accept() : put(tx, order)')
})

test.each<[Edit]>([
  [{ of: 'put', find: 'order.max', put: '0' }],
  [{ of: 'sell', find: 'order.seats', put: '0' }],
  [{ of: 'sell', find: 'order', put: '0' }],
  [{ of: 'sell', skips: 'audit' }],
  [{ of: 'sell', never: 'late' }],
  [{ of: 'isFull', becomes: () => false }],
])('a place that is missing, or there twice, is refused: %j', (edit) => {
  const twice = SALE.replace('LIMITS[0]', 'LIMITS[0] + order.seats')
  expect(() => mutate(twice, edit)).toThrow(edit.of)
})

test('a name leads to the one file that exports it', () => {
  expect(fileOf('holdSeats')).toBe('modules/seats/seats.server.ts')
  expect(() => fileOf('noSuchExport')).toThrow('none')
  expect(() => fileOf('loader')).toThrow('app/')
})

test('a title leads to the files of its test', () => {
  const { currentTestName = '' } = expect.getState()
  expect(filesWithTest(currentTestName)).toEqual(['test/mutants/mutant.test.ts'])
  expect(filesWithTest(`${currentTestName}!`)).toEqual([])
})
