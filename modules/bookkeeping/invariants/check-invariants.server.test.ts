import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { PaymentProvider } from '#modules/payments/provider.ts'
import { closeTill, moveCash } from '#modules/payments/till/till.server.ts'
import { now } from '#platform/clock.server.ts'
import { connect, db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { addCashier, sellNow } from '#test/simulation/sales.ts'
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
  const by = await addCashier(5000)
  await sellNow(by, ride(bus, 'C', 'D'))
  const coins = { by, once: 'coins', amount: cents(500), reason: 'Coins', now: now() }
  await moveCash({ ...coins, kind: 'paid-in' })
  await closeTill({ by, counted: cents(6300), now: now() })
})
afterAll(async () => {
  await bank.stop()
  await owner.destroy()
})

test('a day without faults has no breach', async () => {
  expect(await check()).toEqual([])
})

const FIRST_BOOKING = 'select booking_id from bookings order by booking_id limit 1'

/** The choice is that of a booking whose order has an address. */
const OF_ONLINE = `update mails set queued_at = now() - interval '1 day'; update incident_bookings set booking_id = (
  select bookings.booking_id from bookings join mails using (order_id) where kind = 'confirmation' limit 1)`

/** The fares of this moment are published. */
const EDITION = `insert into fare_editions (edition, fares, made_by, made_at)
  select 99, jsonb_agg(to_jsonb(fares)), 'staff:m', now() from fares`

const LONG_HENCE = `timestamptz '2100-01-01'`

const CONFLICT_OF_NINE = `insert into boarding_conflicts
  select booking_id, 9, now() from bookings where state = 'live'`

const LOOSE_ENTRY = `insert into ledger_entries (entry_id, event_id, account, amount_cents, payable_id, entered_at)
  select gen_random_uuid(), order_id, 'fares', 100, order_id, now() from orders where status = 'confirmed'`

/** A cancellation of the first web booking, all of which is given up in time unless it says otherwise. */
function cancellationOf({ fee, forfeited = 0, doneAt = 'now()' }: Cancellation): string {
  return `update bookings set notice_from = null;
    insert into changes (change_id, order_id, kind, actor, state, fee_cents, forfeited_cents, requested_at, done_at)
    select order_id, order_id, 'cancelled', 'traveller', 'done', ${fee}, ${forfeited}, now(), ${doneAt} from bookings
    where booking_id = (${FIRST_BOOKING});
    insert into changed_bookings select order_id, booking_id, null from bookings where booking_id = (${FIRST_BOOKING})`
}

type Cancellation = { fee: number; forfeited?: number; doneAt?: string }

const OF_A_HOLDER = `departure_id in (select departure_id from bookings join orders using (order_id)
  where bookings.state = 'live' and orders.status = 'confirmed')`

const ANNOUNCED = `insert into incidents (incident_id, kind, cause, made_by, announced_at)
    select departure_id, 'not-running', 'fog', 'staff:m', now() - interval '1 hour' from departures;
  insert into incident_departures (incident_id, departure_id, kind)
    select departure_id, departure_id, 'not-running' from departures`

const CREDIT_NOTE = `insert into receipts (series, number, order_id, issued_at, total_cents, fee_cents, reduction_cents,
    vat_percent, vat_cents)
  select 'credit-note', number, order_id, issued_at, total_cents, 0, total_cents, vat_percent, vat_cents from receipts`

/**
 * What a traveller, the tax office or the till would miss, column by column: what is planted, and the
 * invariant that reports it.
 */
const LOSSES: Record<string, readonly [seenBy: string, planted: string]> = {
  'departures.status: cancelled, and nobody knows': [
    'I16: departure',
    `update departures set status = 'cancelled' where ${OF_A_HOLDER}`,
  ],
  'departures.status: withdrawn, and on no list': [
    'I16: departure',
    `update departures set status = 'withdrawn' where ${OF_A_HOLDER}`,
  ],
  'departures.status: cancelled an hour ago, and nobody was asked': [
    'I16: booking',
    `update departures set status = 'cancelled' where ${OF_A_HOLDER}; ${ANNOUNCED}`,
  ],
  'departures.seats: fewer than are sold': ['I1: departure', 'update departures set seats = 2'],
  'departure_stops.departs_at: an hour earlier': [
    'I2: booking',
    `update departure_stops set departs_at = departs_at - interval '1 hour', arrives_at = arrives_at - interval '1 hour'`,
  ],
  'bookings.departs_at: an hour later than the bus': [
    'I2: booking',
    `update bookings set departs_at = departs_at + interval '1 hour'`,
  ],
  'bookings.arrives_at: an hour later than the bus': [
    'I2: booking',
    `update bookings set arrives_at = arrives_at + interval '1 hour'`,
  ],
  'bookings.from_stop_id: not that of the position': [
    'I2: booking',
    `update bookings set from_stop_id = (select stop_id from departure_stops
      where departure_stops.departure_id = bookings.departure_id
        and departure_stops.position <> from_position and stop_id <> to_stop_id limit 1)`,
  ],
  'bookings.from_position: another leg than the seat': [
    'I1: hold',
    'update bookings set from_position = from_position + 1, to_position = to_position + 1',
  ],
  'bookings.total_cents: another sum': [
    'I7: booking',
    'update bookings set total_cents = total_cents + 1',
  ],
  'bookings.state: cancelled, with the seat sold': [
    'I1: hold',
    `update bookings set state = 'cancelled'`,
  ],
  'bookings.wheelchair_users: one less': [
    'I1: hold',
    'update bookings set wheelchair_users = 0 where wheelchair_users = 1',
  ],
  'bookings.refund_fee_cents: more than was promised': [
    'I7: booking',
    'update bookings set refund_fee_cents = 500',
  ],
  'bookings.notice_hours: longer than was promised': [
    'I7: booking',
    'update bookings set notice_hours = 48',
  ],
  'booking_passengers.fare_cents: another price': [
    'I7: booking',
    'update booking_passengers set fare_cents = fare_cents + 1',
  ],
  'changes.fee_cents: more than was promised': ['I7: change', cancellationOf({ fee: 101 })],
  'changes.fee_cents: less than was promised': ['I7: change', cancellationOf({ fee: 0 })],
  'changes.forfeited_cents: a refund inside the notice': [
    'I7: change',
    cancellationOf({ fee: 100, doneAt: `departs_at - interval '1 hour'` }),
  ],
  'changes.forfeited_cents: kept although it was in time': [
    'I7: change',
    cancellationOf({ fee: 0, forfeited: 4500 }),
  ],
  'orders.status: expired, with the money taken': [
    'I2: booking',
    `update orders set status = 'expired' where status = 'confirmed'`,
  ],
  'orders.vat_percent: another rate than the receipt': [
    'I7: receipt',
    'update orders set vat_percent = vat_percent + 1',
  ],
  'receipts.vat_cents: none': ['I7: receipt', 'update receipts set vat_cents = 0'],
  'receipts.vat_percent: another rate': ['I7: receipt', 'update receipts set vat_percent = 5'],
  'receipts.total_cents: another sum': ['I7: order', 'update receipts set total_cents = 1'],
  'receipts.fee_cents: another one': [
    'I7: receipt',
    'update receipts set fee_cents = fee_cents + 100',
  ],
  'receipts.reduction_cents: another one': [
    'I7: receipt',
    'update receipts set reduction_cents = reduction_cents + 100',
  ],
  'receipts.corrects_number: nothing': ['I7: credit-note', CREDIT_NOTE],
  'receipt_lines: none': ['I7: receipt', 'delete from receipt_lines'],
  'receipt_lines.count: one more': ['I7: receipt', 'update receipt_lines set count = count + 1'],
  'receipt_lines.fare_cents: a cent more': [
    'I7: receipt',
    'update receipt_lines set fare_cents = fare_cents + 1',
  ],
  'orders.confirmed_at: nothing': [
    'I2: order',
    `update orders set confirmed_at = null where status = 'confirmed'`,
  ],
  'mails.state: that of a change is needless': [
    'I11: change',
    `${changeOf({ fee: 0 })};
      insert into audit_entries (audit_id, entered_at, actor, subject, action)
      select change_id, done_at, actor, 'order:' || order_id, kind from changes;
      insert into mails (mail_id, order_id, kind, attempt_no, change_id, address, state, queued_at)
      select change_id, order_id, 'changed', row_number() over (partition by order_id), change_id, 'a@example.com', 'needless', now() from changes`,
  ],
  'receipts: one is gone': ['I7: order', 'delete from receipt_lines; delete from receipts'],
  'tickets: none': ['I2: booking', 'delete from tickets'],
  'tickets.replaced_at: void, and no other': [
    'I2: booking',
    'update tickets set replaced_at = now()',
  ],
  'seat_holds: the seat is gone': ['I2: booking', `delete from seat_holds where state = 'sold'`],
  'seat_holds.seats: one less than the party': [
    'I1: hold',
    `update seat_holds set seats = 1 where state = 'sold'`,
  ],
  'payments.captured_cents: less': ['I3: order', 'update payments set captured_cents = 1'],
  'payments.refunded_cents: more': ['I3: payment', 'update payments set refunded_cents = 1'],
  'refunds.amount_cents: more than was paid': ['I3: payment', refundOf(9000)],
  'orders.contact_email: nothing': [
    'I6: order',
    `update orders set contact_email = null where status = 'confirmed' and channel = 'web'`,
  ],
  'mails.sent_at: nothing': [
    'I6: mail',
    `update mails set state = 'sent', sent_at = null where kind = 'confirmation'`,
  ],
  'mails: no confirmation': ['I6: order', 'delete from mails'],
  'mails.state: the confirmation is needless': [
    'I6: order',
    `update mails set state = 'needless' where kind = 'confirmation'`,
  ],
  'mails.state: the confirmation is parked, and nobody was told': [
    'I6: mail',
    `update mails set state = 'parked' where kind = 'confirmation'`,
  ],
  'receipt_lines.category: a senior instead of a child': [
    'I7: receipt',
    `update receipt_lines set category = 'senior' where category = 'child'`,
  ],
  'receipt_lines.booking_id: that of another order': [
    'I7: receipt',
    `update receipt_lines set booking_id = (select booking_id from bookings
      where booking_id <> receipt_lines.booking_id limit 1)`,
  ],
  'receipts.issued_at: a month earlier': [
    'I7: receipt',
    `update receipts set issued_at = issued_at - interval '1 month'`,
  ],
  'receipts.change_id: that of another order': [
    'I7: receipt',
    `${changeOf({ fee: 0 })}; update receipts set issued_at = (select done_at from changes limit 1),
      change_id = (select change_id from changes where changes.order_id <> receipts.order_id limit 1)`,
  ],
  'bookings.missed: the free later bus is used, and was not': [
    'I7: booking',
    `update bookings set missed = true where state = 'live'`,
  ],
  'bookings.missed: the free later bus was used, and is not': [
    'I7: booking',
    `${changeOf({ fee: 0 })}; update changes set kind = 'missed'`,
  ],
  'bookings.corrected: the free correction is used, and was not': [
    'I7: booking',
    `update bookings set corrected = true where state = 'live'`,
  ],
  'bookings.notice_from: a day that was never booked': [
    'I7: booking',
    `update bookings set notice_from = departs_at + interval '1 day'`,
  ],
  'bookings.notice_from: nothing, after a missed bus': [
    'I7: change',
    `${changeOf({ fee: 0 })}; update changes set kind = 'missed'; update bookings set missed = true`,
  ],
  'bookings.notice_from: nothing, and the bus leaves earlier': [
    'I7: booking',
    `update bookings set retimings = 1, retimed_from = departs_at + interval '1 hour',
      retimed_arrival_from = arrives_at`,
  ],
  'bookings.retimed_from: a time of no other timetable': [
    'I7: booking',
    'update bookings set retimed_from = departs_at, retimed_arrival_from = arrives_at',
  ],
  'bookings.retimed_from: nothing, of a bus with new times': [
    'I7: booking',
    `update bookings set retimings = 1; update departures set retimed_at = (select max(confirmed_at) from orders) + interval '1 hour'`,
  ],
  'changed_bookings: one is gone': [
    'I11: booking',
    `${changeOf({ fee: 0 })}; update bookings set state = 'replaced'; delete from changed_bookings`,
  ],
  'changed_bookings.after_booking_id: nothing': [
    'I11: booking',
    `${changeOf({ fee: 0 })}; update bookings set state = 'replaced';
      update changed_bookings set after_booking_id = null`,
  ],
  'orders.terms_accepted_at: nothing': [
    'I7: order',
    `update orders set terms_accepted_at = null where status = 'confirmed'`,
  ],
  'mails.address: that of a stranger': [
    'I6: mail',
    `update mails set address = 'stranger@example.com' where kind = 'confirmation'`,
  ],
  'payments.settled_at: nothing': ['I8: payment', 'update payments set settled_at = null'],
  'payments.settled_at: after its capture': [
    'I8: payment',
    `update payments set settled_at = settled_at + interval '1 hour'`,
  ],
  'payments.settled_at: before its beginning': [
    'I8: payment',
    `update payments set settled_at = settled_at - interval '1 month'`,
  ],
  'refunds.settled_at: another time than in the book': [
    'I8: refund',
    `${refundOf(100)}; update refunds set state = 'succeeded', settled_at = now()`,
  ],
  'till_entries.entered_by: a colleague': [
    'I19: till',
    `update till_entries set entered_by = 'other'`,
  ],
  'till_entries.entered_at: another moment than in the audit': [
    'I19: till',
    `update till_entries set entered_at = entered_at - interval '1 hour' where kind = 'paid-in'`,
  ],
  'till_entries.entered_at: another moment than its payment': [
    'I19: till',
    `update till_entries set entered_at = entered_at + interval '1 millisecond'`,
  ],
  'till_sessions.staff_id: a colleague': [
    'I19: till',
    `delete from till_entries; update till_sessions set staff_id = 'other'`,
  ],
  'till_entries.amount_cents: a cent more': [
    'I19: till',
    `update till_entries set amount_cents = amount_cents + 1 where means = 'cash'`,
  ],
  'till_sessions.difference_cents: another': [
    'I3: order',
    'update till_sessions set difference_cents = -200',
  ],
}

test.each([
  ['I1: departure', 'update departures set seats = 2'],
  ['I1: departure', 'update departures set wheelchair_places = 0'],
  ['I1: departure', 'update departures set wheelchair_places = null'],
  [
    'I14: departure',
    `insert into departure_capacity select departure_id, 1, 1, 'staff:m', now() from departures`,
  ],
  [
    'I14: departure',
    `insert into departure_capacity select departure_id, 1, 1, 'staff:m', now() from departures;
      update departures set closed_at = now(), closed_because = 'over-full';
      insert into incidents (incident_id, kind, cause, made_by, announced_at)
      select departure_id, 'smaller-bus', 'smaller-bus', 'staff:m', now() from departures;
      insert into incident_departures (incident_id, departure_id, kind)
      select departure_id, departure_id, 'smaller-bus' from departures`,
  ],
  [
    'I14: departure',
    `insert into departure_capacity select departure_id, 1, 1, 'staff:m', now() - interval '1 hour' from departures;
      update departures set closed_at = now(), closed_because = 'over-full';
      insert into alerts (alert_id, kind, subject, facts, raised_at)
      select gen_random_uuid(), 'departure-over-full', 'departure:' || departure_id, '{}', now() from departures`,
  ],
  [
    'I17: booking',
    `update orders set confirmed_at = created_at - interval '90 minutes' where status = 'confirmed';
      insert into departure_delays (departure_id, from_position, minutes, entered_by, entered_at)
      select departure_id, 0, minutes, 'staff:m', (select min(created_at) from orders) - make_interval(hours => earlier)
      from departures cross join (values (15, 2), (10, 1)) as report (minutes, earlier)
      order by earlier desc`,
  ],
  [
    'I17: booking',
    `update orders set confirmed_at = created_at - interval '2 hours' where status = 'confirmed';
      insert into departure_delays (departure_id, from_position, minutes, entered_by, entered_at)
      select departure_id, 0, 10, 'staff:m', (select min(created_at) from orders) - interval '1 hour'
      from departures`,
  ],
  [
    'I15: hold',
    `insert into seat_holds (hold_id, booking_id, departure_id, from_position, to_position, seats,
        wheelchair_places, state, expires_at)
      select gen_random_uuid(), gen_random_uuid(), departure_id, 0, 1, 1, 0, 'offered', now() + interval '1 day'
      from departures`,
  ],
  [
    'I21: the fare',
    `${EDITION}; update fares set fare_cents = 950 where passenger_category = 'adult'`,
  ],
  ['I21: the fare', `${EDITION}; update fares set valid_from = '2030-01-01'`],
  ['I21: the fare', `${EDITION}; delete from fares where to_stop_id = 'B'`],
  [
    'I24: booking',
    `update fares set fare_cents = 950; ${EDITION}; update bookings set fare_edition = 99`,
  ],
  [
    'I24: booking',
    `update fares set valid_from = (select max(departs_at)::date + 2 from bookings); ${EDITION}; update bookings set fare_edition = 99`,
  ],
  ['I27: hold', blockOf(`delete from seat_blocks`)],
  ['I27: hold', blockOf(`update seat_blocks set block_id = gen_random_uuid()`)],
  ['holds no seats', blockOf(`delete from seat_holds where state = 'blocked'`)],
  ['holds no seats', blockOf(`update seat_holds set state = 'sold' where state = 'blocked'`)],
  ['nobody added it', `update departures set origin = 'extra'`],
  [
    'was compared with the timetable',
    addedAs('extra', `update departures set status = 'withdrawn'`),
  ],
  ['was compared with the timetable', addedAs('timetable')],
  [
    'was compared with the timetable',
    addedAs(
      'extra',
      `insert into departure_differences select departure_id, 'absent', now() from departures`,
    ),
  ],
  ['is offered to travellers', addedAs('charter', 'delete from seat_holds')],
  [
    'is offered to travellers',
    addedAs('charter', 'update departure_stops set pickup = false, dropoff = false'),
  ],
  ['I15: hold', leaseUntil({ by: `interval '1 minute'` })],
  ['I15: hold', leaseUntil({ by: `interval '0'`, also: 'delete from seat_leases' })],
  ['I15: hold', leaseUntil({ by: `interval '0'`, to: 2 })],
  [
    'I15: hold',
    `${choiceOf({ state: 'told', decideBy: LONG_HENCE })}; ${keptAfterChoice('1 hour')}`,
  ],
  ['I16: booking', choiceOf({ state: 'told', decideBy: `now() - interval '1 day'` })],
  ['I16: booking', choiceOf({ state: 'chose-refund', decideBy: 'now()' })],
  ['I16: booking', choiceOf({ state: 'chose-offer', decideBy: 'now()', chosen: FIRST_BOOKING })],
  [
    'I16: booking',
    `${choiceOf({ state: 'told', decideBy: LONG_HENCE, chosen: FIRST_BOOKING })};
      update bookings set state = 'cancelled'`,
  ],
  ['I16: no mail asked', `${choiceOf({ state: 'told', decideBy: LONG_HENCE })}; ${OF_ONLINE}`],
  [
    'I16: no bus took',
    `${choiceOf({ state: 'defaulted', decideBy: 'now()' })}; ${OF_ONLINE};
      update incident_bookings set default_choice = 'move'`,
  ],
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
  ['I3: order', goodwillOf(100)],
  ['I7: order', goodwillOf(100)],
  ['I7: order', goodwillOf(-100)],
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
  ...Object.values(LOSSES).map(([seenBy, planted]): [string, string] => [seenBy, planted]),
  ['I7: series', 'update receipt_counters set last_number = last_number + 1'],
  ['I8: payment', `update payments set state = 'expired'`],
  [
    'I13: no owner of 3 active members',
    `delete from staff_roles; insert into staff (id, name, email, locale, state, created_at, updated_at)
      values ('m', 'Maria', 'maria@halcyon.example', 'en', 'active', now(), now());
    insert into staff_roles values ('m', 'owner', 'admin:test', now())`,
  ],
  [
    'I22: staff:nobody',
    `insert into audit_entries (audit_id, entered_at, actor, subject, action)
      values (gen_random_uuid(), now(), 'staff:nobody', 'fares', 'changed')`,
  ],
  ['I18: 4 people', aboard(4)],
  ['I18: 4 people', `${aboard(4)}; ${CONFLICT_OF_NINE}`],
  ['I18: booking', `${aboard(1)}; ${CONFLICT_OF_NINE}`],
  ['I9: email', `update mails set state = 'sent'; update orders set confirmed_at = null`],
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
  ['I3: order', `update till_sessions set difference_cents = -200`],
  ['I3: order', `update payments set provider = 'sandbox' where provider = 'till'`],
  ['I19: till', `update till_entries set amount_cents = amount_cents + 1 where means = 'cash'`],
  ['I19: till', 'update till_sessions set counted_cents = counted_cents + 1'],
  ['I19: payment', `delete from till_entries where kind = 'sale'`],
  [
    'I19: till entry',
    `update payments set captured_cents = 0; update till_entries set entered_at = now() - interval '1 hour'`,
  ],
  ['I19: refund', `${refundOf(100)}; update refunds set state = 'succeeded'`],
  ['I10: mail', `update mails set queued_at = now() - interval '2 days'`],
  ['I10: job', `update pgboss.job set start_after = now() - interval '1 hour'`],
  [
    'I23: the figures',
    `insert into figured_days select distinct (issued_at at time zone 'Asia/Nicosia')::date, now() from receipts`,
  ],
])('%s is found after: %s', async (sentence, damage) => {
  expect(await checkAfter(damage)).toContainEqual(expect.stringContaining(sentence))
})

test('a leased leg of a late bus is no breach until the bus has left', async () => {
  const isLate = `insert into departure_delays (departure_id, from_position, minutes, entered_by, entered_at)
    select departure_id, 0, 20, 'staff:m', now() from departures`
  expect(await checkAfter(`${isLate}; ${leaseUntil({ by: `interval '20 minutes'` })}`)).toEqual([])
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

test('a fault that touches every row is told a thousand times, and not a hundred thousand', async () => {
  const found = await checkAfter(`
    insert into payment_notices (provider, notice_id, kind, received_at)
    select 'sandbox', 'evt_' || n, 'order.paid', now() - interval '1 day' from generate_series(1, 100000) as n`)
  expect(found.filter((breach) => breach.startsWith('I10: notice'))).toHaveLength(1000)
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

/** Breaches that only all rows together can show. */
const AT_NIGHT = /^I7: series|^I22|^I23|nobody added it$/

/**
 * Does the damage, returns the breaches, and rolls the damage back. A look at what changed finds the
 * same, but for what only all rows together can show.
 */
async function checkAfter(damage: string): Promise<string[]> {
  let found: string[] = []
  let narrow: string[] = []
  const undo = new Error('undone')
  await owner
    .transaction()
    .execute(async (tx) => {
      await sql.raw(damage).execute(tx)
      found = await checkInvariants(tx, { now: now() })
      narrow = await checkInvariants(tx, { now: now(), since: now().subtract({ hours: 3 }) })
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  expect(narrow).toEqual(found.filter((breach) => !AT_NIGHT.test(breach)))
  return found
}

/**
 * A leased leg, or a stretch up to that stop, that still counts this long after its bus has left.
 */
function leaseUntil({ by, to = 1, also = '' }: { by: string; to?: number; also?: string }) {
  return `insert into seat_leases select gen_random_uuid(), 0, departure_id, '[]', 'm', now() from departures;
    insert into seat_holds (hold_id, booking_id, lease_id, departure_id, from_position, to_position, seats,
      wheelchair_places, state, expires_at)
    select gen_random_uuid(), gen_random_uuid(), lease_id, departure_id, 0, ${to}, 1, 0, 'leased', departs_at + ${by}
    from seat_leases join departure_stops using (departure_id) where position = 0; ${also}`
}

/** A seat that the office blocked on each bus, and the damage. */
function blockOf(damage: string): string {
  return `insert into seat_blocks select gen_random_uuid(), departure_id, 'School', 'staff:m', now() from departures;
    insert into seat_holds (hold_id, booking_id, departure_id, from_position, to_position, seats,
      wheelchair_places, state)
    select gen_random_uuid(), block_id, departure_id, 0, 3, 1, 0, 'blocked' from seat_blocks; ${damage}`
}

/** Every departure, as if a person had added it. */
function addedAs(origin: string, damage = ''): string {
  return `update departures set origin = '${origin}';
    insert into extra_departures select departure_id, 0, 'Fair', null, 'staff:m', now() from departures; ${damage}`
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

/** Numbers every ride as the first one. */
function changeOf({ fee }: { fee: number }) {
  return `insert into changes (change_id, order_id, kind, actor, state, fee_cents, requested_at, done_at)
    select booking_id, order_id, 'amended', 'traveller', 'done', ${fee}, now(), now() from bookings;
    insert into changed_bookings select booking_id, booking_id, (${FIRST_BOOKING}) from bookings`
}

function goodwillOf(amount: number) {
  return `insert into changes (change_id, order_id, kind, actor, state, goodwill_cents, requested_at, done_at)
    select order_id, order_id, 'goodwill', 'staff', 'done', ${amount}, now(), now() from orders where status = 'confirmed'`
}

function otherTerms(terms: string) {
  return `update bookings set ${terms} where booking_id = (${FIRST_BOOKING})`
}

function refundOf(amount: number) {
  return `insert into refunds (refund_id, payment_id, amount_cents, reason, source, state, requested_at)
    select payment_id, payment_id, ${amount}, 'duplicate', 'system', 'requested', now() from payments`
}

test('each promise is a row of docs/promises.md, where I12 is the only other', () => {
  const rows = readFileSync('docs/promises.md', 'utf8').match(/(?<=^\| )I\d+/gm) ?? []
  expect(rows.filter((id) => id !== 'I12')).toEqual(Object.keys(PROMISES))
})

/** A choice about the first booking, in this state, and the booking that came of it. */
function choiceOf({ state, decideBy, chosen }: Choice): string {
  const isOpen = state === 'told'
  return `insert into incidents values (gen_random_uuid(), 'fog', 'admin:maria', now(), null);
    insert into incident_bookings (incident_id, booking_id, token, state, default_choice, decide_by,
      told_at, decided_at, decided_by, chosen_booking_id)
    select incident_id, (${FIRST_BOOKING}), 'a', '${state}', 'refund', ${decideBy}, now(),
      ${isOpen ? 'null, null' : `now(), 'traveller'`}, (${chosen ?? 'null'}) from incidents`
}

type Choice = { state: string; decideBy: string; chosen?: string }

/** A seat that is kept for each choice this long after its end. */
function keptAfterChoice(duration: string): string {
  return `insert into incident_offers select gen_random_uuid(), incident_id, booking_id, 1, departure_id,
      departs_at, arrives_at, decide_by from incident_bookings join bookings using (booking_id);
    insert into seat_holds (hold_id, booking_id, departure_id, from_position, to_position, seats,
      wheelchair_places, state, expires_at)
    select gen_random_uuid(), offer_id, departure_id, 0, 1, 1, 0, 'offered', kept_until + interval '${duration}'
    from incident_offers`
}

/** Lets this many people of each booking aboard its bus. */
function aboard(people: number): string {
  return `insert into scans
      (device_no, booking_id, departure_id, position, boarded, scanned_at, received_at, scanned_by)
    select 0, booking_id, departure_id, 0, ${people}, now(), now(), 'admin:maria' from bookings where state = 'live'`
}
