import { reconcile } from '#modules/orders/settlement/reconcile.server.ts'
import { endDispute, type DisputeRefusal } from '#modules/support/decide-dispute.server.ts'
import {
  acceptPayment,
  returnPayment,
  type AcceptRefusal,
} from '#modules/support/decide-payment.server.ts'
import { findMoneyStory } from '#modules/support/find-payment-history.server.ts'
import { listWaitingPayments } from '#modules/support/list-open-problems.server.ts'
import { now } from '#platform/clock.server.ts'
import { ACCESS_TOKEN } from '#platform/ids.ts'

import { type Command, euros, moment, refuse, type Sentences, type Typed } from './command.ts'
import { printStory } from './story.ts'
import { listUnknown, recover } from './unknown-payments.ts'

const DATE = /^\d{4}-\d\d-\d\d$/

export const paymentCommands: Record<string, Command> = {
  'payment list': {
    takes: '',
    does: 'lists the payments that need attention',
    run: list,
  },
  'payment show': {
    takes: '<reference or payment id>',
    does: 'shows everything recorded about the money of an order',
    what: /^[\da-zA-Z]+$/,
    run: show,
  },
  'payment ask': {
    takes: '<payment id>',
    does: 'asks the provider now, and records the result',
    what: ACCESS_TOKEN,
    run: ask,
  },
  'payment unknown': {
    takes: '<date>',
    does: 'lists money captured since then that the database does not know',
    what: DATE,
    run: listUnknown,
  },
  'payment recover': {
    takes: '<date>',
    does: 'refunds that money where its order is lost; the rest waits for a decision',
    what: DATE,
    isDecision: true,
    run: recover,
  },
  'payment accept': {
    takes: '<payment id> [--write-off]',
    does: 'confirms the order; refunds what is too much, covers what is short',
    what: ACCESS_TOKEN,
    isDecision: true,
    run: accept,
  },
  'payment return': {
    takes: '<payment id>',
    does: 'refunds everything that was captured, without a fee',
    what: ACCESS_TOKEN,
    isDecision: true,
    run: rejectPayment,
  },
  'payment dispute': {
    takes: '<payment id> won|lost',
    does: 'records how a dispute ended',
    what: ACCESS_TOKEN,
    outcome: /^(won|lost)$/,
    isDecision: true,
    run: dispute,
  },
}

const TO_DO = {
  review: 'accept or return',
  lost: 'accept or return',
  disputed: 'dispute won or lost',
  'without-end': 'ask; the provider’s portal',
} as const

async function list(): Promise<number> {
  const waiting = await listWaitingPayments(now())
  for (const { paymentId, reference, why, provider, ...payment } of waiting) {
    const { orderStatus, state, asked, captured, refunded, createdAt } = payment
    const money = `asked ${euros(asked)}, captured ${euros(captured)}, back ${euros(refunded)}`
    const facts = `${reference} (${orderStatus}), ${provider}, ${state}, since ${moment(createdAt)}`
    console.log(`${paymentId}  ${why}: ${money}; ${facts}; to do: ${TO_DO[why]}`)
  }
  if (waiting.length === 0) console.log('No payments need attention.')
  return 0
}

async function show({ what }: Typed): Promise<number> {
  const story = await findMoneyStory(what)
  if (!story) {
    console.error('There is no such order or payment.')
    return 1
  }
  printStory(story)
  return 0
}

async function ask({ what }: Typed): Promise<number> {
  const known = await reconcile(what, { now: now(), patience: 'job' })
  if (!known) {
    console.error('There is no such payment.')
    return 1
  }
  const { state, unreachable } = known
  console.log(
    unreachable ? `The provider did not answer. Last known state: ${state}.` : `State: ${state}.`,
  )
  return unreachable ? 1 : 0
}

const SENTENCES: Sentences<AcceptRefusal> = {
  'no-such-payment': () => 'there is no such payment',
  'provider-silent': () => 'the provider does not answer, and its last answer may be out of date',
  'not-in-review': ({ state }) => `the payment is ${state}, so there is nothing to decide`,
  'decided-already': ({ decision }) => `it was already ${decision}`,
  disputed: () => 'it is disputed; first record how the dispute ended',
  'no-euros-captured': () => 'no euros were captured; refund it in the provider’s portal',
  'order-changed': () => 'the order has changed since this payment was asked for; return the money',
  'too-little': ({ missing }) => `${euros(missing)} short; pass --write-off to cover it`,
  'needs-colleague': () => 'another member of staff has to confirm it in the office',
  'given-back': ({ amount }) => `${euros(amount)} of it has already been refunded; return the rest`,
  'no-seats-left': () => 'there are no seats left; return the money',
}

async function accept({ what: paymentId, writesOff, by, reason }: Typed): Promise<number> {
  const outcome = await acceptPayment({ paymentId, writesOff, by, reason, now: now() })
  if (!outcome.ok) return refuse(SENTENCES, outcome)
  const { excess, madeGood } = outcome
  console.log('Accepted. The order is confirmed, and its email is on its way.')
  if (excess > 0) console.log(`${euros(excess)} was too much and will be refunded.`)
  if (madeGood > 0) console.log(`${euros(madeGood)} was short and is covered by the company.`)
  return 0
}

async function rejectPayment({ what: paymentId, by, reason }: Typed): Promise<number> {
  const outcome = await returnPayment({ paymentId, by, reason, now: now() })
  if (!outcome.ok) return refuse(SENTENCES, outcome)
  const { toReturn } = outcome
  console.log(
    toReturn > 0
      ? `Returned. ${euros(toReturn)} will be refunded, and the traveller will be told.`
      : 'Returned. Our ledger has no euros of it: check in the provider’s portal that it was refunded.',
  )
  return 0
}

const DISPUTE_SENTENCES: Sentences<DisputeRefusal> = {
  'no-such-payment': SENTENCES['no-such-payment'],
  'provider-silent': SENTENCES['provider-silent'],
  'not-disputed': () => 'it is not disputed',
  'decided-already': ({ outcome }) => `the dispute was already ${outcome}`,
  'refund-under-way': ({ refundId }) =>
    `refund ${refundId} is on its way; try again when it has ended`,
}

async function dispute({ what: paymentId, outcome: word, by, reason }: Typed): Promise<number> {
  const outcome = word === 'won' ? 'won' : 'lost'
  const ended = await endDispute({ paymentId, outcome, by, reason, now: now() })
  if (!ended.ok) return refuse(DISPUTE_SENTENCES, ended)
  const { takenBack, blocked } = ended
  if (outcome === 'lost') {
    console.log(
      `Lost. The provider has taken ${euros(takenBack)} back. The tickets are still valid.`,
    )
  } else
    console.log(
      `Won. ${blocked} refunds were held back: list them with refund list, and retry them.`,
    )
  return 0
}
