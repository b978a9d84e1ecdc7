import { sql } from 'kysely'

import { tick } from '#modules/boarding/counts/ticks.server.ts'
import { cancelDeparture } from '#modules/incidents/departures/cancel-departure.server.ts'
import { listIncidents } from '#modules/incidents/reads/find-incident.server.ts'
import { reportDelay } from '#modules/incidents/times/report-delay.server.ts'
import type { Actor } from '#platform/actor.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { isBefore } from '#platform/time.ts'

import { diceOf } from './dice.ts'
import { wasDelayReported } from './known.ts'

/* The acts of dispatchers and drivers on the buses of these hours. */

/** A bus of the next hours with few people on it does not run. */
export async function cancelBus({ reason, by }: { reason: string; by: Actor }): Promise<void> {
  // Its passengers may have left it, so that it is no longer listed.
  if ((await listIncidents(1)).length > 0) return
  const buses = await listBuses({ fromMinutes: 110, untilMinutes: 410 })
  const [chosen] = buses
    .filter(({ people, hasWheelchair }) => people < FEW_PEOPLE && !hasWheelchair)
    .toSorted((one, other) => other.bookings - one.bookings)
  if (chosen) await cancelDeparture({ departureId: chosen.departureId, by, reason, now: now() })
}

const FEW_PEOPLE = 35

/** The next bus with people on it is late. */
export async function reportLate({ minutes, by }: { minutes: number; by: Actor }): Promise<void> {
  if (await wasDelayReported(now(), by)) return
  const buses = await listBuses({ fromMinutes: 15, untilMinutes: 12 * 60 })
  const next = buses.find(({ status }) => status === 'planned')
  if (!next) return
  await reportDelay({ departureId: next.departureId, fromPosition: 0, minutes, by, now: now() })
}

type Bus = {
  departureId: string
  status: string
  bookings: number
  people: number
  hasWheelchair: boolean
}

/** The buses that leave so many minutes from now and have bookings, the next one first. */
async function listBuses({ fromMinutes, untilMinutes }: Record<`${string}Minutes`, number>) {
  const { rows } = await sql<Bus>`
    select departure_id, departures.status, count(distinct booking_id)::int as bookings,
      sum(booking_passengers.count)::int as people, bool_or(wheelchair_users > 0) as has_wheelchair
    from departure_stops as first_call
    join departures using (departure_id)
    join bookings using (departure_id)
    join orders using (order_id)
    join booking_passengers using (booking_id)
    where first_call.position = 0 and bookings.state = 'live' and orders.status = 'confirmed'
      and first_call.departs_at between ${now().add({ minutes: fromMinutes ?? 0 })}
        and ${now().add({ minutes: untilMinutes ?? 0 })}
    group by departure_id, departures.status, first_call.departs_at
    order by first_call.departs_at, departure_id`.execute(db)
  return rows
}

/** Minutes before a stop within which its passengers board. */
const BOARDING_MINUTES = 30

/**
 * Drivers tick who is aboard at each stop, a few minutes before the bus leaves it. Some do not come,
 * and on a bus that is boarding some are not there yet.
 */
export async function countAboard({ since, by }: { since: Temporal.Instant; by: Actor }) {
  for (const { people, departsAt, visitor, ...place } of await listExpected(since)) {
    const dice = diceOf(`aboard ${visitor}`)
    const isHere = dice(12) > 0 && (!isBefore(now(), departsAt) || dice(2) === 0)
    const isWhole = people === 1 || dice(15) > 0
    const boarded = departsAt.subtract({ minutes: 3 + dice(9) })
    const moment = isBefore(boarded, now()) ? boarded : now()
    const aboard = isWhole ? people : people - 1
    if (isHere) await tick({ ...place, aboard, by, now: moment })
  }
}

/** The bookings of buses that left, or are boarding, and that nobody has ticked. */
async function listExpected(since: Temporal.Instant) {
  const { rows } = await sql<{
    departureId: string
    bookingId: string
    position: number
    departsAt: Temporal.Instant
    people: number
    visitor: string
  }>`
    select departure_id, booking_id, from_position as position, bookings.departs_at, visitor,
      (select sum(count)::int from booking_passengers
        where booking_passengers.booking_id = bookings.booking_id) as people
    from bookings join orders using (order_id) join departures using (departure_id)
    where bookings.state = 'live' and orders.status = 'confirmed' and departures.status = 'planned'
      and bookings.departs_at between ${since} and ${now().add({ minutes: BOARDING_MINUTES })}
      and not exists (select from scans
        where scans.booking_id = bookings.booking_id)
    order by bookings.departs_at, booking_id`.execute(db)
  return rows
}
