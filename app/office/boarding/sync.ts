import { found } from '#app/http/found.ts'
import { staffOf } from '#app/office/guard.server.ts'
import { receiveSync } from '#modules/boarding/counts/receive-sync.server.ts'
import { claimDevice } from '#modules/boarding/devices/claim-device.server.ts'
import { giveLease } from '#modules/boarding/devices/give-lease.server.ts'
import { makePackage } from '#modules/boarding/lists/make-package.server.ts'
import { countListed, listVoided } from '#modules/boarding/lists/read-package.server.ts'
import { kindOfDevice } from '#modules/boarding/package/device-kind.ts'
import {
  LISTED_HEADER,
  MAX_WATCHED,
  VOIDED_HEADER,
  writeListed,
  writeVoided,
} from '#modules/boarding/package/listed.ts'
import {
  readSyncRequest,
  type SyncAnswer,
  type SyncReceipt,
  type SyncRefusal,
  type SyncStranger,
} from '#modules/boarding/package/sync.ts'
import { findDepartures } from '#modules/dispatch/departure.server.ts'
import { listStaffNames } from '#modules/staff/people/names.server.ts'
import { noteAct } from '#modules/staff/sign-in/find-staff.server.ts'
import { listMembersOf } from '#modules/staff/sign-in/step-cookie.server.ts'
import { now as clock } from '#platform/clock.server.ts'
import { UUID } from '#platform/ids.ts'
import { mayTry } from '#platform/limits/rate-limit.server.ts'
import { readDate } from '#platform/typed-time.ts'

import type { Route } from './+types/sync'

const NOTHING_TAKEN = { device: 0, lastSeq: 0, refused: [], notUndone: [] }

/** A phone asks once a minute; a house full of phones may share an address. */
const SYNCS = { name: 'boarding-sync', tries: 1200, seconds: 600 }

/** Each phone asks fifteen times a minute. */
const DELAYS = { name: 'boarding-delays', tries: 3000, seconds: 600 }

/**
 * The minutes by which the buses of a duty are late at each of their stops, by their ids, with the newly void tickets of
 * all buses and the state of the list of the bus at the door in headers. A phone of the release before
 * names the bus at the door alone, and reads its delays only. A 404 if no bus is known.
 */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const { staffId } = staffOf(context)
  const { searchParams } = new URL(request.url)
  if (!(await mayTry(DELAYS, staffId))) return answer({ reason: 'too-many-tries' }, 429)
  const [door] = readIds(searchParams.get('departure'))
  const mine = readIds(searchParams.get('mine'))
  const [departures, listed, voided] = await Promise.all([
    findDepartures([...new Set([...mine, ...(door ? [door] : [])])]),
    door ? countListed(door) : undefined,
    listVoided(readSince(searchParams.get('since'))),
  ])
  const delays = departures.map(({ departureId, calls }) => {
    return [departureId, calls.map(({ delay }) => delay)] as const
  })
  const [, ofDoor] = delays.find(([departureId]) => departureId === door) ?? []
  if (door || mine.length === 0) found(ofDoor)
  return answer(mine.length > 0 ? Object.fromEntries(delays) : found(ofDoor), 200, {
    ...(listed && { [LISTED_HEADER]: writeListed(listed) }),
    [VOIDED_HEADER]: writeVoided(voided),
  })
}

function readIds(text: string | null): string[] {
  const ids = (text ?? '').split(',').slice(0, MAX_WATCHED)
  return ids.filter((id) => UUID.test(id))
}

/** When the list of the phone was made; now for one that does not say. */
function readSince(text: string | null): Temporal.Instant {
  return text && /^\d{1,13}$/.test(text)
    ? Temporal.Instant.fromEpochMilliseconds(Number(text))
    : clock()
}

/**
 * Takes in the scans of a phone, and answers with all that it does not know yet; with nothing more if its
 * duty is over, or if the office trusts the phone no longer. A phone that belongs to another session keeps what it counted.
 */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { staffId, sessionId, isBlocked } = staffOf(context)
  const by = { kind: 'staff', staffId } as const
  const now = clock()
  if (!(await mayTry(SYNCS, staffId))) return answer({ reason: 'too-many-tries' }, 429)
  const sent = readSyncRequest(await request.json().catch(() => undefined))
  const day = sent?.day ? readDate(sent.day) : null
  if (!sent || day === undefined) return answer({ reason: 'not-understood' }, 422)
  const { deviceId, stopId, scans, known, sells } = sent
  const membersHere = await listMembersOf(request)
  if (!(await claimDevice({ deviceId, sessionId, staffId, membersHere, isBlocked, now }))) {
    return isBlocked
      ? answer({ reason: 'revoked', ...NOTHING_TAKEN } satisfies SyncRefusal, 403)
      : answer({ reason: 'of-another' } satisfies SyncStranger, 409)
  }
  if (scans.length > 0) await noteAct(sessionId, now)
  const { isRevoked, ...received } = await receiveSync({
    deviceId,
    kind: kindOfDevice(request.headers.get('user-agent')),
    listMadeAt: sent.listMadeAt ? Temporal.Instant.fromEpochMilliseconds(sent.listMadeAt) : null,
    scans,
    by,
    now,
  })
  if (isRevoked) return answer({ reason: 'revoked', ...received } satisfies SyncRefusal, 403)
  if (!day || !stopId) {
    return answer({ ...received, now: now.epochMilliseconds } satisfies SyncReceipt, 200)
  }
  const { device } = received
  const given = sells
    ? await tellLease(await giveLease({ ...sells, device, staffId, now }), sells)
    : { lease: null }
  const made = await makePackage({ staffId, stopId, day, known, now })
  return answer(
    { ...received, ...made, ...given, now: now.epochMilliseconds } satisfies SyncAnswer,
    200,
  )
}

type Given = Awaited<ReturnType<typeof giveLease>>

/** The lease, or why the member may not take the bus, with the name of its driver. */
async function tellLease(
  { lease, notTaken }: Given,
  { departureId }: { departureId: string },
): Promise<Pick<SyncAnswer, 'lease' | 'notTaken'>> {
  if (!notTaken) return { lease }
  const { reason } = notTaken
  if (reason === 'on-duty') return { lease, notTaken: { departureId, reason } }
  const { driverId } = notTaken
  if (!driverId) return { lease, notTaken: { departureId, reason: 'of-nobody' } }
  const driver = (await listStaffNames([driverId])).get(driverId) ?? driverId
  return { lease, notTaken: { departureId, reason, driver } }
}

function answer(body: object, status: number, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}
