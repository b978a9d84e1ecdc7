import { sql, type RawBuilder } from 'kysely'

import { MAX_HOLD_MINUTES, PAY_OUT_DAYS } from '#modules/rules/rules.ts'

import { invariants, type Invariant } from './narrow.server.ts'

/* The invariant that no state waits for ever; see check-invariants.server.ts. */

/** Every attempt is checked at least this often, so its end is known within this time. */
const MINUTES_TO_NOTICE = 15
/** Longest time that seats are off sale for a payment, including the time until we know its end. */
const MINUTES_PAYING = MAX_HOLD_MINUTES + MINUTES_TO_NOTICE
const HOURS_PROCESSING = 24
/** Hours after which an unanswered refund has reached a person: its retries take ten hours. */
const HOURS_REFUNDING = 12
/** The same for a refund that is paid out at a till: it is asked about once a day. */
const HOURS_PAYING_OUT = 24 * (PAY_OUT_DAYS + 1) + HOURS_REFUNDING
const HOURS_TO_MAIL = 24

type Moment = RawBuilder<unknown>

const query = sql<{ breach: string }>

/** I10: no passing state lasts longer than it may. */
export function invariantsOfTime(at: Moment): Invariant[] {
  return [
    ...invariants('departures', [
      query`
      select format('I10: booking %s (order %s, %s) keeps seats for a payment since %s',
        bookings.booking_id, orders.order_id, status, first_held_at) as breach
      from seat_holds join bookings using (booking_id) join orders using (order_id)
      left join changes on changes.order_id = orders.order_id and changes.state = 'awaiting-payment'
      where seat_holds.state = 'paying' and not coalesce(case bookings.state
        when 'live' then status = 'awaiting-payment'
          and first_held_at > ${at} - make_interval(mins => ${MINUTES_PAYING} + extra_hold_minutes)
        when 'proposed' then requested_at > ${at} - make_interval(mins => ${MINUTES_PAYING}) end, false)`,
    ]),
    ...invariants('everything', [
      query`
      select format('I10: payment %s is %s since %s', payment_id, state, created_at) as breach
      from payments
      where (state in ('created', 'open') and session_expires_at < ${at} - make_interval(mins => ${MINUTES_TO_NOTICE}))
        or (state = 'processing' and created_at < ${at} - make_interval(hours => ${HOURS_PROCESSING}))`,
      query`
      select format('I10: refund %s is %s since %s', refund_id, refunds.state, coalesce(resent_at, requested_at)) as breach
      from refunds join payments using (payment_id) where refunds.state in ('requested', 'pending')
        and coalesce(resent_at, requested_at) < ${at} - make_interval(hours =>
          case when provider = 'till' and refunds.state = 'pending' then ${HOURS_PAYING_OUT}::int
          else ${HOURS_REFUNDING}::int end)`,
      query`
      select format('I10: order %s waits for a payment beyond its deadline', order_id) as breach
      from orders where status = 'awaiting-payment' and not exists (select from payments
        where payable_id = order_id and state in ('created', 'open', 'processing'))`,
      query`
      select format('I10: change %s waits for a surcharge beyond its deadline', change_id) as breach
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
    ]),
  ]
}
