import { sql } from 'kysely'

import { replaceOnDuty } from '#modules/fleet/duties.server.ts'
import { DECIDE_CHOICES } from '#modules/incidents/choices/decide-choices.server.ts'
import { MAX_DEPARTURES } from '#modules/incidents/incident/concerned.server.ts'
import { openIncident, takeOutDeparture } from '#modules/incidents/incident/incidents.server.ts'
import type { ToldReason } from '#modules/incidents/incident/told-reason.ts'
import {
  listOrdersOn,
  lockOrdersOn,
  retimeBookings,
} from '#modules/orders/office/retime-bookings.server.ts'
import { takeBackLeases } from '#modules/seats/leases.server.ts'
import { lockDepartures, moveHolds } from '#modules/seats/seats.server.ts'
import { findNewTimes, takeNewTimes } from '#modules/timetable/new-times.server.ts'
import type { Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { enqueueJob } from '#platform/jobs/jobs.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { quoteRetiming, type RetimeQuote, type Retiming } from './retime-quote.server.ts'
import { TELL_NEWS } from './tell-news.server.ts'

/*
 * Departures that were sold at other times than a new timetable has. An import never moves them: it
 * takes them off sale and lists them. One press takes over the new times for their passengers. The
 * bookings move to the departure that is on sale at the new times, with their tickets, codes and
 * prices. A departure that was changed by hand is not replaced by another; it gets the new times itself.
 *
 * Locks are taken in the order of all acts: incident, orders, departures.
 */

const KIND = 'retimed'

type Wish = {
  /** Those that the page showed as possible. */
  departureIds: readonly string[]
  /** As in the audit, and the cause of the incident. */
  reason: string
  /** The reason that passengers read; without it they read none. */
  toldReason?: ToldReason | null | undefined
  /** What was shown: see `RetimeQuote`. */
  version: string
  by: Actor
  now: Temporal.Instant
}

export type RetimeOutcome =
  | { ok: true; incidentId: string }
  /** They have left, or have the new times already, or the timetable has the old ones again. */
  | { ok: false; reason: 'none-to-retime' }
  /** More than can be read on one page. */
  | { ok: false; reason: 'too-many'; most: number }
  /** Others bought or cancelled, or a timetable was imported, since the figures were shown. */
  | { ok: false; reason: 'quote-changed'; quote: RetimeQuote }

/**
 * Gives departures the times of the timetable, with all their bookings, in one transaction, and
 * enqueues the job that tells their passengers and gives them the choice. An unpaid cart keeps its
 * seats, and its buyer agrees to the new time before paying.
 */
export async function retimeDepartures(wish: Wish): Promise<RetimeOutcome> {
  const { departureIds, reason, toldReason, version, by, now } = wish
  if (departureIds.length > MAX_DEPARTURES) {
    return { ok: false, reason: 'too-many', most: MAX_DEPARTURES }
  }
  return inTransaction(async (tx) => {
    const locked = await lockOrdersOn(tx, departureIds)
    const seen = await findNewTimes(departureIds, tx)
    if (seen.length === 0) return { ok: false, reason: 'none-to-retime' } as const
    await lockDepartures(tx, [
      ...new Set(seen.flatMap(({ departureId, targetId }) => [departureId, targetId])),
    ])
    const quote = await quoteRetiming(departureIds, now, tx)
    const retimings = quote.retimings.filter(({ obstacle }) => obstacle === null)
    if (retimings.length === 0) return { ok: false, reason: 'none-to-retime' } as const
    // Also an order that was made, or a departure that an import made, before all were locked.
    const orders = await listOrdersOn(tx, departureIds)
    const isLocked = orders.every((orderId) => locked.has(orderId))
    if (!isLocked || quote.version !== version) {
      return { ok: false, reason: 'quote-changed', quote } as const
    }
    for (const { departureId, targetId } of retimings) {
      await takeOutDeparture(tx, departureId, now, KIND)
      await takeOutDeparture(tx, targetId, now, KIND)
    }
    const incidentId = await openIncident(tx, {
      departureIds: retimings.map(({ targetId }) => targetId),
      kind: KIND,
      cause: reason || KIND,
      toldReason,
      by,
      now,
    })
    for (const retiming of retimings) await retime(tx, retiming, now)
    const { departures, bookings } = quote.counts
    await audit(tx, {
      by,
      subject: `incident:${incidentId}`,
      action: 'departures-retimed',
      reason,
      after: { departures, bookings, ...(toldReason && { toldReason }) },
      now,
    })
    await enqueueJob(tx, TELL_NEWS, {})
    // The choices of earlier changes of the times end, and broken offers are replaced.
    await enqueueJob(tx, DECIDE_CHOICES, {})
    return { ok: true, incidentId } as const
  })
}

async function retime(tx: Tx, retiming: Retiming, now: Temporal.Instant): Promise<void> {
  const { departureId, targetId } = retiming
  const [from, to] = [departureId, targetId]
  await takeBackLeases(tx, from)
  await takeNewTimes(tx, retiming, now)
  if (from !== to) {
    await moveHolds(tx, { from, to })
    await replaceOnDuty(tx, { from, to })
    await carryIncidents(tx, { from, to })
  }
  await retimeOffers(tx, { from, to })
  await retimeBookings(tx, { from, to, now })
}

type Move = { from: string; to: string }

/** The bookings that move take their former choices along, so that old links still say what became of them. */
async function carryIncidents(tx: Tx, { from, to }: Move): Promise<void> {
  await sql`
    insert into incident_departures (incident_id, kind, departure_id, open)
    select distinct incident_id, incidents.kind, ${to}::uuid, false
    from incidents join incident_bookings using (incident_id) join bookings using (booking_id)
    where bookings.departure_id = ${from} and bookings.state = 'live'
    on conflict do nothing`.execute(tx)
}

/**
 * Seats kept on this bus are kept at its new times, at the stops of the offer if it names others. One that leaves
 * before the time of an offer still to be chosen breaks the offer, which names that time until others are given.
 */
async function retimeOffers(tx: Tx, { from, to }: Move): Promise<void> {
  await sql`
    update incident_offers offer set departure_id = ${to},
      departs_at = case when choice.state = 'told'
        then greatest(offer.departs_at, boarding.departs_at) else boarding.departs_at end,
      arrives_at = leaving.arrives_at
    from bookings, incident_bookings choice, departure_stops boarding, departure_stops leaving
    where offer.departure_id = ${from} and bookings.booking_id = offer.booking_id
      and (choice.incident_id, choice.booking_id) = (offer.incident_id, offer.booking_id)
      and boarding.departure_id = ${to} and boarding.stop_id = coalesce(offer.from_stop_id, bookings.from_stop_id)
      and boarding.pickup
      and leaving.departure_id = ${to} and leaving.stop_id = coalesce(offer.to_stop_id, bookings.to_stop_id)
      and leaving.dropoff
      and boarding.position < leaving.position`.execute(tx)
}
