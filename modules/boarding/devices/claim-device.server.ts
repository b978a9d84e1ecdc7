import { sql } from 'kysely'

import { db } from '#platform/db.server.ts'

type Claim = {
  /** Made by the phone. */
  deviceId: string
  sessionId: string
  staffId: string
  /** Members who have logged in with this browser before. */
  membersHere: readonly string[]
  /** A phone that this session used is blocked: it opens no other one. */
  isBlocked: boolean
  now: Temporal.Instant
}

/**
 * Whether a phone belongs to a session, which it does from its first message on. Another session
 * gets it once that one is over, if its member used the phone last, or if the member who did has
 * logged in with the same browser.
 */
export async function claimDevice(claim: Claim): Promise<boolean> {
  const { deviceId, sessionId, staffId, membersHere, isBlocked, now } = claim
  if (isBlocked) {
    const own = db
      .selectFrom('boardingDevices')
      .select('deviceNo')
      .where('deviceId', '=', deviceId)
      .where('sessionId', '=', sessionId)
    return (await own.executeTakeFirst()) !== undefined
  }
  const { rows } = await sql`
    insert into boarding_devices (device_id, staff_id, session_id, last_seen_at)
    values (${deviceId}, ${staffId}, ${sessionId}, ${now})
    on conflict (device_id) do update set session_id = excluded.session_id
    where boarding_devices.session_id = excluded.session_id or (boarding_devices.session_id is null
      and boarding_devices.staff_id = any(${[staffId, ...membersHere]}))
    returning device_no`.execute(db)
  return rows.length > 0
}
