import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import type { Actor } from '#platform/actor.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { dateInCyprus } from '#platform/time.ts'

import {
  APPROVAL_HOURS,
  APPROVERS,
  DAY_LIMITS,
  type ColleagueRefusal,
  type GivenKind,
  type Wanted,
} from './limits.ts'

type Giving = { by: Actor; now: Temporal.Instant }

/**
 * Notes the money of an act (`GIVEN_KINDS`), as part of it. Beyond the limit of the day it spends the request that a
 * colleague has confirmed, for this subject and sum, or refuses. Two acts of one member wait for each other. In a
 * company with nobody else who could confirm, nothing is refused.
 */
export async function noteGiven(
  tx: Tx,
  { by, now, ...wanted }: Wanted & Giving,
): Promise<{ ok: true } | ColleagueRefusal> {
  const { kind, amountCents } = wanted
  if (by.kind !== 'staff' || amountCents <= 0) return { ok: true }
  const { staffId } = by
  await sql`select pg_advisory_xact_lock(hashtextextended(${staffId}, 76))`.execute(tx)
  const day = dateInCyprus(now)
  const limit = DAY_LIMITS[kind]
  const isWithin = (await sumAlone(tx, { staffId, day, kind })) + amountCents <= limit
  const approvalId = isWithin ? undefined : await spendApproval(tx, { ...wanted, staffId, now })
  if (!isWithin && !approvalId && (await hasColleague(tx, staffId))) {
    return { ok: false, reason: 'needs-colleague', wanted }
  }
  await tx
    .insertInto('givenByStaff')
    .values({
      ...wanted,
      givenId: randomUUID(),
      staffId,
      day,
      givenAt: now,
      approvalId: approvalId ?? null,
    })
    .execute()
  return { ok: true }
}

type OfDay = { staffId: string; day: Temporal.PlainDate; kind: GivenKind }

/** The cents of this day that were within the limit, without a colleague. */
async function sumAlone(tx: Tx, { staffId, day, kind }: OfDay): Promise<number> {
  const { total } = await tx
    .selectFrom('givenByStaff')
    .select(({ fn }) => fn.sum('amountCents').as('total'))
    .where('staffId', '=', staffId)
    .where('day', '=', day)
    .where('kind', '=', kind)
    .where('approvalId', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}

/** The confirmed request for this subject and sum, unused and not lapsed. */
async function spendApproval(
  tx: Tx,
  { staffId, kind, subject, amountCents, now }: Wanted & { staffId: string; now: Temporal.Instant },
): Promise<string | undefined> {
  const found = await tx
    .selectFrom('approvals')
    .select('approvalId')
    .where('askedBy', '=', staffId)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('amountCents', '=', amountCents)
    .where('isConfirmed', '=', true)
    .where('spentAt', 'is', null)
    .where('askedAt', '>', now.subtract({ hours: APPROVAL_HOURS }))
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!found) return undefined
  const { approvalId } = found
  await tx
    .updateTable('approvals')
    .set({ spentAt: now })
    .where('approvalId', '=', approvalId)
    .execute()
  return approvalId
}

async function hasColleague(tx: Tx, staffId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('staff')
    .innerJoin('staffRoles', 'staffRoles.staffId', 'staff.id')
    .select('staff.id')
    .where('state', '=', 'active')
    .where('role', 'in', APPROVERS)
    .where('staff.id', '<>', staffId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export type GivenSum = {
  staffId: string
  kind: GivenKind
  times: number
  amountCents: number
  /** The part of it that a colleague has confirmed. */
  confirmedCents: number
}

/** The sums of a day by member and kind, the largest first. */
export async function listGiven(day: Temporal.PlainDate): Promise<GivenSum[]> {
  const { rows } = await sql<GivenSum>`
    select staff_id, kind, count(*)::int as times, sum(amount_cents)::int as amount_cents,
      coalesce(sum(amount_cents) filter (where approval_id is not null), 0)::int as confirmed_cents
    from given_by_staff where day = ${day}
    group by staff_id, kind order by sum(amount_cents) desc, staff_id, kind limit 100`.execute(db)
  return rows
}
