import type { Mutant } from './mutant.ts'

const ASK_FIRST = 'modules/support/refresh-from-provider.server.ts'
const PAYMENT = 'modules/support/decide-payment.server.ts'
const PAYMENT_TEST = 'modules/support/decide-payment.server.test.ts'
const REFUND = 'modules/support/decide-refund.server.ts'
const REFUND_TEST = 'modules/support/decide-refund.server.test.ts'
const SETTLEMENT = 'modules/bookkeeping/settlement-report.server.ts'
const SETTLEMENT_TEST = 'modules/bookkeeping/settlement-report.server.test.ts'

/** Mutants of staff decisions about money, and of the report those decisions are based on. */
export const DECISION_MUTANTS: readonly Mutant[] = [
  {
    breaks: 'a decision about a payment is made once',
    edits: [
      {
        file: PAYMENT,
        find: `if (decision) return { ok: false, reason: 'decided-already', decision }`,
        put: '',
      },
    ],
    caughtBy: { file: PAYMENT_TEST, test: 'a payment is decided once, however often it is tried' },
  },
  {
    breaks: 'a decision is never based on the last known state of a silent provider',
    edits: [
      {
        file: ASK_FIRST,
        find: `asked.unreachable ? { ok: false, reason: 'provider-silent' } : { ok: true, payment }`,
        put: '{ ok: true, payment }',
      },
    ],
    caughtBy: { file: PAYMENT_TEST, test: 'not when the bank cannot be asked' },
  },
  {
    breaks: 'a decision that costs the company money states it',
    edits: [
      {
        file: PAYMENT,
        find: `if (missing > 0 && !writesOff) return { ok: false, reason: 'too-little', missing }`,
        put: '',
      },
    ],
    caughtBy: {
      file: PAYMENT_TEST,
      test: 'a cent too little buys them only when the company says that it pays the cent',
    },
  },
  {
    breaks: 'a decision records its author (I11)',
    edits: [
      {
        file: PAYMENT,
        find: 'await audit(tx, { ...entry, subject: `payment:${paymentId}`, action: decision, before, after })',
        put: '',
      },
    ],
    caughtBy: {
      file: PAYMENT_TEST,
      test: 'it says who decided and why, of the payment and of the order',
    },
  },
  {
    breaks: 'a decision to send a refund again keeps its id while the outcome is unknown',
    edits: [{ file: REFUND, find: 'if (failedAt === null) {', put: 'if (failedAt !== null) {' }],
    caughtBy: { file: REFUND_TEST, test: 'when the bank never heard of it, it does now' },
  },
  {
    breaks: 'a decision about a refund waits for the end of a dispute (edge case 38)',
    edits: [
      {
        file: REFUND,
        find: `awaitsDispute(refund.payment) ? { ok: false, reason: 'disputed' } : act(tx, refund)`,
        put: 'act(tx, refund)',
      },
    ],
    caughtBy: {
      file: REFUND_TEST,
      test: 'a refund that waited to be sent is held back once its payment is disputed',
    },
  },
  {
    breaks: 'a refund enqueued before a dispute waits for the decision',
    edits: [
      {
        file: 'modules/payments/refunds.server.ts',
        find: `if (awaitsDispute(refund) && refund.state === 'requested') return holdBack(refundId)`,
        put: '',
      },
    ],
    caughtBy: {
      file: REFUND_TEST,
      test: 'a refund that waited to be sent is held back once its payment is disputed',
    },
  },
  {
    breaks: 'the settlement report says when a provider did not answer',
    edits: [{ file: SETTLEMENT, find: `({ is }) => is === 'no-answer'`, put: '() => false' }],
    caughtBy: {
      file: SETTLEMENT_TEST,
      test: 'a provider that is silent is reported as silent, and asked again',
    },
  },
  {
    breaks: 'a difference stays in the settlement report until it is resolved',
    edits: [
      {
        file: SETTLEMENT,
        find: `or payment_id in (select difference ->> 'paymentId'`,
        put: `or payment_id in (select 'nobody'`,
      },
    ],
    caughtBy: {
      file: SETTLEMENT_TEST,
      test: 'a difference of a cent is told with its payment, every day until it is gone',
    },
  },
]
