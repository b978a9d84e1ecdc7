import { randomUUID } from 'node:crypto'

import { actorText, type Actor } from '#platform/actor.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'

type Opening = {
  departureIds: readonly string[]
  cause: string
  by: Actor
  now: Temporal.Instant
}

/** Opens an incident of departures that no longer run, which are locked and in none. */
export async function openIncident(
  tx: Tx,
  { departureIds, cause, by, now }: Opening,
): Promise<string> {
  const incidentId = randomUUID()
  await tx
    .insertInto('incidents')
    .values({ incidentId, cause, madeBy: actorText(by), announcedAt: now })
    .execute()
  const rows = departureIds.map((departureId) => ({ incidentId, departureId }))
  await tx.insertInto('incidentDepartures').values(rows).execute()
  return incidentId
}

/** The incident of a departure that does not run; undefined if it runs. */
export async function findOpenIncident(
  departureId: string,
  tx: Tx | Database = db,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('incidentDepartures')
    .select('incidentId')
    .where('departureId', '=', departureId)
    .where('open', '=', true)
    .executeTakeFirst()
  return row?.incidentId
}

/** Takes a departure that runs after all out of its incident, which is closed with its last one. */
export async function takeOutDeparture(
  tx: Tx,
  departureId: string,
  now: Temporal.Instant,
): Promise<void> {
  const left = await tx
    .updateTable('incidentDepartures')
    .set({ open: false })
    .where('departureId', '=', departureId)
    .where('open', '=', true)
    .returning('incidentId')
    .executeTakeFirst()
  if (!left) return
  const { incidentId } = left
  await tx
    .updateTable('incidents')
    .set({ closedAt: now })
    .where('incidentId', '=', incidentId)
    .where('closedAt', 'is', null)
    .where((incident) =>
      incident.not(
        incident.exists(
          incident
            .selectFrom('incidentDepartures')
            .select('departureId')
            .where('incidentId', '=', incidentId)
            .where('open', '=', true),
        ),
      ),
    )
    .execute()
}
