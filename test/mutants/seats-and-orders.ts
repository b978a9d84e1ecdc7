import type { Mutant } from './mutant.ts'

/** Mutants that would sell a seat twice, or break a commitment to a buyer. */
export const SEAT_AND_ORDER_MUTANTS: readonly Mutant[] = [
  {
    breaks: 'a scan and the report of a missed bus wait for each other: a ticket rides once',
    edits: [{ of: 'lockAgainstScans', find: '.forNoKeyUpdate()', put: '' }],
    caughtBy: 'with the scan first: the report is refused',
  },
  {
    breaks: 'a scan that waited for a change is counted under the new ticket: a ticket rides once',
    edits: [{ of: 'receiveScans', find: "state === 'replaced'", put: "state === 'proposed'" }],
    caughtBy: 'with the report first: the people are counted under the new ticket',
  },
  {
    breaks: 'a place that comes free above the capacity that is wanted is not sold again (I14)',
    edits: [{ of: 'sinkCapacity', becomes: () => Promise.resolve() }],
    caughtBy: 'ends the sale, names the leg, and sinks with each place that comes free',
  },
  {
    breaks: 'a capacity sinks with the first leg of a ride that is made shorter (I14)',
    edits: [{ of: 'holdSeats', find: 'ride.fromPosition <= hold.fromPosition &&', put: '' }],
    caughtBy: 'sinks with the %s leg of a ride that is made shorter',
  },
  {
    breaks: 'a capacity sinks with the last leg of a ride that is made shorter (I14)',
    edits: [{ of: 'holdSeats', find: 'ride.toPosition >= hold.toPosition &&', put: '' }],
    caughtBy: 'sinks with the %s leg of a ride that is made shorter',
  },
  {
    breaks: 'a capacity sinks with each seat that a booking gives up (I14)',
    edits: [{ of: 'holdSeats', find: 'places.seats >= hold.seats &&', put: '' }],
    caughtBy: 'ends the sale, names the leg, and sinks with each place that comes free',
  },
  {
    breaks: 'a capacity sinks with a booking that moves to another departure (I14)',
    edits: [{ of: 'holdSeats', find: 'departureId === hold.departureId &&', put: '' }],
    caughtBy: 'sinks with a booking that moves to another departure',
  },
  {
    breaks: 'the number of a receipt is that of the counter it has locked (I7)',
    edits: [
      {
        of: 'issueReceipt',
        find: '(select last_number from counted)',
        put: '(select last_number + 1 from receipt_counters where series = ${series})',
      },
    ],
    caughtBy: 'fifty buyers who are settled at once get fifty receipts without a gap',
  },
  {
    breaks: 'passengers who were told of a delay are told of a smaller one (I17)',
    edits: [{ of: 'isDelayNews', find: 'minutes < told || ', put: '' }],
    caughtBy: 'holders are told of ten minutes, of ten more, and of every correction, once each',
  },
  {
    breaks: 'two buyers of the last seat wait for each other (I1)',
    edits: [{ of: 'lockDepartures', skips: 'forNoKeyUpdate' }],
    caughtBy: 'twenty visitors want the last four seats: four get one each',
  },
  {
    breaks: 'seats that are freed are held no longer (I27)',
    edits: [{ of: 'freeSeats', find: 'await releaseSeats(tx, [blockId])', put: '' }],
    caughtBy: 'are off sale on every leg, and for sale again once they are freed',
  },
  {
    breaks: 'departures are always locked in the same order',
    edits: [{ of: 'lockDepartures', skips: 'orderBy' }],
    caughtBy: 'two round trips do not deadlock, whichever plan finds the buses: no %s',
  },
  {
    breaks: 'several departures are locked before any booking refers to one of them',
    edits: [
      {
        of: 'lockSeveral',
        becomes: () => Promise.resolve(),
      },
    ],
    caughtBy: 'adding a ride beside one in the cart',
  },
  {
    breaks: 'holds from one network are counted one after the other',
    edits: [{ of: 'listUnpaidAlone', skips: 'waitForNetwork' }],
    caughtBy: 'stay within the limit for all buses together, also when held at once',
  },
  {
    breaks: 'while many holds are unpaid, only visitors who left an email address may hold more',
    edits: [
      {
        of: 'askContactFirst',
        becomes: () => undefined,
      },
    ],
    caughtBy: 'no seats are held without it, and it is stored in the cart',
  },
  {
    breaks: 'an expired hold does not count',
    edits: [
      {
        of: 'holdCounts',
        find: '(expires_at is null or expires_at > ${now} ${lapsed})',
        put: '(seats >= 0)',
      },
    ],
    caughtBy: 'a hold counts until it expires, and not a moment longer',
  },
  {
    breaks: "an expired hold is renewed at today's fare, and both fares are shown (I7)",
    edits: [{ of: 'areHeld', becomes: () => true }],
    caughtBy:
      'when the hold has expired and the price has changed: both are shown, the second click pays',
  },
  {
    breaks: 'late money buys seats only if any are left',
    edits: [{ of: 'arePaying', becomes: () => true }],
    caughtBy: 'the bus is full: all of it is refunded, without the fee, and an alert is raised',
  },
  {
    breaks: 'a confirmed order gets its email (I6)',
    edits: [
      {
        of: 'confirm',
        find: `enqueueMail(tx, { order, kind: 'confirmation', now }, sale)`,
        put: `enqueueMail(tx, { order: { ...order, contactEmail: '' }, kind: 'confirmation', now }, sale)`,
      },
    ],
    caughtBy: 'is paid, confirmed, and has a ticket for each ride, a receipt and one mail',
  },
  {
    breaks: 'an email is enqueued in the transaction of its order (I6)',
    edits: [
      {
        of: 'writeWithJob',
        find: '{ db, startAfter: afterSeconds }',
        put: '{ startAfter: afterSeconds }',
      },
      {
        of: 'writeWithJob',
        find: '[...writes, enqueued, sql`select * from ${last}`]',
        put: 'writes',
      },
    ],
    caughtBy: 'that fails at %s leaves nothing, and is done later',
  },
  {
    breaks: 'an address gets no more emails than its limit, however many ask at once',
    edits: [
      {
        of: 'hasHadEnoughToday',
        find: 'await sql`select pg_advisory_xact_lock(hashtextextended(${recipient}, 24))`.execute(tx)',
        put: '',
      },
    ],
    caughtBy: 'gets no more from twenty simultaneous requests',
  },
  {
    breaks: 'an email that waits in a queue of the old names is not lost',
    edits: [{ of: 'JOBS', find: `['send-account-mail', 'send-enquiry']`, put: '([] as string[])' }],
    caughtBy: 'mails due in the former queues are sent by the jobs that wait there',
  },
  {
    breaks: 'the total of a booking is the sum of its passengers (I7)',
    edits: [
      {
        of: 'insertBookings',
        find: 'count: passengers[category], fareCents: fares[category]',
        put: 'count: passengers[category], fareCents: fares.adult',
      },
    ],
    caughtBy: 'a day without faults has no breach',
  },
  {
    breaks: "today's fare is written to the passengers as well (I7)",
    edits: [
      {
        of: 'repriceBooking',
        find: `row.ref('excluded.fareCents')`,
        put: `row.ref('bookingPassengers.fareCents')`,
      },
    ],
    caughtBy: 'shows both prices when the fare has changed meanwhile',
  },
  {
    breaks: 'no email goes out for an order that may yet not be confirmed',
    edits: [
      {
        of: 'confirm',
        find: `await enqueueMail(tx, { order, kind: 'confirmation', now }, sale)`,
        put: `await enqueueMail(tx, { order, kind: 'confirmation', now }, sale)
          const { sendMail } = await import('#platform/mail/mail.server.ts')
          const { contactEmail: to, visitor, locale: language } = order
          const mailId = crypto.randomUUID()
          await sendMail({ mailId, to, visitor, language, subject: '', text: '', html: '', attachments: [], now })`,
      },
    ],
    caughtBy: 'that fails at %s leaves nothing, and is done later',
  },
  {
    breaks: 'an old ticket is void once a new one is issued',
    edits: [
      {
        of: 'applyChange',
        skips: 'voidTickets',
      },
    ],
    caughtBy: 'a ticket is void after a change of the ride',
  },
  {
    breaks: 'a ticket for the same ride in another name replaces the old one',
    edits: [
      {
        of: 'voidTickets',
        find: `.where('replacedAt', 'is', null)`,
        put: `.where('replacedAt', 'is not', null)`,
      },
    ],
    caughtBy: 'a ticket is void after a change of the name',
  },
  {
    breaks: 'a signed code is believed only with its signature',
    edits: [
      {
        of: 'readTicketCode',
        find: `subtle.verify('Ed25519', key, signature, messageOf(payload))`,
        put: 'true',
      },
    ],
    caughtBy: 'with a signature that another key has made',
  },
  {
    breaks: 'a key signs no code before or after its time',
    edits: [
      {
        of: 'readTicketCode',
        find: 'facts.issuedAt < key.signsFrom || facts.issuedAt >= key.goodUntil',
        put: 'false',
      },
    ],
    caughtBy: 'if its key is retired, unknown, or signs at another time',
  },
  {
    breaks: 'a key that was retired signs nothing more',
    edits: [
      { of: 'retireTicketKey', find: '.set({ retiredAt: now })', put: '.set({ retiredAt: null })' },
    ],
    caughtBy:
      'retires a stolen key: its codes prove nothing, another one signs, and both are in the audit',
  },
  {
    breaks: 'the price comes from the database, whatever a form says (I7)',
    edits: [
      {
        of: 'actOnCart',
        find: 'termsVersion: TERMS_VERSION,',
        put: `termsVersion: TERMS_VERSION, total: Number(textIn(form, 'total')),`,
      },
      {
        of: 'preparePayment',
        find: 'amountCents: total',
        put: 'amountCents: checkout.total || total',
      },
    ],
    caughtBy: 'takes no price, count or stop from the form',
  },
  {
    breaks: 'only its own browser can see and change a cart',
    edits: [
      {
        of: 'removeRide',
        find: 'bookings.filter((booking) => booking.bookingId === bookingId)',
        put: '[{ bookingId }]',
      },
    ],
    caughtBy: 'can be removed, but not by another visitor',
  },
  {
    breaks: 'the address of a payment shows tickets only to their buyer',
    edits: [
      {
        of: 'findPaymentResult',
        find: 'visitor !== undefined && order.visitor === visitor',
        put: 'true',
      },
    ],
    caughtBy: 'shows another browser only the status',
  },
  {
    breaks: 'the holder of one order cannot open the documents of another',
    edits: [
      {
        of: 'findDocument',
        skips: 'where',
      },
    ],
    caughtBy: 'no holder gets the documents of another order, whatever number is requested',
  },
  {
    breaks: 'a visitor without an order can open no documents',
    edits: [
      {
        of: 'findManagedOrder',
        skips: 'where',
      },
    ],
    caughtBy: 'opens for no other id',
  },
  {
    breaks: 'no more people are ticked aboard than are booked (I18)',
    edits: [{ of: 'checkTick', find: 'if (aboard > people)', put: 'if (aboard > people + 1)' }],
    caughtBy: 'of more people than are booked is refused',
  },
  {
    breaks: 'two who tick the same booking wait for each other',
    edits: [{ of: 'tick', skips: 'forNoKeyUpdate' }],
    caughtBy: 'waits for another one of the same booking',
  },
  {
    breaks: 'two phones at the doors of a bus lease no seat twice (I1)',
    edits: [
      {
        of: 'leaseSeats',
        find: '(await lockDepartures(tx, [departureId])).get(departureId)',
        put: "await tx.selectFrom('departures').select(['seats', 'status', 'closedAt']).where('departureId', '=', departureId).executeTakeFirst()",
      },
    ],
    caughtBy: 'is given to one of two phones that ask at the same moment',
  },
  {
    breaks: 'a lease leaves seats for people with a ticket for another bus',
    edits: [{ of: 'seatsToLease', find: 'free - DOOR_RESERVE_SEATS', put: 'free' }],
    caughtBy: 'let a party aboard that missed its bus, and guests, while a phone sells',
  },
  {
    breaks: 'what a phone has sold comes out of its lease (I1)',
    edits: [{ of: 'recordOnBoard', skips: 'spendLease' }],
    caughtBy: 'becomes an order with seats, a receipt, and its cash in the till of the driver',
  },
  {
    breaks: 'the seats of a sale that is undone at the door are back in its lease (I1)',
    edits: [{ of: 'undoOnBoard', skips: 'refillLease' }],
    caughtBy: 'has its seats at its own door again, even after the bus should have left',
  },
  {
    breaks: 'the cash of a sale that is undone at the door leaves the till',
    edits: [{ of: 'payBackOnBoard', skips: 'payOutRefund' }],
    caughtBy: 'is undone in the books: money, seats, ticket and people',
  },
  {
    breaks: 'a phone sells no seat of its lease twice',
    edits: [{ of: 'seatsToSell', find: 'left - seatedCount(passengers)', put: 'left' }],
    caughtBy: 'is its lease, less its own sales that the server has not seen',
  },
  {
    breaks: 'a leased leg counts until the bus leaves its stop, and no longer (I15)',
    edits: [
      {
        of: 'leaseSeats',
        find: 'instead: own, leavesAt',
        put: 'instead: own, leavesAt: leavesAt.add({ hours: 1 })',
      },
    ],
    caughtBy: 'ends at each stop by the clock, with nothing tidied up',
  },
  {
    breaks: 'nothing is leased of what a lapsed lease may have sold (I1)',
    edits: [
      {
        of: 'leaseSeats',
        find: 'holdCounts(now, { withLapsedLeases: true })',
        put: 'holdCounts(now)',
      },
    ],
    caughtBy: 'that has lapsed is not leased again when the bus turns out to be late',
  },
  {
    breaks: 'a sale out of a lease that was taken back takes no seat of another phone',
    edits: [{ of: 'holdSeats', find: "request.closing === 'on-board'", put: 'false' }],
    caughtBy: 'out of a lease that was taken back takes no seats that another phone has sold',
  },
  {
    breaks: 'a cart that was moved is found by the browser that did not hear of it',
    edits: [
      { of: 'findLostVisitor', find: 'findBuyer(nextVisitors(request))', put: 'findBuyer([])' },
    ],
    caughtBy:
      'a cart whose payment page never arrived is still found by its browser, and by it alone',
  },
]
