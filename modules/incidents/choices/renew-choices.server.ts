import { sql } from 'kysely'

import { findStopIncident } from '#modules/incidents/incident/find-stop-incident.server.ts'
import type { IncidentDefault } from '#modules/incidents/incident/incident-states.ts'
import { hasInfant, hasOnwardRide } from '#modules/incidents/incident/needs.server.ts'
import { enqueueMail, nextAttemptNo } from '#modules/mail/outbox.server.ts'
import { listBookings, lockOrder, type Order } from '#modules/orders/order/rows.server.ts'
import { MOVES_SINCE } from '#modules/orders/order/terms-version.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import { eachAlone } from '#platform/jobs/each-alone.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { findChoice, hasBrokenOffer, listOffers, type Choice } from './choices.server.ts'
import { giveAgain, type Best } from './give-choice.server.ts'
import { listNeighbours } from './neighbours.server.ts'
import { defaultOfClosed, type Need } from './offers.ts'
import { defaultOfMover, pickTakenBack, type KeptSeats, type TooMany } from './too-full.ts'

/*
 * Seats that were promised to passengers on another bus, which is then cancelled as well, gets smaller,
 * leaves out the stop or leaves earlier. Passengers who have not answered get other offers by the same rules, in the same
 * choice, and a mail that names them.
 */

/** The order and the token of an open choice, with the facts by which its passengers get seats first. */
export type Broken = Need & { token: string; orderId: string }

/** The open choices with an offer that can no longer be taken. */
export async function listBroken(): Promise<Broken[]> {
  const { rows } = await sql<Broken>`
    select token, order_id, wheelchair_users > 0 as has_wheelchair, ${hasInfant} as has_infant,
      ${hasOnwardRide} as has_onward_ride, coalesce(confirmed_at, orders.created_at) as bought_at
    from incident_bookings join bookings using (booking_id) join orders using (order_id)
    where incident_bookings.state = 'told' and ${hasBrokenOffer}
    order by decide_by, token`.execute(db)
  return rows
}

type Renewal = {
  order: Order
  choice: Choice
  /** Not this one, although its bus runs. */
  withoutOfferId?: string
  now: Temporal.Instant
}

/**
 * Gives other offers to passengers who have not answered, and tells them what they can choose now and
 * what happens if they do not. The order is locked.
 */
export async function renewChoice(
  tx: Tx,
  { order, choice, withoutOfferId, now }: Renewal,
): Promise<void> {
  const { incidentId, bookingId, kind, defaultChoice } = choice
  const { orderId } = order
  const booking = (await listBookings(tx, orderId)).find((one) => one.bookingId === bookingId)
  if (!booking) return
  const keeping = (await listOffers(tx, choice)).filter(
    ({ isSameBus, offerId }) => !isSameBus && offerId !== withoutOfferId,
  )
  const stopId = kind === 'stop-closed' && (await findStopIncident(incidentId, tx))?.stopId
  const termsMove = (order.termsVersion ?? '') >= MOVES_SINCE
  await giveAgain(tx, {
    order,
    booking,
    incidentId,
    keeping,
    sameBus: stopId ? await listNeighbours(tx, booking, stopId) : [],
    isSameDay: kind === 'late',
    ...(kind !== 'not-running' && { defaultOf }),
    now,
  })
  const mail = 'new-offers'
  const attemptNo = await nextAttemptNo(tx, orderId, mail)
  await enqueueMail(tx, { order, kind: mail, attemptNo, bookingId, now })

  function defaultOf(best: Best | undefined): IncidentDefault {
    if (defaultChoice === 'call') return 'call'
    if (kind === 'stop-closed') return defaultOfClosed(best, termsMove)
    const isNeeded = kind === 'smaller-bus' && defaultChoice === 'move'
    return isNeeded && booking ? defaultOfMover(booking.departsAt, best) : 'stay'
  }
}

type TakenBack = KeptSeats & { token: string; orderId: string }

/**
 * Takes kept seats back that a smaller bus no longer has, until everybody else fits or none is kept, and
 * gives other offers for them. A kept seat goes before a bought one.
 */
export async function takeBackOffers(now: Temporal.Instant): Promise<void> {
  await eachAlone(await listTooSmall(now), async (departureId) => {
    for (;;) {
      const [next] = await listTakenBack(db, { departureId, now })
      if (!next) break
      await inTransaction(async (tx) => {
        const order = await lockOrder(tx, next.orderId)
        const choice = await findChoice(tx, next.token)
        const still = await listTakenBack(tx, { departureId, now })
        if (!choice || still[0]?.offerId !== next.offerId) return
        await renewChoice(tx, { order, choice, withoutOfferId: next.offerId, now })
      })
      crashPoint('incident:after-telling')
    }
  })
}

/** The departures on which seats are kept that may be too many. */
async function listTooSmall(now: Temporal.Instant): Promise<string[]> {
  const { rows } = await sql<{ departureId: string }>`
    select departure_id from departures join departure_capacity using (departure_id)
    where status = 'planned'
      and (seats > wanted_seats or wheelchair_places > wanted_wheelchair_places)
      and exists (select from seat_holds where seat_holds.departure_id = departures.departure_id
        and state = 'offered' and expires_at > ${now})
    order by departure_id`.execute(db)
  return rows.map(({ departureId }) => departureId)
}

type Bus = { departureId: string; now: Temporal.Instant }

/** The seats that are kept on a bus and that it no longer has, in the order of taking back. */
async function listTakenBack(tx: Tx | Database, bus: Bus): Promise<TakenBack[]> {
  const { departureId, now } = bus
  const { rows: kept } = await sql<TakenBack>`
    select offer_id, rank, hold.from_position, hold.to_position, hold.seats, hold.wheelchair_places,
      token, order_id, wheelchair_users > 0 as has_wheelchair, ${hasInfant} as has_infant,
      ${hasOnwardRide} as has_onward_ride, coalesce(confirmed_at, orders.created_at) as bought_at
    from seat_holds hold join incident_offers offer on offer_id = hold.booking_id
    join incident_bookings choice on choice.incident_id = offer.incident_id
      and choice.booking_id = offer.booking_id
    join bookings on bookings.booking_id = offer.booking_id join orders using (order_id)
    where hold.departure_id = ${departureId} and hold.state = 'offered' and expires_at > ${now}
      and choice.state = 'told' and orders.status = 'confirmed' and bookings.state = 'live'
    order by offer_id`.execute(tx)
  const { rows: tooMany } = await sql<TooMany>`
    select leg, greatest(sum(seats) - wanted_seats, 0)::int as seats,
      greatest(sum(wheelchair_places) - wanted_wheelchair_places, 0)::int as wheelchair_places
    from departure_capacity join seat_holds using (departure_id)
    cross join lateral generate_series(from_position, to_position - 1) as leg
    where departure_id = ${departureId} and (state in ('paying', 'sold', 'blocked')
      or (state = 'offered' and expires_at > ${now}))
    group by leg, wanted_seats, wanted_wheelchair_places
    order by leg`.execute(tx)
  return pickTakenBack(tooMany, kept)
}
