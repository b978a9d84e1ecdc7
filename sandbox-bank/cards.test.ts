import { expect, test } from 'vitest'

import { readCard, TEST_CARDS } from './cards.ts'

const today = Temporal.PlainDate.from('2026-07-01')
const form = { number: '4111 1111 1111 1111', expiry: '12/29', cvc: '123', name: 'A Traveller' }

function problemsOf(changes: Partial<typeof form>) {
  const read = readCard({ ...form, ...changes }, today)
  return read.ok ? {} : read.problems
}

test('every listed card is accepted, however it is spaced', () => {
  for (const { number } of TEST_CARDS) {
    expect(readCard({ ...form, number }, today)).toMatchObject({ ok: true, card: { number } })
  }
  expect(problemsOf({ number: '4111-1111-1111-1111' })).toEqual({})
})

test('a real card number is refused as such, and a mistyped one as invalid', () => {
  expect(problemsOf({ number: '4242 4242 4242 4242' })).toEqual({ number: 'number-not-test' })
  expect(problemsOf({ number: '4242 4242 4242 4241' })).toEqual({ number: 'number-invalid' })
  expect(problemsOf({ number: ' ' })).toEqual({ number: 'number-missing' })
})

test('a card is valid until the last day of its month', () => {
  expect(problemsOf({ expiry: '07/26' })).toEqual({})
  expect(problemsOf({ expiry: '06/26' })).toEqual({ expiry: 'expiry-past' })
})

test('the expiry date is accepted in the forms that people write', () => {
  for (const expiry of ['07/26', '7/26', '07 / 2026', '0726', '07-26']) {
    expect(problemsOf({ expiry })).toEqual({})
  }
  for (const expiry of ['13/29', '00/29', '2029', '', '7']) {
    expect(problemsOf({ expiry })).toEqual({ expiry: 'expiry-invalid' })
  }
})

test('all problems are reported together', () => {
  expect(problemsOf({ number: '', expiry: '', cvc: '12', name: ' ' })).toEqual({
    number: 'number-missing',
    expiry: 'expiry-invalid',
    cvc: 'cvc-invalid',
    name: 'name-missing',
  })
})
