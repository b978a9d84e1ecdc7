import { sql } from 'kysely'

import {
  isAwayByChoice,
  refundOfChoice,
  travellingOfChoice,
} from '#modules/incidents/choices/choices.server.ts'
import { db } from '#platform/db.server.ts'

import type { IncidentDeparture } from './find-incident.server.ts'

/* The outcome of an incident, while it lasts and afterwards. */

/** Bookings and people, and what was refunded to them in cents. */
export type Outcome = {
  bookings: number
  /** On another bus, by their own choice or without an answer. */
  moved: number
  movedPeople: number
  paid: number
  paidPeople: number
  /** Groups that travel without some of their people, who were refunded. */
  parted: number
  partedPeople: number
  /** Undecided, or waiting for the refund after the day of travel. */
  waiting: number
  /** On the bus, which runs, or changed otherwise. */
  staying: number
  refundCents: number
}

export type IncidentReport = {
  departures: (Pick<IncidentDeparture, 'departureId'> & Outcome)[]
  told: {
    /** Bookings whose mail was accepted by their mail server, or that were reached by a call. */
    reached: number
    notReached: number
    /** Minutes from the announcement; null while nobody is reached. */
    median: number | null
    ninetyFifth: number | null
  }
}

/** The outcome of an incident, departure by departure, and how soon its passengers were told. */
export async function reportIncident(incidentId: string): Promise<IncidentReport> {
  const [departures, told] = await Promise.all([listOutcomes(incidentId), findTold(incidentId)])
  return { departures, told }
}

async function listOutcomes(incidentId: string) {
  const { rows } = await sql<IncidentReport['departures'][number]>`
    select departure_id, count(booking_id)::int as bookings,
      (count(*) filter (where is_away))::int as moved,
      coalesce(sum(travelling) filter (where is_away), 0)::int as moved_people,
      (count(*) filter (where is_paid))::int as paid,
      coalesce(sum(people) filter (where is_paid), 0)::int as paid_people,
      (count(*) filter (where travelling < people))::int as parted,
      coalesce(sum(people - travelling), 0)::int as parted_people,
      (count(*) filter (where not is_away and not is_paid
        and (state = 'told' or (state = 'defaulted' and kind = 'not-running'))))::int as waiting,
      (count(*) filter (where state = 'stays' or (not is_away and not is_paid
        and state = 'defaulted' and kind <> 'not-running')))::int as staying,
      coalesce(sum(refund_cents), 0)::int as refund_cents
    from incident_departures
    left join lateral (
      select bookings.booking_id, choice.state, party.people,
        ${refundOfChoice} as refund_cents, ${travellingOfChoice} as travelling,
        ${isAwayByChoice} as is_away,
        chosen_booking_id is null
          and (choice.state = 'chose-refund' or bookings.state = 'cancelled') as is_paid
      from incident_bookings choice join bookings using (booking_id)
      cross join lateral (select sum(count) as people from booking_passengers
        where booking_passengers.booking_id = bookings.booking_id) as party
      where choice.incident_id = incident_departures.incident_id
        and bookings.departure_id = incident_departures.departure_id) as asked on true
    where incident_departures.incident_id = ${incidentId}
    group by departure_id`.execute(db)
  return rows
}

async function findTold(incidentId: string): Promise<IncidentReport['told']> {
  const { rows } = await sql<IncidentReport['told']>`
    select count(minutes)::int as reached, (count(*) - count(minutes))::int as not_reached,
      percentile_disc(0.5) within group (order by minutes) as median,
      percentile_disc(0.95) within group (order by minutes) as ninety_fifth
    from (
      select extract(epoch from least(
        (select min(sent_at) from mails where mails.booking_id = choice.booking_id
          and mails.kind in ('departure-cancelled', 'smaller-bus', 'running-late', 'retimed',
            'stop-closed', 'stop-moved') and queued_at >= announced_at),
        (select min(called_at) from incident_calls calls
          where calls.incident_id = choice.incident_id and calls.booking_id = choice.booking_id
            and outcome in ('told', 'moved', 'refund'))
      ) - announced_at)::double precision / 60 as minutes
      from incident_bookings choice join incidents using (incident_id)
      where incident_id = ${incidentId}) as told`.execute(db)
  const [told = { reached: 0, notReached: 0, median: null, ninetyFifth: null }] = rows
  return told
}
