import { sql } from 'kysely'

import { lockDeparture } from '#modules/dispatch/departure.server.ts'
import { bookingOnBus } from '#modules/incidents/choices/choices.server.ts'
import { giveChoice } from '#modules/incidents/choices/give-choice.server.ts'
import { listNeighbours } from '#modules/incidents/choices/neighbours.server.ts'
import { byNeed, defaultOfClosed, type Need } from '#modules/incidents/choices/offers.ts'
import { lockIncident } from '#modules/incidents/departures/smaller-bus.server.ts'
import type { StopKind } from '#modules/incidents/incident/incident-states.ts'
import { takeOutDeparture } from '#modules/incidents/incident/incidents.server.ts'
import { hasInfant, hasOnwardRide } from '#modules/incidents/incident/needs.server.ts'
import { enqueueMail, nextAttemptNo } from '#modules/mail/outbox.server.ts'
import { isToBoard, listBookings, lockOrder } from '#modules/orders/order/rows.server.ts'
import { MOVES_SINCE } from '#modules/orders/order/terms-version.ts'
import type { Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import { eachAlone } from '#platform/jobs/each-alone.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

/*
 * Passengers of stops that are closed, moved, or served after all. Each order has a transaction of its
 * own, so the job can be interrupted and repeated.
 */

export const TELL_STOPS: Job<object> = {
  name: 'tell-stops',
  tries: 10,
  firstPause: 10,
  longestPause: 600,
}

const JOB: Actor = { kind: 'job', name: 'tell-stops' }

/**
 * Gives each booking at a closed or moved stop its choice, with a mail about it; tells those who were
 * asked that their stop is served after all; and ends the incidents of buses that have left the stop.
 */
export async function tellStops(now: Temporal.Instant): Promise<void> {
  await eachAlone([endPassedStops, tellChanged, tellServedAgain], (step) => step(now))
}

async function tellChanged(now: Temporal.Instant): Promise<void> {
  await eachAlone((await listUntold(db, now)).toSorted(byNeed), async (one) => {
    await inTransaction((tx) => tellOne(tx, one, now))
    crashPoint('incident:after-telling')
  })
}

async function tellServedAgain(now: Temporal.Instant): Promise<void> {
  await eachAlone(await listReopened(db, now), (one) =>
    inTransaction((tx) => tellReopened(tx, one, now)),
  )
}

type Told = { orderId: string; bookingId: string; incidentId: string }
type Untold = Told & Need & { kind: StopKind; stopId: string; termsMove: boolean }

/**
 * Bookings at a changed stop without a choice. Passengers of a moved stop who bought later know the
 * place already, from the page on which they bought.
 */
async function listUntold(
  tx: Tx | Database,
  now: Temporal.Instant,
  bookingId?: string,
): Promise<Untold[]> {
  const { rows } = await sql<Untold>`
    select bookings.order_id, bookings.booking_id, incident_id, concerned.kind, stop_id,
      wheelchair_users > 0 as has_wheelchair, ${hasInfant} as has_infant,
      ${hasOnwardRide} as has_onward_ride, coalesce(confirmed_at, orders.created_at) as bought_at,
      coalesce(terms_version, '') >= ${MOVES_SINCE} as terms_move
    from incident_departures concerned join incident_stops using (incident_id)
    join incidents using (incident_id)
    join departures using (departure_id)
    join bookings using (departure_id) join orders using (order_id)
    where open and departures.status = 'planned' and stop_id in (from_stop_id, to_stop_id)
      and bookings.state = 'live' and orders.status = 'confirmed' and ${isToBoard(now)}
      and (concerned.kind = 'stop-closed' or confirmed_at <= announced_at)
      and (${bookingId ?? null}::uuid is null or bookings.booking_id = ${bookingId ?? null}::uuid)
      and not exists (select from incident_bookings choice
        where choice.incident_id = concerned.incident_id and ${bookingOnBus} = bookings.booking_id)
    order by bookings.departs_at, bookings.booking_id`.execute(tx)
  return rows
}

async function tellOne(tx: Tx, { bookingId, orderId, incidentId }: Told, now: Temporal.Instant) {
  await lockIncident(tx, incidentId)
  const order = await lockOrder(tx, orderId)
  const still = (await listUntold(tx, now, bookingId)).find((one) => one.incidentId === incidentId)
  const booking = (await listBookings(tx, orderId)).find((one) => one.bookingId === bookingId)
  if (!still || !booking) return
  const { kind, stopId, termsMove } = still
  const isClosed = kind === 'stop-closed'
  await giveChoice(tx, {
    order,
    booking,
    incidentId,
    sameBus: isClosed ? await listNeighbours(tx, booking, stopId) : [],
    defaultOf: (best) => (isClosed ? defaultOfClosed(best, termsMove) : 'stay'),
    now,
  })
  const attemptNo = await nextAttemptNo(tx, orderId, kind)
  await enqueueMail(tx, { order, kind, attemptNo, bookingId, incidentId, now })
}

/**
 * Bookings that were asked and still begin or end at a stop that is served as usual again. Each reopening is told,
 * since the letter is written only once both stops of a ride are served. A mail of the release before does not say
 * which incident it tells of, so its time decides.
 */
async function listReopened(
  tx: Tx | Database,
  now: Temporal.Instant,
  bookingId?: string,
): Promise<Told[]> {
  const { rows } = await sql<Told>`
    select bookings.order_id, bookings.booking_id, incident_id
    from incident_bookings choice join bookings on bookings.booking_id = ${bookingOnBus}
    join orders using (order_id)
    join incident_departures concerned using (incident_id, departure_id)
    join incident_stops using (incident_id) join departures using (departure_id)
    where not open and choice.state in ('told', 'stays') and departures.status = 'planned'
      and stop_id in (from_stop_id, to_stop_id) and bookings.state = 'live'
      and orders.status = 'confirmed' and ${isToBoard(now)}
      and (${bookingId ?? null}::uuid is null or bookings.booking_id = ${bookingId ?? null}::uuid)
      and not exists (select from mails where mails.booking_id = bookings.booking_id
        and mails.kind = 'stop-reopened'
        and coalesce(mails.incident_id = choice.incident_id, queued_at >= told_at))
    order by bookings.departs_at, bookings.booking_id`.execute(tx)
  return rows
}

async function tellReopened(
  tx: Tx,
  { orderId, bookingId, incidentId }: Told,
  now: Temporal.Instant,
) {
  const order = await lockOrder(tx, orderId)
  const still = await listReopened(tx, now, bookingId)
  if (!still.some((one) => one.incidentId === incidentId)) return
  const kind = 'stop-reopened'
  const attemptNo = await nextAttemptNo(tx, orderId, kind)
  await enqueueMail(tx, { order, kind, attemptNo, bookingId, incidentId, now })
}

/** Ends the incidents of buses that have left the stop; what was closed or moved stays so. */
async function endPassedStops(now: Temporal.Instant): Promise<void> {
  const { rows } = await sql<{ incidentId: string; departureId: string; stopId: string }>`
    select incident_id, departure_id, stop_id
    from incident_departures join incident_stops using (incident_id)
    where open and not exists (select from departure_stops
      where departure_stops.departure_id = incident_departures.departure_id
        and departure_stops.stop_id = incident_stops.stop_id and departs_at > ${now})
    order by incident_id, departure_id`.execute(db)
  await eachAlone(rows, ({ incidentId, departureId, stopId }) =>
    inTransaction(async (tx) => {
      await lockIncident(tx, incidentId)
      const locked = await lockDeparture(tx, { departureId })
      const isToCome =
        locked.ok &&
        locked.departure.calls.some(
          (call) =>
            call.stopId === stopId && isBefore(now, call.departsAt.add({ minutes: call.delay })),
        )
      if (isToCome) return
      const isLast = await takeOutDeparture(tx, departureId, now, { incidentId })
      const subject = `incident:${incidentId}`
      if (isLast) await audit(tx, { by: JOB, subject, action: 'incident-closed', now })
    }),
  )
}
