import {
  retryRefund,
  settleRefundInPortal,
  settleRefundOtherwise,
  type OtherwiseRefusal,
  type PortalRefusal,
  type RetryRefusal,
} from '#modules/support/decide-refund.server.ts'
import { findMoneyStory } from '#modules/support/find-payment-history.server.ts'
import { listWaitingRefunds } from '#modules/support/list-open-problems.server.ts'
import { now } from '#platform/clock.server.ts'
import { ACCESS_TOKEN } from '#platform/ids.ts'

import { type Command, euros, moment, refuse, type Sentences, type Typed } from './command.ts'
import { printStory } from './story.ts'

export const refundCommands: Record<string, Command> = {
  'refund list': {
    takes: '',
    does: 'lists refunds that failed or take too long',
    run: list,
  },
  'refund show': {
    takes: '<refund id>',
    does: 'shows everything recorded about the money of its order',
    what: ACCESS_TOKEN,
    run: show,
  },
  'refund retry': {
    takes: '<refund id>',
    does: 'sends it again: the same one, or a new one after it failed for good',
    what: ACCESS_TOKEN,
    isDecision: true,
    run: retry,
  },
  'refund settled-otherwise': {
    takes: '<refund id>',
    does: 'records that it was paid by bank transfer or in cash',
    what: ACCESS_TOKEN,
    isDecision: true,
    run: otherwise,
  },
  'refund settled-in-portal': {
    takes: '<refund id>',
    does: 'records that it was made in the provider’s portal, where we found it',
    what: ACCESS_TOKEN,
    isDecision: true,
    run: inPortal,
  },
}

async function list(): Promise<number> {
  const waiting = await listWaitingRefunds(now())
  for (const { refundId, amount, reference, state, ...refund } of waiting) {
    const { reason, hasFailed, failure, requestedAt } = refund
    const why = hasFailed ? 'the provider refused it' : (failure ?? 'the outcome is not known')
    const facts = `${reference}, ${reason}, since ${moment(requestedAt)}`
    console.log(`${refundId}  ${euros(amount)} ${state} (${why}); ${facts}`)
  }
  if (waiting.length === 0) console.log('No refunds need attention.')
  return 0
}

async function show({ what }: Typed): Promise<number> {
  const story = await findMoneyStory(what)
  if (!story) {
    console.error('There is no such refund.')
    return 1
  }
  printStory(story)
  return 0
}

const SENTENCES: Sentences<RetryRefusal | OtherwiseRefusal | PortalRefusal> = {
  'no-such-payment': () => 'there is no payment for it',
  'provider-silent': () => 'the provider does not answer, and may have paid it',
  'no-such-refund': () => 'there is no such refund',
  'not-with-people': ({ state }) => `it is ${state}`,
  'under-way-at-provider': () => 'the provider has it and may yet pay it',
  disputed: () => 'its payment is disputed; first record how the dispute ended',
  'not-so-much-left': ({ left }) =>
    `only ${euros(left)} of the payment is left at the provider; pay it another way`,
  'needs-colleague': () => 'another member of staff has to confirm it in the office',
  'not-in-portal': () =>
    'no refund of this amount was made in the provider’s portal, or another refund or a cancellation already counts it',
}

async function retry({ what: refundId, by, reason }: Typed): Promise<number> {
  const outcome = await retryRefund({ refundId, by, reason, now: now() })
  if (!outcome.ok) return refuse(SENTENCES, outcome)
  console.log(
    outcome.isNew
      ? `It is now refund ${outcome.refundId}, since the provider had refused this one.`
      : 'It has been sent again, under the same id.',
  )
  return 0
}

async function otherwise({ what: refundId, by, reason }: Typed): Promise<number> {
  const outcome = await settleRefundOtherwise({ refundId, by, reason, now: now() })
  if (!outcome.ok) return refuse(SENTENCES, outcome)
  console.log(`Recorded: ${euros(outcome.amount)} was paid another way.`)
  return 0
}

async function inPortal({ what: refundId, by, reason }: Typed): Promise<number> {
  const outcome = await settleRefundInPortal({ refundId, by, reason, now: now() })
  if (!outcome.ok) return refuse(SENTENCES, outcome)
  console.log(`Recorded: refund ${outcome.madeThere}, made in the portal, settles it.`)
  return 0
}
