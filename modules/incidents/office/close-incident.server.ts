import { countAskedBookings, findIncident } from '#modules/incidents/reads/find-incident.server.ts'
import type { Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

export type CloseOutcome =
  | { ok: true }
  | { ok: false; reason: 'no-such-incident' }
  | { ok: false; reason: 'closed-already' }
  /** More people are booked than fit: the incident ends once everybody fits. */
  | { ok: false; reason: 'too-full' }
  /** The incident ends once the bus is on time, or has left. */
  | { ok: false; reason: 'still-late' }
  /** Some passengers are not told yet, have time to answer, or have to be called. */
  | { ok: false; reason: 'not-decided'; open: number; toCall: number }

type Closing = { incidentId: string; by: Actor; now: Temporal.Instant }

/** Closes an incident in which nothing is left to be done. */
export async function closeIncident({ incidentId, by, now }: Closing): Promise<CloseOutcome> {
  const incident = await findIncident(incidentId)
  if (!incident) return { ok: false, reason: 'no-such-incident' }
  if (incident.kind === 'smaller-bus' && incident.isOpen) return { ok: false, reason: 'too-full' }
  if (incident.kind === 'late' && incident.isOpen) return { ok: false, reason: 'still-late' }
  return inTransaction(async (tx) => {
    const asked = await countAskedBookings(incidentId, now, tx)
    const undecided = asked.filter(({ state }) => state === null || state === 'told')
    const open = undecided.reduce((sum, { bookings }) => sum + bookings, 0)
    const toCall = asked.reduce((sum, one) => sum + one.toCall, 0)
    if (open + toCall > 0) return { ok: false, reason: 'not-decided', open, toCall } as const
    const closed = await tx
      .updateTable('incidents')
      .set({ closedAt: now })
      .where('incidentId', '=', incidentId)
      .where('closedAt', 'is', null)
      .returning('incidentId')
      .executeTakeFirst()
    if (!closed) return { ok: false, reason: 'closed-already' } as const
    await audit(tx, { by, subject: `incident:${incidentId}`, action: 'incident-closed', now })
    return { ok: true } as const
  })
}
