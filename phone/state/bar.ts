import type { Tone } from '#modules/boarding/package/verdict.ts'
import { clockOf } from '#modules/boarding/words/words.ts'

import { fill, fillCount, type Words } from './start.ts'
import type { PhoneState } from './state.ts'

/** Minutes after which the list counts as old. */
const OLD_MINUTES = 30

/**
 * The big bar: whether the phone can do without the network from now on. It is never green while a list that the
 * driver asked for is still to come.
 */
export function barOf(state: PhoneState, words: Words): { tone: Tone; says: string } {
  const { duty, own, sent, wanted, isCopied, seenAt } = state
  const age = duty ? seenAt + duty.clockAhead - duty.pack.madeAt : Infinity
  const isOld = age > OLD_MINUTES * 60_000
  if (wanted) return { tone: duty ? 'ask' : 'stop', says: sayWanted(sent, words) }
  const lines = duty
    ? [fill(sayList(words, { isOld, isCopied }), clockOf(duty.pack.madeAt))]
    : [sent === 'revoked' ? words.revoked : words.notReady]
  if (sent === 'log-in') lines.push(words.logIn)
  if (sent === 'of-another') lines.push(words.ofAnother)
  if (own.length > 0) lines.push(fillCount(words.waiting, own.length))
  const ready = isOld || !isCopied ? 'ask' : 'go'
  return { tone: duty ? ready : 'stop', says: lines.join(' ') }
}

function sayWanted(sent: PhoneState['sent'], words: Words): string {
  if (sent === 'no-network') return words.failed
  return sent === 'not-saved' ? words.listNotSaved : words.getting
}

function sayList(words: Words, { isOld, isCopied }: { isOld: boolean; isCopied: boolean }): string {
  if (!isCopied) return words.notCopied
  return isOld ? words.old : words.ready
}
