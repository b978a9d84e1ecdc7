import { sql, type RawBuilder } from 'kysely'

import { CATEGORY_RULES, PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import { cents, type Cents } from '#platform/money.ts'

/* The departures that an event concerns, such as a closed airport, and their passengers. */

/** The buses of some routes, or those that call at a stop, in a window of time. */
export type Selection = {
  /** By the timetable: at the stop, or without one at the first stop of the bus. */
  since: Temporal.Instant
  until: Temporal.Instant
  stopId?: string | undefined
  /** None: all routes. */
  routeIds: readonly string[]
  /** This one alone. */
  departureId?: string | undefined
  /** None of these. */
  withoutIds?: readonly string[]
  /**
   * The stop is to be changed: only departures that serve it as usual, and passengers who board or
   * get off there.
   */
  isStopAlone?: true
  /** Also those that have left their first stop, if passengers board further on. */
  isOnRoadToo?: true
}

/** More are changed in several steps, so that every list can be read before it is confirmed. */
export const MAX_DEPARTURES = 200

export type ConcernedDeparture = {
  departureId: string
  routeId: string
  firstStopId: string
  lastStopId: string
  /** By the timetable, from the first stop. */
  departsAt: Temporal.Instant
  bookings: number
  passengers: number
}

/**
 * The departures of a selection that run and have not left their first stop, late as they are, earliest
 * first; one more than may be changed at once, if there are so many.
 */
export async function listConcernedDepartures(
  selection: Selection,
  { now, tx = db }: { now: Temporal.Instant; tx?: Tx | Database },
): Promise<ConcernedDeparture[]> {
  const { since, until, stopId, routeIds, withoutIds = [], isStopAlone } = selection
  const onlyId = selection.departureId ?? null
  const onlyStopId = isStopAlone && stopId
  const isOnRoadToo = selection.isOnRoadToo ?? false
  const where = stopId === undefined ? sql`call.position = 0` : sql`call.stop_id = ${stopId}`
  const { rows } = await sql<ConcernedDeparture>`
    select concerned.*, first_stop_id, departs_at, last_stop_id, bookings, passengers
    from (
      select distinct departures.departure_id, route_id
      from departure_stops call join departures using (departure_id)
      where ${where} and call.departs_at >= ${since} and call.departs_at < ${until}
        and status = 'planned'
        and (${routeIds.length === 0} or route_id = any(${[...routeIds]}::text[]))
        and (${onlyId}::uuid is null or departure_id = ${onlyId}::uuid)
        and departure_id <> all(${[...withoutIds]}::uuid[])
        and (${isOnRoadToo} or broken_from is null)
        and (${onlyStopId ?? null}::text is null or
          call.position <> all(closed_stops || moved_stops))
        and exists (
          select from departure_stops to_leave
          where to_leave.departure_id = call.departure_id
            and (to_leave.position = 0 or (${isOnRoadToo} and exists (
              select from departure_stops further
              where further.departure_id = call.departure_id and further.position > to_leave.position)))
            and to_leave.departs_at + interval '1 minute' * coalesce((
              select minutes from departure_delays report
              where report.departure_id = call.departure_id and from_position <= to_leave.position
              order by delay_no desc limit 1), 0) > ${now})
    ) as concerned
    cross join lateral (
      select stop_id as first_stop_id, departs_at from departure_stops
      where departure_id = concerned.departure_id order by position limit 1) as first_call
    cross join lateral (
      select stop_id as last_stop_id from departure_stops
      where departure_id = concerned.departure_id order by position desc limit 1) as last_call
    cross join lateral (
      select count(*)::int as bookings, coalesce(sum(people), 0)::int as passengers
      from bookings join orders using (order_id)
      cross join lateral (select sum(count) as people from booking_passengers
        where booking_id = bookings.booking_id) as party
      where departure_id = concerned.departure_id
        and ${isAt(onlyStopId)}
        and bookings.state = 'live' and orders.status = 'confirmed') as holders
    order by departs_at, departure_id
    limit ${MAX_DEPARTURES + 1}`.execute(tx)
  return rows
}

/** A booking on one of these departures, with the facts by which a person judges what to do for it. */
export type ConcernedBooking = {
  bookingId: string
  reference: string
  name: string | null
  departsAt: Temporal.Instant
  people: number
  wheelchairs: number
  infants: number
  /** No other bus between its stops leaves later on this day. */
  isLastBus: boolean
  /** A later ride of the same order does not wait. */
  hasOnwardRide: boolean
  /** An address is missing, or accepts no mail. */
  hasNoMail: boolean
  hasPhone: boolean
  /** Booked elsewhere: seats here are only kept for the passengers, until they have chosen. */
  isOffered: boolean
  totalCents: number
}

/** The last booking of the page before. */
type Key = { departsAt: Temporal.Instant; bookingId: string }

type Page = Which & { after?: Key | undefined; most: number }

/** One page of the bookings in the order of travel. */
export async function listConcernedBookings(
  departureIds: readonly string[],
  { after, most, ...which }: Page,
): Promise<ConcernedBooking[]> {
  const { rows } = await sql<ConcernedBooking>`
    ${concernedBookings(departureIds, which)}
      and (${after === undefined} or (bookings.departs_at, booking_id)
        > (${after?.departsAt ?? null}::timestamptz, ${after?.bookingId ?? null}::uuid))
    order by bookings.departs_at, booking_id limit ${most}`.execute(db)
  return rows
}

/** Those who hold a seat on any of these departures, and what they paid for it. */
export type Concerned = {
  bookings: number
  passengers: number
  /** The number of them for whom seats are kept in a choice. */
  offered: number
  wheelchairs: number
  infants: number
  /** Bookings for which no later bus of the day is left. */
  lastBuses: number
  withoutMail: number
  withPhone: number
  paid: Cents
}

type Among = Which & { tx?: Tx | Database | undefined }

/** The sums of all bookings on these departures, or of some of them. */
export async function countConcerned(
  departureIds: readonly string[],
  { tx = db, ...which }: Among = {},
): Promise<Concerned> {
  const { rows } = await sql<Omit<Concerned, 'paid'> & { paidCents: number }>`
    select count(*)::int as bookings, coalesce(sum(people), 0)::int as passengers,
      coalesce(sum(people) filter (where is_offered), 0)::int as offered,
      coalesce(sum(wheelchairs), 0)::int as wheelchairs, coalesce(sum(infants), 0)::int as infants,
      (count(*) filter (where is_last_bus))::int as last_buses,
      (count(*) filter (where has_no_mail))::int as without_mail,
      (count(*) filter (where has_phone))::int as with_phone,
      coalesce(sum(total_cents), 0)::int as paid_cents
    from (${concernedBookings(departureIds, which)}) as concerned`.execute(tx)
  const [{ paidCents, ...counts } = { ...NOTHING, paidCents: 0 }] = rows
  return { ...counts, paid: cents(paidCents) }
}

/** A departure, and the stop from which on passengers are concerned. */
export type Boarding = { departureId: string; fromPosition: number }

/** Whether a booking boards one of these departures at the given stop or further on. */
export function boardsFrom(boarding: readonly Boarding[]): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from ${boardingRows(boarding)} as late(departure_id, position)
    where late.departure_id = bookings.departure_id and bookings.from_position >= late.position)`
}

/** Those who board a departure at one of its stops or further on. */
export type Boarders = Pick<Concerned, 'bookings' | 'passengers'>

/** The bookings and passengers that board each of these departures from its stop on. */
export async function countBoarders(
  boarding: readonly Boarding[],
): Promise<(Boarding & Boarders)[]> {
  const { rows } = await sql<Boarding & Boarders>`
    select from_stop.departure_id, from_stop.from_position, count(booking_id)::int as bookings,
      coalesce(sum(people), 0)::int as passengers
    from ${boardingRows(boarding)} as from_stop(departure_id, from_position)
    left join lateral (
      select booking_id, (select sum(count) from booking_passengers
        where booking_id = bookings.booking_id) as people
      from bookings join orders using (order_id)
      where bookings.departure_id = from_stop.departure_id
        and bookings.from_position >= from_stop.from_position
        and bookings.state = 'live' and orders.status = 'confirmed') as onward on true
    group by 1, 2`.execute(db)
  return rows
}

function boardingRows(boarding: readonly Boarding[]) {
  return sql`unnest(${boarding.map(({ departureId }) => departureId)}::uuid[],
    ${boarding.map(({ fromPosition }) => fromPosition)}::int[])`
}

const NOTHING = {
  bookings: 0,
  passengers: 0,
  offered: 0,
  wheelchairs: 0,
  infants: 0,
  lastBuses: 0,
  withoutMail: 0,
  withPhone: 0,
}

/** Categories that sit on laps. */
const ON_LAPS = PASSENGER_CATEGORIES.filter((category) => CATEGORY_RULES[category].onLap)

/** Whether a booking begins or ends at a stop; true without one. */
function isAt(stopId: string | undefined) {
  return sql`(${stopId ?? null}::text is null
    or ${stopId ?? null}::text in (bookings.from_stop_id, bookings.to_stop_id))`
}

/** The same for an offer in a choice, which may be from or to another stop than the booking. */
function isOfferedAt(stopId: string | undefined) {
  return sql`(${stopId ?? null}::text is null
    or ${stopId ?? null}::text in (coalesce(offer.from_stop_id, bookings.from_stop_id),
      coalesce(offer.to_stop_id, bookings.to_stop_id)))`
}

/** Whether the ride of an offer goes to this position of its departure or beyond it. */
function isOfferedBeyond(position: number) {
  return sql`not exists (
    select from departure_stops boarding join departure_stops leaving using (departure_id)
    where boarding.departure_id = offer.departure_id
      and boarding.stop_id = coalesce(offer.from_stop_id, bookings.from_stop_id)
      and leaving.stop_id = coalesce(offer.to_stop_id, bookings.to_stop_id)
      and boarding.position < leaving.position and leaving.position < ${position})`
}

type Which = {
  /** Only those who board or get off at this stop. */
  stopId?: string | undefined
  /** Filters the bookings that hold a seat. */
  where?: RawBuilder<boolean>
  /** Also those who have not answered a choice in which seats are kept on one of the departures. */
  isOfferedToo?: boolean
  /** Filters these by kept seats that go to this position or beyond it. */
  offeredBeyond?: number
}

function concernedBookings(
  departureIds: readonly string[],
  { stopId, where = sql`true`, isOfferedToo = false, offeredBeyond = 0 }: Which,
) {
  const ids = sql`${[...departureIds]}::uuid[]`
  const isHolder = sql`(bookings.departure_id = any(${ids}) and ${isAt(stopId)} and ${where})`
  // Found by their ids: with an 'or' between both, all bookings of the company would be read.
  const candidates = sql`
    select booking_id from bookings where departure_id = any(${ids})
    union
    select booking_id from incident_offers where departure_id = any(${ids}) and ${isOfferedToo}`
  return sql`
    select bookings.booking_id, bookings.departure_id, reference, contact_name as name, bookings.departs_at,
      people, infants, wheelchair_users as wheelchairs, total_cents,
      contact_phone is not null as has_phone, not ${isHolder} as is_offered,
      contact_email is null or exists (select from mails where mails.order_id = orders.order_id
        and address = contact_email and mails.state in ('refused', 'parked')) as has_no_mail,
      exists (select from bookings onward
        where onward.order_id = bookings.order_id and onward.state = 'live'
          and onward.departs_at > bookings.departs_at
          and onward.departs_at < bookings.departs_at + interval '1 day') as has_onward_ride,
      not exists (
        select from departure_stops later join departures other using (departure_id)
        join departure_stops leaving on leaving.departure_id = other.departure_id
          and leaving.stop_id = bookings.to_stop_id and leaving.position > later.position
        where later.stop_id = bookings.from_stop_id and later.pickup and leaving.dropoff
          and not array[later.position, leaving.position] && other.closed_stops
          and later.departs_at > bookings.departs_at
          and later.departs_at < bookings.departs_at + interval '1 day'
          and other.service_date = departures.service_date and other.status = 'planned'
          and other.departure_id <> all(${ids})) as is_last_bus
    from (${candidates}) as candidates(id)
    join bookings on bookings.booking_id = id
    join orders using (order_id) join departures using (departure_id)
    cross join lateral (
      select coalesce(sum(count), 0)::int as people,
        coalesce(sum(count) filter (where category = any(${ON_LAPS})), 0)::int as infants
      from booking_passengers where booking_id = bookings.booking_id) as party
    where (${isHolder} or (${isOfferedToo} and exists (
        select from incident_offers offer join incident_bookings choice using (incident_id, booking_id)
        where offer.booking_id = bookings.booking_id and offer.departure_id = any(${ids})
          and ${isOfferedAt(stopId)} and ${isOfferedBeyond(offeredBeyond)} and choice.state = 'told')))
      and bookings.state = 'live' and orders.status = 'confirmed'`
}
