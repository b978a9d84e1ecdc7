import { sql, type RawBuilder } from 'kysely'

import { invariants, type Invariant } from './narrow.server.ts'

/* The invariants of running departures; see check-invariants.server.ts. */

/** The incident of a departure that became too full opens within this time, by a job. */
const MINUTES_TO_OPEN = 10
/** News of a delay has left for its passengers within this time. */
const MINUTES_TO_TELL = 15
/** Reports of earlier days are about buses that have left. */
const HOURS_OF_REPORTS = 48
/** As TELL_FROM_MINUTES of modules/rules/rules.ts: a delay that grows by less is not told. */
const MINUTES_OF_NEWS = 10

type Moment = RawBuilder<unknown>

const query = sql<{ breach: string }>

/** I14: nobody buys a place above what is wanted. I17: passengers know the delay of their bus. */
export function invariantsOfDepartures(at: Moment): Invariant[] {
  return [
    ...invariants('departures', [
      query`
      with fullest as (
        select departure_id, max(seats) as seats, max(spaces) as spaces from (
          select departure_id, leg, sum(hold.seats) as seats, sum(wheelchair_places) as spaces
          from departure_capacity join seat_holds hold using (departure_id)
          cross join lateral generate_series(from_position, to_position - 1) as leg
          where expires_at is null or expires_at > ${at}
          group by departure_id, leg) as legs
        group by departure_id)
      select format('I14: departure %s has %s seats and %s spaces taken, %s and %s are wanted, and it is %s',
        departure_id, fullest.seats, spaces, wanted_seats, wanted_wheelchair_places,
        case when closed_at is null then 'on sale'
          when alerted.subject is null then 'closed without an alert' else 'in no open incident' end) as breach
      from fullest join departure_capacity using (departure_id) join departures using (departure_id)
      join departure_stops first_call using (departure_id)
      left join lateral (
        select subject from alerts
        where kind = 'departure-over-full' and subject = 'departure:' || departure_id and over_at is null
        limit 1) as alerted on true
      where status = 'planned' and position = 0 and departs_at > ${at}
        and (fullest.seats > wanted_seats or spaces > wanted_wheelchair_places)
        and (closed_at is null or alerted.subject is null
          or (decided_at < ${at} - make_interval(mins => ${MINUTES_TO_OPEN}) and not exists (
            select from incident_departures concerned
            where concerned.departure_id = departures.departure_id
              and concerned.kind = 'smaller-bus' and open)))`,
    ]),
    ...invariants('everything', [
      query`
      select format('I17: booking %s knows of %s minutes, and its bus is %s late since %s',
        booking_id, coalesce(told.minutes, 0), newest.minutes, newest.entered_at) as breach
      from bookings join orders using (order_id) join departures using (departure_id)
      cross join lateral (
        select minutes, entered_at, delay_no from departure_delays report
        where report.departure_id = bookings.departure_id
          and report.from_position <= bookings.from_position
        order by delay_no desc limit 1) as newest
      left join lateral (
        select minutes from departure_delays report
        where report.departure_id = bookings.departure_id
          and report.from_position <= bookings.from_position
          and (report.entered_at <= confirmed_at or delay_no in (
            select delay_no from mails join bookings as held on held.booking_id = mails.booking_id
            where held.order_id = bookings.order_id and held.position = bookings.position
              and delay_no is not null and (mails.state = 'sent'
                or (mails.state = 'queued' and held.booking_id = bookings.booking_id))))
        order by delay_no desc limit 1) as told on true
      where bookings.departure_id in (
          select departure_id from departure_delays
          where entered_at > ${at} - make_interval(hours => ${HOURS_OF_REPORTS}))
        and bookings.state = 'live' and orders.status = 'confirmed' and departures.status = 'planned'
        and not coalesce(bookings.from_position >= broken_from, false)
        and contact_email is not null
        and not exists (select from mails where mails.booking_id = bookings.booking_id
          and mails.delay_no = newest.delay_no and mails.state in ('refused', 'parked'))
        and bookings.departs_at + make_interval(mins => newest.minutes) > ${at}
        and newest.entered_at < ${at} - make_interval(mins => ${MINUTES_TO_TELL})
        and not exists (select from changed_bookings join changes using (change_id)
          where after_booking_id = bookings.booking_id
            and done_at >= ${at} - make_interval(mins => ${MINUTES_TO_TELL}))
        and (newest.minutes < coalesce(told.minutes, 0)
          or newest.minutes >= coalesce(told.minutes, 0) + ${MINUTES_OF_NEWS})`,
    ]),
  ]
}
