import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { PaymentProvider } from '#modules/payments/provider.ts'
import { now } from '#platform/clock.server.ts'
import { connect, db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import { addTraveller, buy, choose, ride } from '#test/simulation/travellers.ts'

import { checkInvariants, PROMISES } from './check-invariants.server.ts'

/** Does the damage: the site's own role is not allowed the worst of it. */
const owner = connect(process.env.DATABASE_OWNER_URL ?? '', { patient: true })
let bank: SimulatedBank
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
  const bus = await addDeparture({ departsAt: now().add({ hours: 48 }), seats: 6 })
  await buy(bank, [ride(bus, 'A', 'C', { adult: 2, child: 1, wheelchairUsers: 1 })])
  await buy(bank, [ride(bus, 'B', 'C')])
  await choose(addTraveller(), ride(bus, 'B', 'D'))
})
afterAll(async () => {
  await bank.stop()
  await owner.destroy()
})

test('a day without faults has no breach', async () => {
  expect(await check()).toEqual([])
})

const FIRST_BOOKING = 'select booking_id from bookings order by booking_id limit 1'

const LOOSE_ENTRY = `insert into ledger_entries (entry_id, event_id, account, amount_cents, payable_id, entered_at)
  select gen_random_uuid(), order_id, 'fares', 100, order_id, now() from orders where status = 'confirmed'`

test.each([
  ['I1: departure', 'update departures set seats = 2'],
  ['I1: departure', 'update departures set wheelchair_places = 0'],
  ['I1: departure', 'update departures set wheelchair_places = null'],
  ['I1: hold', `update seat_holds set seats = 1 where state = 'sold'`],
  ['I1: hold', 'update seat_holds set to_position = to_position + 1'],
  ['I1: booking', copyHolds()],
  ['I2: booking', 'delete from tickets'],
  ['I2: booking', `delete from seat_holds where state = 'sold'`],
  ['I2: booking', `update orders set status = 'expired' where status = 'confirmed'`],
  ['I2: order', `update bookings set state = 'cancelled'`],
  ['I2: 4500 cents', captureAgain()],
  ['I3: ledger event', LOOSE_ENTRY],
  ['I3: order', `update payments set captured_cents = 1`],
  ['I3: payment', 'update payments set refunded_cents = 1'],
  ['I3: payment', refundOf(9000)],
  ['I3: payment', `update payments set amount_cents = amount_cents - 1, state = 'review'`],
  ['I3: order', `update payments set taken_back_cents = 1, dispute_outcome = 'lost'`],
  ['I3: refund', `${refundOf(100)}; update refunds set state = 'replaced'`],
  ['I3: refund', standsForAnother()],
  ['I5: order', `update orders set status = 'cart' where status = 'confirmed'`],
  ['I6: order', 'delete from mails'],
  ['I6: order', `update orders set status = 'confirmed'`],
  ['I7: order', 'update receipts set total_cents = 1'],
  ['I7: change', changeOf({ fee: 101 })],
  ['I7: booking', `${changeOf({ fee: 0 })}; ${otherTerms('notice_hours = 36')}`],
  ['I7: booking', `${changeOf({ fee: 0 })}; ${otherTerms('refund_fee_cents = 250')}`],
  ['I7: booking', 'update booking_passengers set fare_cents = fare_cents + 1'],
  ['I7: booking', 'update booking_passengers set count = count + 1'],
  ['I7: booking', 'delete from booking_passengers'],
  [
    'I7: booking',
    `update booking_passengers set count = 16, fare_cents = 0; update bookings set total_cents = 0`,
  ],
  ['I7: series', 'update receipt_counters set last_number = last_number + 1'],
  ['I8: payment', `update payments set state = 'expired'`],
  ['I9: mail', `update mails set state = 'sent'; update orders set confirmed_at = null`],
  [
    'I10: payment',
    `update payments set state = 'open', session_expires_at = now() - interval '1 day'`,
  ],
  [
    'I10: payment',
    `update payments set state = 'processing', created_at = now() - interval '2 days'`,
  ],
  ['I10: order', `update orders set status = 'awaiting-payment' where status = 'cart'`],
  ['I10: booking', `update seat_holds set state = 'paying', expires_at = null`],
  [
    'I10: notice',
    `update payment_notices set processed_at = null, received_at = now() - interval '1 hour'`,
  ],
  [
    'I10: refund',
    `${refundOf(100)}; update refunds set requested_at = now() - interval '13 hours'`,
  ],
  ['I11: payment', `update payments set state = 'review', decision = 'accepted'`],
  ['I11: payment', `update payments set dispute_outcome = 'won'`],
  ['I11: refund', `${refundOf(100)}; update refunds set state = 'paid-otherwise'`],
  ['I10: mail', `update mails set queued_at = now() - interval '2 days'`],
  ['I10: job', `update pgboss.job set start_after = now() - interval '1 hour'`],
])('%s is found after: %s', async (sentence, damage) => {
  expect(await checkAfter(damage)).toContainEqual(expect.stringContaining(sentence))
})

test('a sum that differs between the bank and our book is reported', async () => {
  const other: PaymentProvider = {
    ...bank.provider,
    fetch: async (ref) => {
      const snapshot = await bank.provider.fetch(ref)
      return snapshot.ok ? { ...snapshot, captured: snapshot.refunded } : snapshot
    },
  }
  expect(await check(other)).toContainEqual(expect.stringContaining('I4: payment'))
  const silent: PaymentProvider = {
    ...bank.provider,
    fetch: () => Promise.resolve({ ok: false, reason: 'unavailable' }),
  }
  expect(await check(silent)).toContainEqual(expect.stringContaining('does not answer'))
})

test('a refund that the bank lists and our book lacks is reported, though the sums agree', async () => {
  const refund = {
    refundId: null,
    providerRef: 'rfn_1',
    amount: cents(0),
    state: 'failed',
  } as const
  const other: PaymentProvider = {
    ...bank.provider,
    fetch: async (ref) => {
      const snapshot = await bank.provider.fetch(ref)
      return snapshot.ok ? { ...snapshot, refunds: [refund] } : snapshot
    },
  }
  expect(await check(other)).toContainEqual(
    expect.stringMatching(/^I4: payment .*, refund rfn_1: unknown, but the provider says 0 failed/),
  )
})

test('every breach names the promise it breaks', async () => {
  const everything = `update payments set captured_cents = 1, state = 'open', session_expires_at = now() - interval '1 day'`
  for (const breach of await checkAfter(everything)) {
    expect(Object.keys(PROMISES)).toContain(breach.split(':')[0])
  }
})

function check(provider: PaymentProvider = bank.provider) {
  return checkInvariants(db, { now: now(), bank: provider })
}

/** Does the damage, returns the breaches, and rolls the damage back. */
async function checkAfter(damage: string): Promise<string[]> {
  let found: string[] = []
  const undo = new Error('undone')
  await owner
    .transaction()
    .execute(async (tx) => {
      await sql.raw(damage).execute(tx)
      found = await checkInvariants(tx, { now: now() })
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return found
}

function copyHolds() {
  return `insert into seat_holds select gen_random_uuid(), booking_id, departure_id, from_position,
    to_position, seats, wheelchair_places, state, expires_at from seat_holds`
}

function captureAgain() {
  return `insert into payments (payment_id, payable_id, payable_version, provider, merchant_ref,
      amount_cents, currency, state, captured_cents, created_at, session_expires_at)
    select payment_id || '2', payable_id, payable_version, provider, merchant_ref || '2', amount_cents, currency, state,
      captured_cents, created_at, session_expires_at from payments`
}

function standsForAnother() {
  return `${refundOf(100)}; insert into refunds (refund_id, payment_id, amount_cents, reason, source, state, requested_at, replaces)
    select refund_id || '2', payment_id, 50, reason, source, state, requested_at, refund_id from refunds`
}

/** As if every ride had become the first one. */
function changeOf({ fee }: { fee: number }) {
  return `insert into changes (change_id, order_id, kind, actor, state, fee_cents, requested_at, done_at)
    select booking_id, order_id, 'amended', 'traveller', 'done', ${fee}, now(), now() from bookings;
    insert into changed_bookings select booking_id, booking_id, (${FIRST_BOOKING}) from bookings`
}

function otherTerms(terms: string) {
  return `update bookings set ${terms} where booking_id = (${FIRST_BOOKING})`
}

function refundOf(amount: number) {
  return `insert into refunds (refund_id, payment_id, amount_cents, reason, source, state, requested_at)
    select payment_id, payment_id, ${amount}, 'duplicate', 'system', 'requested', now() from payments`
}
