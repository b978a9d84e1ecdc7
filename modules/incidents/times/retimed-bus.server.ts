import { sql } from 'kysely'

import { giveChoice } from '#modules/incidents/choices/give-choice.server.ts'
import { byNeed, type Need } from '#modules/incidents/choices/offers.ts'
import { endIncidents } from '#modules/incidents/incident/end-incidents.server.ts'
import { findOpenIncident } from '#modules/incidents/incident/incidents.server.ts'
import { hasInfant, hasOnwardRide } from '#modules/incidents/incident/needs.server.ts'
import { enqueueMail, nextAttemptNo } from '#modules/mail/outbox.server.ts'
import { listPayingOldTimes } from '#modules/orders/office/retime-bookings.server.ts'
import { listBookings, lockOrder, type Booking } from '#modules/orders/order/rows.server.ts'
import { reconcile } from '#modules/orders/settlement/reconcile.server.ts'
import { findOpenPayment } from '#modules/payments/payments.server.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { eachAlone } from '#platform/jobs/each-alone.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { hasChoice } from './retimed.ts'

/* The passengers of departures that got the times of a new timetable: what they are told and offered. */

const KIND = 'retimed'

/**
 * Tells each booking of its new times once, with a choice if they changed by much, and ends the
 * incidents of buses that nobody can board any more. Payment pages that were opened at the old times
 * are closed, so that their buyers see the new ones before they pay.
 */
export async function tellRetimed(now: Temporal.Instant): Promise<void> {
  await eachAlone(
    [closePages, tellUntold, (at: Temporal.Instant) => endIncidents(KIND, at)],
    (step) => step(now),
  )
}

async function tellUntold(now: Temporal.Instant): Promise<void> {
  await eachAlone((await listUntold()).toSorted(byNeed), async ({ orderId, bookingId }) => {
    await inTransaction(async (tx) => {
      const order = await lockOrder(tx, orderId)
      const booking = (await listBookings(tx, orderId)).find((one) => one.bookingId === bookingId)
      const before = booking && timesBefore(booking)
      if (!booking || !before || order.status !== 'confirmed') return
      const incidentId = await findOpenIncident(booking.departureId, tx, KIND)
      if (!incidentId || !(await isUntold(tx, { bookingId, incidentId }))) return
      if (hasChoice(before, booking)) {
        await giveChoice(tx, { order, booking, incidentId, defaultOf: () => 'stay', now })
      }
      const attemptNo = await nextAttemptNo(tx, orderId, KIND)
      await enqueueMail(tx, { order, kind: KIND, attemptNo, bookingId, incidentId, now })
    })
    crashPoint('incident:after-telling')
  })
}

/** The times that the holder bought; undefined if they never changed. */
export function timesBefore({ retimedFrom, retimedArrivalFrom }: Booking) {
  if (!retimedFrom || !retimedArrivalFrom) return undefined
  return { departsAt: retimedFrom, arrivesAt: retimedArrivalFrom }
}

/** A mail of the release before does not say which incident it tells of, so its time decides. */
const IS_UNTOLD = sql<boolean>`not exists (select from mails
  where mails.booking_id = bookings.booking_id and mails.kind = ${KIND}
    and coalesce(mails.incident_id = incidents.incident_id, queued_at >= announced_at))`

async function listUntold(): Promise<(Need & { orderId: string; bookingId: string })[]> {
  const { rows } = await sql<Need & { orderId: string; bookingId: string }>`
    select order_id, booking_id, wheelchair_users > 0 as has_wheelchair, ${hasInfant} as has_infant,
      ${hasOnwardRide} as has_onward_ride, coalesce(confirmed_at, orders.created_at) as bought_at
    from incident_departures concerned join incidents using (incident_id)
    join bookings using (departure_id) join orders using (order_id)
    where concerned.kind = ${KIND} and open and bookings.state = 'live'
      and orders.status = 'confirmed' and retimed_from is not null and ${IS_UNTOLD}`.execute(db)
  return rows
}

type Told = { bookingId: string; incidentId: string }

async function isUntold(tx: Tx, { bookingId, incidentId }: Told): Promise<boolean> {
  const { rows } = await sql`
    select from bookings, incidents
    where booking_id = ${bookingId} and incident_id = ${incidentId} and ${IS_UNTOLD}`.execute(tx)
  return rows.length > 0
}

/** A page that was paid meanwhile counts: then the holder is told like all others. */
async function closePages(now: Temporal.Instant): Promise<void> {
  const open = await db
    .selectFrom('incidentDepartures')
    .select('departureId')
    .where('kind', '=', KIND)
    .where('open', '=', true)
    .execute()
  if (open.length === 0) return
  const departureIds = open.map(({ departureId }) => departureId)
  await eachAlone(await listPayingOldTimes(db, departureIds), async (orderId) => {
    const payment = await findOpenPayment(db, orderId)
    if (payment) await reconcile(payment.paymentId, { now, patience: 'job', close: true })
  })
}
