import { sql, type RawBuilder } from 'kysely'

import { CHOICE_GRACE_MINUTES } from '#modules/rules/rules.ts'

import { invariants, type Invariant } from './narrow.server.ts'

/* The invariants of buses that do not run; see check-invariants.server.ts. */

type Moment = RawBuilder<unknown>

const query = sql<{ breach: string }>

/** An order that was sold at the counter may have no address, or get one later; that of an erased person is gone. */
const hasAddress = sql`exists (select from mails as first join orders using (order_id)
  where order_id = bookings.order_id and contact_email is not null
    and kind = 'confirmation' and queued_at <= told_at)`

/**
 * I15: kept seats belong to an open choice or to the lease of a phone, and come back in time. I16:
 * every choice ends in time with one result, and was announced by a mail. (I11 is about the mail on
 * a change itself.)
 */
export function invariantsOfIncidents(at: Moment): Invariant[] {
  return invariants('everything', [
    query`
      select format('I15: hold %s of offer %s is kept until %s for a choice that is %s',
        hold_id, hold.booking_id, hold.expires_at, coalesce(choice.state, 'not there')) as breach
      from seat_holds hold
      left join incident_offers offer on offer.offer_id = hold.booking_id
      left join incident_bookings choice
        on choice.incident_id = offer.incident_id and choice.booking_id = offer.booking_id
      where hold.state = 'offered' and (choice.state is distinct from 'told'
        or hold.expires_at > decide_by + make_interval(mins => ${CHOICE_GRACE_MINUTES}))`,
    query`
      select format('I15: hold %s of lease %s counts until %s, and its bus leaves stop %s at %s',
        hold_id, hold.lease_id, expires_at, from_position, coalesce(departs_at::text, 'no time')) as breach
      from seat_holds hold
      left join seat_leases lease using (lease_id, departure_id)
      left join departure_stops call on call.departure_id = lease.departure_id and position = from_position
      where hold.lease_id is not null and (call.departure_id is null
        or to_position <> from_position + 1
        or expires_at > departs_at + make_interval(mins => (select coalesce(max(greatest(minutes, 0)), 0)
          from departure_delays where departure_delays.departure_id = hold.departure_id)))`,
    query`
      select format('I16: departure %s of booking %s is %s, and no incident or list of the office says so',
        departure_id, booking_id, departures.status) as breach
      from departures join bookings using (departure_id) join orders using (order_id)
      where departures.status <> 'planned' and departs_at > ${at} and bookings.state = 'live' and orders.status = 'confirmed'
        and not exists (select from incident_departures where incident_departures.departure_id = departures.departure_id)
        and not exists (select from departure_differences where departure_differences.departure_id = departures.departure_id)`,
    query`
      select format('I16: booking %s was not asked, and its bus does not run since %s', booking_id, announced_at) as breach
      from incidents join incident_departures concerned using (incident_id)
      join departures using (departure_id) join bookings using (departure_id) join orders using (order_id)
      where concerned.kind = 'not-running' and open and not waits and departures.status = 'cancelled'
        and bookings.state = 'live' and orders.status = 'confirmed' and departs_at > ${at}
        and announced_at < ${at} - make_interval(mins => ${CHOICE_GRACE_MINUTES})
        and not exists (select from incident_bookings choice where choice.booking_id = bookings.booking_id)`,
    query`
      select format('I16: booking %s was to be decided by %s', booking_id, decide_by) as breach
      from incident_bookings choice join bookings using (booking_id)
      where choice.state = 'told' and case default_choice
        when 'call' then arrives_at < ${at} - interval '1 day'
        else decide_by < ${at} - make_interval(mins => ${CHOICE_GRACE_MINUTES}) end`,
    query`
      select format('I16: booking %s (%s) is decided as %s, and became %s',
        booking_id, bookings.state, choice.state, coalesce(chosen_booking_id::text, 'nothing else')) as breach
      from incident_bookings choice join bookings using (booking_id)
      where (choice.state = 'chose-refund' and bookings.state = 'live')
        or (choice.chosen_booking_id is not null and bookings.state = 'live')
        or (choice.state = 'told' and chosen_booking_id is not null)`,
    query`
      select format('I16: no mail asked booking %s, whose choice is of %s', booking_id, told_at) as breach
      from incident_bookings choice join bookings using (booking_id)
      where ${hasAddress} and not exists (select from mails
        where mails.booking_id = choice.booking_id and queued_at >= told_at
          and kind in ('departure-cancelled', 'new-offers', 'smaller-bus', 'running-late', 'retimed',
            'stop-closed', 'stop-moved'))`,
    query`
      select format('I16: no bus took booking %s, as was announced', booking_id) as breach
      from incident_bookings choice join bookings using (booking_id) join orders using (order_id)
      where choice.state = 'defaulted' and default_choice = 'move' and chosen_booking_id is null
        and bookings.state = 'live' and orders.status = 'confirmed' and departs_at > ${at}`,
  ])
}
