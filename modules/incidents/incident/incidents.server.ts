import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import { OFFERED_SHARE } from '#modules/rules/rules.ts'
import { actorText, type Actor } from '#platform/actor.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'

import type { IncidentKind } from './incident-states.ts'
import type { ToldReason } from './told-reason.ts'

type Opening = {
  departureIds: readonly string[]
  kind?: IncidentKind
  /** As staff note it; passengers never see it. */
  cause: string
  /** The reason that passengers read. */
  toldReason?: ToldReason | null | undefined
  /** A person has to see who is concerned before anybody is told. */
  waits?: boolean
  /** The bus should have left, and never came. */
  neverCame?: boolean
  /** The share of the free seats of other buses that may be kept; without it, that of the rule. */
  offeredShare?: number
  by: Actor
  now: Temporal.Instant
}

/** Opens an incident of departures, which are locked and in none of that kind. */
export async function openIncident(
  tx: Tx,
  {
    departureIds,
    kind = 'not-running',
    cause,
    toldReason = null,
    waits = false,
    neverCame = false,
    offeredShare = OFFERED_SHARE,
    by,
    now,
  }: Opening,
): Promise<string> {
  const incidentId = randomUUID()
  await tx
    .insertInto('incidents')
    .values({
      incidentId,
      kind,
      cause,
      toldReason: toldReason && JSON.stringify(toldReason),
      waits,
      neverCame,
      offeredShare,
      madeBy: actorText(by),
      announcedAt: now,
    })
    .execute()
  const rows = departureIds.map((departureId) => ({ incidentId, kind, departureId }))
  await tx.insertInto('incidentDepartures').values(rows).execute()
  return incidentId
}

/** The open incident of a departure, of one kind; undefined if it is in none. */
export async function findOpenIncident(
  departureId: string,
  tx: Tx | Database = db,
  kind: IncidentKind = 'not-running',
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('incidentDepartures')
    .select('incidentId')
    .where('departureId', '=', departureId)
    .where('kind', '=', kind)
    .where('open', '=', true)
    .executeTakeFirst()
  return row?.incidentId
}

/** The reason that passengers of a departure are told in its open incident of a kind, if any. */
export async function findToldReason(
  departureId: string,
  kind: IncidentKind,
): Promise<ToldReason | null> {
  const row = await db
    .selectFrom('incidentDepartures')
    .innerJoin('incidents', 'incidents.incidentId', 'incidentDepartures.incidentId')
    .select('toldReason')
    .where('departureId', '=', departureId)
    .where('incidentDepartures.kind', '=', kind)
    .where('open', '=', true)
    .executeTakeFirst()
  return (row?.toldReason ?? null) as ToldReason | null
}

/** The open incidents of a departure, of all kinds; of a stop several may be. */
export function listOpenIncidents(departureId: string) {
  return db
    .selectFrom('incidentDepartures')
    .innerJoin('incidents', 'incidents.incidentId', 'incidentDepartures.incidentId')
    .select(['incidentDepartures.incidentId', 'incidentDepartures.kind'])
    .select(sql<ToldReason | null>`told_reason`.as('toldReason'))
    .where('departureId', '=', departureId)
    .where('open', '=', true)
    .orderBy('incidentDepartures.kind')
    .execute()
}

/** The incident of a kind that is not of a stop, or the one with this id. */
type Which = IncidentKind | { incidentId: string }

/**
 * Takes a departure out of its incident, which is closed with its last departure; returns whether it
 * was that one.
 */
export async function takeOutDeparture(
  tx: Tx,
  departureId: string,
  now: Temporal.Instant,
  which: Which = 'not-running',
): Promise<boolean> {
  const left = await tx
    .updateTable('incidentDepartures')
    .set({ open: false })
    .where('departureId', '=', departureId)
    .where((one) =>
      typeof which === 'string'
        ? one('kind', '=', which)
        : one('incidentId', '=', which.incidentId),
    )
    .where('open', '=', true)
    .returning('incidentId')
    .executeTakeFirst()
  if (!left) return false
  const { incidentId } = left
  const closed = await tx
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
    .returning('incidentId')
    .executeTakeFirst()
  return closed !== undefined
}
