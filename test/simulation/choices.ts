import { sql } from 'kysely'

import { partyOf } from '#modules/fares/passengers.ts'
import { changePlaces } from '#modules/fleet/assign-vehicle.server.ts'
import { choose } from '#modules/incidents/choices/choose.server.ts'
import { quoteAsking } from '#modules/incidents/choices/too-full.server.ts'
import type { Wish } from '#modules/incidents/choices/wish.ts'
import { askPassengers } from '#modules/incidents/departures/ask-passengers.server.ts'
import { cancelDeparture } from '#modules/incidents/departures/cancel-departure.server.ts'
import { openSmallerBuses } from '#modules/incidents/departures/smaller-bus.server.ts'
import { isOfStop } from '#modules/incidents/incident/incident-states.ts'
import {
  findOpenIncident,
  listOpenIncidents,
} from '#modules/incidents/incident/incidents.server.ts'
import { reopenStop } from '#modules/incidents/stops/reopen-stop.server.ts'
import { retimeDepartures } from '#modules/incidents/times/retime-departures.server.ts'
import { quoteRetiming } from '#modules/incidents/times/retime-quote.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { TIME_ZONE } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { changeStop } from '#test/fixtures/closed-stop.ts'

import type { Journey } from './journey.ts'

/** Presses a button of the newest choice of the traveller, if their bus was cancelled. */
async function press(journey: Journey, choiceOf: (offerId: string) => Wish['choice']) {
  const choice = await db
    .selectFrom('incidentBookings')
    .innerJoin('bookings', 'bookings.bookingId', 'incidentBookings.bookingId')
    .innerJoin('orders', 'orders.orderId', 'bookings.orderId')
    .leftJoin('incidentOffers', 'incidentOffers.bookingId', 'incidentBookings.bookingId')
    .select(['token', 'offerId'])
    .where('visitor', '=', journey.visitor)
    .orderBy('toldAt', 'desc')
    .orderBy('rank')
    .executeTakeFirst()
  if (!choice) return undefined
  const chosen = choiceOf(choice.offerId ?? '')
  return choose({ token: choice.token, choice: chosen, by: TRAVELLER, now: now() })
}

/** One seat is left on a bus, and its passengers are asked. */
export async function bringSmallerBus(departureId: string): Promise<unknown> {
  const wanted = { seats: 1, wheelchairPlaces: 0 }
  const outcome = await changePlaces({ departureId, wanted, by: ADMIN, now: now() })
  await openSmallerBuses(now())
  const incidentId = await findOpenIncident(departureId, db, 'smaller-bus')
  if (!incidentId) return outcome
  return askPassengers({
    incidentId,
    shown: await quoteAsking(departureId),
    by: ADMIN,
    now: now(),
  })
}

/**
 * A new timetable has the bus some minutes later, or earlier, and the office takes over its times. It
 * counts as changed by hand, so the departure stays the same one.
 */
export async function retimeBus(departureId: string, minutes: number): Promise<unknown> {
  await planOtherwise(departureId, minutes)
  const departureIds = [departureId]
  const { version } = await quoteRetiming(departureIds, now())
  return retimeDepartures({ departureIds, reason: 'summer', version, by: ADMIN, now: now() })
}

/**
 * The trip of a departure, with all its calls some minutes later than now. None of them is before the
 * day of the timetable begins.
 */
function planOtherwise(departureId: string, minutes: number): Promise<void> {
  const planned = sql`departure_id = ${departureId}`
  return inTransaction(async (tx) => {
    await sql`update departures set pinned = true where ${planned}`.execute(tx)
    await sql`
      insert into service_calendars (service_id, weekdays, valid_from, valid_until)
      select trip_id, '{}', service_date, service_date from departures where ${planned}
      on conflict do nothing`.execute(tx)
    await sql`
      insert into trips (trip_id, route_id, service_id, seats, wheelchair_places)
      select trip_id, route_id, trip_id, 10, 1 from departures where ${planned}
      on conflict do nothing`.execute(tx)
    await sql`
      insert into stop_times
        (trip_id, position, stop_id, arrives_seconds, departs_seconds, pickup, dropoff)
      select trip_id, position, stop_id,
        greatest(0, ${secondsOf('arrives_at')} + ${minutes * 60}),
        greatest(0, ${secondsOf('departs_at')} + ${minutes * 60}), pickup, dropoff
      from departures join departure_stops using (departure_id) where ${planned}
      on conflict (trip_id, position) do update set
        arrives_seconds = excluded.arrives_seconds, departs_seconds = excluded.departs_seconds`.execute(
      tx,
    )
    await sql`
      insert into departure_differences (departure_id, kind, noticed_at)
      values (${departureId}, 'moved', ${now()}) on conflict do nothing`.execute(tx)
  })
}

function secondsOf(column: string) {
  return sql`extract(epoch from ${sql.ref(column)} - ((service_date + time '12:00')
    at time zone ${TIME_ZONE} - interval '12 hours'))::int`
}

/** Nobody can get off at C any more, where most journeys end. */
export function closeStopOfBus(departureId: string): Promise<unknown> {
  return changeStop(departureId, { stopId: 'C' })
}

/** Each stop of a bus that is closed is served after all. */
export async function reopenStopsOfBus(departureId: string): Promise<unknown> {
  const open = await listOpenIncidents(departureId)
  for (const { incidentId, kind } of open) {
    if (isOfStop(kind)) await reopenStop({ incidentId, by: ADMIN, now: now() })
  }
  return open.length
}

/** The bus on which seats are kept for the traveller is cancelled as well. */
export async function cancelOfferedBus({ visitor }: Journey): Promise<unknown> {
  const offer = await db
    .selectFrom('incidentOffers')
    .innerJoin('bookings', 'bookings.bookingId', 'incidentOffers.bookingId')
    .innerJoin('orders', 'orders.orderId', 'bookings.orderId')
    .select('incidentOffers.departureId')
    .where('visitor', '=', visitor)
    .orderBy('keptUntil', 'desc')
    .orderBy('rank')
    .executeTakeFirst()
  if (!offer) return undefined
  const { departureId } = offer
  return cancelDeparture({ departureId, by: ADMIN, reason: 'no driver either', now: now() })
}

export function takeOfferedBus(journey: Journey): Promise<unknown> {
  return press(journey, (offerId) => ({ kind: 'move', offerId }))
}

export function takeMoneyInstead(journey: Journey): Promise<unknown> {
  return press(journey, () => ({ kind: 'refund' }))
}

/** One adult of a group stays on the bus, and the others are refunded. */
export function stayInPart(journey: Journey): Promise<unknown> {
  const travelling = { passengers: partyOf({ adult: 1 }), wheelchairUsers: 0 }
  return press(journey, () => ({ kind: 'stay', travelling }))
}
