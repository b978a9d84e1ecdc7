import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import type { Actor } from '#platform/actor.ts'
import { audit, findNewerEntries, type Entry } from '#platform/audit.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { DRIVER_LANGUAGES, type Absence, type Driver, type DriverDetails } from './driver.ts'

/*
 * Details of members of staff as drivers. modules/staff knows whether a member is a driver, and the
 * name.
 */

/** The subject of the entries about a driver in the audit. */
export function subjectOfDriver(staffId: string): string {
  return `driver:${staffId}`
}

/** `seen`: the number of audit entries of the driver when the page was shown. */
type Act = { staffId: string; seen: number | undefined; by: Actor; now: Temporal.Instant }

type Changed = { ok: false; reason: 'changed-meanwhile'; entries: Entry[] }

/**
 * Saves languages, telephone and licence. The audit says which of them changed, never the number of
 * the telephone, since its entries are kept for ever.
 */
export async function saveDriver(
  act: Act & { details: DriverDetails },
): Promise<{ ok: true } | Changed> {
  const { staffId, details, by, now } = act
  return onDriver(act, async (tx) => {
    const before = (await listDrivers([staffId], now, tx)).get(staffId)
    const { languages, phone, licenceUntil } = details
    const row = { languages: [...languages], phone, licenceUntil }
    await tx
      .insertInto('drivers')
      .values({ staffId, ...row })
      .onConflict((known) => known.column('staffId').doUpdateSet(row))
      .execute()
    const known = before && { languages: before.languages, licenceUntil: before.licenceUntil }
    const hasNewPhone = (before?.phone ?? null) !== phone
    await audit(tx, {
      by,
      subject: subjectOfDriver(staffId),
      action: 'saved',
      ...(known && { before: known }),
      after: { languages, licenceUntil, ...(hasNewPhone && { changed: 'phone' }) },
      now,
    })
    return { ok: true }
  })
}

export type AbsenceOutcome =
  | { ok: true }
  | Changed
  | { ok: false; reason: 'ends-before-it-begins' }
  | { ok: false; reason: 'no-such-absence' }

/** Writes down that a driver is not there from one day until another, both included. */
export async function addAbsence(act: Act & Omit<Absence, 'absenceId'>): Promise<AbsenceOutcome> {
  const { staffId, fromOn, untilOn, by, now } = act
  if (Temporal.PlainDate.compare(fromOn, untilOn) > 0) {
    return { ok: false, reason: 'ends-before-it-begins' }
  }
  return onDriver(act, async (tx) => {
    const absenceId = randomUUID()
    await tx.insertInto('driverAbsences').values({ absenceId, staffId, fromOn, untilOn }).execute()
    const after = { from: fromOn, until: untilOn }
    await audit(tx, { by, subject: subjectOfDriver(staffId), action: 'absent', after, now })
    return { ok: true }
  })
}

/** Takes an absence back: the driver is there after all. */
export async function removeAbsence(act: Act & { absenceId: string }): Promise<AbsenceOutcome> {
  const { staffId, absenceId, by, now } = act
  return onDriver(act, async (tx) => {
    const removed = await tx
      .deleteFrom('driverAbsences')
      .where(sql`absence_id::text`, '=', absenceId)
      .where('staffId', '=', staffId)
      .returning(['fromOn', 'untilOn'])
      .executeTakeFirst()
    if (!removed) return { ok: false, reason: 'no-such-absence' }
    const before = { from: removed.fromOn, until: removed.untilOn }
    await audit(tx, { by, subject: subjectOfDriver(staffId), action: 'back', before, now })
    return { ok: true }
  })
}

async function onDriver<Outcome>(
  { staffId, seen }: Act,
  run: (tx: Tx) => Promise<Outcome>,
): Promise<Outcome | Changed> {
  return inTransaction(async (tx): Promise<Outcome | Changed> => {
    // A driver of whom nothing is known yet has no row to lock.
    const key = subjectOfDriver(staffId)
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
    const entries = await findNewerEntries(tx, key, seen)
    if (entries.length > 0) return { ok: false, reason: 'changed-meanwhile', entries }
    return run(tx)
  })
}

/** Details of some members of staff as drivers, by their ids; each of them is in the result. */
export async function listDrivers(
  staffIds: readonly string[],
  now: Temporal.Instant,
  tx: Tx | typeof db = db,
): Promise<Map<string, Driver>> {
  if (staffIds.length === 0) return new Map()
  const [details, absences] = [
    await tx.selectFrom('drivers').selectAll().where('staffId', 'in', staffIds).execute(),
    await tx
      .selectFrom('driverAbsences')
      .selectAll()
      .where('staffId', 'in', staffIds)
      .where('untilOn', '>=', dayBefore(now))
      .orderBy('fromOn')
      .execute(),
  ]
  return new Map(
    staffIds.map((staffId) => {
      const known = details.find((one) => one.staffId === staffId)
      const languages = DRIVER_LANGUAGES.filter((one) => known?.languages.includes(one))
      const { phone = null, licenceUntil = null } = known ?? {}
      const own = absences.filter((one) => one.staffId === staffId)
      return [staffId, { staffId, languages, phone, licenceUntil, absences: own }]
    }),
  )
}

/** A duty that is looked at may have begun a day earlier. */
function dayBefore(now: Temporal.Instant): Temporal.PlainDate {
  return dateInCyprus(now).subtract({ days: 1 })
}

/** Deletes what is known of a driver who leaves the company; past duties keep the id alone. */
export async function forgetDriver(tx: Tx, staffId: string): Promise<void> {
  await tx.deleteFrom('drivers').where('staffId', '=', staffId).execute()
  await tx.deleteFrom('driverAbsences').where('staffId', '=', staffId).execute()
}
