import { sql } from 'kysely'

import { invariants, type Invariant, type Query } from './narrow.server.ts'

/* Invariants of what was: the past that rows tell of each other must be one; see check-invariants.server.ts. */

const query = sql<{ breach: string }>

export function invariantsOfHistory(): Invariant[] {
  return invariants('orders', [
    ...papers(),
    ...acceptance(),
    ...replaced(),
    ...rights(),
    ...notices(),
  ])
}

/** I7: a document is of the moment and the order of what it is for, and its lines are people of that order's rides. */
function papers(): Query[] {
  return [
    query`
      select format('I7: %s %s of order %s was issued at %s, and nothing else happened then', series, number,
        receipts.order_id, issued_at) as breach
      from receipts join orders using (order_id) left join changes using (change_id)
      where case when receipts.change_id is null
        then total_cents > 0 and not exists (select from ledger_entries
          where payable_id = receipts.order_id and entered_at = issued_at)
        else issued_at is distinct from done_at or changes.order_id <> receipts.order_id end`,
    query`
      select format('I7: %s %s of order %s lists %s people as %s of booking %s, which has %s',
        series, number, receipts.order_id, listed.people, category, listed.booking_id, coalesce(party.count, 0)) as breach
      from receipts cross join lateral (
        select booking_id, category, fare_cents, sum(count) as people from receipt_lines
        where receipt_lines.series = receipts.series and receipt_lines.number = receipts.number
        group by booking_id, category, fare_cents) as listed
      left join booking_passengers as party using (booking_id, category, fare_cents)
      left join bookings using (booking_id)
      where people > coalesce(party.count, 0) or bookings.order_id is distinct from receipts.order_id`,
  ]
}

/** I6 and I7: what was bought on the web was bought under terms, and mails go to the address of the order. */
function acceptance(): Query[] {
  return [
    query`
      select format('I7: order %s (%s) of %s accepted the terms of %s at %s',
        order_id, channel, confirmed_at, terms_version, terms_accepted_at) as breach
      from orders where status = 'confirmed' and terms_accepted_at is null
        and (channel = 'web' or terms_version is not null)`,
    query`
      select format('I6: mail %s (%s) of order %s is not to the address of the order', mail_id, kind, order_id) as breach
      from mails join orders using (order_id)
      where kind <> 'contact' and queued_at >= confirmed_at and address <> '' and address <> contact_email
        and email_corrected_at is null and not exists (select from changes
          where changes.order_id = mails.order_id and changes.kind = 'contact')`,
  ]
}

/** I11: a booking of a bought order that is no longer live was replaced or cancelled by a change, which says by what. */
function replaced(): Query[] {
  return [
    query`
      select format('I11: booking %s of order %s is %s, and %s changes say so',
        bookings.booking_id, bookings.order_id, bookings.state, count(changes.change_id)) as breach
      from bookings join orders using (order_id) left join changed_bookings on before_booking_id = booking_id
        and (after_booking_id is null) = (bookings.state = 'cancelled')
      left join changes on changes.change_id = changed_bookings.change_id and changes.state = 'done'
        and changes.order_id = bookings.order_id
      where bookings.state in ('replaced', 'cancelled') and confirmed_at is not null
      group by bookings.booking_id, bookings.order_id, bookings.state having count(changes.change_id) <> 1`,
  ]
}

/** I7: what each ride may do once, it has done if a change says so, and only then. */
function rights(): Query[] {
  return [
    query`
      select format('I7: booking %s has missed its bus %s and was corrected %s, and its changes say otherwise',
        booking_id, bookings.missed, bookings.corrected) as breach
      from bookings join orders using (order_id)
      left join (select former.order_id, former.position, bool_or(kind = 'missed') as missed,
          bool_or(kind = 'corrected') as corrected
        from changes join changed_bookings using (change_id) join bookings as former on former.booking_id = before_booking_id
        where changes.state = 'done' group by 1, 2) as made using (order_id, position)
      where bookings.state = 'live' and orders.status = 'confirmed'
        and (bookings.missed, bookings.corrected) <> (coalesce(made.missed, false), coalesce(made.corrected, false))`,
  ]
}

/**
 * I7: the notice counts from a time that was booked. Who missed a bus or was corrected late keeps the notice of the
 * former ride, and a bus that leaves earlier takes nobody's; other times are known with those that were bought.
 */
function notices(): Query[] {
  return [
    query`
      select format('I7: change %s of order %s (%s) was of a notice from %s, and its ride has %s', change_id,
        changes.order_id, kind, coalesce(former.notice_from, former.departs_at), next.notice_from) as breach
      from changes join changed_bookings using (change_id)
      join bookings as former on former.booking_id = before_booking_id
      join bookings as next on next.booking_id = after_booking_id
      where changes.state = 'done' and kind in ('missed', 'corrected')
        and next.notice_from is distinct from coalesce(former.notice_from, former.departs_at)`,
    query`
      select format('I7: booking %s leaves at %s, was bought for %s and has its notice from %s; its times changed %s times',
        booking_id, departs_at, retimed_from, notice_from, retimings) as breach
      from bookings join orders using (order_id) join departures using (departure_id)
      where bookings.state = 'live' and orders.status = 'confirmed' and (
        (retimed_from is not null and retimings = 0)
        or (notice_from is null and departs_at < retimed_from)
        or (retimings > 0 and retimed_from is null and confirmed_at < retimed_at
          and not exists (select from changed_bookings where after_booking_id = booking_id))
        or (notice_from is not null and retimings = 0 and not exists (select from bookings as former
          where former.order_id = bookings.order_id and former.position = bookings.position
            and former.state = 'replaced' and bookings.notice_from in (former.departs_at, former.notice_from))))`,
  ]
}
