import type { Mutant } from './mutant.ts'

const NOTICES = 'modules/payments/notices.server.ts'
const INBOX_TEST = 'modules/orders/settlement/edge-cases-inbox.server.test.ts'
const RECONCILE = 'modules/orders/settlement/reconcile.server.ts'
const CHECKOUT = 'modules/orders/checkout/checkout.server.ts'
const WAITING_TEST = 'modules/orders/settlement/nobody-waits.server.test.ts'
const STATES = 'modules/payments/payment-state.ts'
const LATE_TEST = 'modules/orders/settlement/edge-cases-late.server.test.ts'
const REFUNDS = 'modules/payments/refunds.server.ts'
const REFUNDS_TEST = 'modules/orders/self-service/edge-cases.server.test.ts'
const GIVING_UP = 'modules/orders/policy/cancellation.ts'
const SALE_TEST = 'test/terms-of-the-sale.test.ts'
const JCC_TEST = 'modules/payments/providers/jcc.server.test.ts'
const CANCEL_TEST = 'modules/orders/self-service/cancel.server.test.ts'

/** Mutants that would take money without a booking, or refund it twice. */
export const MONEY_MUTANTS: readonly Mutant[] = [
  {
    breaks: 'a repeated webhook is recognised (I8)',
    edits: [
      {
        file: NOTICES,
        find: 'const { noticeId, kind, providerRef, merchantRef } = notice',
        put: `const { kind, providerRef, merchantRef } = notice
          const noticeId = crypto.randomUUID()`,
      },
    ],
    caughtBy: {
      file: INBOX_TEST,
      test: '4: the same callback five times has one effect, and five times 200',
    },
  },
  {
    breaks: 'a webhook is processed once (I8)',
    edits: [{ file: NOTICES, find: 'if (written === 1n) ', put: '' }],
    caughtBy: {
      file: INBOX_TEST,
      test: '4: the same callback five times has one effect, and five times 200',
    },
  },
  {
    breaks: 'a webhook needs the signature of the bank',
    edits: [
      {
        file: 'modules/payments/providers/sandbox-notice.server.ts',
        find: `if (!isGenuine) return { ok: false, reason: 'not-genuine' }`,
        put: '',
      },
    ],
    caughtBy: {
      file: INBOX_TEST,
      test: '7: %s is refused with 400 and leaves nothing but a count',
    },
  },
  {
    breaks: 'no row is locked during a call to the bank',
    edits: [
      {
        file: RECONCILE,
        find: 'const snapshot = await askTruth(payment, known.providerRef, provider, asked)',
        put: `const snapshot = await inTransaction(async (tx) => {
          await lockOrder(tx, payment.payableId)
          return askTruth(payment, known.providerRef, provider, asked)
        })`,
      },
    ],
    caughtBy: { file: WAITING_TEST, test: 'while the bank is asked what became of a payment' },
  },
  {
    breaks: 'no row is locked while the bank opens its page',
    edits: [
      {
        file: CHECKOUT,
        find: 'const opened = await openAtProvider(provider, wanted)',
        put: `const opened = await inTransaction(async (tx) => {
          await lockOrder(tx, order.orderId)
          return openAtProvider(provider, wanted)
        })`,
      },
    ],
    caughtBy: { file: WAITING_TEST, test: 'while the bank opens its page' },
  },
  {
    breaks: 'no row is locked while the bank makes a refund',
    edits: [
      {
        file: REFUNDS,
        find: `const refund = await db
    .selectFrom('refunds')`,
        put: `return inTransaction((tx) => sendLocked(tx, refundId, now))
}

async function sendLocked(tx, refundId, now) {
  await tx.selectFrom('refunds').select('refundId').where('refundId', '=', refundId).forUpdate().execute()
  const refund = await tx
    .selectFrom('refunds')`,
      },
    ],
    caughtBy: { file: WAITING_TEST, test: 'while the bank gives money back' },
  },
  {
    breaks: 'the bank is asked before an attempt counts as over (edge case 45)',
    edits: [
      {
        file: RECONCILE,
        find: `if (snapshot.status !== 'open' || !isOver) return snapshot`,
        put: `return snapshot.status === 'open' && isOver ? { ...snapshot, status: 'expired' } : snapshot`,
      },
    ],
    caughtBy: {
      file: 'modules/orders/settlement/edge-cases-trouble.server.test.ts',
      test: '45: our clock is wrong: a page that the bank still has open is closed there before seats go',
    },
  },
  {
    breaks: 'a wrong amount buys nothing (edge case 20)',
    edits: [{ file: STATES, find: 'snapshot.captured === attempt.amountCents && ', put: '' }],
    caughtBy: {
      file: LATE_TEST,
      test: '%s: no ticket, a person decides, and the seats are kept for an hour at most',
    },
  },
  {
    breaks: 'a wrong currency buys nothing (edge case 21)',
    edits: [{ file: STATES, find: ' && snapshot.currency === attempt.currency', put: '' }],
    caughtBy: {
      file: LATE_TEST,
      test: '%s: no ticket, a person decides, and the seats are kept for an hour at most',
    },
  },
  {
    breaks: 'a payment of another order does not count as ours (edge case 22)',
    edits: [
      {
        file: STATES,
        find: `if (snapshot.merchantRef !== attempt.merchantRef) return { is: 'foreign' }`,
        put: '',
      },
    ],
    caughtBy: {
      file: LATE_TEST,
      test: '22: what the bank shows under another reference is not believed, and somebody is told',
    },
  },
  {
    breaks: 'a payment is read again once it is locked (I5)',
    edits: [
      {
        file: RECONCILE,
        find: `  { paymentId, payableId }: Payment,
  snapshot: ProviderSnapshot,`,
        put: `  payment: Payment,
  snapshot: ProviderSnapshot,`,
      },
      {
        file: RECONCILE,
        find: `  const order = await lockOrder(tx, payableId)
  const payment = await lockPayment(tx, paymentId)
  const verdict`,
        put: `  const { paymentId, payableId } = payment
  const order = await lockOrder(tx, payableId)
  const verdict`,
      },
    ],
    caughtBy: {
      file: 'modules/orders/settlement/edge-cases-returning.server.test.ts',
      test: '3: browser, callback and poller in the same moment confirm once',
    },
  },
  {
    breaks: 'a second payment of one order is refunded (I5)',
    edits: [
      {
        file: 'modules/orders/settlement/settle-order.server.ts',
        find: `if (!change) return giveBack(tx, order, payment, 'duplicate', now)`,
        put: 'if (!change) return settleCapture(tx, payment, now)',
      },
    ],
    caughtBy: {
      file: 'modules/orders/settlement/edge-cases-attempts.server.test.ts',
      test: '15: of two attempts that are both paid the first counts, and the second goes back in full',
    },
  },
  {
    breaks: 'refunds never exceed the amount captured (edge case 35)',
    edits: [
      {
        file: REFUNDS,
        find: `invariant(promised + amount <= payment.capturedCents, 'no more goes back than was captured')`,
        put: '',
      },
    ],
    caughtBy: {
      file: REFUNDS_TEST,
      test: '35: no more is promised back than was captured',
    },
  },
  {
    breaks: 'a refund requested twice is the same refund (edge case 30)',
    edits: [
      {
        file: REFUNDS,
        find: `    refundId,
    amount: cents(amountCents),`,
        put: `    refundId: newAccessToken(),
    amount: cents(amountCents),`,
      },
    ],
    caughtBy: { file: REFUNDS_TEST, test: '%s: it is asked again under the same id' },
  },
  {
    breaks: 'a disputed payment is not refunded automatically (edge case 38)',
    edits: [
      {
        file: STATES,
        find: 'return payment.disputed && payment.disputeOutcome === null',
        put: 'return false',
      },
    ],
    caughtBy: {
      file: REFUNDS_TEST,
      test: '38: what is disputed is not paid back by itself, which would be twice',
    },
  },
  {
    breaks: '24 hours are 24 hours on the nights on which the clock changes',
    edits: [
      {
        file: 'modules/rules/deadlines.ts',
        find: 'return departsAt.subtract({ hours: noticeHours })',
        put: `return departsAt.toZonedDateTimeISO('Asia/Nicosia').subtract({ days: noticeHours / 24 }).toInstant()`,
      },
    ],
    caughtBy: { file: CANCEL_TEST, test: 'a bus at %s is given up for money until %s' },
  },
  {
    breaks: 'the fee is never more than the refund',
    edits: [{ file: GIVING_UP, find: 'Math.min(inTime, ', put: 'Math.min(' }],
    caughtBy: { file: CANCEL_TEST, test: 'never exceeds what comes back: of %i cents' },
  },
  {
    breaks: 'the fee is the one the ride was sold with',
    edits: [
      {
        file: GIVING_UP,
        find: '...returned.map(({ refundTerms }) => refundTerms.fee)',
        put: '100',
      },
    ],
    caughtBy: {
      file: SALE_TEST,
      test: 'can be cancelled and changed until the deadline they were sold with',
    },
  },
  {
    breaks: 'the notice period is the one the ride was sold with',
    edits: [
      {
        file: 'modules/rules/deadlines.ts',
        find: 'return departsAt.subtract({ hours: noticeHours })',
        put: 'return departsAt.subtract({ hours: noticeHours && NOTICE_HOURS })',
      },
    ],
    caughtBy: { file: SALE_TEST, test: 'are refused by the notice period they were sold with' },
  },
  {
    breaks: 'a ride is sold with the fee and the notice period that its buyer accepts',
    edits: [
      {
        file: CHECKOUT,
        find: '.set(refundTermColumns(checkout.refundTerms))',
        put: `.set({ noticeHours: 24, refundFeeCents: 100 })`,
      },
    ],
    caughtBy: {
      file: SALE_TEST,
      test: 'are shown with the fee and the deadline they were sold with (%s)',
    },
  },
  {
    breaks: 'a call that JCC answers with 400 may still have had an effect',
    edits: [
      {
        file: 'modules/payments/providers/jcc-call.server.ts',
        find: 'if (response.status === INTERNAL_ERROR) return systemError()',
        put: '',
      },
    ],
    caughtBy: {
      file: JCC_TEST,
      test: 'one that was answered with 400 is not abandoned if no list can confirm it',
    },
  },
  {
    breaks: "a refund with a two-digit success code in JCC's list succeeded",
    edits: [
      {
        file: 'modules/payments/providers/jcc-codes.ts',
        find: `'0', '00', '000'`,
        put: `'0', '000'`,
      },
    ],
    caughtBy: { file: JCC_TEST, test: 'one that JCC lists with "%s" succeeded' },
  },
  {
    breaks: 'a changed ride keeps the fee and the notice period it was sold with',
    edits: [
      {
        file: 'modules/orders/apply/proposals.server.ts',
        find: '...refundTermColumns(before.refundTerms),',
        put: '',
      },
    ],
    caughtBy: { file: SALE_TEST, test: 'keep the terms after a surcharge and a missed bus' },
  },
  {
    breaks: 'a bus can be missed once, even if the ride is changed afterwards',
    edits: [
      {
        file: 'modules/orders/apply/proposals.server.ts',
        find: `missed: before.missed || uses === 'missing'`,
        put: `missed: uses === 'missing'`,
      },
    ],
    caughtBy: {
      file: 'modules/orders/self-service/missed.server.test.ts',
      test: 'by correcting its date',
    },
  },
  {
    breaks: 'relabelling an adult as an infant does not cancel a seat without its fee',
    edits: [
      {
        file: 'modules/orders/policy/amendment.ts',
        find: 'seatedCount(after) < seatedCount(before) ||',
        put: '',
      },
    ],
    caughtBy: {
      file: 'modules/orders/policy/amendment.test.ts',
      test: 'an adult who becomes an infant on a lap',
    },
  },
  {
    breaks: 'a departure cancelled by the company costs no fee',
    edits: [
      {
        file: GIVING_UP,
        find: 'const theirs = parts.filter(({ companyCancelled }) => !companyCancelled)',
        put: 'const theirs = parts',
      },
      {
        file: GIVING_UP,
        find: 'priceOf(parts.filter(({ companyCancelled }) => companyCancelled))',
        put: 'cents(0)',
      },
    ],
    caughtBy: {
      file: CANCEL_TEST,
      test: 'is not taken when the company does not run the bus, however late it is',
    },
  },
  {
    breaks: 'every debit in the ledger has an equal credit (I3)',
    edits: [
      {
        file: 'modules/payments/ledger.server.ts',
        find: `{ ...entry, entryId: randomUUID(), account: credit, amountCents: 0 - amount },`,
        put: '',
      },
    ],
    caughtBy: {
      file: 'modules/bookkeeping/check-invariants.server.test.ts',
      test: 'a day on which all went well has no breach',
    },
  },
  {
    breaks: 'an abandoned payment attempt is followed up (I10)',
    edits: [
      {
        file: 'modules/payments/payments.server.ts',
        find: 'await enqueueNextCheck(tx, payment.paymentId, 0)',
        put: '',
      },
    ],
    caughtBy: {
      file: 'modules/orders/settlement/edge-cases-returning.server.test.ts',
      test: '10: nobody comes back after paying: callback or poller confirms, and the mail has the ticket',
    },
  },
]
