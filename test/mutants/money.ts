import type { Mutant } from './mutant.ts'

/** Mutants that would take money without a booking, or refund it twice. */
export const MONEY_MUTANTS: readonly Mutant[] = [
  {
    breaks: 'a repeated webhook is recognised (I8)',
    edits: [
      {
        of: 'receiveWebhook',
        find: 'const name = { provider: sender.id, noticeId }',
        put: 'const name = { provider: sender.id, noticeId: crypto.randomUUID() }',
      },
    ],
    caughtBy: '4: the same callback five times has one effect, and five times 200',
  },
  {
    breaks: 'a webhook is processed once (I8)',
    edits: [{ of: 'writeWithJob', find: '::text from ${last} limit 1)', put: '::text)' }],
    caughtBy: '4: the same callback five times has one effect, and five times 200',
  },
  {
    breaks: 'a webhook needs the signature of the bank',
    edits: [
      {
        of: 'parseSandboxWebhook',
        find: `if (!isGenuine) return { ok: false, reason: 'not-genuine' }`,
        put: '',
      },
    ],
    caughtBy: '7: %s is refused with 400 and leaves only a count',
  },
  {
    breaks: 'no row is locked during a call to the bank',
    edits: [
      {
        of: 'reconcile',
        find: 'await askTruth(payment, known.providerRef, provider, asked)',
        put: `await inTransaction(async (tx) => {
          await lockOrder(tx, payment.payableId)
          return askTruth(payment, known.providerRef, provider, asked)
        })`,
      },
    ],
    caughtBy: 'while the bank is asked for the state of a payment',
  },
  {
    breaks: 'no row is locked while the bank opens its page',
    edits: [
      {
        of: 'openPaymentPage',
        find: 'await openAtProvider(provider, wanted)',
        put: `await (await import('#platform/transaction.server.ts')).inTransaction(async (tx) => {
          await tx.selectFrom('orders').select('orderId').where('orderId', '=', payment.payableId).forUpdate().execute()
          return openAtProvider(provider, wanted)
        })`,
      },
    ],
    caughtBy: 'while the bank opens its page',
  },
  {
    breaks: 'no row is locked while the bank makes a refund',
    edits: [
      {
        of: 'sendRefund',
        find: `const refund = await db.selectFrom('refunds')`,
        put: `return inTransaction((tx) => sendLocked(tx, refundId, now))
}

async function sendLocked(tx, refundId, now) {
  await tx.selectFrom('refunds').select('refundId').where('refundId', '=', refundId).forUpdate().execute()
  const refund = await tx.selectFrom('refunds')`,
      },
    ],
    caughtBy: 'while the bank makes a refund',
  },
  {
    breaks: 'the bank is asked before an attempt counts as over (edge case 45)',
    edits: [
      {
        of: 'reconcile',
        find: `if (snapshot.status !== 'open' || !isOver) return snapshot`,
        put: `return snapshot.status === 'open' && isOver ? { ...snapshot, status: 'expired' } : snapshot`,
      },
    ],
    caughtBy:
      '45: our clock is wrong: a page that is still open at the bank is closed there before its seats are released',
  },
  {
    breaks: 'a wrong amount buys nothing (edge case 20)',
    edits: [
      { of: 'nextPaymentState', find: 'snapshot.captured === attempt.amountCents && ', put: '' },
    ],
    caughtBy: '%s: no ticket, staff decide, and the seats are kept for an hour at most',
  },
  {
    breaks: 'a wrong currency buys nothing (edge case 21)',
    edits: [
      { of: 'nextPaymentState', find: ' && snapshot.currency === attempt.currency', put: '' },
    ],
    caughtBy: '%s: no ticket, staff decide, and the seats are kept for an hour at most',
  },
  {
    breaks: 'a payment of another order does not count as ours (edge case 22)',
    edits: [
      {
        of: 'nextPaymentState',
        never: 'foreign',
      },
    ],
    caughtBy:
      '22: a payment that the bank shows under another reference is not believed, and raises an alert',
  },
  {
    breaks: 'a payment is read again once it is locked (I5)',
    edits: [
      {
        of: 'reconcile',
        find: `const payment = await lockPayment(tx, paymentId)
          const verdict`,
        put: `const [, payment] = arguments
          const verdict`,
      },
    ],
    caughtBy: '3: browser, callback and poller in the same moment confirm once',
  },
  {
    breaks: 'a second payment of one order is refunded (I5)',
    edits: [
      {
        of: 'acceptMoney',
        find: `if (!change) return refundAll(tx, order, payment, 'duplicate', now)`,
        put: 'if (!change) return settleCapture(tx, payment, now)',
      },
    ],
    caughtBy: '15: of two paid attempts the first counts, and the second is refunded in full',
  },
  {
    breaks: 'refunds never exceed the amount captured (edge case 35)',
    edits: [
      {
        of: 'requestRefund',
        skips: 'invariant',
      },
    ],
    caughtBy: '35: refunds never exceed the captured amount',
  },
  {
    breaks: 'a refund requested twice is the same refund (edge case 30)',
    edits: [
      {
        of: 'sendRefund',
        find: 'refundId, amount: cents(amountCents)',
        put: 'refundId: newAccessToken(), amount: cents(amountCents)',
      },
    ],
    caughtBy: '%s: it is sent again under the same id',
  },
  {
    breaks: 'a refund that JCC lists without our id is not sent again (edge case 30)',
    edits: [
      {
        of: 'createJccProvider',
        find: 'const made = findMade(before.refunds, wish)',
        put: 'const made = before.refunds.find(({ refundId }) => refundId === wish.refundId)',
      },
    ],
    caughtBy: 'a refund whose answer was lost is found in the list, and not sent again',
  },
  {
    breaks: 'a disputed payment is not refunded automatically (edge case 38)',
    edits: [
      {
        of: 'awaitsDispute',
        becomes: () => false,
      },
    ],
    caughtBy:
      '38: a disputed payment is not refunded automatically, since it would be paid back twice',
  },
  {
    breaks: '24 hours are 24 hours on the nights on which the clock changes',
    edits: [
      {
        of: 'cancelUntil',
        find: 'return departsAt.subtract({ hours: noticeHours })',
        put: `return departsAt.toZonedDateTimeISO('Asia/Nicosia').subtract({ days: noticeHours / 24 }).toInstant()`,
      },
    ],
    caughtBy: 'a bus at %s is given up for money until %s',
  },
  {
    breaks: 'the fee is never more than the refund',
    edits: [{ of: 'settleGivenUp', find: 'Math.min(inTime, ', put: 'Math.min(' }],
    caughtBy: 'never exceeds what comes back: of %i cents',
  },
  {
    breaks: 'the fee is the one the ride was sold with',
    edits: [
      {
        of: 'settleGivenUp',
        find: '...returned.map(({ refundTerms }) => refundTerms.fee)',
        put: '100',
      },
    ],
    caughtBy: 'can be cancelled and changed until the deadline they were sold with',
  },
  {
    breaks: 'the notice period is the one the ride was sold with',
    edits: [
      {
        of: 'cancelUntil',
        find: 'noticeHours })',
        put: 'noticeHours && NOTICE_HOURS })',
      },
    ],
    caughtBy: 'are refused by the notice period they were sold with',
  },
  {
    breaks: 'a ride is sold with the fee and the notice period that its buyer accepts',
    edits: [
      {
        of: 'preparePayment',
        find: '...refundTermColumns(checkout.refundTerms)',
        put: `noticeHours: 24, refundFeeCents: 100`,
      },
    ],
    caughtBy: 'are shown with the fee and the deadline they were sold with (%s)',
  },
  {
    breaks: 'a call that JCC answers with 400 may still have had an effect',
    edits: [
      {
        of: 'makeJccCall',
        find: 'if (response.status === INTERNAL_ERROR) return systemError()',
        put: '',
      },
    ],
    caughtBy: 'one that was answered with 400 is not abandoned if no list can confirm it',
  },
  {
    breaks: "a refund with a two-digit success code in JCC's list succeeded",
    edits: [
      {
        of: 'refundStateOf',
        find: `'0', '00', '000'`,
        put: `'0', '000'`,
      },
    ],
    caughtBy: 'one that JCC lists with "%s" succeeded',
  },
  {
    breaks: 'a changed ride keeps the fee and the notice period it was sold with',
    edits: [
      {
        of: 'propose',
        find: '...refundTermColumns(before.refundTerms)',
        put: '...{}',
      },
    ],
    caughtBy: 'keep the terms after a surcharge and a missed bus',
  },
  {
    breaks: 'a bus can be missed once, even if the ride is changed afterwards',
    edits: [
      {
        of: 'propose',
        find: `missed: before.missed || uses === 'missing'`,
        put: `missed: uses === 'missing'`,
      },
    ],
    caughtBy: 'by correcting its date',
  },
  {
    breaks: 'relabelling an adult as an infant does not cancel a seat without its fee',
    edits: [
      {
        of: 'areFewer',
        find: 'seatedCount(after) < seatedCount(before) ||',
        put: '',
      },
    ],
    caughtBy: 'an adult who becomes an infant on a lap, where everybody rides free',
  },
  {
    breaks: 'a departure cancelled by the company costs no fee',
    edits: [
      {
        of: 'settleGivenUp',
        find: 'parts.filter(({ companyCancelled }) => !companyCancelled)',
        put: 'parts',
      },
      {
        of: 'settleGivenUp',
        find: 'priceOf(parts.filter(({ companyCancelled }) => companyCancelled))',
        put: 'cents(0)',
      },
    ],
    caughtBy: 'is not charged for a departure that the company cancelled, however late',
  },
  {
    breaks: 'goodwill is in the ledger (I3)',
    edits: [{ of: 'applyChange', skips: 'bookGoodwill' }],
    caughtBy: 'is refunded while the journey stays, with a credit note of one line and a mail',
  },
  {
    breaks: 'no card gets back more than it paid, whatever was given before',
    edits: [
      {
        of: 'limitRefund',
        find: 'Math.min(short, goodwill)',
        put: '0',
      },
    ],
    caughtBy: 'refunds no more than the card has paid, and says so before',
  },
  {
    breaks: 'what went back in the portal of the provider is not given a second time',
    edits: [{ of: 'limitRefund', find: 'await countInPortal(tx, order)', put: '0' }],
    caughtBy: 'a cancellation returns what the cards can still get, and counts the rest',
  },
  {
    breaks: 'an order with a fault does not stand in the way of those behind it',
    edits: [
      { of: 'eachAlone', find: 'if (isDatabaseAway(error)) throw error', put: 'throw error' },
    ],
    caughtBy: 'an order whose refund fails does not keep those behind it from theirs',
  },
  {
    breaks: 'what staff give against the rules is limited by their role',
    edits: [{ of: 'mayWaive', find: 'given + waived > mayWaiveCents', put: 'false' }],
    caughtBy: 'is limited, together with what the same person gave before',
  },
  {
    breaks: 'a colleague who acts on a changed order hears of the change',
    edits: [
      {
        of: 'findChangedMeanwhile',
        find: 'entries.length > 0',
        put: 'false',
      },
    ],
    caughtBy: 'is issued once, by two presses or by two colleagues',
  },
  {
    breaks: 'a ride changed against the rule gains no notice',
    edits: [
      {
        of: 'quoteAmendment',
        find: "isLate: kind === 'corrected' || !byRule.ok",
        put: "isLate: kind === 'corrected'",
      },
    ],
    caughtBy: 'is made by an overrule, and gains no notice for a cancellation',
  },
  {
    breaks: 'every debit in the ledger has an equal credit (I3)',
    edits: [
      {
        of: 'insertInLedger',
        find: ', { ...entry, entryId: randomUUID(), account: credit, amountCents: 0 - amount }',
        put: '',
      },
    ],
    caughtBy: 'a day without faults has no breach',
  },
  {
    breaks: 'an abandoned payment attempt is followed up (I10)',
    edits: [
      {
        of: 'recordPayment',
        find: 'data: { paymentId, check: 0 }',
        put: "data: { paymentId: '', check: 0 }",
      },
    ],
    caughtBy:
      '10: the traveller never returns: callback or poller confirms, and the mail has the ticket',
  },
  {
    breaks: 'the figures of a day have every cent of its ledger (I23)',
    edits: [
      {
        of: 'figuresOf',
        find: `when 'receipt' then 1 else -1 end`,
        put: `when 'receipt' then 1 else 1 end`,
      },
    ],
    caughtBy: 'after random journeys the figures are those of the ledger, day by day and in all',
  },
  {
    breaks: 'a day is summed up in its own time zone (I23)',
    edits: [
      {
        of: 'figuresOf',
        find: '(${day})::timestamp at time zone ${sql.lit(TIME_ZONE)}',
        put: `(\${day})::timestamp at time zone 'UTC'`,
      },
    ],
    caughtBy: 'after random journeys the figures are those of the ledger, day by day and in all',
  },
  {
    breaks: 'money taken at the counter is entered in the till (I19)',
    edits: [{ of: 'sellAtCounter', skips: 'enterSale' }],
    caughtBy:
      'has tickets, a receipt, one mail, one entry in the till, and one audit row with the seller',
  },
  {
    breaks: 'money of the till is in an account of its own (I3)',
    edits: [{ of: 'accountOf', becomes: () => 'provider' }],
    caughtBy:
      'has tickets, a receipt, one mail, one entry in the till, and one audit row with the seller',
  },
  {
    breaks: 'a closed till takes no entry (I19)',
    edits: [{ of: 'keepTillOpen', find: `.where('closedAt', 'is', null)`, put: '' }],
    caughtBy: 'takes no entry once it is closed, and can be opened again',
  },
  {
    breaks: 'the difference of a count is in the ledger (I3)',
    edits: [{ of: 'closeTill', skips: 'enterDifference' }],
    caughtBy: 'is opened once, and counted before it says what it expects',
  },
  {
    breaks: 'a refund of the till is paid out once (I19)',
    edits: [
      {
        of: 'payOutRefund',
        find: 'if (await findPaidOut(tx, refundId)) return { ok: true }',
        put: '',
      },
    ],
    caughtBy: 'waits until it is paid out at a till, and is paid out once',
  },
  {
    breaks: 'a refund of the till goes out as the money came in',
    edits: [
      { of: 'payOutRefund', find: 'handOver(sale.means, wish)', put: `handOver('cash', wish)` },
    ],
    caughtBy: 'goes back at the terminal, whoever pays it out',
  },
  {
    breaks: 'a sale whose form is sent twice is one sale',
    edits: [
      {
        of: 'writeQuoted',
        find: `if (!order.isNew) return { ok: true, is: 'known', order: order.row }`,
        put: '',
      },
    ],
    caughtBy: 'sent twice, also at the same time, is one sale',
  },
  {
    breaks: 'a link that may still be paid does not expire',
    edits: [{ of: 'expireSale', find: 'isBefore(now, heldUntil)', put: 'false' }],
    caughtBy: 'gives its seats back by the clock, and its order expires',
  },
  {
    breaks: 'money of a lost order is found, and refunded once (I4)',
    edits: [
      {
        of: 'reportDay',
        find: 'differences.push(...(await findLost(provider, day, now)))',
        put: '',
      },
    ],
    caughtBy: 'the morning finds the money of a lost order, and refunds it once',
  },
  {
    breaks: 'two programs enter a lost payment once',
    edits: [
      {
        of: 'adoptCapture',
        find: 'if (await findPaymentId(tx, { provider, providerRef, merchantRef: null })) return LATER',
        put: '',
      },
    ],
    caughtBy: 'a capture that another program has just entered is left to it',
  },
  {
    breaks: 'a payment of another site is not refunded by this one',
    edits: [{ of: 'readOwnNames', find: 'url?.origin === origin &&', put: '' }],
    caughtBy: 'a payment of another site is shown and never touched',
  },
  {
    breaks: 'what a restored backup lost waits for a person',
    edits: [{ of: 'recoverCaptures', find: 'ours.length <= most &&', put: '' }],
    caughtBy: 'more lost orders than a failover loses wait for a person, who returns the money',
  },
  {
    breaks: 'an order that exists is not refunded as a lost one',
    edits: [{ of: 'adoptCapture', find: 'lost.mayRefund && isLost', put: 'lost.mayRefund' }],
    caughtBy: 'an order that was not lost waits for a person, who may accept the money',
  },
  {
    breaks: 'a look at what changed is no look at everything',
    edits: [{ of: 'watchInvariants', find: 'isOld ? undefined :', put: '' }],
    caughtBy:
      'between two nights only what changed is looked at; at night, or when asked, everything',
  },
  {
    breaks: 'a watch that failed is known to staff',
    edits: [{ of: 'parkWatch', skips: 'raiseAlert' }],
    caughtBy: 'a watch that failed is an alert until a look succeeds',
  },
  {
    breaks: 'the time limits of a role do not end a look',
    edits: [
      {
        of: 'watchInvariants',
        find: 'await sql`set local statement_timeout = 0`.execute(tx)',
        put: '',
      },
    ],
    caughtBy: 'a look outlasts the time limits of its role',
  },
  {
    breaks: 'a cart is kept while its money may be late',
    edits: [
      {
        of: 'lockAbandonedOrders',
        find: ".where((order) => order.not(order.exists(order.selectFrom('payments').select('paymentId').whereRef('payableId', '=', 'orders.orderId'))))",
        put: '',
      },
    ],
    caughtBy: 'a cart for which a payment was tried stays, since its money may be late',
  },
  {
    breaks: 'a driver pays out own sales alone',
    edits: [
      {
        of: 'payOutRefund',
        find: ".$if(!mayPayOthers, (refund) => refund.where('tillEntries.enteredBy', '=', by.staffId))",
        put: '',
      },
    ],
    caughtBy: 'a driver pays out what was sold at the own door, and nothing else',
  },
  {
    breaks: 'a driver sees own refunds alone',
    edits: [
      { of: 'listToPayOut', find: ".where('tillEntries.enteredBy', '=', of.soldBy)", put: '' },
    ],
    caughtBy: 'a driver pays out what was sold at the own door, and nothing else',
  },
]
