import type { PackedDeparture } from '#modules/boarding/package/package.ts'
import { fromBase45, toBase45 } from '#modules/tickets/base45.ts'
import { departureMark } from '#modules/tickets/ticket-facts.ts'

import type { Handed, HandedCount, HandOver } from './hand-over.ts'

/*
 * The text of a hand-over code: "P2", and in base45 the bus, the phone that shows it, its place among
 * the codes that belong together, for each phone its last scan, the time in seconds and the counts, and
 * the beginning of an HMAC of all before it under the key of the bus. So only a phone that has the list
 * of this bus can make one, and one that was changed is refused.
 */

const VERSION = 'P2'
const MARK_BYTES = 6
/** The phone, a mark of all codes that belong together, the place among them and their number. */
const HEAD_BYTES = MARK_BYTES + 10
/** Phone, last scan, time, and the number of counts. */
const REPORT_BYTES = 14
const DIGEST_BYTES = 8
const COUNT_BYTES = DIGEST_BYTES + 1
/** 128 bits. */
const MAC_BYTES = 16
/** One byte tells the people of a count; more are told by a second count of the same party. */
const MAX_PEOPLE = 127
/**
 * Parties that a code of one phone has room for: 69 dots a side. With more, the dots of a code 48 mm
 * wide are too small for most frames of a camera (docs/decisions.md, “Names leave a phone”).
 */
export const MAX_HANDED = 40
const MAX_BYTES = REPORT_BYTES + MAX_HANDED * COUNT_BYTES
const MAX_CODES = 255

type Bytes = Uint8Array<ArrayBuffer>

/** One of the codes that belong together. */
export type HandOverPart = Handed & {
  /** The same for all codes that belong together, and for no others of this phone. */
  whole: string
  /** From 1. */
  place: number
  of: number
}

/** Whether a text is meant as a hand-over code, and not as a ticket. */
export function looksHandedOver(text: string): boolean {
  return text.trim().toUpperCase().startsWith(VERSION) && text.trim().length > 8
}

/**
 * The codes to be shown one after the other; mostly it is one.
 *
 * @param room bytes of counts in one code; as a text that is sent, all of it is one
 */
export async function writeHandOver(
  handed: Handed,
  key: string,
  room = MAX_BYTES,
): Promise<string[]> {
  const parts = split(handed.handOvers, room)
  const all = Uint8Array.of(...parts.flatMap((one) => [...bytesOfReports(one)]))
  const whole = (await macOf(all, key)).subarray(0, 4)
  if (parts.length > MAX_CODES) throw new Error(`${parts.length} hand-over codes`)
  return Promise.all(
    parts.map(async (handOvers, index) => {
      const head = new Uint8Array(HEAD_BYTES)
      head.set(bytesOf(departureMark(handed.handOvers[0]?.departureId ?? '')), 0)
      const view = new DataView(head.buffer)
      view.setUint32(MARK_BYTES, handed.by)
      head.set(whole, MARK_BYTES + 4)
      head.set([index + 1, parts.length], MARK_BYTES + 8)
      const bytes = Uint8Array.of(...head, ...bytesOfReports(handOvers))
      return VERSION + toBase45(Uint8Array.of(...bytes, ...(await macOf(bytes, key))))
    }),
  )
}

/** Reports in groups that have room in one code; one that is too long for a code is in several. */
function split(handOvers: readonly HandOver[], room: number): HandOver[][] {
  const groups: HandOver[][] = [[]]
  let free = room
  for (const { counts, ...head } of handOvers) {
    const told = counts.flatMap(inBytes)
    do {
      if (free < REPORT_BYTES + COUNT_BYTES * Math.min(1, told.length)) {
        groups.push([])
        free = room
      }
      const some = told.splice(0, Math.floor((free - REPORT_BYTES) / COUNT_BYTES))
      groups.at(-1)?.push({ ...head, counts: some })
      free -= REPORT_BYTES + COUNT_BYTES * some.length
    } while (told.length > 0)
  }
  return groups
}

function inBytes({ digest, boarded }: HandedCount): HandedCount[] {
  const most = Math.sign(boarded) * MAX_PEOPLE
  const full = Math.floor(Math.abs(boarded) / MAX_PEOPLE)
  const counts = [...Array.from({ length: full }, () => most), boarded - full * most]
  return counts.filter((one) => one !== 0).map((one) => ({ digest, boarded: one }))
}

function bytesOfReports(handOvers: readonly HandOver[]): Bytes {
  return Uint8Array.of(...handOvers.flatMap((one) => [...bytesOfReport(one)]))
}

function bytesOfReport({ device, seq, at, counts }: HandOver): Bytes {
  const bytes = new Uint8Array(REPORT_BYTES + COUNT_BYTES * counts.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, device)
  view.setUint32(4, seq)
  view.setUint32(8, Math.floor(at / 1000))
  view.setUint16(12, counts.length)
  counts.forEach(({ digest, boarded }, place) => {
    const start = REPORT_BYTES + COUNT_BYTES * place
    bytes.set(bytesOf(digest), start)
    view.setInt8(start + DIGEST_BYTES, boarded)
  })
  return bytes
}

/** Why a code is not taken over. */
export type HandOverRefusal = 'broken' | 'other-bus' | 'foreign' | 'own'

type Here = {
  bus: Pick<PackedDeparture, 'departureId' | 'handOverKey'>
  /** The number of the phone that reads it. */
  device: number
}

/**
 * The counts in a code that another phone at the same bus has shown, without those of the phone that
 * reads it; or why they do not count.
 */
export async function readHandOver(
  text: string,
  { bus, device }: Here,
): Promise<HandOverPart | HandOverRefusal> {
  const bytes = fromBase45(text.trim().toUpperCase().slice(VERSION.length))
  if (!bytes || bytes.length < HEAD_BYTES + MAC_BYTES) return 'broken'
  const payload = bytes.subarray(0, -MAC_BYTES)
  if (hexOf(payload.subarray(0, MARK_BYTES)) !== departureMark(bus.departureId)) return 'other-bus'
  const handOvers = unpack(payload.slice(HEAD_BYTES), bus.departureId)
  if (!handOvers) return 'broken'
  if (!bus.handOverKey) return 'foreign'
  const mac = await macOf(payload, bus.handOverKey)
  if (hexOf(mac) !== hexOf(bytes.subarray(-MAC_BYTES))) return 'foreign'
  const by = new DataView(payload.buffer).getUint32(MARK_BYTES)
  if (by === device) return 'own'
  const whole = hexOf(payload.subarray(MARK_BYTES + 4, MARK_BYTES + 8))
  const [place = 0, of = 0] = payload.subarray(MARK_BYTES + 8, HEAD_BYTES)
  return { by, whole, place, of, handOvers: handOvers.filter((one) => one.device !== device) }
}

/** Undefined for bytes that end within a report, as those of half a code. */
function unpack(bytes: Bytes, departureId: string): HandOver[] | undefined {
  const handOvers: HandOver[] = []
  const view = new DataView(bytes.buffer)
  for (let start = 0; start < bytes.length;) {
    if (start + REPORT_BYTES > bytes.length) return undefined
    const [device, seq] = [view.getUint32(start), view.getUint32(start + 4)]
    const at = view.getUint32(start + 8) * 1000
    const first = start + REPORT_BYTES
    const end = first + COUNT_BYTES * view.getUint16(start + 12)
    if (end > bytes.length) return undefined
    const counts: HandedCount[] = []
    for (let count = first; count < end; count += COUNT_BYTES) {
      const digest = hexOf(bytes.subarray(count, count + DIGEST_BYTES))
      counts.push({ digest, boarded: view.getInt8(count + DIGEST_BYTES) })
    }
    handOvers.push({ device, departureId, seq, at, counts })
    start = end
  }
  return handOvers
}

/** The codes read so far of those that belong together: the last ones of the last phone. */
export function addPart(
  read: readonly HandOverPart[],
  part: HandOverPart,
): readonly HandOverPart[] {
  const others = read.filter(
    ({ by, whole, place }) => by === part.by && whole === part.whole && place !== part.place,
  )
  return [...others, part]
}

/** The counts of codes that belong together; undefined while one of them is missing. */
export function joinParts(read: readonly HandOverPart[]): Handed | undefined {
  const [{ by, of } = { by: 0, of: Infinity }] = read
  if (read.length < of) return undefined
  const inOrder = read.toSorted((one, other) => one.place - other.place)
  const all = inOrder.flatMap(({ handOvers }) => handOvers)
  const reports = Map.groupBy(all, ({ device }) => device)
  const handOvers = [...reports.values()].flatMap((some) => {
    const [first] = some
    return first ? [{ ...first, counts: some.flatMap(({ counts }) => counts) }] : []
  })
  return { by, handOvers }
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
