import { sql, type RawBuilder } from 'kysely'

import type { PaymentProvider } from '#modules/payments/provider.ts'
import type { Database, Tx } from '#platform/db.server.ts'

import { compareWithProvider } from './compare-with-provider.server.ts'
import { WHEELCHAIR_DAYS_KEPT } from './forget-wheelchairs.server.ts'

/*
 * What must hold whatever happens, asked of a live database; every fault test ends with it. Each query finds what breaks one of them, and says so in a sentence.
 */

/** Money without an order is on its way back, whole, within this. */
const MINUTES_TO_REFUND = 5
/** An attempt is looked after at least this often, so its end is known this long after it came. */
const MINUTES_TO_NOTICE = 15
/** The longest that seats are off sale for a payment, and the time it takes to notice. */
const MINUTES_PAYING = 60 + MINUTES_TO_NOTICE
const HOURS_PROCESSING = 24
const HOURS_TO_MAIL = 24

type Asked = {
  now: Temporal.Instant
  /** The provider's own record, held against ours (I4). It is asked about every payment. */
  bank?: PaymentProvider
}

/** Every breach, one sentence each; nothing when all is well. */
export async function checkInvariants(db: Database | Tx, { now, bank }: Asked): Promise<string[]> {
  const breaches: string[] = []
  const at = sql`${now.toString()}::timestamptz`
  for (const query of [...seats(at), ...orders(at), ...money(), ...papers(), ...waiting(at)]) {
    const { rows } = await query.execute(db)
    breaches.push(...rows.map(({ breach }) => breach))
  }
  if (bank) breaches.push(...(await compareWithProvider(db, bank)))
  return breaches.toSorted()
}

type Query = RawBuilder<{ breach: string }>
type Moment = RawBuilder<unknown>

const query = sql<{ breach: string }>

/**
 * I1: on no leg are there more places sold and held than the bus has. Weeks after a ride its wheelchair
 * places are forgotten, and what was one counts as a seat.
 */
function seats(at: Moment): Query[] {
  return [
    query`
      select format('I1: departure %s, leg %s: %s seats and %s wheelchair places are taken, of %s and %s',
        departure_id, leg, taken.seats, taken.wheelchair_places, bus.seats, bus.wheelchair_places) as breach
      from (
        select departure_id, leg, sum(seats) as seats, sum(wheelchair_places) as wheelchair_places
        from seat_holds cross join lateral generate_series(from_position, to_position - 1) as leg
        where state <> 'cart' or expires_at > ${at}
        group by departure_id, leg
      ) as taken join departures as bus using (departure_id)
      where taken.wheelchair_places > bus.wheelchair_places or taken.seats > bus.seats + case
        when service_date < ${at} - make_interval(days => ${WHEELCHAIR_DAYS_KEPT - 1}) then bus.wheelchair_places
        else 0 end`,
    query`
      select format('I1: hold %s (%s) is not what booking %s takes', hold_id, hold.state, hold.booking_id) as breach
      from seat_holds as hold left join bookings as booking using (booking_id)
      where booking.booking_id is null
        or booking.state in ('replaced', 'cancelled')
        or (hold.departure_id, hold.from_position, hold.to_position)
          <> (booking.departure_id, booking.from_position, booking.to_position)
        or (booking.state = 'live' and (hold.seats, hold.wheelchair_places)
          <> (adults + children + students - wheelchair_users, wheelchair_users))`,
    query`
      select format('I1: booking %s has %s holds', booking_id, count(*)) as breach
      from seat_holds group by booking_id having count(*) > 1`,
  ]
}

/** I2: a confirmed order has its seats and tickets, and money without one goes back whole. */
function orders(at: Moment): Query[] {
  return [
    query`
      select format('I2: booking %s of order %s (%s) has %s sold holds and %s tickets',
        booking_id, order_id, status, sold, valid) as breach
      from bookings join orders using (order_id)
      cross join lateral (select count(*) as sold from seat_holds
        where seat_holds.booking_id = bookings.booking_id and seat_holds.state = 'sold') as holds
      cross join lateral (select count(*) as valid from tickets
        where tickets.booking_id = bookings.booking_id and replaced_at is null) as valid_tickets
      where (sold, valid) <> (case when status = 'confirmed' and state = 'live' then 1 else 0 end,
                              case when status = 'confirmed' and state = 'live' then 1 else 0 end)`,
    query`
      select format('I2: order %s is confirmed and has no rides', order_id) as breach
      from orders where status = 'confirmed'
        and not exists (select from bookings where bookings.order_id = orders.order_id and state = 'live')`,
    query`
      select format('I2: %s cents of payment %s (%s) bought nothing; %s are promised back, %s are back; the order %s is %s',
        captured_cents, payment_id, state, promised, refunded_cents, payable_id, orders.status) as breach
      from payments left join orders on order_id = payable_id
      cross join lateral (
        select coalesce(sum(amount_cents) filter (where refunds.state <> 'failed'), 0) as promised,
          coalesce(bool_or(refunds.state in ('failed', 'needs-attention')), false) as is_with_staff,
          min(requested_at) as since
        from refunds where refunds.payment_id = payments.payment_id) as refund
      where captured_cents > 0
        and not exists (select from ledger_entries where event_id = 'settle:' || payments.payment_id)
        and not (state = 'review' and coalesce(orders.status, '')
          in ('payment-review', 'confirmed', 'cancelled'))
        and not is_with_staff
        and (promised <> captured_cents or (refunded_cents <> captured_cents
          and since < ${at} - make_interval(mins => ${MINUTES_TO_REFUND})))`,
    query`
      select format('I5: order %s (%s) was paid for %s times', order_id, status, count(*)) as breach
      from orders join payments on payable_id = order_id
      join ledger_entries on event_id = 'settle:' || payments.payment_id and account = 'fares'
      where not exists (select from changes where changes.payment_id = payments.payment_id)
      group by order_id having count(*) > 1 or status not in ('confirmed', 'cancelled')`,
    query`
      select format('I11: change %s of order %s (%s) is told to nobody, or not in the audit',
        change_id, changes.order_id, kind) as breach
      from changes join orders using (order_id)
      where changes.state = 'done' and not (
        (contact_email is null or exists (select from mails where mails.change_id = changes.change_id))
        and exists (select from audit_entries
          where subject = 'order:' || changes.order_id and entered_at = done_at
            and (action = kind or (kind = 'wheelchair' and action = 'amended'))))`,
  ]
}

/** I3 and I8: the book adds up, and agrees with orders, payments and refunds. */
function money(): Query[] {
  return [
    query`
      select format('I3: ledger event %s has %s entries that sum to %s', event_id, count(*), sum(amount_cents)) as breach
      from ledger_entries group by event_id having count(*) <> 2 or sum(amount_cents) <> 0`,
    query`
      with
        book as (select payable_id, account, sum(amount_cents) as total from ledger_entries group by 1, 2),
        paid as (select *, exists (select from ledger_entries
          where event_id = 'settle:' || payments.payment_id) as is_settled from payments),
        given as (select payable_id, refunds.* from refunds join payments using (payment_id)),
        expected as (
          select order_id as payable_id, 'fares' as account, -sum(total_cents) as total
          from bookings join orders using (order_id) where status = 'confirmed' and state = 'live'
          group by order_id
          union all
          select order_id, 'fees', -sum(fee_cents) from changes where state = 'done' group by 1
          union all
          select order_id, 'forfeited', -sum(forfeited_cents) from changes where state = 'done' group by 1
          union all
          select payable_id, 'provider', sum(captured_cents - refunded_cents) from paid group by 1
          union all
          select payable_id, 'refunds-due', -sum(amount_cents) from given
          where state <> 'succeeded' group by 1
          union all
          select payable_id, 'unsettled', sum(total) from (
            select payable_id, -captured_cents as total from paid where not is_settled
            union all
            select payable_id, amount_cents from given where cause_id is null
          ) as loose group by 1)
      select format('I3: order %s has %s cents in %s, and not %s',
        payable_id, coalesce(book.total, 0), account, coalesce(expected.total, 0)) as breach
      from book full join expected using (payable_id, account)
      where coalesce(book.total, 0) <> coalesce(expected.total, 0)`,
    query`
      select format('I3: payment %s: %s cents are promised back of %s', payment_id, promised, captured_cents) as breach
      from payments cross join lateral (select sum(amount_cents) as promised from refunds
        where refunds.payment_id = payments.payment_id and state <> 'failed' and source <> 'provider') as refund
      where promised > captured_cents`,
    query`
      select format('I3: payment %s says %s cents are back, its refunds say %s', payment_id, refunded_cents, back) as breach
      from payments cross join lateral (select coalesce(sum(amount_cents), 0) as back from refunds
        where refunds.payment_id = payments.payment_id and state = 'succeeded') as refund
      where refunded_cents <> back`,
    query`
      select format('I8: payment %s (%s) captured %s cents, and %s are in the book', payment_id, state, captured_cents, entered) as breach
      from payments cross join lateral (select coalesce(sum(amount_cents), 0) as entered
        from ledger_entries where event_id = 'capture:' || payments.payment_id and account = 'provider') as book
      where entered <> captured_cents
        or (captured_cents > 0 and state not in ('paid', 'review'))
        or (captured_cents <> amount_cents and state = 'paid')`,
  ]
}

/** I6 and I7: one mail, one receipt, and the price that was shown. */
function papers(): Query[] {
  return [
    query`
      select format('I6: order %s (%s) is owed %s confirmations', order_id, status, count(mail_id)) as breach
      from orders left join mails using (order_id)
      where coalesce(kind, 'confirmation') = 'confirmation' and coalesce(attempt_no, 1) = 1
        and status <> 'cancelled'
      group by order_id having count(mail_id) <> case when status = 'confirmed' then 1 else 0 end`,
    query`
      select format('I6: order %s is confirmed, and owes nobody a mail', order_id) as breach
      from orders where status = 'confirmed' and not exists (select from mails
        where mails.order_id = orders.order_id and kind = 'confirmation' and attempt_no = 1)`,
    query`
      select format('I7: order %s keeps %s cents for what it gave, was charged %s, and has papers for %s',
        order_id, price + kept, charged - returned, papers) as breach
      from orders
      cross join lateral (select coalesce(sum(total_cents), 0) as price from bookings
        where bookings.order_id = orders.order_id and state = 'live' and status = 'confirmed') as booked
      cross join lateral (select coalesce(sum(fee_cents + forfeited_cents), 0) as kept from changes
        where changes.order_id = orders.order_id and state = 'done') as changed
      cross join lateral (select coalesce(sum(payments.amount_cents), 0) as charged from payments
        where payable_id = orders.order_id and exists (select from ledger_entries
          where event_id = 'settle:' || payments.payment_id)) as paid
      cross join lateral (select coalesce(sum(refunds.amount_cents), 0) as returned
        from refunds join payments using (payment_id)
        where payable_id = orders.order_id and cause_id is not null) as given
      cross join lateral (
        select sum(case when series = 'receipt' then total_cents else -total_cents end) as papers
        from receipts where receipts.order_id = orders.order_id) as issued
      where status in ('confirmed', 'cancelled') and confirmed_at is not null
        and (charged - returned <> price + kept or papers is distinct from charged - returned)`,
    query`
      select format('I7: series %s counts to %s and has %s papers', series, last_number, count(number)) as breach
      from receipt_counters left join receipts using (series)
      group by series having count(number) <> last_number or coalesce(max(number), 0) <> last_number`,
  ]
}

/** I10: nothing stays in a passing state for longer than it may. */
function waiting(at: Moment): Query[] {
  return [
    query`
      select format('I10: payment %s is %s since %s', payment_id, state, created_at) as breach
      from payments
      where (state in ('created', 'open') and session_expires_at < ${at} - make_interval(mins => ${MINUTES_TO_NOTICE}))
        or (state = 'processing' and created_at < ${at} - make_interval(hours => ${HOURS_PROCESSING}))`,
    query`
      select format('I10: order %s awaits a payment that nobody makes', order_id) as breach
      from orders where status = 'awaiting-payment' and not exists (select from payments
        where payable_id = order_id and state in ('created', 'open', 'processing'))`,
    query`
      select format('I10: booking %s (order %s, %s) keeps seats for a payment since %s',
        bookings.booking_id, orders.order_id, status, first_held_at) as breach
      from seat_holds join bookings using (booking_id) join orders using (order_id)
      left join changes on changes.order_id = orders.order_id and changes.state = 'awaiting-payment'
      where seat_holds.state = 'paying' and not coalesce(case bookings.state
        when 'live' then status = 'awaiting-payment'
          and first_held_at > ${at} - make_interval(mins => ${MINUTES_PAYING})
        when 'proposed' then requested_at > ${at} - make_interval(mins => ${MINUTES_PAYING}) end, false)`,
    query`
      select format('I10: change %s awaits a surcharge that nobody pays', change_id) as breach
      from changes left join payments using (payment_id)
      where changes.state = 'awaiting-payment' and payments.state not in ('created', 'open', 'processing')`,
    query`
      select format('I10: booking %s is proposed, and no change waits for it', booking_id) as breach
      from bookings where state = 'proposed' and not exists (select from changes
        where changes.order_id = bookings.order_id and changes.state = 'awaiting-payment')`,
    query`
      select format('I10: notice %s of %s was not read', notice_id, received_at) as breach
      from payment_notices
      where processed_at is null and received_at < ${at} - make_interval(mins => ${MINUTES_TO_NOTICE})`,
    query`
      select format('I10: mail %s (%s) waits since %s', mail_id, kind, queued_at) as breach
      from mails where state = 'queued' and queued_at < ${at} - make_interval(hours => ${HOURS_TO_MAIL})`,
    query`
      select format('I10: job %s (%s) waits since %s', id, name, start_after) as breach
      from pgboss.job
      where state in ('created', 'retry') and start_after < now() - make_interval(mins => ${MINUTES_TO_NOTICE})`,
  ]
}
