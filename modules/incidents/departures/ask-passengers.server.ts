import { quoteAsking } from '#modules/incidents/choices/too-full.server.ts'
import type { Concerned } from '#modules/incidents/incident/concerned.server.ts'
import type { ToldReason } from '#modules/incidents/incident/told-reason.ts'
import { findIncident } from '#modules/incidents/reads/find-incident.server.ts'
import { FIT_CAPACITY } from '#modules/seats/sink-capacity.server.ts'
import { actorText, type Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { enqueueJob } from '#platform/jobs/jobs.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { lockIncident } from './smaller-bus.server.ts'

export type AskOutcome =
  | { ok: true; quote: Concerned }
  | { ok: false; reason: 'no-such-incident' }
  | { ok: false; reason: 'asked-already' }
  /** Everybody fits by now, or the bus has left. */
  | { ok: false; reason: 'over-already' }
  /** Others bought or cancelled since the figures were shown. */
  | { ok: false; reason: 'quote-changed'; quote: Concerned }

type Asking = {
  incidentId: string
  /** The figures as they were shown. */
  shown: Pick<Concerned, 'bookings' | 'paid'>
  /** The reason that passengers read; without it they read none. */
  toldReason?: ToldReason | null | undefined
  by: Actor
  now: Temporal.Instant
}

/**
 * Lets the passengers of an incident that waits be told, by a job that gives each their choice. A
 * person has seen how many they are, and what they paid at most.
 */
export async function askPassengers(asking: Asking): Promise<AskOutcome> {
  const { incidentId, shown, toldReason, by, now } = asking
  return inTransaction(async (tx) => {
    await lockIncident(tx, incidentId)
    const incident = await findIncident(incidentId, tx)
    if (!incident) return { ok: false, reason: 'no-such-incident' } as const
    if (!incident.waits) return { ok: false, reason: 'asked-already' } as const
    const [departureId] = incident.departureIds
    if (!incident.isOpen || !departureId) return { ok: false, reason: 'over-already' } as const
    const quote = await quoteAsking(departureId, tx)
    if (shown.bookings !== quote.bookings || shown.paid !== quote.paid) {
      return { ok: false, reason: 'quote-changed', quote } as const
    }
    await tx
      .updateTable('incidents')
      .set({
        waits: false,
        announcedAt: now,
        madeBy: actorText(by),
        toldReason: toldReason ? JSON.stringify(toldReason) : null,
      })
      .where('incidentId', '=', incidentId)
      .execute()
    const subject = `incident:${incidentId}`
    const { bookings, passengers, paid } = quote
    const after = { bookings, passengers, paid, ...(toldReason && { toldReason }) }
    await audit(tx, { by, subject, action: 'passengers-asked', after, now })
    await enqueueJob(tx, FIT_CAPACITY, {})
    return { ok: true, quote } as const
  })
}
