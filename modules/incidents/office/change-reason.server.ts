import { lockIncident } from '#modules/incidents/departures/smaller-bus.server.ts'
import {
  chooseOther,
  isSameReason,
  reasonKey,
  type ReasonRefusal,
  type ToldReason,
  type Typed,
} from '#modules/incidents/incident/told-reason.ts'
import { findIncident } from '#modules/incidents/reads/find-incident.server.ts'
import type { Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

export type ChangeReasonOutcome =
  | { ok: true }
  | ReasonRefusal
  | { ok: false; reason: 'no-such-incident' }
  /** Its passengers have travelled, or the bus runs after all. */
  | { ok: false; reason: 'incident-closed' }
  /** The reason is given with the question to the passengers. */
  | { ok: false; reason: 'not-announced' }
  /** A colleague has changed it since the page was shown. */
  | { ok: false; reason: 'reason-changed' }
  | { ok: false; reason: 'told-already' }

type Change = {
  incidentId: string
  typed: Typed
  /** The reason that the page showed (reasonKey). */
  shown: string
  by: Actor
  now: Temporal.Instant
}

/**
 * Changes the reason that passengers of an open incident are told, or removes it. Pages, and mails that
 * are composed later, have the new one; no mail is sent again.
 */
export async function changeReason(change: Change): Promise<ChangeReasonOutcome> {
  const { incidentId, typed, shown, by, now } = change
  return inTransaction(async (tx): Promise<ChangeReasonOutcome> => {
    await lockIncident(tx, incidentId)
    const incident = await findIncident(incidentId, tx)
    if (!incident) return { ok: false, reason: 'no-such-incident' }
    if (incident.closedAt) return { ok: false, reason: 'incident-closed' }
    if (incident.waits) return { ok: false, reason: 'not-announced' }
    const { toldReason: before } = incident
    if (reasonKey(before) !== shown) return { ok: false, reason: 'reason-changed' }
    const chosen = chooseOther(typed, before)
    if (!chosen.ok) return chosen
    const { toldReason } = chosen
    if (isSameReason(before, toldReason)) return { ok: false, reason: 'told-already' }
    await writeReason(tx, incidentId, toldReason)
    await audit(tx, {
      by,
      subject: `incident:${incidentId}`,
      action: 'told-reason-changed',
      before: { toldReason: before },
      after: { toldReason },
      now,
    })
    return { ok: true }
  })
}

async function writeReason(tx: Tx, incidentId: string, toldReason: ToldReason | null) {
  await tx
    .updateTable('incidents')
    .set({ toldReason: toldReason && JSON.stringify(toldReason) })
    .where('incidentId', '=', incidentId)
    .execute()
}
