import { found } from '#app/http/found.ts'
import { staffOf } from '#app/office/guard.server.ts'
import { kindOfDevice } from '#modules/boarding/device-kind.ts'
import { giveLease } from '#modules/boarding/give-lease.server.ts'
import { LISTED_HEADER, VOIDED_HEADER, writeListed, writeVoided } from '#modules/boarding/listed.ts'
import { makePackage } from '#modules/boarding/make-package.server.ts'
import { countListed, listVoided } from '#modules/boarding/read-package.server.ts'
import { receiveScans } from '#modules/boarding/receive-scans.server.ts'
import { receiveWalkUps } from '#modules/boarding/receive-walk-ups.server.ts'
import { readSyncRequest, type SyncAnswer, type SyncRefusal } from '#modules/boarding/sync.ts'
import { findDeparture } from '#modules/dispatch/departure.server.ts'
import { now as clock } from '#platform/clock.server.ts'
import { UUID } from '#platform/ids.ts'
import { mayTry } from '#platform/rate-limit.server.ts'

import type { Route } from './+types/sync'

/** A phone asks once a minute; a house full of phones may share an address. */
const SYNCS = { name: 'boarding-sync', tries: 1200, seconds: 600 }

/** Each phone asks fifteen times a minute. */
const DELAYS = { name: 'boarding-delays', tries: 3000, seconds: 600 }

/**
 * The minutes by which a bus is late at each of its stops, with the state of its list and the newly void tickets
 * of all buses in headers; a 404 for an unknown bus.
 */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const { staffId } = staffOf(context)
  const { searchParams } = new URL(request.url)
  const asked = searchParams.get('departure') ?? ''
  if (!(await mayTry(DELAYS, staffId))) return answer({ reason: 'too-many-tries' }, 429)
  const departureId = found(UUID.test(asked) ? asked : undefined)
  const [departure, listed, voided] = await Promise.all([
    findDeparture(departureId),
    countListed(departureId),
    listVoided(readSince(searchParams.get('since'))),
  ])
  const delays = found(departure).calls.map(({ delay }) => delay)
  return answer(delays, 200, {
    [LISTED_HEADER]: writeListed(listed),
    [VOIDED_HEADER]: writeVoided(voided),
  })
}

/** When the list of the phone was made; now for one that does not say. */
function readSince(text: string | null): Temporal.Instant {
  return text && /^\d{1,13}$/.test(text)
    ? Temporal.Instant.fromEpochMilliseconds(Number(text))
    : clock()
}

/**
 * Takes in the scans of a phone, and answers with all that it does not know yet; with nothing more if
 * the office trusts the phone no longer.
 */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { staffId } = staffOf(context)
  const by = { kind: 'staff', staffId } as const
  const now = clock()
  if (!(await mayTry(SYNCS, staffId))) return answer({ reason: 'too-many-tries' }, 429)
  const sent = readSyncRequest(await request.json().catch(() => undefined))
  const day = sent && readDay(sent.day)
  if (!sent || !day) return answer({ reason: 'not-understood' }, 422)
  const { deviceId, stopId, scans, known, sells } = sent
  const notUndone = await receiveWalkUps({ deviceId, scans, by, now })
  const { isRevoked, ...counted } = await receiveScans({
    deviceId,
    kind: kindOfDevice(request.headers.get('user-agent')),
    listMadeAt: sent.listMadeAt ? Temporal.Instant.fromEpochMilliseconds(sent.listMadeAt) : null,
    scans,
    by,
    now,
  })
  const received = { ...counted, notUndone }
  if (isRevoked) return answer({ reason: 'revoked', ...received } satisfies SyncRefusal, 403)
  const { device } = received
  const lease = sells ? await giveLease({ ...sells, device, staffId, now }) : null
  const made = await makePackage({ staffId, stopId, day, known, now })
  return answer(
    { ...received, ...made, lease, now: now.epochMilliseconds } satisfies SyncAnswer,
    200,
  )
}

function readDay(text: string): Temporal.PlainDate | undefined {
  try {
    return Temporal.PlainDate.from(text)
  } catch {
    return undefined
  }
}

function answer(body: object, status: number, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}
