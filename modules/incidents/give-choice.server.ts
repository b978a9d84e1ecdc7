import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import { listRidesBetween, type RideBetween } from '#modules/offers/rides-between.server.ts'
import { placesFor } from '#modules/orders/order/party.ts'
import type { Booking, Order } from '#modules/orders/order/rows.server.ts'
import { MOVES_SINCE } from '#modules/orders/order/terms-version.ts'
import {
  CHOICE_GRACE_MINUTES,
  OFFER_EARLIER_HOURS,
  OFFER_LATER_HOURS,
  OFFER_LEAD_MINUTES,
} from '#modules/rules/rules.ts'
import { listPlacesTaken } from '#modules/seats/holds.server.ts'
import { departureIdsOf, holdSeats, lockDepartures } from '#modules/seats/seats.server.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { invariant } from '#platform/invariant.ts'
import { dateInCyprus, isBefore } from '#platform/time.ts'

import type { IncidentDefault } from './incident-states.ts'
import { choiceEndsAt, defaultFor, hasRoom, pickOffers, type Target } from './offers.ts'

type Giving = {
  order: Order
  booking: Booking
  incidentId: string
  /** The result without an answer, from the best offer; if absent, as when a bus does not run. */
  defaultOf?: (best: { departsAt: Temporal.Instant } | undefined) => IncidentDefault
  /** No bus of another day is offered. */
  isSameDay?: boolean
  now: Temporal.Instant
}

/** An offer, under whose id the seats are held. */
type Offer = Reachable & { offerId: string }
type Reachable = Target & Pick<RideBetween, 'arrivesAt' | 'accessible'>

/**
 * Gives a passenger the choice, once in an incident: seats on one or two other buses are held until it
 * has ended. The order is locked.
 */
export async function giveChoice(
  tx: Tx,
  { order, booking, incidentId, defaultOf, isSameDay = false, now }: Giving,
): Promise<void> {
  const { bookingId, departsAt } = booking
  const given = await tx
    .selectFrom('incidentBookings')
    .select('token')
    .where('incidentId', '=', incidentId)
    .where('bookingId', '=', bookingId)
    .executeTakeFirst()
  if (given) return
  const { offers, endsAt } = await holdOffers(tx, booking, { incidentId, isSameDay, now })
  const termsMove = (order.termsVersion ?? '') >= MOVES_SINCE
  const [best] = offers
  await tx
    .insertInto('incidentBookings')
    .values({
      incidentId,
      bookingId,
      token: newAccessToken(),
      state: 'told',
      defaultChoice: defaultOf ? defaultOf(best) : defaultFor(departsAt, best, termsMove),
      decideBy: endsAt,
      toldAt: now,
    })
    .execute()
  if (offers.length > 0) {
    const rows = offers.map(({ offerId, departureId, ...offer }, index) => ({
      offerId,
      incidentId,
      bookingId,
      departureId,
      rank: index + 1,
      departsAt: offer.departsAt,
      arrivesAt: offer.arrivesAt,
      keptUntil: keptUntil(endsAt),
    }))
    await tx.insertInto('incidentOffers').values(rows).execute()
  }
  crashPoint('incident:after-offer')
}

/** The seats are kept a little longer than they can be chosen, so that a late job still finds them. */
function keptUntil(endsAt: Temporal.Instant): Temporal.Instant {
  return endsAt.add({ minutes: CHOICE_GRACE_MINUTES })
}

/**
 * Holds seats on the best buses, which are counted again once they are locked. A bus that others
 * filled meanwhile is not offered.
 */
async function holdOffers(
  tx: Tx,
  booking: Booking,
  { incidentId, isSameDay = false, now }: Pick<Giving, 'incidentId' | 'isSameDay' | 'now'>,
): Promise<{ offers: Offer[]; endsAt: Temporal.Instant }> {
  const places = placesFor(booking.passengers, booking.wheelchairUsers)
  const incident = await readIncident(tx, incidentId)
  const reachable = (await listReachable(tx, booking, { ...incident, now })).filter(
    ({ accessible, departsAt }) =>
      (places.wheelchairPlaces === 0 || accessible === true) &&
      (!isSameDay || dateInCyprus(departsAt).equals(dateInCyprus(booking.departsAt))),
  )
  const seen = await withTaken(tx, reachable, now)
  const picked = pickOffers({ departsAt: booking.departsAt, places }, seen, incident.needed)
  if (picked.length > 0) await lockDepartures(tx, departureIdsOf(picked))
  const chosen = reachable.filter(({ departureId }) => departureIdsOf(picked).includes(departureId))
  const counted = await withTaken(tx, chosen, now)
  let offers = picked.flatMap(({ departureId }) => {
    const target = counted.find((one) => one.departureId === departureId)
    return target && hasRoom(target, places) ? [{ ...target, offerId: randomUUID() }] : []
  })
  for (;;) {
    const endsAt = choiceEndsAt(now, [booking, ...offers])
    if (offers.length === 0) return { offers, endsAt }
    const rides = offers.map(({ offerId, departureId, ride, departsAt, accessible }) => ({
      bookingId: offerId,
      departureId,
      ride,
      boardsAt: departsAt,
      accessible,
      places,
      wheelchairGranted: true,
    }))
    const as = { state: 'offered', expiresAt: keptUntil(endsAt) } as const
    const held = await holdSeats(tx, { rides, as, closing: 'for-holders', now })
    if (held.ok) return { offers, endsAt }
    offers = offers.filter(({ offerId }) => offerId !== held.bookingId)
  }
}

type Seen = Omit<Reachable, 'taken'>

/** The buses on sale between the same stops that can still be reached, from a while before theirs. */
async function listReachable(
  tx: Tx,
  booking: Booking,
  { share, now }: { share: number; now: Temporal.Instant },
): Promise<Seen[]> {
  const { fromStopId, toStopId, departsAt } = booking
  const soonest = now.add({ minutes: OFFER_LEAD_MINUTES })
  const earliest = departsAt.subtract({ hours: OFFER_EARLIER_HOURS })
  const rides = await listRidesBetween(tx, {
    fromStopIds: [fromStopId],
    toStopIds: [toStopId],
    since: isBefore(earliest, soonest) ? soonest : earliest,
    until: departsAt.add({ hours: OFFER_LATER_HOURS }),
  })
  return rides.flatMap((one) => {
    const { departureId, fromPosition, toPosition, seats, wheelchairPlaces } = one
    if (one.status !== 'planned' || one.closedAt || departureId === booking.departureId) return []
    const { arrivesAt, accessible } = one
    const ride = { fromPosition, toPosition }
    const bus = { seats, wheelchairPlaces }
    return [{ departureId, ride, bus, departsAt: one.departsAt, arrivesAt, accessible, share }]
  })
}

async function withTaken(
  tx: Tx,
  buses: readonly Seen[],
  now: Temporal.Instant,
): Promise<Reachable[]> {
  const taken = await listPlacesTaken(tx, { departureIds: departureIdsOf(buses), now })
  return buses.map((bus) => ({
    ...bus,
    taken: taken.filter(({ departureId }) => departureId === bus.departureId),
  }))
}

/** The share of free seats that may be kept, and the seats of all who still wait for another bus. */
async function readIncident(
  tx: Tx,
  incidentId: string,
): Promise<{ share: number; needed: number }> {
  const { rows } = await sql<{ share: number; needed: number }>`
    select offered_share as share, (
      select coalesce(sum(seats), 0)::int from seat_holds join incident_departures using (departure_id)
      where incident_departures.incident_id = incidents.incident_id and open
        and seat_holds.state = 'sold') as needed
    from incidents where incident_id = ${incidentId}`.execute(tx)
  const [incident] = rows
  invariant(incident, 'a choice is of an incident')
  return incident
}
