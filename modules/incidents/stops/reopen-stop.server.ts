import { writePlace } from '#modules/dispatch/bays.server.ts'
import { hasLeft, lockDeparture } from '#modules/dispatch/departure.server.ts'
import { DECIDE_CHOICES } from '#modules/incidents/choices/decide-choices.server.ts'
import { lockIncident } from '#modules/incidents/departures/smaller-bus.server.ts'
import {
  findStopIncident,
  type StopIncident,
} from '#modules/incidents/incident/find-stop-incident.server.ts'
import { takeOutDeparture } from '#modules/incidents/incident/incidents.server.ts'
import { decideDeparture } from '#modules/timetable/decide-departure.server.ts'
import type { Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { enqueueJob } from '#platform/jobs/jobs.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { TELL_STOPS } from './tell-stops.server.ts'

type Wish = {
  incidentId: string
  /** One of its departures; without it, all that have not left. */
  departureId?: string | undefined
  by: Actor
  now: Temporal.Instant
}

export type ReopenOutcome =
  | { ok: true; departures: number }
  | { ok: false; reason: 'no-such-incident' }
  /** Every bus has left, or serves its stop as usual already. */
  | { ok: false; reason: 'nothing-to-reopen' }

/**
 * A stop is served after all. Passengers who have chosen something else keep it; all others are told by
 * the job, and travel as booked.
 */
export async function reopenStop(wish: Wish): Promise<ReopenOutcome> {
  const { incidentId, departureId, by, now } = wish
  return inTransaction(async (tx) => {
    await lockIncident(tx, incidentId)
    const incident = await findStopIncident(incidentId, tx)
    if (!incident) return { ok: false, reason: 'no-such-incident' } as const
    const asked = incident.openIds.filter((id) => departureId === undefined || id === departureId)
    const reopened: string[] = []
    for (const id of asked) {
      if (await reopenOne(tx, id, { ...incident, incidentId, now })) reopened.push(id)
    }
    if (reopened.length === 0) return { ok: false, reason: 'nothing-to-reopen' } as const
    const { stopId } = incident
    const after = { stopId, departures: reopened.length }
    const subject = `incident:${incidentId}`
    await audit(tx, { by, subject, action: 'stop-reopened', after, now })
    await enqueueJob(tx, DECIDE_CHOICES, {})
    await enqueueJob(tx, TELL_STOPS, {})
    return { ok: true, departures: reopened.length } as const
  })
}

type Reopening = StopIncident & { incidentId: string; now: Temporal.Instant }

async function reopenOne(
  tx: Tx,
  departureId: string,
  { incidentId, kind, stopId, now }: Reopening,
): Promise<boolean> {
  const locked = await lockDeparture(tx, { departureId })
  if (!locked.ok || hasLeft(locked.departure, now)) return false
  const { calls, closedStops, movedStops } = locked.departure
  const positions = calls.filter((call) => call.stopId === stopId).map(({ position }) => position)
  const isOther = (position: number) => !positions.includes(position)
  if (kind === 'stop-moved') {
    for (const position of positions) await writePlace(tx, { departureId, position }, null)
    await decideDeparture(tx, departureId, { movedStops: movedStops.filter(isOther) })
  } else {
    await decideDeparture(tx, departureId, { closedStops: closedStops.filter(isOther) })
  }
  await takeOutDeparture(tx, departureId, now, { incidentId })
  return true
}
