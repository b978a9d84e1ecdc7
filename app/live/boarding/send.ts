import { takeAnswer, type Duty } from '#modules/boarding/duty.ts'
import {
  MAX_SCANS_SENT,
  MAX_VERSIONS_SENT,
  type SyncAnswer,
  type SyncRefusal,
  type SyncRequest,
} from '#modules/boarding/sync.ts'

import { addresses } from './page.ts'
import { forget, keepDuty, keepForms, work, type Waiting } from './work.ts'

/**
 * The result of the last attempt. `log-in`: the session has ended, so nothing is sent or received.
 * `revoked`: the office trusts this phone no more; its scans were sent, list and names are deleted.
 */
export type Sent = 'done' | 'no-network' | 'log-in' | 'revoked'

/** A delay that waits longer is no news any more. */
const LATE_WAITS_MINUTES = 30

let running: Promise<Sent> | undefined

/** Sends what waits and takes in what is new. Two at a time would tell each other nothing. */
export function send(chosen?: Pick<Duty, 'stopId' | 'day'>): Promise<Sent> {
  if (running && chosen) return running.then(() => send(chosen))
  const begun = running ?? sendNow(chosen).finally(() => (running = undefined))
  running = begun
  return begun
}

async function sendNow(chosen?: Pick<Duty, 'stopId' | 'day'>): Promise<Sent> {
  const asked = chosen ?? work.duty
  if (!asked) return 'done'
  const scans = work.own.slice(0, MAX_SCANS_SENT)
  const asks: SyncRequest = {
    deviceId: work.store.deviceId(),
    stopId: asked.stopId,
    day: asked.day,
    scans: scans.map(({ device: _own, ...scan }) => scan),
    known: (work.duty?.pack.departures ?? [])
      .map(({ version }) => version)
      .slice(0, MAX_VERSIONS_SENT),
    listMadeAt: work.duty?.pack.madeAt ?? null,
    ...askForLease(work.duty),
  }
  const began = Date.now()
  const response = await post(addresses.sync, JSON.stringify(asks), 'application/json')
  if (response?.type === 'opaqueredirect') return 'log-in'
  const sent = new Set(scans.map(({ seq }) => seq))
  if (response?.status === 403 && (await isRevoked(response))) return giveUp(sent, asked)
  if (!response?.ok) return 'no-network'
  const answer = (await response.json().catch(() => undefined)) as SyncAnswer | undefined
  if (!answer) return 'no-network'

  const clockAhead = answer.now - (began + Date.now()) / 2
  const { stopId, day } = asked
  // The duty may have ended meanwhile, and must not come back.
  await keepDuty((duty) =>
    chosen || duty ? takeAnswer(duty, { stopId, day }, answer, clockAhead) : undefined,
  )
  if (!work.duty) return 'done'
  await drop(sent)
  await sendForms()
  return work.own.length > 0 ? sendNow() : 'done'
}

/** Of the bus at which the phone stands. */
function askForLease(duty: Duty | undefined): Pick<SyncRequest, 'sells'> {
  if (!duty?.chosen) return {}
  const { chosen: departureId, lease } = duty
  const blanks = lease?.departureId === departureId ? lease.blanks : []
  return { sells: { departureId, blanks: blanks.map(({ reference }) => reference) } }
}

async function isRevoked(response: Response): Promise<boolean> {
  const answer = (await response.json().catch(() => undefined)) as Partial<SyncRefusal> | undefined
  return answer?.reason === 'revoked'
}

/** Names first; then the scans that do not fit into one message are sent as well. */
async function giveUp(
  sent: ReadonlySet<number>,
  asked: Pick<Duty, 'stopId' | 'day'>,
): Promise<Sent> {
  await drop(sent)
  await forget()
  return work.own.length > 0 ? sendNow(asked) : 'revoked'
}

async function drop(sent: ReadonlySet<number>): Promise<void> {
  await work.store.dropScans([...sent])
  work.own = work.own.filter(({ seq }) => !sent.has(seq))
}

async function sendForms(): Promise<void> {
  for (const form of work.forms) {
    const isOld = Date.now() - form.since > LATE_WAITS_MINUTES * 60_000
    const isSent = (isOld && form.fields.intent === 'late') || (await submit(form))
    if (!isSent) return
    await keepForms(work.forms.filter((one) => one !== form))
  }
}

/** Whether the office has answered: a form that it refused is not sent again. */
async function submit({ fields }: Waiting): Promise<boolean> {
  const type = 'application/x-www-form-urlencoded'
  const response = await post(addresses.page, new URLSearchParams(fields).toString(), type)
  return response !== undefined && response.status < 500 && response.status !== 403
}

function post(address: string, body: string, type: string): Promise<Response | undefined> {
  return fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body,
    redirect: 'manual',
    cache: 'no-store',
  }).catch(() => undefined)
}
