import type { Mutant } from './mutant.ts'

const BOOKING_PASSENGERS = 'modules/orders/order/booking-passengers.server.ts'
const SEATS = 'modules/seats/seats.server.ts'
const SEATS_TEST = 'modules/seats/seats.server.test.ts'
const SETTLE = 'modules/orders/settlement/settle-order.server.ts'
const OUTBOX = 'modules/mail/outbox.server.ts'
const OLD_TICKETS = 'modules/orders/self-service/old-tickets.server.test.ts'
const POWER_CUT = 'modules/orders/settlement/power-cut.server.test.ts'

/** Mutants that would sell a seat twice, or break a commitment to a buyer. */
export const SEAT_AND_ORDER_MUTANTS: readonly Mutant[] = [
  {
    breaks: 'two buyers of the last seat wait for each other (I1)',
    edits: [{ file: SEATS, find: '.forNoKeyUpdate()', put: '' }],
    caughtBy: {
      file: SEATS_TEST,
      test: 'twenty visitors want the last four seats: four get one each',
    },
  },
  {
    breaks: 'departures are always locked in the same order',
    edits: [{ file: SEATS, find: `\n    .orderBy('departureId')`, put: '' }],
    caughtBy: {
      file: SEATS_TEST,
      test: 'two round trips do not deadlock, whichever plan finds the buses: no %s',
    },
  },
  {
    breaks: 'several departures are locked before any booking refers to one of them',
    edits: [
      {
        file: SEATS,
        find: 'if (new Set(departureIds).size > 1)',
        put: 'if (departureIds.length > 99)',
      },
    ],
    caughtBy: {
      file: 'modules/orders/self-service/beside-import.server.test.ts',
      test: 'a ride beside one that is in the cart',
    },
  },
  {
    breaks: 'holds from one network are counted one after the other',
    edits: [
      {
        file: SEATS,
        find: 'await sql`select pg_advisory_xact_lock(hashtextextended(${heldBy}, 20))`.execute(tx)',
        put: '',
      },
    ],
    caughtBy: {
      file: 'modules/orders/cart/unpaid-seats.server.test.ts',
      test: 'and no more than the bound of all buses together, held at once',
    },
  },
  {
    breaks: 'while many holds are unpaid, only visitors who left an email address may hold more',
    edits: [
      {
        file: 'modules/orders/order/contact-first.ts',
        find: 'accountId || unpaidBesides < MUCH_UNPAID',
        put: 'accountId || unpaidBesides >= 0',
      },
    ],
    caughtBy: {
      file: 'modules/orders/cart/unpaid-seats.server.test.ts',
      test: 'nothing is held before, and what is said then stands in the cart',
    },
  },
  {
    breaks: 'an expired hold does not count',
    edits: [
      {
        file: SEATS,
        find: `hold.or([hold('state', '!=', 'cart'), hold('expiresAt', '>', now)])`,
        put: `hold('seats', '>=', 0)`,
      },
    ],
    caughtBy: {
      file: SEATS_TEST,
      test: 'a hold counts until it expires, and not a moment longer',
    },
  },
  {
    breaks: "an expired hold is renewed at today's fare, and both fares are shown (I7)",
    edits: [{ file: SEATS, find: '!hold.expiresAt || isBefore(now, hold.expiresAt)', put: 'true' }],
    caughtBy: {
      file: 'modules/orders/checkout/checkout.server.test.ts',
      test: 'when the hold has run out and the price is another: both are shown, the second click pays',
    },
  },
  {
    breaks: 'late money buys seats only if any are left',
    edits: [{ file: SETTLE, find: 'await areBeingPaid(tx, bookingIds)', put: 'true' }],
    caughtBy: {
      file: 'modules/orders/settlement/edge-cases-late.server.test.ts',
      test: 'the bus is full: all of it goes back, without the fee, and somebody is told',
    },
  },
  {
    breaks: 'a confirmed order gets its email (I6)',
    edits: [
      {
        file: SETTLE,
        find: `await enqueueMail(tx, { order, kind: 'confirmation', now })`,
        put: '',
      },
    ],
    caughtBy: {
      file: 'modules/orders/checkout/checkout.server.test.ts',
      test: 'is paid, confirmed, and has a ticket for each ride, a receipt and one mail',
    },
  },
  {
    breaks: 'an email is enqueued in the transaction of its order (I6)',
    edits: [
      {
        file: OUTBOX,
        find: `import type { Tx } from '#platform/db.server.ts'`,
        put: `import { db, type Tx } from '#platform/db.server.ts'`,
      },
      {
        file: OUTBOX,
        find: 'await enqueueJob(tx, SEND_MAIL, { mailId })',
        put: 'await db.transaction().execute((own) => enqueueJob(own, SEND_MAIL, { mailId }))',
      },
    ],
    caughtBy: { file: POWER_CUT, test: 'that fails at %s leaves nothing, and is done later' },
  },
  {
    breaks: 'an address that anybody can type is not pestered, however many ask at once',
    edits: [
      {
        file: 'modules/mail/limits.server.ts',
        find: 'await sql`select pg_advisory_xact_lock(hashtextextended(${recipient}, 24))`.execute(tx)',
        put: '',
      },
    ],
    caughtBy: {
      file: 'modules/mail/outbox.server.test.ts',
      test: 'asked for twenty times at once is sent no more',
    },
  },
  {
    breaks: 'no mail is lost that waits under the names of before',
    edits: [
      { file: 'jobs.ts', find: `['send-account-mail', 'send-enquiry']`, put: '([] as string[])' },
    ],
    caughtBy: {
      file: 'test/one-outbox.test.ts',
      test: 'what was owed under the names of before is sent by the jobs that wait there',
    },
  },
  {
    breaks: 'no email goes out for an order that may yet not be confirmed',
    edits: [
      {
        file: SETTLE,
        find: `import { raiseAlert } from '#platform/alert.server.ts'`,
        put: `import { raiseAlert } from '#platform/alert.server.ts'
          import { sendMail } from '#platform/mail.server.ts'`,
      },
      {
        file: SETTLE,
        find: `await enqueueMail(tx, { order, kind: 'confirmation', now })`,
        put: `await enqueueMail(tx, { order, kind: 'confirmation', now })
          const { contactEmail: to, visitor, locale: language } = order
          const mailId = crypto.randomUUID()
          await sendMail({ mailId, to, visitor, language, subject: '', text: '', html: '', attachments: [], now })`,
      },
    ],
    caughtBy: { file: POWER_CUT, test: 'that fails at %s leaves nothing, and is done later' },
  },
  {
    breaks: 'an old ticket is void once a new one is issued',
    edits: [
      {
        file: 'modules/orders/apply/apply-change.server.ts',
        find: 'await voidTickets(tx, before.map(idOf), now)',
        put: '',
      },
    ],
    caughtBy: {
      file: OLD_TICKETS,
      test: 'of a ride that was changed',
    },
  },
  {
    breaks: 'a ticket for the same ride in another name replaces the old one',
    edits: [
      {
        file: 'modules/tickets/issue-tickets.server.ts',
        find: `.where('replacedAt', 'is', null)`,
        put: `.where('replacedAt', 'is not', null)`,
      },
    ],
    caughtBy: {
      file: OLD_TICKETS,
      test: 'of a ride that was handed on in another name',
    },
  },
  {
    breaks: 'a booking costs what its passengers pay (I7)',
    edits: [
      {
        file: BOOKING_PASSENGERS,
        find: 'count: passengers[category], fareCents: fares[category]',
        put: 'count: passengers[category], fareCents: fares.adult',
      },
    ],
    caughtBy: {
      file: 'modules/bookkeeping/check-invariants.server.test.ts',
      test: 'a day on which all went well has no breach',
    },
  },
  {
    breaks: 'a fare of today is that of the passengers as well (I7)',
    edits: [
      {
        file: BOOKING_PASSENGERS,
        find: `row.ref('excluded.fareCents')`,
        put: `row.ref('bookingPassengers.fareCents')`,
      },
    ],
    caughtBy: {
      file: 'app/site/cart/page.test.ts',
      test: 'shows both prices when the fare has changed meanwhile',
    },
  },
  {
    breaks: 'the price comes from the database, whatever a form says (I7)',
    edits: [
      {
        file: 'app/site/cart/actions.server.ts',
        find: '    termsVersion: TERMS_VERSION,',
        put: `    termsVersion: TERMS_VERSION, total: Number(textIn(form, 'total')),`,
      },
      {
        file: 'modules/orders/checkout/checkout.server.ts',
        find: 'amountCents: total,',
        put: `amountCents: checkout.total || total,`,
      },
    ],
    caughtBy: {
      file: 'app/site/cart/page.test.ts',
      test: 'takes no price, count or stop from the form',
    },
  },
  {
    breaks: 'only its own browser can see and change a cart',
    edits: [
      {
        file: 'modules/orders/cart/change-cart.server.ts',
        find: `    const bookings = await listBookings(tx, order.orderId)
    await dropBookings(
      tx,
      bookings.filter((booking) => booking.bookingId === bookingId),
    )`,
        put: `    await dropBookings(tx, [{ bookingId }])`,
      },
    ],
    caughtBy: {
      file: 'app/site/cart/page.test.ts',
      test: 'can be removed, but not by another visitor',
    },
  },
  {
    breaks: 'the address of a payment shows tickets only to their buyer',
    edits: [
      {
        file: 'modules/orders/checkout/find-payment-result.server.ts',
        find: 'visitor !== undefined && order.visitor === visitor',
        put: 'true',
      },
    ],
    caughtBy: {
      file: 'app/site/payment/payment.test.ts',
      test: 'shows another browser only the status',
    },
  },
  {
    breaks: 'the holder of one order cannot open the documents of another',
    edits: [
      {
        file: 'modules/orders/reads/find-documents.server.ts',
        find: `    .select('orderId')
    .where('manageId', '=', manageId)`,
        put: `    .select('orderId')`,
      },
    ],
    caughtBy: {
      file: 'app/site/order/document.pdf.test.ts',
      test: 'no holder gets the documents of another order, whatever number is requested',
    },
  },
  {
    breaks: 'a visitor without an order can open no documents',
    edits: [
      {
        file: 'modules/orders/self-service/changeable-order.server.ts',
        find: `
    .where('manageId', '=', manageId)`,
        put: '',
      },
    ],
    caughtBy: { file: 'app/site/order/page.test.ts', test: 'opens for no other id' },
  },
]
