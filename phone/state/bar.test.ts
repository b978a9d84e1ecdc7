import { expect, test } from 'vitest'

import { MESSAGES } from '#app/i18n/messages.ts'

import { barOf } from './bar.ts'
import { STARTING, type PhoneState } from './state.ts'

const { phone: words } = MESSAGES.en.office.boarding
const AT = Date.UTC(2026, 11, 3, 10, 30)

/** A phone with a list that the server made so many minutes ago. */
function withList(minutes: number, more: Partial<PhoneState> = {}): PhoneState {
  const duty = { clockAhead: 5 * 60_000, pack: { madeAt: AT + 5 * 60_000 - minutes * 60_000 } }
  return { ...STARTING, seenAt: AT, isCopied: true, duty: duty as never, ...more }
}

test.each([
  ['without a list', STARTING, 'stop', words.notReady],
  ['blocked by the office', { ...STARTING, sent: 'revoked' }, 'stop', words.revoked],
  ['with a list of half an hour ago', withList(30), 'go', 'Ready. List of 12:05.'],
  ['with an older list', withList(31), 'ask', 'List of 12:04. No network.'],
  ['without a copy of the page', withList(0, { isCopied: false }), 'ask', /until it is saved/],
  ['whose session has ended', withList(0, { sent: 'log-in' }), 'go', /Log in again to send/],
] as const)('the bar of a phone %s', (_which, state, tone, says) => {
  const bar = barOf(state, words)
  expect(bar.tone).toBe(tone)
  expect(bar.says).toMatch(says)
})

test('no bar is green while a list is still to come', () => {
  const wanted = { stopId: 'LCA', day: '2026-12-03' }
  const sayWith = (more: Partial<PhoneState>) => barOf(withList(0, { wanted, ...more }), words)
  expect(sayWith({})).toEqual({ tone: 'ask', says: words.getting })
  expect(sayWith({ sent: 'no-network' }).says).toBe(words.failed)
  expect(sayWith({ sent: 'not-saved' }).says).toBe(words.listNotSaved)
  expect(barOf({ ...STARTING, wanted }, words).tone).toBe('stop')
})
