import { lockDeparture } from '#modules/dispatch/departure.server.ts'
import type { Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { db } from '#platform/db.server.ts'
import { eachAlone } from '#platform/jobs/each-alone.server.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { findOpenIncident, takeOutDeparture } from './incidents.server.ts'

const JOB: Actor = { kind: 'job', name: 'tell-news' }

/**
 * Ends the incidents of one kind for buses that nobody can board any more, or that do not run: there is
 * nothing left to choose. An incident is closed with its last bus.
 */
export async function endIncidents(kind: 'late' | 'retimed', now: Temporal.Instant): Promise<void> {
  const open = await db
    .selectFrom('incidentDepartures')
    .select(['incidentId', 'departureId'])
    .where('kind', '=', kind)
    .where('open', '=', true)
    .execute()
  await eachAlone(open, ({ incidentId, departureId }) =>
    inTransaction(async (tx) => {
      const locked = await lockDeparture(tx, { departureId })
      if (!locked.ok) return
      const { status, calls } = locked.departure
      const isToCome = calls
        .slice(0, -1)
        .some(({ departsAt, delay }) => isBefore(now, departsAt.add({ minutes: delay })))
      if (status === 'planned' && isToCome) return
      if ((await findOpenIncident(departureId, tx, kind)) !== incidentId) return
      const isLast = await takeOutDeparture(tx, departureId, now, kind)
      const subject = `incident:${incidentId}`
      if (isLast) await audit(tx, { by: JOB, subject, action: 'incident-closed', now })
    }),
  )
}
