import type { Scan } from '#modules/boarding/package/package.ts'
import {
  MAX_SCANS_SENT,
  MAX_VERSIONS_SENT,
  type SyncAnswer,
  type SyncReceipt,
  type SyncRefusal,
  type SyncRequest,
} from '#modules/boarding/package/sync.ts'
import { takeAnswer, type Duty } from '#modules/boarding/phone/duty.ts'

import { giveUpDuty, sendForms } from './forms.ts'
import { addNotices } from './notices.ts'
import { addresses, fill, post, words } from './page.ts'
import { forget, isWaiting, keepDuty, work } from './work.ts'

/**
 * The result of the last attempt. `log-in`: the session has ended, so nothing is sent or received.
 * `revoked`: the office trusts this phone no more; its scans were sent, list and names are deleted.
 * `of-another`: the scans that wait are of another session, whose member has to log in here.
 * `not-saved`: the phone could not keep what the office has answered.
 */
export type Sent = 'done' | 'no-network' | 'not-saved' | 'log-in' | 'of-another' | 'revoked'

/** The stop and the day whose list the driver asks for. */
export type Wanted = Pick<Duty, 'stopId' | 'day'>

let running: { chosen: Wanted | undefined; result: Promise<Sent> } | undefined

/** Sends what waits and takes in what is new. Two at a time would tell each other nothing. */
export function send(chosen?: Wanted): Promise<Sent> {
  if (running && chosen && chosen !== running.chosen) return running.result.then(() => send(chosen))
  running ??= { chosen, result: sendAndSave(chosen).finally(() => (running = undefined)) }
  return running.result
}

/** Tells the office, and does not throw if the disk of the phone refuses the answer. */
async function sendAndSave(chosen?: Wanted): Promise<Sent> {
  try {
    return await sendNow(chosen)
  } catch (error) {
    reportError(error)
    return 'not-saved'
  }
}

async function sendNow(chosen?: Wanted): Promise<Sent> {
  const asked = chosen ?? work.duty
  if (!asked && !isWaiting()) return 'done'
  const scans = work.own.slice(0, MAX_SCANS_SENT)
  const asks: SyncRequest = {
    deviceId: work.store.deviceId(),
    stopId: asked?.stopId ?? null,
    day: asked?.day ?? null,
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
  if (response?.status === 403) {
    const refusal = await readRefusal(response)
    // Of a member who may not board any more, a log-in by another one is what helps.
    return refusal ? giveUp(sent, refusal) : 'log-in'
  }
  if (response?.status === 409) return startAnew(chosen)
  if (!response?.ok) return 'no-network'
  const answer = (await response.json().catch(() => undefined)) as
    | SyncAnswer
    | SyncReceipt
    | undefined
  if (!answer) return 'no-network'

  const clockAhead = answer.now - (began + Date.now()) / 2
  if (asked && 'pack' in answer) {
    const { stopId, day } = asked
    // The duty may have ended meanwhile, and must not come back.
    await keepDuty((duty) =>
      chosen || duty ? takeAnswer(duty, { stopId, day }, answer, clockAhead) : undefined,
    )
  }
  await tellRefused(scans, answer)
  await drop(sent)
  // After the reports the list is asked for again, so that the phone says what the office says.
  const isListOld = (await sendForms()) && work.duty !== undefined
  if (isListOld || work.own.length > 0) return sendNow()
  if (!work.duty && !isWaiting()) await forget()
  return 'done'
}

/**
 * The office knows this phone as that of another session. With nothing to be sent it becomes a new one; otherwise
 * it would send twice what may have arrived.
 */
async function startAnew(chosen: Wanted | undefined): Promise<Sent> {
  if (work.own.length > 0) return 'of-another'
  await work.store.renew()
  await keepDuty((duty) => {
    if (!duty) return undefined
    const { lease: _lease, sold: _sold, ...kept } = duty
    return kept
  })
  return sendNow(chosen)
}

/** Of the bus at which the phone stands. */
function askForLease(duty: Duty | undefined): Pick<SyncRequest, 'sells'> {
  if (!duty?.chosen) return {}
  const { chosen: departureId, lease } = duty
  const blanks = lease?.departureId === departureId ? lease.blanks : []
  return { sells: { departureId, blanks: blanks.map(({ reference }) => reference) } }
}

/** The refusal of a phone that the office has blocked. */
async function readRefusal(response: Response): Promise<SyncRefusal | undefined> {
  const answer = (await response.json().catch(() => undefined)) as Partial<SyncRefusal> | undefined
  return answer?.reason === 'revoked' ? (answer as SyncRefusal) : undefined
}

/** Scans that the office did not take are counted no more, and the driver is told so. */
async function tellRefused(
  scans: readonly Scan[],
  { refused, notUndone = [] }: Pick<SyncAnswer, 'refused' | 'notUndone'>,
): Promise<void> {
  const said = words.notices
  const lost = scans.filter(({ seq }) => refused.includes(seq))
  const unknown = lost.filter(({ sale }) => !sale).map(({ ride }) => ride)
  await addNotices([
    ...lost.flatMap(({ sale }) => (sale ? [fill(said.sale, sale.reference)] : [])),
    ...notUndone.map(({ reference, reason }) => fill(said.notUndone[reason], reference)),
    ...(unknown.length > 0 ? [fill(said.scans, [...new Set(unknown)].join(', '))] : []),
  ])
}

/** Names first; then the scans that do not fit into one message are sent as well. */
async function giveUp(sent: ReadonlySet<number>, refusal: SyncRefusal): Promise<Sent> {
  const scans = work.own.filter(({ seq }) => sent.has(seq))
  await tellRefused(scans, refusal)
  await drop(sent)
  await giveUpDuty()
  return work.own.length > 0 ? sendNow() : 'revoked'
}

async function drop(sent: ReadonlySet<number>): Promise<void> {
  await work.store.dropScans([...sent])
  work.own = work.own.filter(({ seq }) => !sent.has(seq))
}
