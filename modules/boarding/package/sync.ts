import { PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import { BLANK_TICKETS, MAX_PASSENGERS, MAX_WALK_UP_PARTY } from '#modules/rules/rules.ts'
import { LOCALES } from '#platform/locale.ts'

import type { BoardingPackage, Millis, Scan } from './package.ts'
import type { NotTaken, SentLease } from './walk-ups.ts'

/* Messages between a phone and the server. Each of them may be lost or repeated. */

/** Scans in one message; the rest follow with the next. */
export const MAX_SCANS_SENT = 200
/** Versions in one message; a phone that has more is sent some of them again. */
export const MAX_VERSIONS_SENT = 2000
/** Scans that one phone ever makes: many years of full buses. */
const MAX_SEQ = 1_000_000

export type SentScan = Omit<Scan, 'device'>

export type SyncRequest = {
  /** Made by the phone once, and not secret. */
  deviceId: string
  /**
   * The stop and the day of the departures that the member works on; null once the duty is over: then scans are
   * taken in, and no list comes back.
   */
  stopId: string | null
  day: string | null
  scans: readonly SentScan[]
  /** The versions of the departures that the phone has. */
  known: readonly string[]
  /** The bus that it stands at, of which it sells seats, and the blank tickets that it has. */
  sells?: { departureId: string; blanks: readonly string[] }
  /** When the list was made that the phone has; phones of the release before do not say. */
  listMadeAt?: Millis | null
}

/** A sale that stays sold, for now or for good, though the driver has given its cash back, and the reason. */
export type NotUndone = {
  reference: string
  reason: (typeof UNDO_REFUSALS)[number]
}

/**
 * `boarded`: its people were counted once more than by the sale. `left`: the bus had left the stop.
 * `too-late`: the office has known the sale for too long. `too-much`: its driver has undone more today than without a
 * colleague. Of these a colleague may confirm the undoing.
 * `changed`: the office has refunded it. `unknown`: this phone has made no such sale.
 */
export const UNDO_REFUSALS = [
  'boarded',
  'left',
  'too-late',
  'too-much',
  'changed',
  'unknown',
] as const

export type SyncAnswer = {
  /** The number of the phone, by which people call it. */
  device: number
  /** The highest number of its scans that ever arrived. */
  lastSeq: number
  /** Those of its scans that belong to no booking or bus of ours; they are not kept. */
  refused: readonly number[]
  /** Sales that the phone has undone and that stay in the books; missing in answers of the release before. */
  notUndone?: readonly NotUndone[]
  /** The departures that the member works on, each with the stop where it boards. */
  mine: readonly { departureId: string; position: number }[]
  /** All of the package but the departures that the phone has already. */
  pack: BoardingPackage
  /** Null for a phone that sells nothing of its bus, or not yet. */
  lease: SentLease | null
  /** Missing if the member may take the bus of which the phone would sell. */
  notTaken?: NotTaken
  now: Millis
}

/** The answer to a phone without a duty, which sends what it still has. */
export type SyncReceipt = Pick<SyncAnswer, 'device' | 'lastSeq' | 'refused' | 'notUndone' | 'now'>

/**
 * The answer to a phone that the office trusts no more: its scans are taken in, and it gets nothing
 * but this. The phone then deletes its list and all names.
 */
export type SyncRefusal = Pick<SyncAnswer, 'device' | 'lastSeq' | 'refused' | 'notUndone'> & {
  reason: 'revoked'
}

/** The answer to a phone that belongs to another session: nothing is taken in, and it keeps what it counted. */
export type SyncStranger = { reason: 'of-another' }

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
/** Of a ticket that was not listed yet it is the digest of its code. */
const RIDE = /^(?:[\dA-Z]{8}-\d{1,2}|[\da-f]{16})$/
/** Of this century: the database knows no year 0. */
const DAY = /^20\d\d-\d\d-\d\d$/
/** No control character: the database keeps no text with a zero byte. */
const STOP = /^\P{Cc}{1,64}$/u
/** The id of the list in the office, which is no phone. */
const OFFICE_ID = '00000000-0000-0000-0000-000000000000'
const REFERENCE = /^[\dA-Z]{8}$/
const MAX_PARTY = { from: 0, to: MAX_WALK_UP_PARTY }
/** The year 2100. */
const MAX_MILLIS = Date.UTC(2100, 0)

/** The message of a phone, or undefined for anything that no phone sends. */
export function readSyncRequest(sent: unknown): SyncRequest | undefined {
  if (!isRecord(sent)) return undefined
  const { deviceId, stopId, day, scans, known, listMadeAt, sells } = sent
  const isOver = stopId === null && day === null
  const isPlaced = isText(stopId, STOP) && isText(day, DAY)
  const isNamed = isText(deviceId, UUID)
  if (
    !isNamed ||
    !(isOver || isPlaced) ||
    deviceId === OFFICE_ID ||
    !Array.isArray(scans) ||
    !Array.isArray(known)
  )
    return undefined
  if (scans.length > MAX_SCANS_SENT || known.length > MAX_VERSIONS_SENT) return undefined
  const isKnown = known.every((version) => isText(version, /^[\w-]{1,16}$/))
  if (!isKnown || !scans.every(isScan)) return undefined
  const isDated = isCount(listMadeAt, { from: 0, to: MAX_MILLIS })
  if (sells !== undefined && !isSelling(sells)) return undefined
  const madeAt = isDated ? listMadeAt : null
  return { deviceId, stopId, day, scans, known, listMadeAt: madeAt, ...(sells && { sells }) }
}

function isSelling(sent: unknown): sent is NonNullable<SyncRequest['sells']> {
  if (!isRecord(sent)) return false
  const { departureId, blanks } = sent
  const isList = Array.isArray(blanks) && blanks.length <= BLANK_TICKETS
  return isText(departureId, UUID) && isList && blanks.every((one) => isText(one, REFERENCE))
}

function isScan(sent: unknown): sent is SentScan {
  if (!isRecord(sent)) return false
  const { seq, ride, departureId, position, boarded, at, sale, undoes } = sent
  return (
    isCount(seq, { from: 1, to: MAX_SEQ }) &&
    isText(ride, RIDE) &&
    isText(departureId, UUID) &&
    isCount(position, { from: 0, to: 999 }) &&
    isCount(boarded, { from: -MAX_PASSENGERS, to: MAX_PASSENGERS }) &&
    boarded !== 0 &&
    isCount(at, { from: 0, to: Number.MAX_SAFE_INTEGER }) &&
    (sale === undefined || isWalkUp(sale)) &&
    (undoes === undefined || (isText(undoes, REFERENCE) && boarded < 0))
  )
}

function isWalkUp(sent: unknown): boolean {
  if (!isRecord(sent)) return false
  const { reference, from, to, passengers, locale } = sent
  return (
    isText(reference, REFERENCE) &&
    isCount(from, { from: 0, to: 999 }) &&
    isCount(to, { from: 0, to: 999 }) &&
    isRecord(passengers) &&
    PASSENGER_CATEGORIES.every((one) => isCount(passengers[one], MAX_PARTY)) &&
    LOCALES.some((one) => one === locale)
  )
}

function isRecord(sent: unknown): sent is Record<string, unknown> {
  return typeof sent === 'object' && sent !== null
}

function isText(sent: unknown, form: RegExp): sent is string {
  return typeof sent === 'string' && form.test(sent)
}

function isCount(sent: unknown, { from, to }: { from: number; to: number }): sent is number {
  return Number.isInteger(sent) && Number(sent) >= from && Number(sent) <= to
}
