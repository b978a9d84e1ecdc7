import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import { listOffers } from '#modules/incidents/choices/choices.server.ts'
import { choose } from '#modules/incidents/choices/choose.server.ts'
import type { ChoiceRefusal } from '#modules/incidents/choices/wish.ts'
import type { IncidentCallOutcome } from '#modules/incidents/incident/incident-states.ts'
import { listAskedBookings } from '#modules/incidents/reads/find-incident.server.ts'
import { CALL_MINUTES } from '#modules/rules/rules.ts'
import { actorText, type Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { db } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

/* Calls to passengers whom no mail has reached, each made by one caller at a time. */

type Call = { incidentId: string; bookingId: string; by: Actor; now: Temporal.Instant }

export type TakeOutcome =
  | { ok: true }
  /** Another caller has this passenger, or no call is needed any more. */
  | { ok: false; reason: 'taken-by-other' | 'no-call-needed' }

/** Gives a passenger to one caller for some minutes, who then sees the telephone number. */
export async function takeCall({ incidentId, bookingId, by, now }: Call): Promise<TakeOutcome> {
  return inTransaction(async (tx) => {
    const [booking] = await listAskedBookings(incidentId, now, { bookingId, tx })
    if (!booking?.isToCall) return { ok: false, reason: 'no-call-needed' } as const
    const { rows } = await sql`
      update incident_bookings
      set taken_by = ${actorText(by)}, taken_until = ${now.add({ minutes: CALL_MINUTES })}
      where incident_id = ${incidentId} and booking_id = ${bookingId}
        and (taken_until is null or taken_until <= ${now} or taken_by = ${actorText(by)})
      returning token`.execute(tx)
    if (rows.length === 0) return { ok: false, reason: 'taken-by-other' } as const
    await audit(tx, { by, subject: `order:${booking.orderId}`, action: 'phone-seen', now })
    return { ok: true } as const
  })
}

export type CallOutcome = { ok: true } | { ok: false; reason: 'not-taken' } | ChoiceRefusal

/**
 * Records the result of a call by the caller who has taken it. A passenger who wants the offered bus
 * or the money gets it at once, and a refusal of that records no call.
 */
export async function recordCall(
  call: Call & { outcome: IncidentCallOutcome },
): Promise<CallOutcome> {
  const { incidentId, bookingId, outcome, by, now } = call
  const choice = await db
    .selectFrom('incidentBookings')
    .select(['incidentId', 'bookingId', 'token'])
    .where('incidentId', '=', incidentId)
    .where('bookingId', '=', bookingId)
    .where('takenBy', '=', actorText(by))
    .where('takenUntil', '>', now)
    .executeTakeFirst()
  if (!choice) return { ok: false, reason: 'not-taken' }
  if (outcome === 'moved' || outcome === 'refund') {
    const [best] = await listOffers(db, choice)
    const wanted =
      outcome === 'refund'
        ? ({ kind: 'refund' } as const)
        : ({ kind: 'move', offerId: best?.offerId ?? '' } as const)
    const chosen = await choose({ token: choice.token, choice: wanted, by, now })
    if (!chosen.ok) return chosen
  }
  await inTransaction(async (tx) => {
    const callId = randomUUID()
    const row = { callId, incidentId, bookingId, outcome, calledBy: actorText(by), calledAt: now }
    await tx.insertInto('incidentCalls').values(row).execute()
    // The change of the order has its own entry.
    if (outcome !== 'moved' && outcome !== 'refund') {
      const subject = `incident:${incidentId}`
      await audit(tx, { by, subject, action: 'called', after: { bookingId, outcome }, now })
    }
    await tx
      .updateTable('incidentBookings')
      .set({ takenBy: null, takenUntil: null })
      .where('incidentId', '=', incidentId)
      .where('bookingId', '=', bookingId)
      .execute()
  })
  return { ok: true }
}
