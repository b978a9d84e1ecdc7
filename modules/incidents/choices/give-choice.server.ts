import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import type { IncidentDefault } from '#modules/incidents/incident/incident-states.ts'
import { listRidesBetween, type RideBetween } from '#modules/offers/rides-between.server.ts'
import { placesFor } from '#modules/orders/order/party.ts'
import { statusForHolder, type Booking, type Order } from '#modules/orders/order/rows.server.ts'
import { MOVES_SINCE } from '#modules/orders/order/terms-version.ts'
import {
  CHOICE_GRACE_MINUTES,
  OFFER_LATER_HOURS,
  OFFER_LEAD_MINUTES,
} from '#modules/rules/rules.ts'
import { listPlacesTaken } from '#modules/seats/holds.server.ts'
import {
  departureIdsOf,
  holdSeats,
  lockDepartures,
  releaseSeats,
  type HeldRide,
} from '#modules/seats/seats.server.ts'
import type { Places } from '#modules/seats/seats.ts'
import type { WheelchairAccess } from '#modules/timetable/wheelchair-access.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { invariant } from '#platform/invariant.ts'
import { dateInCyprus, isBefore } from '#platform/time.ts'

import { listOfferIds } from './choices.server.ts'
import type { Neighbour } from './neighbours.ts'
import {
  choiceEndsAt,
  defaultFor,
  hasRoom,
  offeredFrom,
  pickOffers,
  type Target,
} from './offers.ts'

type Giving = {
  order: Order
  booking: Booking
  incidentId: string
  /**
   * Decides the result without an answer from the best offer; if absent, as for a bus that does not
   * run.
   */
  defaultOf?: (best: Best | undefined) => IncidentDefault
  /** Other stops of the same bus, which are offered before other buses. */
  sameBus?: readonly Neighbour[]
  /** No bus of another day is offered. */
  isSameDay?: boolean
  /** The passengers were asked before in this incident: they are asked again, under the same link. */
  isAgain?: boolean
  now: Temporal.Instant
}

/** An offer on another bus whose seats are held already, and stay so. */
type Kept = { offerId: string; departureId: string }
type Keeping = { keeping?: readonly Kept[] }

/** The facts of the best offer by which the result without an answer is decided. */
export type Best = {
  departsAt: Temporal.Instant
  /** To another stop of the same bus; null: on another bus. */
  kilometres: number | null
}

/** An offer, under whose id the seats are held. */
type Offer = Best & {
  offerId: string
  departureId: string
  arrivesAt: Temporal.Instant
  fromStopId: string
  toStopId: string
  /** The seats beside those of the booking; null if there is nothing to hold. */
  held: HeldRide | null
}
type Reachable = Target & Pick<RideBetween, 'arrivesAt' | 'accessible'>

/**
 * Gives a passenger the choice, once in an incident unless its facts changed: seats on other buses are held
 * until it has ended. The order is locked.
 */
export async function giveChoice(tx: Tx, giving: Giving): Promise<void> {
  const { booking, incidentId, isAgain, now } = giving
  const { bookingId } = booking
  const given = await tx
    .selectFrom('incidentBookings')
    .select('token')
    .where('incidentId', '=', incidentId)
    .where('bookingId', '=', bookingId)
    .executeTakeFirst()
  if (given && !isAgain) return
  if (given) return giveAgain(tx, { ...giving, keeping: [] })
  const { offers, ...announced } = await offer(tx, giving)
  const token = newAccessToken()
  await tx
    .insertInto('incidentBookings')
    .values({ incidentId, bookingId, token, state: 'told', ...announced, toldAt: now })
    .execute()
  await writeOffers(tx, giving, { offers, ...announced })
  crashPoint('incident:after-offer')
}

/**
 * Gives a passenger other offers, by the same link: those that are `kept` stand,
 * and the seats of all others are free again. The order is locked.
 */
export async function giveAgain(
  tx: Tx,
  { keeping, ...giving }: Giving & { keeping: readonly Kept[] },
): Promise<void> {
  const { booking, incidentId, now } = giving
  const choice = { incidentId, bookingId: booking.bookingId }
  const isKept = (id: string) => keeping.some(({ offerId }) => offerId === id)
  await releaseSeats(
    tx,
    (await listOfferIds(tx, choice)).filter((id) => !isKept(id)),
  )
  const { offers, ...announced } = await offer(tx, { ...giving, keeping })
  const lost = keeping.filter(({ offerId }) => !offers.some((one) => one.offerId === offerId))
  await releaseSeats(
    tx,
    lost.map(({ offerId }) => offerId),
  )
  await tx
    .updateTable('incidentBookings')
    .set({
      ...announced,
      state: 'told',
      toldAt: now,
      seenAt: null,
      decidedAt: null,
      decidedBy: null,
    })
    .where('incidentId', '=', incidentId)
    .where('bookingId', '=', booking.bookingId)
    .execute()
  await tx
    .deleteFrom('incidentOffers')
    .where('incidentId', '=', incidentId)
    .where('bookingId', '=', booking.bookingId)
    .execute()
  await writeOffers(tx, giving, { offers, ...announced })
  crashPoint('incident:after-offer')
}

/** Seats are held, and what happens without an answer is decided. */
async function offer(tx: Tx, { order, booking, defaultOf, ...wanted }: Giving & Keeping) {
  const { offers, endsAt } = await holdOffers(tx, booking, wanted)
  const termsMove = (order.termsVersion ?? '') >= MOVES_SINCE
  const [best] = offers
  const defaultChoice = defaultOf ? defaultOf(best) : defaultFor(booking.departsAt, best, termsMove)
  return { offers, defaultChoice, decideBy: endsAt }
}

type Offered = { offers: readonly Offer[]; decideBy: Temporal.Instant }

async function writeOffers(
  tx: Tx,
  { booking: { bookingId }, incidentId }: Giving,
  { offers, decideBy }: Offered,
): Promise<void> {
  if (offers.length === 0) return
  const rows = offers.map(({ offerId, departureId, ...one }, index) => ({
    offerId,
    incidentId,
    bookingId,
    departureId,
    rank: index + 1,
    fromStopId: one.fromStopId,
    toStopId: one.toStopId,
    departsAt: one.departsAt,
    arrivesAt: one.arrivesAt,
    keptUntil: keptUntil(decideBy),
  }))
  await tx.insertInto('incidentOffers').values(rows).execute()
}

/** The seats are kept a little longer than they can be chosen, so that a late job still finds them. */
function keptUntil(endsAt: Temporal.Instant): Temporal.Instant {
  return endsAt.add({ minutes: CHOICE_GRACE_MINUTES })
}

type Wanted = Pick<Giving, 'incidentId' | 'isSameDay' | 'sameBus' | 'now'> & Keeping

/**
 * Holds seats on the best buses, which are counted again once they are locked. A bus that others
 * filled meanwhile is not offered, nor is another stop of the same bus if the legs to it are full. Seats
 * that are held already are held for longer, and fewer buses are added to them.
 */
async function holdOffers(
  tx: Tx,
  booking: Booking,
  { incidentId, isSameDay = false, sameBus = [], keeping = [], now }: Wanted,
): Promise<{ offers: Offer[]; endsAt: Temporal.Instant }> {
  const places = placesFor(booking.passengers, booking.wheelchairUsers)
  const incident = await readIncident(tx, incidentId)
  const isAccessible = ({ accessible }: { accessible: WheelchairAccess }) =>
    places.wheelchairPlaces === 0 || accessible === true
  const reachable = (await listReachable(tx, booking, { ...incident, now })).filter(
    (target) =>
      isAccessible(target) &&
      (!isSameDay || dateInCyprus(target.departsAt).equals(dateInCyprus(booking.departsAt))),
  )
  const soonest = now.add({ minutes: OFFER_LEAD_MINUTES })
  const stops = sameBus.filter((one) => isAccessible(one) && !isBefore(one.departsAt, soonest))
  const seen = await withTaken(tx, reachable, now)
  const keptId = (departureId: string) =>
    keeping.find((one) => one.departureId === departureId)?.offerId
  const kept = seen.filter(({ departureId }) => keptId(departureId) !== undefined)
  const picked = pickOffers({ departsAt: booking.departsAt, places, kept }, seen, incident.needed)
  const own = stops.some(({ more }) => more !== null) ? [booking] : []
  const locked = departureIdsOf([...picked, ...own])
  if (locked.length > 0) await lockDepartures(tx, locked)
  const chosen = reachable.filter(({ departureId }) => departureIdsOf(picked).includes(departureId))
  const counted = await withTaken(tx, chosen, now)
  let offers: Offer[] = [
    ...stops.map((one) => offerStop(one, booking, places)),
    ...picked.flatMap(({ departureId }) => {
      const target = counted.find((one) => one.departureId === departureId)
      const offerId = keptId(departureId)
      if (!target || !(offerId || hasRoom(target, places))) return []
      return [offerBus(target, booking, { places, offerId })]
    }),
  ]
  for (;;) {
    const endsAt = choiceEndsAt(now, [booking, ...offers])
    const rides = offers.flatMap(({ held }) => held ?? [])
    if (rides.length === 0) return { offers, endsAt }
    const as = { state: 'offered', expiresAt: keptUntil(endsAt) } as const
    const held = await holdSeats(tx, { rides, as, closing: 'for-holders', now })
    if (held.ok) return { offers, endsAt }
    offers = offers.filter(({ offerId }) => offerId !== held.bookingId)
  }
}

function offerBus(
  { departureId, ride, departsAt, arrivesAt, accessible }: Reachable,
  { fromStopId, toStopId }: Booking,
  { places, offerId = randomUUID() }: { places: Places; offerId?: string | undefined },
): Offer {
  const boardsAt = departsAt
  const held = { bookingId: offerId, departureId, ride, boardsAt, accessible, places }
  return {
    offerId,
    departureId,
    fromStopId,
    toStopId,
    departsAt,
    arrivesAt,
    kilometres: null,
    held: { ...held, wheelchairGranted: true },
  }
}

/** Only the legs that were not bought are held: the seats of the others are the booking's own. */
function offerStop(
  { fromStopId, toStopId, departsAt, arrivesAt, more, accessible, kilometres }: Neighbour,
  { departureId }: Booking,
  places: Places,
): Offer {
  const offerId = randomUUID()
  const kept = { bookingId: offerId, departureId, boardsAt: departsAt, accessible, places }
  return {
    offerId,
    departureId,
    fromStopId,
    toStopId,
    departsAt,
    arrivesAt,
    kilometres,
    held: more && { ...kept, ride: more, isPart: true, wheelchairGranted: true },
  }
}

type Seen = Omit<Reachable, 'taken'>

/** The buses on sale between the same stops that can still be reached. */
async function listReachable(
  tx: Tx,
  booking: Booking,
  { share, movedBuses, isLate, now }: Omit<Incident, 'needed'> & { now: Temporal.Instant },
): Promise<Seen[]> {
  const { fromStopId, toStopId, departsAt } = booking
  const rides = await listRidesBetween(tx, {
    fromStopIds: [fromStopId],
    toStopIds: [toStopId],
    since: offeredFrom(departsAt, now),
    until: departsAt.add({ hours: OFFER_LATER_HOURS }),
  })
  const lateBuses = isLate ? await listLateBuses(tx, rides) : []
  return rides.flatMap((one) => {
    const { departureId, fromPosition, toPosition, seats, wheelchairPlaces } = one
    if (one.status !== 'planned' || one.closedAt || one.isStopClosed) return []
    if (departureId === booking.departureId || movedBuses.includes(departureId)) return []
    if (lateBuses.includes(departureId)) return []
    const { arrivesAt, accessible } = one
    const ride = { fromPosition, toPosition }
    const bus = { seats, wheelchairPlaces }
    return [{ departureId, ride, bus, departsAt: one.departsAt, arrivesAt, accessible, share }]
  })
}

/**
 * Buses that are so late themselves that their passengers have a choice: nobody gains by taking
 * them.
 */
async function listLateBuses(tx: Tx, rides: readonly RideBetween[]): Promise<string[]> {
  if (rides.length === 0) return []
  const rows = await tx
    .selectFrom('incidentDepartures')
    .select('departureId')
    .where('departureId', 'in', departureIdsOf(rides))
    .where('kind', '=', 'late')
    .where('open', '=', true)
    .execute()
  return rows.map(({ departureId }) => departureId)
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

type Incident = {
  share: number
  /** The seats of all who still wait for another bus. */
  needed: number
  /** The buses at which a stop is moved as well, so that nobody gains by taking them. */
  movedBuses: readonly string[]
  isLate: boolean
}

async function readIncident(tx: Tx, incidentId: string): Promise<Incident> {
  const { rows } = await sql<Incident>`
    select offered_share as share, (
      select coalesce(sum(seat_holds.seats), 0)::int from seat_holds join incident_departures using (departure_id)
      join departures using (departure_id) left join bookings using (booking_id)
      where incident_departures.incident_id = incidents.incident_id and open
        and seat_holds.state = 'sold'
        and (broken_from is null or ${statusForHolder} = 'cancelled')
        and (stop_id is null or stop_id in (from_stop_id, to_stop_id))) as needed,
      array(select departure_id from incident_departures
        where incident_departures.incident_id = incidents.incident_id
          and kind = 'stop-moved') as moved_buses,
      exists (select from incident_departures
        where incident_departures.incident_id = incidents.incident_id
          and kind = 'late') as is_late
    from incidents left join incident_stops using (incident_id)
    where incidents.incident_id = ${incidentId}`.execute(tx)
  const [incident] = rows
  invariant(incident, 'a choice is of an incident')
  return incident
}
