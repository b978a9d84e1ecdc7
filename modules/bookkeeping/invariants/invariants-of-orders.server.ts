import { sql, type RawBuilder } from 'kysely'

import { CATEGORY_RULES, PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import { TERMS_VERSION } from '#modules/orders/order/terms-version.ts'
import { WHEELCHAIR_DAYS_KEPT } from '#modules/rules/kept.ts'
import { MAX_PASSENGERS, REFUND_TERMS } from '#modules/rules/rules.ts'

import { invariants, type Invariant, type Query } from './narrow.server.ts'

/* Invariants of seats, orders and their documents; see check-invariants.server.ts. */

/** Time within which money without an order is being refunded, in full. */
const MINUTES_TO_REFUND = 5

/** Categories that take no seat. */
const ON_LAPS = PASSENGER_CATEGORIES.filter((category) => CATEGORY_RULES[category].onLap)

/** Staff sold tickets on paper, without an address; one may have been added since. */
const SOLD_ON_PAPER = sql`(channel <> 'web' and (contact_email is null or exists (select from changes
  where changes.order_id = orders.order_id and changes.kind = 'contact')))`

type Moment = RawBuilder<unknown>

const query = sql<{ breach: string }>

export function invariantsOfOrders(at: Moment): Invariant[] {
  return [
    ...invariants('departures', seats(at)),
    ...invariants('orders', [
      ...orders(at),
      ...documents(),
      ...taxes(),
      ...linesOfDocuments(),
      ...passengers(),
      ...termsOfSale(),
      ...rulesOfCancelling(),
      ...reportedSuccess(),
    ]),
    ...invariants('everything', timesOfRides(at)),
    ...invariants('night', numbers()),
  ]
}

/**
 * I1: on no leg are more places sold and held than the bus has. Weeks after a ride its wheelchair
 * places are forgotten, and each of them counts as a seat from then on.
 */
function seats(at: Moment): Query[] {
  return [
    query`
      select format('I1: departure %s, leg %s: %s seats and %s wheelchair places are taken, of %s and %s',
        departure_id, leg, taken.seats, taken.wheelchair_places, bus.seats, coalesce(bus.wheelchair_places, 0)) as breach
      from (
        select departure_id, leg, sum(seats) as seats, sum(wheelchair_places) as wheelchair_places
        from seat_holds cross join lateral generate_series(from_position, to_position - 1) as leg
        where expires_at is null or expires_at > ${at}
        group by departure_id, leg
      ) as taken join departures as bus using (departure_id)
      where taken.wheelchair_places > coalesce(bus.wheelchair_places, 0) or taken.seats > bus.seats + case
        when service_date < ${at} - make_interval(days => ${WHEELCHAIR_DAYS_KEPT - 1}) then coalesce(bus.wheelchair_places, 0)
        else 0 end`,
    query`
      select format('I1: hold %s (%s) is not what booking %s takes', hold_id, hold.state, hold.booking_id) as breach
      from seat_holds as hold left join bookings as booking using (booking_id)
      left join (select booking_id, sum(count) as seated from booking_passengers
        where category <> all(${ON_LAPS}) and booking_id in (select booking_id from seat_holds)
        group by booking_id) as people using (booking_id)
      where (booking.booking_id is null and not exists (select from incident_offers
          where hold.state = 'offered' and offer_id = hold.booking_id
            and incident_offers.departure_id = hold.departure_id)
          and not exists (select from taken_along where guest_id = hold.booking_id
            and hold.state = 'sold' and taken_along.departure_id = hold.departure_id) and hold.state not in ('leased', 'blocked'))
        or booking.state in ('replaced', 'cancelled')
        or (hold.departure_id, hold.from_position, hold.to_position)
          <> (booking.departure_id, booking.from_position, booking.to_position)
        or (booking.state = 'live' and (hold.seats, hold.wheelchair_places)
          <> (seated - wheelchair_users, wheelchair_users))`,
    query`
      select format('I1: booking %s has %s holds', booking_id, count(*)) as breach
      from seat_holds group by booking_id having count(*) > 1`,
  ]
}

/**
 * I2: a confirmed order has its seats and tickets, and money without an order is refunded in full.
 */
function orders(at: Moment): Query[] {
  return [
    query`
      select format('I2: booking %s of order %s (%s) has %s sold holds and %s tickets',
        booking_id, order_id, status, coalesce(sold, 0), coalesce(valid, 0)) as breach
      from bookings join orders using (order_id)
      left join (select booking_id, count(*) as sold from seat_holds
        where seat_holds.state = 'sold' group by booking_id) as holds using (booking_id)
      left join (select booking_id, count(*) as valid from tickets
        where replaced_at is null group by booking_id) as valid_tickets using (booking_id)
      where (coalesce(sold, 0), coalesce(valid, 0)) <> (case when status = 'confirmed' and state = 'live' then 1 else 0 end,
                              case when status = 'confirmed' and state = 'live' then 1 else 0 end)`,
    query`
      select format('I2: order %s is confirmed and has no rides', order_id) as breach
      from orders where status = 'confirmed'
        and not exists (select from bookings where bookings.order_id = orders.order_id and state = 'live')`,
    query`
      select format('I2: order %s is confirmed, and nothing says when', order_id) as breach
      from orders where status = 'confirmed' and confirmed_at is null`,
    query`
      select format('I2: %s cents of payment %s (%s) bought nothing; %s are promised back, %s are back; the order %s is %s',
        captured_cents, payment_id, state, promised, refunded_cents + otherwise, payable_id, orders.status) as breach
      from payments left join orders on order_id = payable_id
      cross join lateral (
        select coalesce(sum(amount_cents) filter (where refunds.state not in ('failed', 'replaced')), 0) as promised,
          coalesce(sum(amount_cents) filter (where refunds.state in ('paid-otherwise', 'taken-back')), 0) as otherwise,
          coalesce(bool_or(refunds.state in ('failed', 'needs-attention')
            or (provider = 'till' and refunds.state = 'pending')), false) as is_with_staff,
          min(requested_at) as since
        from refunds where refunds.payment_id = payments.payment_id) as refund
      where captured_cents > 0
        and not exists (select from ledger_entries where event_id = 'settle:' || payments.payment_id)
        and not (state = 'review' and decision is null and coalesce(orders.status, '')
          in ('payment-review', 'confirmed', 'cancelled'))
        and not is_with_staff
        and (promised < captured_cents or (refunded_cents + otherwise < captured_cents
          and since < ${at} - make_interval(mins => ${MINUTES_TO_REFUND})))`,
    query`
      select format('I5: order %s (%s) was paid for %s times', order_id, status, count(*)) as breach
      from orders join payments on payable_id = order_id
      join ledger_entries on event_id = 'settle:' || payments.payment_id and account = 'fares'
      where not exists (select from changes where changes.payment_id = payments.payment_id)
      group by order_id, status having count(*) > 1 or status not in ('confirmed', 'cancelled')`,
  ]
}

/** I2: a ride to come is at the stops and times of its bus; another time is for a person to take over. */
function timesOfRides(at: Moment): Query[] {
  return [
    query`
      select format('I2: booking %s leaves %s at %s and arrives at %s at %s, and its bus does otherwise',
        booking_id, from_stop_id, bookings.departs_at, to_stop_id, bookings.arrives_at) as breach
      from bookings join orders using (order_id)
      left join departure_stops boarding on boarding.departure_id = bookings.departure_id and boarding.position = from_position
      left join departure_stops leaving on leaving.departure_id = bookings.departure_id and leaving.position = to_position
      where bookings.state = 'live' and status = 'confirmed' and bookings.departs_at > ${at}
        and (from_stop_id, to_stop_id, bookings.departs_at, bookings.arrives_at)
          is distinct from (boarding.stop_id, leaving.stop_id, boarding.departs_at, leaving.arrives_at)`,
  ]
}

/** I6 and I7: one mail, one receipt, and the price that was shown. */
function documents(): Query[] {
  return [
    query`
      select format('I6: order %s (%s) is owed %s confirmations', order_id, status, count(mail_id)) as breach
      from orders left join mails using (order_id)
      where coalesce(kind, 'confirmation') = 'confirmation' and coalesce(attempt_no, 1) = 1
        and status <> 'cancelled'
      group by order_id, status, channel, contact_email
      having count(mail_id) <> case when status = 'confirmed' then 1 else 0 end
        and not (${SOLD_ON_PAPER} and count(mail_id) = 0)`,
    query`
      select format('I6: order %s is confirmed and has no email', order_id) as breach
      from orders where status = 'confirmed' and not ${SOLD_ON_PAPER} and not exists (select from mails
        where mails.order_id = orders.order_id and kind = 'confirmation' and state <> 'needless')`,
    query`
      select format('I6: order %s is of the web, and nobody knows whose', order_id) as breach
      from orders where status = 'confirmed' and channel = 'web' and contact_email is null and contact_name is not null`,
    query`
      select format('I6: mail %s was sent, and nothing says when', mail_id) as breach
      from mails where state = 'sent' and sent_at is null`,
    query`
      select format('I6: mail %s with the tickets of order %s is %s, and nobody was told', mail_id, order_id, mails.state) as breach
      from mails join orders using (order_id)
      where kind = 'confirmation' and attempt_no = 1 and mails.state in ('parked', 'refused')
        and status = 'confirmed' and contact_email is not null and address is not null
        and not exists (select from alerts where subject = 'mail:' || mail_id or subject = 'order:' || order_id)`,
    query`
      select format('I7: order %s keeps %s cents for what it gave, was charged %s, and has papers for %s',
        order_id, earned, charged, papers) as breach
      from orders
      left join (select order_id, sum(total_cents) as price from bookings
        where state = 'live' group by 1) as booked using (order_id)
      left join (select order_id, sum(fee_cents + forfeited_cents) - sum(goodwill_cents) as kept,
          sum(portal_cents) as counted from changes
        where state = 'done' group by 1) as changed using (order_id)
      left join (select payable_id as order_id, sum(amount_cents) as taken from payments
        where exists (select from ledger_entries where event_id = 'settle:' || payments.payment_id)
        group by 1) as paid using (order_id)
      left join (select payable_id as order_id, sum(refunds.amount_cents) as returned
        from refunds join payments using (payment_id)
        where cause_id is not null and refunds.state <> 'replaced' group by 1) as given using (order_id)
      left join (select payable_id as order_id, sum(amount_cents) as undone from ledger_entries
        where event_id like 'made-good-undone:%' and account = 'made-good' group by 1) as owed using (order_id)
      left join (select order_id, sum(case when series = 'receipt' then total_cents else -total_cents end) as papers
        from receipts group by 1) as issued using (order_id)
      cross join lateral (select coalesce(taken, 0) - coalesce(returned, 0) - coalesce(counted, 0) + coalesce(undone, 0) as charged,
        case when status = 'confirmed' then coalesce(price, 0) else 0 end + coalesce(kept, 0) as earned) as total
      where status in ('confirmed', 'cancelled') and confirmed_at is not null
        and (charged <> earned or papers is distinct from charged)`,
  ]
}

/** I7: the tax inside a document is that of its rate, but for a cent of rounding where a part was credited before. */
function taxes(): Query[] {
  return [
    query`
      select format('I7: %s %s of %s cents names %s cents of VAT at %s %%', series, number, total_cents, vat_cents, vat_percent) as breach
      from receipts where abs(vat_cents - total_cents * vat_percent / (100 + vat_percent)) > 1`,
    query`
      select format('I7: %s %s has VAT at %s %%, and its order was sold at %s %%',
        series, number, receipts.vat_percent, orders.vat_percent) as breach
      from receipts join orders using (order_id) where receipts.vat_percent <> orders.vat_percent`,
  ]
}

/**
 * I7: what a document sums up to is what its lines say, until its order is deleted with them, and a credit note
 * names a receipt of its order.
 */
function linesOfDocuments(): Query[] {
  return [
    query`
      select format('I7: %s %s is for %s cents, and its lines, less a fee of %s and with a reduction of %s, are for %s',
        series, number, total_cents, fee_cents, reduction_cents, coalesce(lined.cents, 0)) as breach
      from receipts cross join lateral (
        select sum(count * fare_cents) as cents from receipt_lines
        where receipt_lines.series = receipts.series and receipt_lines.number = receipts.number) as lined
      where total_cents <> coalesce(lined.cents, 0) - fee_cents + reduction_cents
        and exists (select from orders where orders.order_id = receipts.order_id)`,
    query`
      select format('I7: %s %s of order %s corrects %s', series, number, order_id, corrects_number) as breach
      from receipts where series = 'credit-note' and not exists (select from receipts as corrected
        where corrected.series = 'receipt' and corrected.number = receipts.corrects_number
          and corrected.order_id = receipts.order_id)`,
  ]
}

/** I7: the numbers of the documents have no gap. */
function numbers(): Query[] {
  return [
    query`
      select format('I7: series %s counts to %s and has %s documents', series, last_number, count(number)) as breach
      from receipt_counters left join receipts using (series)
      group by series having count(number) <> last_number or coalesce(max(number), 0) <> last_number`,
  ]
}

/**
 * I7: a ride costs the sum of its passengers' fares, and its party is not larger than the rules
 * allow.
 */
function passengers(): Query[] {
  return [
    query`
      select format('I7: booking %s costs %s cents, and its %s passengers pay %s',
        booking_id, total_cents, coalesce(people, 0), coalesce(paid, 0)) as breach
      from bookings left join (
        select booking_id, sum(count) as people, sum(count * fare_cents) as paid
        from booking_passengers group by booking_id) as party using (booking_id)
      where total_cents <> coalesce(paid, 0) or coalesce(people, 0) not between 1 and ${MAX_PASSENGERS}`,
  ]
}

/** I7: fee and notice are those of the sale, however often a ride changes. */
function termsOfSale(): Query[] {
  return [
    query`
      select format('I7: change %s of order %s keeps a fee of %s cents, and %s were promised',
        change_id, changes.order_id, fee_cents, max(refund_fee_cents)) as breach
      from changes join changed_bookings using (change_id)
      join bookings on booking_id = before_booking_id
      where changes.state = 'done' group by change_id, changes.order_id, fee_cents having fee_cents > max(refund_fee_cents)`,
    query`
      select format('I7: booking %s was sold with %s hours of notice and a fee of %s cents, its successor %s with %s and %s',
        former.booking_id, former.notice_hours, former.refund_fee_cents,
        next.booking_id, next.notice_hours, next.refund_fee_cents) as breach
      from changed_bookings
      join bookings as former on former.booking_id = before_booking_id
      join bookings as next on next.booking_id = after_booking_id
      where (former.notice_hours, former.refund_fee_cents) <> (next.notice_hours, next.refund_fee_cents)`,
  ]
}

/**
 * I7: what was promised at the sale is what a cancellation gives, to the cent, unless staff overruled it with a reason or
 * the bus did not run. Who accepted the present terms has the present fee and notice.
 */
function rulesOfCancelling(): Query[] {
  return [
    query`
      select format('I7: booking %s was sold under the terms of %s with %s hours of notice and a fee of %s cents',
        booking_id, terms_version, notice_hours, refund_fee_cents) as breach
      from bookings join orders using (order_id)
      where terms_version = ${TERMS_VERSION}
        and (notice_hours, refund_fee_cents) <> (${REFUND_TERMS.noticeHours}::int, ${REFUND_TERMS.fee}::int)`,
    query`
      select format('I7: change %s of order %s keeps %s and forfeits %s cents, and by its terms %s and %s',
        change_id, order_id, fee_cents, forfeited_cents, due.fee, due.price - due.in_time) as breach
      from changes join lateral (
        select sum(part.price) as price, coalesce(sum(part.price) filter (where part.is_in_time), 0) as in_time,
          least(coalesce(sum(part.price) filter (where part.is_in_time), 0),
            coalesce(min(refund_fee_cents) filter (where part.is_in_time), 0)) as fee,
          bool_and(is_own_wish) as is_own_wish
        from (
          select former.total_cents - coalesce(next.total_cents, 0) as price, former.refund_fee_cents,
            coalesce(former.notice_from, former.departs_at) - make_interval(hours => former.notice_hours) >= done_at as is_in_time,
            departures.status = 'planned' and not exists (select from incident_departures
              where incident_departures.departure_id = former.departure_id) as is_own_wish
          from changed_bookings
          join bookings as former on former.booking_id = before_booking_id
          join departures on departures.departure_id = former.departure_id
          left join bookings as next on next.booking_id = after_booking_id
          where changed_bookings.change_id = changes.change_id) as part) as due on true
      where kind = 'cancelled' and changes.state = 'done' and overrule is null and due.is_own_wish
        and (fee_cents, forfeited_cents) <> (due.fee, due.price - due.in_time)`,
  ]
}

/** I9: a buyer who was told of success finds the order. A sent mail counts as having been told. */
function reportedSuccess(): Query[] {
  return [
    query`
      select format('I9: email %s announced tickets of order %s, which was never confirmed', mail_id, order_id) as breach
      from mails join orders using (order_id)
      where kind = 'confirmation' and state = 'sent' and confirmed_at is null`,
  ]
}
