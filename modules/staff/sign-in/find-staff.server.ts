import { sql } from 'kysely'

import { IDLE_HOURS_AFTER_DUTY, IDLE_MINUTES } from '#modules/staff/people/limits.ts'
import { ROLES, type Role } from '#modules/staff/people/roles.ts'
import { db } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'
import { readCookie } from '#platform/requests/cookies.server.ts'
import { env } from '#platform/settings/env.server.ts'
import { isBefore } from '#platform/time.ts'

import { OFFICE_COOKIE, readSessionToken } from './auth.server.ts'

/** A member of staff, signed in by the session of a request. */
export type SignedIn = {
  staffId: string
  name: string
  email: string
  locale: Locale
  /** In the order of ROLES. */
  roles: readonly Role[]
  /** Whether single keys act as shortcuts. */
  shortcuts: boolean
  sessionId: string
  /** When the member last proved in this session to be who they are. */
  confirmedAt: Temporal.Instant | null
  /** The office has blocked a phone that this session used: it hands in what it counted, and no more. */
  isBlocked: boolean
}

/** Seconds between two updates of the moment when a session was last used. */
const NOTED_EVERY_SECONDS = 60

/**
 * Finds the member of staff of a request. The session's row is read each time, so one that was ended
 * elsewhere, or whose member was suspended, is over at once. A session ends SESSION_HOURS after the
 * log-in, and after IDLE_MINUTES without use; at the door of a bus only IDLE_HOURS_AFTER_DUTY after the duty.
 *
 * @param options.countsAsAct - false for a request that a page makes unasked, such as a poll
 * @param options.isHandingIn - true for the one request that is open to a session whose phone is blocked
 */
export async function findStaff(
  request: Request,
  now: Temporal.Instant,
  {
    countsAsAct = true,
    isHandingIn = false,
  }: { countsAsAct?: boolean; isHandingIn?: boolean } = {},
): Promise<SignedIn | undefined> {
  if (!readCookie(request, OFFICE_COOKIE)) return undefined
  const token = await readSessionToken(request.headers.get('cookie') ?? '')
  const found = token && (await findSession(token))
  if (!found) return undefined
  const { lastActAt, expiresAt, ...signedIn } = found
  const idleEnd = lastActAt.add({ minutes: IDLE_MINUTES })
  const isIdle = !isBefore(now, idleEnd) && !(await isAtDoor(signedIn, idleEnd, now))
  if (!isBefore(now, expiresAt) || isIdle) {
    await db.deleteFrom('staffSessions').where('id', '=', signedIn.sessionId).execute()
    return undefined
  }
  if (signedIn.isBlocked && !isHandingIn) return undefined
  if (countsAsAct && isBefore(lastActAt.add({ seconds: NOTED_EVERY_SECONDS }), now)) {
    await noteAct(signedIn.sessionId, now)
  }
  return { ...signedIn, roles: ROLES.filter((role) => signedIn.roles.includes(role)) }
}

/** Whether a browser that has no session now had one: its cookie is there, with our signature. */
export async function hadSession(request: Request): Promise<boolean> {
  if (!readCookie(request, OFFICE_COOKIE)) return false
  return Boolean(await readSessionToken(request.headers.get('cookie') ?? ''))
}

/** The session of an active member. Live mode knows no members of the demonstration. */
function findSession(token: string) {
  return db
    .selectFrom('staffSessions')
    .innerJoin('staff', 'staff.id', 'staffSessions.staffId')
    .select([
      'staff.id as staffId',
      'staff.name',
      'staff.email',
      'staff.locale',
      'staff.shortcuts',
      'staffSessions.id as sessionId',
      'staffSessions.confirmedAt',
      'staffSessions.lastActAt',
      'staffSessions.expiresAt',
    ])
    .select(
      sql<boolean>`exists (select from boarding_devices
        where session_id = staff_sessions.id and revoked_at is not null)`.as('isBlocked'),
    )
    .select(
      sql<Role[]>`array(select role from staff_roles where staff_roles.staff_id = staff.id)`.as(
        'roles',
      ),
    )
    .where('staffSessions.token', '=', token)
    .where('staff.state', '=', 'active')
    .$if(env().MODE === 'live', (query) => query.where('staff.demonstration', '=', false))
    .executeTakeFirst()
}

/** Whether this is the session of a phone at the door, on a duty that began before it was idle. */
async function isAtDoor(
  { staffId, sessionId }: Pick<SignedIn, 'staffId' | 'sessionId'>,
  idleEnd: Temporal.Instant,
  now: Temporal.Instant,
): Promise<boolean> {
  const duty = await db
    .selectFrom('boardingDevices')
    .innerJoin('duties', 'duties.driverId', 'boardingDevices.staffId')
    .select('dutyId')
    .where('sessionId', '=', sessionId)
    .where('driverId', '=', staffId)
    .where('startsAt', '<=', idleEnd)
    .where('endsAt', '>', now.subtract({ hours: IDLE_HOURS_AFTER_DUTY }))
    .executeTakeFirst()
  return duty !== undefined
}

/** Notes that a session is in use. */
export async function noteAct(sessionId: string, now: Temporal.Instant): Promise<void> {
  await db
    .updateTable('staffSessions')
    .set({ lastActAt: now })
    .where('id', '=', sessionId)
    .where('lastActAt', '<', now)
    .execute()
}
