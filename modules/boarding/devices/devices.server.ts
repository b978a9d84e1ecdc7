import type { DeviceKind } from '#modules/boarding/package/device-kind.ts'
import { OFFICE_DEVICE } from '#modules/boarding/package/package.ts'
import { endLeases } from '#modules/seats/leases.server.ts'
import type { Actor } from '#platform/actor.ts'
import { audit } from '#platform/audit.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'

/** A phone that has asked for a list, as the office sees it. */
export type Device = {
  /** The number by which people call it. */
  deviceNo: number
  /** Such as "Android"; null if its browser does not say. */
  kind: DeviceKind | null
  /** The member who used it last. */
  staffId: string | null
  lastSeenAt: Temporal.Instant
  /** When the list was made that it had when it last asked; null if it had none. */
  listMadeAt: Temporal.Instant | null
  revokedAt: Temporal.Instant | null
}

/** The phones, those seen last first, and at most `most` of them. */
export async function listDevices(most: number): Promise<Device[]> {
  return db
    .selectFrom('boardingDevices')
    .select(['deviceNo', 'kind', 'staffId', 'lastSeenAt', 'listMadeAt', 'revokedAt'])
    .where('deviceNo', '<>', OFFICE_DEVICE)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('deviceNo')
    .limit(most)
    .execute()
}

export type TrustOutcome =
  | { ok: true }
  | { ok: false; reason: 'no-such-phone' }
  | { ok: false; reason: 'blocked-already' }
  | { ok: false; reason: 'not-blocked' }

type Trust = { deviceNo: number; isTrusted: boolean; by: Actor; now: Temporal.Instant }

/**
 * Blocks a phone, or trusts it again. The session that used it is over while the phone is blocked
 * (modules/staff/sign-in/find-staff.server.ts). From its next message on, a blocked phone gets no
 * list and deletes its names, while its counts are still taken in. Other phones sell the seats that
 * were leased to it; a sale that it reports later gets the seats that are free then.
 */
export async function trustDevice(trust: Trust): Promise<TrustOutcome> {
  return inTransaction((tx) => trustIn(tx, trust))
}

/** The same in a transaction of the caller. The phone is locked before the departures of its leases. */
export async function trustIn(
  tx: Tx,
  { deviceNo, isTrusted, by, now }: Trust,
): Promise<TrustOutcome> {
  const phone = await tx
    .selectFrom('boardingDevices')
    .select('revokedAt')
    .where('deviceNo', '=', deviceNo)
    .where('deviceNo', '<>', OFFICE_DEVICE)
    .forUpdate()
    .executeTakeFirst()
  if (!phone) return { ok: false, reason: 'no-such-phone' }
  if (isTrusted === (phone.revokedAt === null)) {
    return { ok: false, reason: isTrusted ? 'not-blocked' : 'blocked-already' }
  }
  await tx
    .updateTable('boardingDevices')
    .set({ revokedAt: isTrusted ? null : now })
    .where('deviceNo', '=', deviceNo)
    .execute()
  if (!isTrusted) await endLeases(tx, await listLeases(tx, deviceNo))
  const action = isTrusted ? 'phone-trusted' : 'phone-revoked'
  await audit(tx, { by, subject: `phone:${deviceNo}`, action, now })
  return { ok: true }
}

async function listLeases(tx: Tx, deviceNo: number): Promise<string[]> {
  const leases = tx.selectFrom('seatLeases').select('leaseId').where('deviceNo', '=', deviceNo)
  return (await leases.execute()).map(({ leaseId }) => leaseId)
}

/** Whether the office trusts a phone, which it then does until the end of the transaction. */
export async function isTrustedPhone(tx: Tx, deviceNo: number): Promise<boolean> {
  const phone = await tx
    .selectFrom('boardingDevices')
    .select('revokedAt')
    .where('deviceNo', '=', deviceNo)
    .forShare()
    .executeTakeFirst()
  return phone?.revokedAt === null
}
