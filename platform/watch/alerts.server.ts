import { sql } from 'kysely'

import { actorText, type Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import type { AlertFacts, AlertKind } from './alert-kinds.ts'

/*
 * Alerts after they were raised: open until their cause is over or a person has acknowledged them.
 * Alerts of one kind about one subject are one matter, however often they were raised.
 */

export type OpenAlert = {
  /** Of the alert raised last, which stands for the matter. */
  alertId: string
  kind: AlertKind
  subject: string | null
  facts: AlertFacts
  times: number
  firstRaisedAt: Temporal.Instant
  raisedAt: Temporal.Instant
}

/** The open matters, the newest first, and at most `limit` of them. */
export async function listOpenAlerts(limit: number): Promise<OpenAlert[]> {
  const { rows } = await sql<OpenAlert>`
    select distinct on (kind, subject) alert_id, kind, subject, facts, raised_at,
      count(*) over matter as times, min(raised_at) over matter as first_raised_at
    from alerts where over_at is null and acknowledged_at is null
    window matter as (partition by kind, subject)
    order by kind, subject, raised_at desc, alert_id`.execute(db)
  return rows
    .toSorted((one, other) => Temporal.Instant.compare(other.raisedAt, one.raisedAt))
    .slice(0, limit)
}

/** The number of open matters by kind; kinds without one are missing. */
export async function countOpenAlerts(): Promise<Map<AlertKind, number>> {
  const { rows } = await sql<{ kind: AlertKind; matters: number }>`
    select kind, count(*) as matters
    from (
      select distinct kind, subject from alerts where over_at is null and acknowledged_at is null
    ) as open
    group by kind`.execute(db)
  return new Map(rows.map(({ kind, matters }) => [kind, matters]))
}

type Matter = { kinds: readonly AlertKind[]; subject?: string; now: Temporal.Instant }

/** Closes alerts whose cause has ended: of these kinds, about one subject or about anything. */
export async function endAlerts(tx: Tx, { kinds, subject, now }: Matter): Promise<void> {
  await tx
    .updateTable('alerts')
    .set({ overAt: now })
    .where('kind', 'in', kinds)
    .$if(subject !== undefined, (alert) => alert.where('subject', '=', subject ?? ''))
    .where('overAt', 'is', null)
    .where('acknowledgedAt', 'is', null)
    .execute()
}

type Acknowledged =
  | { ok: true }
  | { ok: false; reason: 'no-such-alert' }
  /** Its cause has ended, so nobody has to see to it. */
  | { ok: false; reason: 'over'; at: Temporal.Instant }
  | { ok: false; reason: 'acknowledged-already'; by: string; at: Temporal.Instant }

/**
 * Records that a person has seen to a matter: this alert and the earlier ones of its kind and
 * subject. Alerts raised after it stay open.
 */
export async function acknowledgeAlert(wish: {
  alertId: string
  by: Actor
  now: Temporal.Instant
}): Promise<Acknowledged> {
  const { alertId, by, now } = wish
  return inTransaction(async (tx): Promise<Acknowledged> => {
    const alert = await tx
      .selectFrom('alerts')
      .select(['kind', 'subject', 'raisedAt', 'overAt', 'acknowledgedBy', 'acknowledgedAt'])
      .where('alertId', '=', alertId)
      .forUpdate()
      .executeTakeFirst()
    if (!alert) return { ok: false, reason: 'no-such-alert' }
    const { kind, subject, raisedAt, overAt, acknowledgedBy, acknowledgedAt } = alert
    if (acknowledgedBy && acknowledgedAt) {
      return { ok: false, reason: 'acknowledged-already', by: acknowledgedBy, at: acknowledgedAt }
    }
    if (overAt) return { ok: false, reason: 'over', at: overAt }

    await tx
      .updateTable('alerts')
      .set({ acknowledgedBy: actorText(by), acknowledgedAt: now })
      .where('kind', '=', kind)
      .where('subject', 'is not distinct from', subject)
      .where('raisedAt', '<=', raisedAt)
      .where('overAt', 'is', null)
      .where('acknowledgedAt', 'is', null)
      .execute()
    const after = { kind, subject }
    await audit(tx, { by, subject: `alert:${alertId}`, action: 'acknowledged', after, now })
    return { ok: true }
  })
}

/**
 * Deletes alerts that ended, or were acknowledged, before `limit`, at most `most` of them. An open
 * one is kept, however old.
 *
 * @returns the number of those deleted
 */
export async function deleteAlerts(
  tx: Tx,
  { limit, most }: { limit: Temporal.Instant; most: number },
): Promise<number> {
  const { rows } = await sql`
    delete from alerts where alert_id in (
      select alert_id from alerts
      where coalesce(over_at, acknowledged_at) < ${limit.toString()}::timestamptz
      limit ${most} for update skip locked)
    returning alert_id`.execute(tx)
  return rows.length
}
