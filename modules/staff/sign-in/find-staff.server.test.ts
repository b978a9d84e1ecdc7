import { getMigrations } from 'better-auth/db/migration'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { claimDevice } from '#modules/boarding/devices/claim-device.server.ts'
import { MAX_SESSIONS } from '#modules/staff/people/limits.ts'
import { listStaffNames } from '#modules/staff/people/names.server.ts'
import { db } from '#platform/db.server.ts'
import { addAccount } from '#test/fixtures/sample-accounts.server.ts'
import { cookieFrom } from '#test/fixtures/sample-accounts.server.ts'
import { addStaffMember } from '#test/fixtures/sample-staff.server.ts'

import { optionsWith } from './auth.server.ts'
import { findStaff } from './find-staff.server.ts'
import { beginSession, endSession, endSessions } from './sessions.server.ts'

const NOON = Temporal.Instant.from('2026-12-02T10:00:00Z')
const DAY = Temporal.PlainDate.from('2026-12-02')
const after = (minutes: number) => NOON.add({ seconds: Math.round(minutes * 60) })
const request = (cookie: string) =>
  new Request('http://localhost:3000/office', { headers: { cookie } })
const who = async (cookie: string, now = NOON, countsAsAct = true) =>
  (await findStaff(request(cookie), now, { countsAsAct }))?.staffId

test('the library finds every table and column it asks for', async () => {
  const { toBeCreated, toBeAdded } = await getMigrations(optionsWith('x'.repeat(40)))
  const missing = [...toBeCreated, ...toBeAdded].filter(
    ({ table }) => table === 'staff' || table === 'staff_sessions',
  )
  expect(missing).toEqual([])
})

test('a session names the member, with all roles in their order', async () => {
  const { cookie, staffId, sessionId } = await addStaffMember({
    roles: ['seller', 'owner'],
    name: 'Eleni',
    locale: 'el',
    now: NOON,
  })
  expect(await findStaff(request(cookie), NOON)).toEqual({
    staffId,
    sessionId,
    name: 'Eleni',
    email: `${staffId}@halcyon.example`,
    locale: 'el',
    roles: ['owner', 'seller'],
    shortcuts: true,
    confirmedAt: NOON,
    isBlocked: false,
  })
  expect(await listStaffNames([staffId, 'nobody'])).toEqual(new Map([[staffId, 'Eleni']]))
})

test('a made-up cookie is no session, nor is one with another signature, nor a traveller’s', async () => {
  const { cookie, staffId } = await addStaffMember({ roles: ['owner'], now: NOON })
  expect(await who(cookie)).toBe(staffId)
  const [token = ''] = decodeURIComponent(cookie.replace('office=', '')).split('.')
  const forged = ['', 'office=', 'office=x.y', `office=${token}`, `office=${token}.AAAA`]
  const { cookie: travellers } = await addAccount({ email: 'traveller@example.com' })
  const other = travellers.replace('session=', 'office=')
  for (const one of [...forged, cookie.replace('office', 'session'), travellers, other])
    expect([one, await who(one)]).toEqual([one, undefined])
})

test('a phone at the door stays logged in until two hours after the duty, and no other session does', async () => {
  const { cookie, staffId, sessionId } = await addStaffMember({ roles: ['driver'], now: NOON })
  const begun = { staffId, confirmedBy: 'code', device: null, now: NOON } as const
  const elsewhere = await beginSession(begun)
  const duty = { serviceDate: DAY, driverId: staffId }
  const times = { startsAt: after(59), endsAt: after(240) }
  await db
    .insertInto('duties')
    .values({ dutyId: randomUUID(), ...duty, ...times })
    .execute()
  await openPhone({ staffId, sessionId })
  expect(await who(cookie, after(359), false)).toBe(staffId)
  expect(await who(cookieFrom(elsewhere.setCookies), after(61), false)).toBeUndefined()
  expect(await who(cookie, after(360), false)).toBeUndefined()
})

test('a duty that begins once the phone is idle brings no session back, nor does that of another driver', async () => {
  const { cookie, staffId, sessionId } = await addStaffMember({ roles: ['driver'], now: NOON })
  const other = await addStaffMember({ roles: ['driver'], now: NOON })
  const times = { startsAt: after(61), endsAt: after(240) }
  for (const [driverId, startsAt] of [
    [staffId, after(61)],
    [other.staffId, NOON],
  ] as const) {
    const duty = { dutyId: randomUUID(), serviceDate: DAY, driverId, ...times, startsAt }
    await db.insertInto('duties').values(duty).execute()
  }
  await openPhone({ staffId, sessionId })
  expect(await who(cookie, after(62), false)).toBeUndefined()
})

function openPhone(by: { staffId: string; sessionId: string }) {
  const deviceId = randomUUID()
  return claimDevice({ deviceId, ...by, membersHere: [], isBlocked: false, now: NOON })
}

test('the cookie is sent to no page that another site opens, and no script reads it', async () => {
  const { staffId } = await addStaffMember({ roles: ['owner'], now: NOON })
  const begun = await beginSession({ staffId, confirmedBy: 'code', device: null, now: NOON })
  expect(begun.setCookies).toHaveLength(1)
  expect(begun.setCookies[0]).toMatch(
    /^office=.*Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
  )
})

test('a session ends after an hour without use, and a poll does not count as use', async () => {
  const { cookie, staffId } = await addStaffMember({ roles: ['seller'], now: NOON })
  expect(await who(cookie, after(59))).toBe(staffId)
  expect(await who(cookie, after(118))).toBe(staffId)
  expect(await who(cookie, after(177), false)).toBe(staffId)
  expect(await who(cookie, after(177.99), false)).toBe(staffId)
  expect(await who(cookie, after(178))).toBeUndefined()
  expect(await who(cookie, after(118))).toBeUndefined()
})

test('a session ends twelve hours after its log-in, even in use', async () => {
  const { cookie, staffId } = await addStaffMember({ roles: ['dispatcher'], now: NOON })
  for (let minutes = 50; minutes < 720; minutes += 50)
    expect(await who(cookie, after(minutes))).toBe(staffId)
  expect(await who(cookie, after(719.9))).toBe(staffId)
  expect(await who(cookie, after(720))).toBeUndefined()
})

test.each(['invited', 'suspended', 'left'] as const)(
  'a session of a member who is %s opens nothing',
  async (state) => {
    const { cookie, staffId } = await addStaffMember({ roles: ['owner'], now: NOON })
    expect(await who(cookie)).toBe(staffId)
    await db.updateTable('staff').set({ state }).where('id', '=', staffId).execute()
    expect(await who(cookie)).toBeUndefined()
  },
)

test('a sixth log-in ends the session unused for longest', async () => {
  const { cookie, staffId } = await addStaffMember({ roles: ['owner'], now: NOON })
  const newer = []
  for (let minute = 1; minute <= MAX_SESSIONS; minute++)
    newer.push(
      await beginSession({ staffId, confirmedBy: 'passkey', device: null, now: after(minute) }),
    )
  expect(await who(cookie)).toBeUndefined()
  const rows = await db
    .selectFrom('staffSessions')
    .select('id')
    .where('staffId', '=', staffId)
    .execute()
  expect(rows.map(({ id }) => id).toSorted()).toEqual(
    newer.map(({ sessionId }) => sessionId).toSorted(),
  )
})

test('a new session stays, even if all began at the same moment', async () => {
  const { staffId } = await addStaffMember({ roles: ['owner'], now: NOON })
  for (let more = 0; more < 3 * MAX_SESSIONS; more++) {
    const newest = await beginSession({ staffId, confirmedBy: 'code', device: null, now: NOON })
    expect(await who(cookieFrom(newest.setCookies))).toBe(staffId)
  }
})

test('a session is ended by its member alone, one by one or all but this one', async () => {
  const one = await addStaffMember({ roles: ['owner'], now: NOON })
  const other = await addStaffMember({ roles: ['seller'], now: NOON })
  await endSession(other.staffId, one.sessionId)
  expect(await who(one.cookie)).toBe(one.staffId)
  await beginSession({ staffId: one.staffId, confirmedBy: 'code', device: null, now: NOON })
  await db.transaction().execute((tx) => endSessions(tx, one.staffId, one.sessionId))
  const left = await db
    .selectFrom('staffSessions')
    .select('id')
    .where('staffId', '=', one.staffId)
    .execute()
  expect(left).toEqual([{ id: one.sessionId }])
  await endSession(one.staffId, one.sessionId)
  expect([await who(one.cookie), await who(other.cookie)]).toEqual([undefined, other.staffId])
})
