import type { Mutant } from './mutant.ts'

/** Mutants of staff decisions about money, and of the report those decisions are based on. */
export const DECISION_MUTANTS: readonly Mutant[] = [
  {
    breaks: 'a decision about a payment is made once',
    edits: [
      {
        of: 'acceptPayment',
        never: 'decided-already',
      },
    ],
    caughtBy: 'a payment is decided once, however often it is tried',
  },
  {
    breaks: 'a decision is never based on the last known state of a silent provider',
    edits: [
      {
        of: 'refreshFromProvider',
        never: 'provider-silent',
      },
    ],
    caughtBy: 'not if the bank does not answer',
  },
  {
    breaks: 'a decision that costs the company money states it',
    edits: [
      {
        of: 'acceptPayment',
        never: 'too-little',
      },
    ],
    caughtBy: 'a cent too little buys them only if the company agrees to pay the cent',
  },
  {
    breaks: 'a decision records its author (I11)',
    edits: [
      {
        of: 'acceptPayment',
        find: 'await audit(tx, { by, reason, now, subject, action: decision, before, after })',
        put: '',
      },
    ],
    caughtBy: 'one entry of the audit has the actor, the reason, and what becomes of the order',
  },
  {
    breaks: 'a decision to send a refund again keeps its id while the outcome is unknown',
    edits: [
      { of: 'retryRefund', find: 'if (failedAt === null) {', put: 'if (failedAt !== null) {' },
    ],
    caughtBy: 'if the bank never received it',
  },
  {
    breaks: 'a decision about a refund waits for the end of a dispute (edge case 38)',
    edits: [
      {
        of: 'retryRefund',
        never: 'disputed',
      },
    ],
    caughtBy: 'a refund waiting to be sent is held back once its payment is disputed',
  },
  {
    breaks: 'a refund enqueued before a dispute waits for the decision',
    edits: [
      {
        of: 'sendRefund',
        find: `if (awaitsDispute(refund) && refund.state === 'requested') return holdBack(refundId)`,
        put: '',
      },
    ],
    caughtBy: 'a refund waiting to be sent is held back once its payment is disputed',
  },
  {
    breaks: 'the settlement report says when a provider did not answer',
    edits: [{ of: 'reportDay', find: `({ is }) => is === 'no-answer'`, put: '() => false' }],
    caughtBy: 'a silent provider is reported as silent, and asked again',
  },
  {
    breaks: 'a difference stays in the settlement report until it is resolved',
    edits: [
      {
        of: 'reportDay',
        find: `or payment_id in (select difference ->> 'paymentId'`,
        put: `or payment_id in (select 'nobody'`,
      },
    ],
    caughtBy: 'a difference of a cent is reported with its payment, every day until it is resolved',
  },
]
