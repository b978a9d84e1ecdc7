import { sql, type RawBuilder } from 'kysely'

import {
  bookingOnBus,
  isAwayByChoice,
  refundOfChoice,
  travellingOfChoice,
} from '#modules/incidents/choices/choices.server.ts'
import { isTooFull } from '#modules/incidents/choices/too-full.server.ts'
import {
  STOP_KINDS,
  type IncidentCallOutcome,
  type IncidentDefault,
  type IncidentKind,
  type IncidentState,
} from '#modules/incidents/incident/incident-states.ts'
import type { ToldReason } from '#modules/incidents/incident/told-reason.ts'
import { statusForHolder } from '#modules/orders/order/rows.server.ts'
import { CALL_AFTER_MINUTES, RETIMED_CHOICE_MINUTES } from '#modules/rules/rules.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'

/* Incidents as the office watches them. */

export type Incident = {
  incidentId: string
  kind: IncidentKind
  /** A person has to see who is concerned before anybody is told. */
  waits: boolean
  /** One of its departures is still concerned. */
  isOpen: boolean
  cause: string
  toldReason: ToldReason | null
  /** The share of the free seats of other buses that is kept for its passengers. */
  offeredShare: number
  /** As in the audit. */
  madeBy: string
  announcedAt: Temporal.Instant
  closedAt: Temporal.Instant | null
  departureIds: string[]
}

/** One booking of an incident; before it is told, only what it is. */
export type AskedBooking = {
  bookingId: string
  orderId: string
  reference: string
  name: string | null
  locale: Locale
  people: number
  /** The people who still travel once part of the group is refunded; all of them until then. */
  travelling: number
  departureId: string
  departsAt: Temporal.Instant
  /** Null: the job has not told it yet. */
  state: IncidentState | null
  defaultChoice: IncidentDefault | null
  decideBy: Temporal.Instant | null
  toldAt: Temporal.Instant | null
  seenAt: Temporal.Instant | null
  /** On another bus, or at another stop. */
  isAway: boolean
  /** Refunded by the choice, of all its passengers or of some. */
  refundCents: number
  /** An address is missing, or accepts no mail. */
  hasNoMail: boolean
  hasPhone: boolean
  /** Has to be called, and nobody has reached the passenger. */
  isToCall: boolean
  takenBy: string | null
  takenUntil: Temporal.Instant | null
  lastCall: IncidentCallOutcome | null
}

/** Incidents, newest first. */
export async function listIncidents(limit: number): Promise<(Incident & Progress)[]> {
  const { rows } = await sql<Incident & Progress>`
    select incidents.*, departure_ids, is_open, asked, open
    from incidents
    cross join lateral (
      select array_agg(departure_id order by departure_id) as departure_ids, bool_or(open) as is_open
      from incident_departures
      where incident_departures.incident_id = incidents.incident_id) as buses
    cross join lateral (
      select count(*)::int as asked, (count(*) filter (where state = 'told'))::int as open
      from incident_bookings where incident_bookings.incident_id = incidents.incident_id) as choices
    order by announced_at desc, incidents.incident_id limit ${limit}`.execute(db)
  return rows
}

type Progress = { asked: number; open: number }

/** The incidents that a departure was ever in. */
export async function listIncidentsOf(departureId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('incidentDepartures')
    .select('incidentId')
    .where('departureId', '=', departureId)
    .execute()
  return rows.map(({ incidentId }) => incidentId)
}

/** A departure of an incident. */
export type IncidentDeparture = {
  departureId: string
  firstStopId: string
  lastStopId: string
  departsAt: Temporal.Instant
}

/** The departures of an incident, earliest first; also those that run after all. */
export async function listIncidentDepartures(incidentId: string): Promise<IncidentDeparture[]> {
  const { rows } = await sql<IncidentDeparture>`
    select departure_id, first_stop_id, last_stop_id, departs_at from incident_departures
    cross join lateral (
      select stop_id as first_stop_id, departs_at from departure_stops
      where departure_stops.departure_id = incident_departures.departure_id
      order by position limit 1) as first_call
    cross join lateral (
      select stop_id as last_stop_id from departure_stops
      where departure_stops.departure_id = incident_departures.departure_id
      order by position desc limit 1) as last_call
    where incident_id = ${incidentId} order by departs_at, departure_id`.execute(db)
  return rows
}

/** Undefined for an unknown id. */
export async function findIncident(
  incidentId: string,
  tx: Tx | Database = db,
): Promise<Incident | undefined> {
  const { rows } = await sql<Incident>`
    select incidents.*, exists (
      select from incident_departures
      where incident_departures.incident_id = incidents.incident_id and open) as is_open, array(
      select departure_id from incident_departures
      where incident_departures.incident_id = incidents.incident_id order by departure_id) as departure_ids
    from incidents where incident_id = ${incidentId}`.execute(tx)
  return rows[0]
}

type Wanted = {
  /** Of one booking alone. */
  bookingId?: string
  isToCall?: true
  /** The last booking of the page before. */
  after?: { departsAt: Temporal.Instant; bookingId: string } | undefined
  most?: number
  tx?: Tx | Database
}

/**
 * The bookings of an incident in the order of travel, all of them or a part; of those to call,
 * bookings with a telephone number come first.
 */
export async function listAskedBookings(
  incidentId: string,
  now: Temporal.Instant,
  { bookingId, isToCall, after, most, tx = db }: Wanted = {},
): Promise<AskedBooking[]> {
  const { rows } = await sql<AskedBooking>`
    select * from (${askedBookings(incidentId, now)}) as asked
    where (${bookingId ?? null}::uuid is null or booking_id = ${bookingId ?? null}::uuid)
      and (${isToCall ?? null}::boolean is null or is_to_call)
      and (${after?.bookingId ?? null}::uuid is null or (departs_at, booking_id)
        > (${after?.departsAt ?? null}::timestamptz, ${after?.bookingId ?? null}::uuid))
    order by (${isToCall ?? null}::boolean is not null and has_phone) desc,
      (${isToCall ?? null}::boolean is not null and leaves_earlier) desc, departs_at, booking_id
    limit ${most ?? null}::int`.execute(tx)
  return rows
}

/** The people to call of one open incident. */
export type CallsToMake = {
  incidentId: string
  people: number
  /** The number of bookings, and how many of them have a telephone number. */
  bookings: number
  withPhone: number
  firstBusAt: Temporal.Instant
}

/** The open incidents with somebody to call, the first bus first. */
export async function listCallsToMake(now: Temporal.Instant): Promise<CallsToMake[]> {
  const { rows } = await sql<CallsToMake>`
    select open_incidents.incident_id, sum(people)::int as people, count(*)::int as bookings,
      (count(*) filter (where has_phone))::int as with_phone, min(departs_at) as first_bus_at
    from (select incident_id from incidents where closed_at is null) as open_incidents
    cross join lateral (${askedBookings(sql.ref('open_incidents.incident_id'), now)}) as asked
    where is_to_call
    group by 1 order by first_bus_at, 1`.execute(db)
  return rows
}

/** How many bookings and people are in one state. */
export type AskedCount = Pick<
  AskedBooking,
  'state' | 'people' | 'travelling' | 'refundCents' | 'isAway'
> & {
  bookings: number
  /** How many of them belong to groups of which a part was refunded. */
  parted: number
  isSeen: boolean
  toCall: number
}

/** The sums of all bookings of an incident by their state. */
export async function countAskedBookings(
  incidentId: string,
  now: Temporal.Instant,
  tx: Tx | Database = db,
): Promise<AskedCount[]> {
  const { rows } = await sql<AskedCount>`
    select state, seen_at is not null as is_seen, is_away,
      count(*)::int as bookings, (count(*) filter (where travelling < people))::int as parted,
      sum(people)::int as people, sum(travelling)::int as travelling,
      sum(refund_cents)::int as refund_cents,
      (count(*) filter (where is_to_call))::int as to_call
    from (${askedBookings(incidentId, now)}) as asked
    group by 1, 2, 3`.execute(tx)
  return rows
}

/** As `hasChoice` of retimed.ts: the times changed by so much that there is a choice. */
const isRetimedMuch = sql<boolean>`(retimed_from is not null and (bookings.departs_at < retimed_from
  or bookings.departs_at >= retimed_from + make_interval(mins => ${RETIMED_CHOICE_MINUTES})
  or bookings.arrives_at >= retimed_arrival_from + make_interval(mins => ${RETIMED_CHOICE_MINUTES})))`

/**
 * To be called are passengers without an answer whose mail cannot arrive or who have not opened
 * their choice for a while, and those who could not be moved as announced, unless a call reached
 * them since they were told of their offers last. Passengers whose wheelchair space is missing are
 * called until the choice is made, and once more if the bus left before. Passengers whose bus
 * leaves earlier by a new timetable, and who have opened nothing, are called until it leaves, and
 * before all others.
 */
function askedBookings(incidentId: string | RawBuilder<unknown>, now: Temporal.Instant) {
  return sql`
    select concerned.*, (
      (state = 'told' and (has_no_mail
        or (not is_late and seen_at is null and told_at <= ${now.subtract({ minutes: CALL_AFTER_MINUTES })})))
      or (state = 'defaulted' and default_choice in ('move', 'call') and not is_away)
      or (state = 'stays' and leaves_earlier and seen_at is null and departs_at > ${now})
    ) and coalesce(last_call not in ('told', 'moved', 'refund'), true)
      or (state = 'told' and default_choice = 'call') is true as is_to_call
    from (
      select bookings.booking_id, order_id, reference, contact_name as name, locale,
        (select sum(count) from booking_passengers
          where booking_passengers.booking_id = bookings.booking_id)::int as people,
        ${travellingOfChoice} as travelling,
        bookings.departure_id, departs_at, choice.state, default_choice, decide_by, told_at, seen_at,
        ${isAwayByChoice} as is_away, taken_by, taken_until,
        ${refundOfChoice} as refund_cents,
        contact_email is null or exists (select from mails where mails.order_id = orders.order_id
          and address = contact_email and mails.state in ('refused', 'parked')) as has_no_mail,
        contact_phone is not null as has_phone,
        (select kind = 'late' from incidents where incident_id = ${incidentId}) as is_late,
        (select kind = 'retimed' from incidents where incident_id = ${incidentId})
          and coalesce(bookings.departs_at < retimed_from, false) as leaves_earlier,
        (select outcome from incident_calls where incident_calls.incident_id = ${incidentId}
          and incident_calls.booking_id = bookings.booking_id and called_at >= told_at
          order by called_at desc limit 1) as last_call
      from (${bookingsOf(incidentId)}) as candidates(id)
      join bookings on bookings.booking_id = id join orders using (order_id)
      left join incident_bookings choice
        on choice.booking_id = bookings.booking_id and choice.incident_id = ${incidentId}
      where choice.booking_id is not null or (bookings.state = 'live' and orders.status = 'confirmed'
        and not exists (select from incident_bookings choice
          where choice.incident_id = ${incidentId} and ${bookingOnBus} = bookings.booking_id)
        and bookings.departure_id in (
          select departure_id from incident_departures join departures using (departure_id)
          where incident_departures.incident_id = ${incidentId} and open
            and ((kind = 'not-running' and ${statusForHolder} = 'cancelled') or (kind = 'smaller-bus' and ${isTooFull})
              or (kind = 'retimed' and ${isRetimedMuch})
              or (kind = any(${STOP_KINDS}) and exists (select from incident_stops
                where incident_stops.incident_id = ${incidentId}
                  and stop_id in (from_stop_id, to_stop_id)
                  and (kind = 'stop-closed' or confirmed_at <= (select announced_at
                    from incidents where incident_id = ${incidentId})))))))
    ) as concerned`
}

/**
 * The bookings that have a choice, and all on its departures, found by their ids, since a company
 * has a million.
 */
function bookingsOf(incidentId: string | RawBuilder<unknown>) {
  return sql`
    select booking_id from incident_bookings where incident_id = ${incidentId}
    union
    select booking_id from incident_departures join bookings using (departure_id)
    where incident_departures.incident_id = ${incidentId} and open`
}
