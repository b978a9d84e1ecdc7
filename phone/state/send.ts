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
import type { Phone } from './phone.ts'
import { fill } from './start.ts'
import type { Sent, Wanted } from './state.ts'
import { forget, isWaiting, keepDuty } from './work.ts'

/** Sends what waits and takes in what is new. Two at a time would tell each other nothing. */
export function send(phone: Phone, chosen?: Wanted): Promise<Sent> {
  const { underWay } = phone
  const { sending } = underWay
  if (sending && chosen && chosen !== sending.chosen) {
    return sending.result.then(() => send(phone, chosen))
  }
  const begin = () => sendAndSave(phone, chosen).finally(() => (underWay.sending = undefined))
  underWay.sending ??= { chosen, result: begin() }
  return underWay.sending.result
}

/** Tells the office, and does not throw if the disk of the phone refuses the answer. */
async function sendAndSave(phone: Phone, chosen?: Wanted): Promise<Sent> {
  try {
    return await sendNow(phone, chosen)
  } catch (error) {
    reportError(error)
    return 'not-saved'
  }
}

async function sendNow(phone: Phone, chosen?: Wanted): Promise<Sent> {
  const { start, world } = phone
  const { duty: before, own } = phone.now
  const asked = chosen ?? before
  if (!asked && !isWaiting(phone.now)) return 'done'
  const scans = own.slice(0, MAX_SCANS_SENT)
  const asks: SyncRequest = {
    deviceId: world.disk.deviceId(),
    stopId: asked?.stopId ?? null,
    day: asked?.day ?? null,
    scans: scans.map(({ device: _own, ...scan }) => scan),
    known: (before?.pack.departures ?? [])
      .map(({ version }) => version)
      .slice(0, MAX_VERSIONS_SENT),
    listMadeAt: before?.pack.madeAt ?? null,
    ...askForLease(before),
  }
  const began = world.now()
  const response = await world.ask(start.addresses.sync, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(asks),
  })
  if (response?.type === 'opaqueredirect') return 'log-in'
  const sent = new Set(scans.map(({ seq }) => seq))
  if (response?.status === 403) {
    const refusal = await readRefusal(response)
    // Of a member who may not board any more, a log-in by another one is what helps.
    return refusal ? giveUp(phone, sent, refusal) : 'log-in'
  }
  if (response?.status === 409) return startAnew(phone, chosen)
  if (!response?.ok) return 'no-network'
  const answer = (await response.json().catch(() => undefined)) as
    | SyncAnswer
    | SyncReceipt
    | undefined
  if (!answer) return 'no-network'

  const clockAhead = answer.now - (began + world.now()) / 2
  if (asked && 'pack' in answer) {
    const { stopId, day } = asked
    // The duty may have ended meanwhile, and must not come back.
    await keepDuty(phone, (duty) =>
      chosen || duty ? takeAnswer(duty, { stopId, day }, answer, clockAhead) : undefined,
    )
  }
  await tellRefused(phone, scans, answer)
  await drop(phone, sent)
  // After the reports the list is asked for again, so that the phone says what the office says.
  const isListOld = (await sendForms(phone)) && phone.now.duty !== undefined
  if (isListOld || phone.now.own.length > 0) return sendNow(phone)
  if (!phone.now.duty && !isWaiting(phone.now)) await forget(phone)
  return 'done'
}

/**
 * The office knows this phone as that of another session. With nothing to be sent it becomes a new one; otherwise
 * it would send twice what may have arrived.
 */
async function startAnew(phone: Phone, chosen: Wanted | undefined): Promise<Sent> {
  if (phone.now.own.length > 0) return 'of-another'
  await phone.world.disk.renew()
  await keepDuty(phone, (duty) => {
    if (!duty) return undefined
    const { lease: _lease, sold: _sold, ...kept } = duty
    return kept
  })
  return sendNow(phone, chosen)
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
  phone: Phone,
  scans: readonly Scan[],
  { refused, notUndone = [] }: Pick<SyncAnswer, 'refused' | 'notUndone'>,
): Promise<void> {
  const said = phone.start.words.notices
  const lost = scans.filter(({ seq }) => refused.includes(seq))
  const unknown = lost.filter(({ sale }) => !sale).map(({ ride }) => ride)
  await addNotices(phone, [
    ...lost.flatMap(({ sale }) => (sale ? [fill(said.sale, sale.reference)] : [])),
    ...notUndone.map(({ reference, reason }) => fill(said.notUndone[reason], reference)),
    ...(unknown.length > 0 ? [fill(said.scans, [...new Set(unknown)].join(', '))] : []),
  ])
}

/** Names first; then the scans that do not fit into one message are sent as well. */
async function giveUp(
  phone: Phone,
  sent: ReadonlySet<number>,
  refusal: SyncRefusal,
): Promise<Sent> {
  const scans = phone.now.own.filter(({ seq }) => sent.has(seq))
  await tellRefused(phone, scans, refusal)
  await drop(phone, sent)
  await giveUpDuty(phone)
  return phone.now.own.length > 0 ? sendNow(phone) : 'revoked'
}

async function drop(phone: Phone, sent: ReadonlySet<number>): Promise<void> {
  await phone.world.disk.dropScans([...sent])
  phone.tell({ is: 'kept', own: phone.now.own.filter(({ seq }) => !sent.has(seq)) })
}
