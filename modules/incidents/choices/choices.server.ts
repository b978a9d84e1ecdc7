import { sql } from 'kysely'

import type { Ending } from '#modules/dispatch/ending.ts'
import type { IncidentKind, IncidentState } from '#modules/incidents/incident/incident-states.ts'
import type { ToldReason } from '#modules/incidents/incident/told-reason.ts'
import { actorText, type Actor } from '#platform/actor.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import { ACCESS_TOKEN } from '#platform/ids.ts'

/* The choices of the passengers of incidents, as they are stored. */

export type Choice = NonNullable<Awaited<ReturnType<typeof findChoice>>>

/** The choice behind a token, with the order and the ride concerned; undefined for an unknown one. */
export async function findChoice(tx: Tx | Database, token: string) {
  if (!ACCESS_TOKEN.test(token)) return undefined
  return selectChoices(tx).where('token', '=', token).executeTakeFirst()
}

/** The newest choice about a booking; undefined if it was never in an incident. */
export function findChoiceOf(
  tx: Tx | Database,
  bookingId: string,
  kind?: IncidentKind,
): Promise<Choice | undefined> {
  return selectChoices(tx)
    .where('incidentBookings.bookingId', '=', bookingId)
    .$if(kind !== undefined, (choice) => choice.where('concerned.kind', '=', kind ?? 'not-running'))
    .orderBy('toldAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The choice of a booking in this incident; undefined if it has none. */
export function findChoiceIn(
  tx: Tx | Database,
  { incidentId, bookingId }: { incidentId: string; bookingId: string },
): Promise<Choice | undefined> {
  return selectChoices(tx)
    .where('incidentBookings.bookingId', '=', bookingId)
    .where('incidentBookings.incidentId', '=', incidentId)
    .executeTakeFirst()
}

function selectChoices(tx: Tx | Database) {
  return tx
    .selectFrom('incidentBookings')
    .innerJoin('bookings', 'bookings.bookingId', 'incidentBookings.bookingId')
    .innerJoin('incidentDepartures as concerned', (join) =>
      join
        .onRef('concerned.incidentId', '=', 'incidentBookings.incidentId')
        .onRef('concerned.departureId', '=', 'bookings.departureId'),
    )
    .innerJoin('incidents', 'incidents.incidentId', 'incidentBookings.incidentId')
    .select(['token', 'incidentBookings.incidentId', 'incidentBookings.bookingId', 'orderId'])
    .select(['concerned.kind', 'open as isOpen', 'concerned.departureId', 'neverCame'])
    .select(['incidentBookings.state', 'defaultChoice', 'decideBy', 'chosenBookingId'])
    .select(['toldAt', 'seenAt', 'departsAt', 'fromStopId', 'toStopId'])
    .select(sql<ToldReason | null>`told_reason`.as('toldReason'))
    .select(hasBrokenOffer.as('hasBrokenOffer'))
    .select(
      sql<boolean>`exists (select from departures
        where departures.departure_id = concerned.departure_id and broken_from is not null)`.as(
        'isBusBroken',
      ),
    )
}

/** How the bus of a choice does not run, if that is what the choice is about. */
export function endingOf({
  neverCame,
  isBusBroken,
}: Pick<Choice, 'neverCame' | 'isBusBroken'>): Ending {
  if (neverCame) return 'never-came'
  return isBusBroken ? 'broke-down' : 'cancelled'
}

type OfChoice = Pick<Choice, 'incidentId' | 'bookingId'>

/** Whether passengers have left their bus for another one, or for another stop of it. */
export function isAway({
  state,
  chosenBookingId,
}: Pick<Choice, 'state' | 'chosenBookingId'>): boolean {
  return chosenBookingId !== null && state !== 'stays'
}

/** The same for a `choice` in a query. */
export const isAwayByChoice = sql<boolean>`(
  choice.chosen_booking_id is not null and choice.state <> 'stays')`

/**
 * Whether the wheelchair space of passengers was missing until their bus had left, and nobody had settled
 * it: they are owed a call and a refund.
 */
export function isLeftBehind({
  state,
  defaultChoice,
}: Pick<Choice, 'state' | 'defaultChoice'>): boolean {
  return state === 'defaulted' && defaultChoice === 'call'
}

/**
 * The booking of the passengers who were asked and are still on their bus; a new booking if a part
 * of a group stays.
 */
export const bookingOnBus = sql<string>`coalesce(
  case when choice.state = 'stays' then choice.chosen_booking_id end, choice.booking_id)`

/** The people of a booking who travel: fewer than were asked if a part of the group was refunded. */
export const travellingOfChoice = sql<number>`(
  select sum(count) from booking_passengers
  where booking_passengers.booking_id = coalesce(chosen_booking_id, bookings.booking_id))::int`

/** The cents that were refunded to a booking, by each press of its choice and afterwards. */
export const refundOfChoice = sql<number>`(
  select coalesce(sum(changes.refund_cents), 0) from changes join changed_bookings using (change_id)
  join bookings former on former.booking_id = before_booking_id
  where former.order_id = bookings.order_id and former.position = bookings.position
    and changes.state = 'done' and (former.booking_id in (bookings.booking_id, chosen_booking_id)
      or (kind in ('company-moved', 'company-refunded') and done_at between told_at and decided_at)))::int`

/** Whether the bus of an offer still runs, serves both its stops, and does not leave before the time offered. */
const isServed = sql<boolean>`exists (
  select from departures join departure_stops boarding using (departure_id)
  join departure_stops leaving using (departure_id)
  where departures.departure_id = incident_offers.departure_id and status = 'planned'
    and boarding.stop_id = coalesce(incident_offers.from_stop_id, bookings.from_stop_id)
    and leaving.stop_id = coalesce(incident_offers.to_stop_id, bookings.to_stop_id)
    and boarding.position < leaving.position
    and boarding.departs_at >= incident_offers.departs_at
    and not array[boarding.position, leaving.position] && closed_stops)`

/** Whether a choice has an offer that can no longer be taken. */
export const hasBrokenOffer = sql<boolean>`exists (
  select from incident_offers
  where incident_offers.incident_id = incident_bookings.incident_id
    and incident_offers.booking_id = incident_bookings.booking_id and not ${isServed})`

/**
 * The rides that can be taken in a choice, best first: on other buses, or from or to another stop. One
 * whose bus does not run or does not serve the stop any more is left out.
 */
export function listOffers(tx: Tx | Database, { incidentId, bookingId }: OfChoice) {
  return tx
    .selectFrom('incidentOffers')
    .innerJoin('bookings', 'bookings.bookingId', 'incidentOffers.bookingId')
    .select(['offerId', 'rank', 'incidentOffers.departureId', 'keptUntil'])
    .select(['incidentOffers.departsAt', 'incidentOffers.arrivesAt'])
    .select((offer) => [
      offer.fn.coalesce('incidentOffers.fromStopId', 'bookings.fromStopId').as('fromStopId'),
      offer.fn.coalesce('incidentOffers.toStopId', 'bookings.toStopId').as('toStopId'),
      sql<boolean>`incident_offers.departure_id = bookings.departure_id`.as('isSameBus'),
      sql<number>`(select min(position) from departure_stops
        where departure_stops.departure_id = incident_offers.departure_id
          and stop_id = coalesce(incident_offers.from_stop_id, bookings.from_stop_id))`.as(
        'fromPosition',
      ),
    ])
    .where('incidentId', '=', incidentId)
    .where('incidentOffers.bookingId', '=', bookingId)
    .where(isServed)
    .orderBy('rank')
    .execute()
}

/** The offers under which seats are kept for a choice, also on buses that do not run any more. */
export async function listOfferIds(
  tx: Tx | Database,
  { incidentId, bookingId }: OfChoice,
): Promise<string[]> {
  const offers = await tx
    .selectFrom('incidentOffers')
    .select('offerId')
    .where('incidentId', '=', incidentId)
    .where('bookingId', '=', bookingId)
    .orderBy('rank')
    .execute()
  return offers.map(({ offerId }) => offerId)
}

/** The best offer of a choice, by which its default is announced; undefined once it cannot be taken. */
export function bestOf<Offer extends { rank: number }>(
  offers: readonly Offer[],
): Offer | undefined {
  return offers.find(({ rank }) => rank === 1)
}

type Decided = { state: IncidentState; chosenBookingId: string | null }

/**
 * Writes what became of a choice. `chosenBookingId`: the booking that replaced the one asked about, on
 * another bus or for those of a group who stay. The order is locked.
 */
export async function recordDecision(
  tx: Tx,
  { incidentId, bookingId }: OfChoice,
  decided: Decided,
  { by, now }: { by: Actor; now: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('incidentBookings')
    .set({ ...decided, decidedAt: now, decidedBy: actorText(by) })
    .where('incidentId', '=', incidentId)
    .where('bookingId', '=', bookingId)
    .execute()
}

/** Notes that the page of a choice was opened. */
export async function noteSeen(token: string, now: Temporal.Instant): Promise<void> {
  await db
    .updateTable('incidentBookings')
    .set({ seenAt: now })
    .where('token', '=', token)
    .where('seenAt', 'is', null)
    .execute()
}

export type OpenChoice = Pick<Choice, 'token' | 'toldReason'>

/** The choices that can still be made, by booking. */
export async function listOpenChoices(
  bookingIds: readonly string[],
  now: Temporal.Instant,
): Promise<Map<string, OpenChoice>> {
  if (bookingIds.length === 0) return new Map()
  const { rows } = await sql<OpenChoice & { bookingId: string }>`
    select booking_id, token, told_reason from incident_bookings join incidents using (incident_id)
    where booking_id = any(${bookingIds}::uuid[]) and state = 'told' and decide_by > ${now}
    order by told_at`.execute(db)
  return new Map(rows.map(({ bookingId, ...choice }) => [bookingId, choice]))
}
