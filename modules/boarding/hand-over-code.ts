import { fromBase45, toBase45 } from '#modules/tickets/base45.ts'
import { departureMark } from '#modules/tickets/ticket-facts.ts'

import type { HandOver } from './hand-over.ts'
import type { PackedDeparture } from './package.ts'

/*
 * The text of a hand-over code: "P1", and in base45 the bus, the phone, its last scan, the time in
 * seconds, the counts, and the beginning of an HMAC of all before it under the key of the bus. So only
 * a phone that has the list of this bus can make one, and one that was changed is refused.
 */

const VERSION = 'P1'
const MARK_BYTES = 6
const HEAD_BYTES = MARK_BYTES + 12
const DIGEST_BYTES = 8
const COUNT_BYTES = DIGEST_BYTES + 1
/** 128 bits. */
const MAC_BYTES = 16

type Bytes = Uint8Array<ArrayBuffer>

/** Whether a text is meant as a hand-over code, and not as a ticket. */
export function looksHandedOver(text: string): boolean {
  return text.trim().toUpperCase().startsWith(VERSION) && text.trim().length > 8
}

export async function writeHandOver(handOver: HandOver, key: string): Promise<string> {
  const { departureId, device, seq, at, counts } = handOver
  const bytes = new Uint8Array(HEAD_BYTES + COUNT_BYTES * counts.length)
  const view = new DataView(bytes.buffer)
  bytes.set(bytesOf(departureMark(departureId)), 0)
  view.setUint32(MARK_BYTES, device)
  view.setUint32(MARK_BYTES + 4, seq)
  view.setUint32(MARK_BYTES + 8, Math.floor(at / 1000))
  counts.forEach(({ digest, boarded }, place) => {
    const start = HEAD_BYTES + COUNT_BYTES * place
    bytes.set(bytesOf(digest), start)
    view.setInt8(start + DIGEST_BYTES, boarded)
  })
  return VERSION + toBase45(Uint8Array.of(...bytes, ...(await macOf(bytes, key))))
}

/** Why a code is not taken over. */
export type HandOverRefusal = 'broken' | 'other-bus' | 'foreign' | 'own'

type Here = {
  bus: Pick<PackedDeparture, 'departureId' | 'handOverKey'>
  /** The number of the phone that reads it. */
  device: number
}

/** The counts in a code that another phone at the same bus has shown, or why they do not count. */
export async function readHandOver(
  text: string,
  { bus, device }: Here,
): Promise<HandOver | HandOverRefusal> {
  const bytes = fromBase45(text.trim().toUpperCase().slice(VERSION.length))
  const length = (bytes?.length ?? 0) - HEAD_BYTES - MAC_BYTES
  if (!bytes || length < 0 || length % COUNT_BYTES !== 0) return 'broken'
  const payload = bytes.subarray(0, -MAC_BYTES)
  if (hexOf(payload.subarray(0, MARK_BYTES)) !== departureMark(bus.departureId)) return 'other-bus'
  if (!bus.handOverKey) return 'foreign'
  const mac = await macOf(payload, bus.handOverKey)
  if (hexOf(mac) !== hexOf(bytes.subarray(-MAC_BYTES))) return 'foreign'
  const handOver = unpack(payload, bus.departureId)
  return handOver.device === device ? 'own' : handOver
}

function unpack(payload: Bytes, departureId: string): HandOver {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength)
  const parties = (payload.length - HEAD_BYTES) / COUNT_BYTES
  return {
    departureId,
    device: view.getUint32(MARK_BYTES),
    seq: view.getUint32(MARK_BYTES + 4),
    at: view.getUint32(MARK_BYTES + 8) * 1000,
    counts: Array.from({ length: parties }, (_, place) => {
      const start = HEAD_BYTES + COUNT_BYTES * place
      const end = start + DIGEST_BYTES
      return { digest: hexOf(payload.subarray(start, end)), boarded: view.getInt8(end) }
    }),
  }
}

async function macOf(payload: Bytes, key: string): Promise<Bytes> {
  const { subtle } = crypto
  const how = { name: 'HMAC', hash: 'SHA-256' }
  const text = new TextEncoder()
  const secret = await subtle.importKey('raw', text.encode(key), how, false, ['sign'])
  const mac = await subtle.sign('HMAC', secret, Uint8Array.of(...text.encode(VERSION), ...payload))
  return new Uint8Array(mac).slice(0, MAC_BYTES)
}

function bytesOf(hex: string): Bytes {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
