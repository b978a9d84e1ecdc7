import { PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import { BLANK_TICKETS, MAX_WALK_UP_PARTY } from '#modules/rules/rules.ts'
import { LOCALES } from '#platform/locale.ts'

import type { SentLease } from './lease.ts'
import type { BoardingPackage, Millis, Scan } from './package.ts'

/* What a phone and the server tell each other. Both halves may be lost or repeated. */

/** Scans in one message; the rest follow with the next. */
export const MAX_SCANS_SENT = 200
/** Versions in one message; a phone that has more is sent some of them again. */
export const MAX_VERSIONS_SENT = 2000
/** The largest party that one scan can let aboard. */
export const MAX_BOARDED = 99

export type SentScan = Omit<Scan, 'device'>

export type SyncRequest = {
  /** Made by the phone once, and not secret. */
  deviceId: string
  /** The stop and the day of the departures that the member works on. */
  stopId: string
  day: string
  scans: readonly SentScan[]
  /** The versions of the departures that the phone has. */
  known: readonly string[]
  /** The bus that it stands at, of which it sells seats, and the blank tickets that it has. */
  sells?: { departureId: string; blanks: readonly string[] }
}

export type SyncAnswer = {
  /** The number of the phone, by which people call it. */
  device: number
  /** The highest number of its scans that ever arrived. */
  lastSeq: number
  /** Those of its scans that belong to no booking or bus of ours; they are not kept. */
  refused: readonly number[]
  /** The departures that the member works on, each with the stop where it boards. */
  mine: readonly { departureId: string; position: number }[]
  /** All of the package but the departures that the phone has already. */
  pack: BoardingPackage
  /** Null for a phone that sells nothing of its bus, or not yet. */
  lease: SentLease | null
  now: Millis
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
/** Of a ticket that was not listed yet it is the digest of its code. */
const RIDE = /^(?:[\dA-Z]{8}-\d{1,2}|[\da-f]{16})$/
const DAY = /^\d{4}-\d\d-\d\d$/
const REFERENCE = /^[\dA-Z]{8}$/
const MAX_PARTY = { from: 0, to: MAX_WALK_UP_PARTY }
const MAX_INT = 2_147_483_647

/** The message of a phone, or undefined for anything that no phone sends. */
export function readSyncRequest(sent: unknown): SyncRequest | undefined {
  if (!isRecord(sent)) return undefined
  const { deviceId, stopId, day, scans, known, sells } = sent
  const isNamed = isText(deviceId, UUID) && isText(stopId, /^.{1,64}$/) && isText(day, DAY)
  if (!isNamed || !Array.isArray(scans) || !Array.isArray(known)) return undefined
  if (scans.length > MAX_SCANS_SENT || known.length > MAX_VERSIONS_SENT) return undefined
  const isKnown = known.every((version) => isText(version, /^[\w-]{1,16}$/))
  if (!isKnown || !scans.every(isScan)) return undefined
  if (sells !== undefined && !isSelling(sells)) return undefined
  return { deviceId, stopId, day, scans, known, ...(sells && { sells }) }
}

function isSelling(sent: unknown): sent is NonNullable<SyncRequest['sells']> {
  if (!isRecord(sent)) return false
  const { departureId, blanks } = sent
  const isList = Array.isArray(blanks) && blanks.length <= BLANK_TICKETS
  return isText(departureId, UUID) && isList && blanks.every((one) => isText(one, REFERENCE))
}

function isScan(sent: unknown): sent is SentScan {
  if (!isRecord(sent)) return false
  const { seq, ride, departureId, position, boarded, at, sale } = sent
  return (
    isCount(seq, { from: 1, to: MAX_INT }) &&
    isText(ride, RIDE) &&
    isText(departureId, UUID) &&
    isCount(position, { from: 0, to: 999 }) &&
    isCount(boarded, { from: -MAX_BOARDED, to: MAX_BOARDED }) &&
    boarded !== 0 &&
    isCount(at, { from: 0, to: Number.MAX_SAFE_INTEGER }) &&
    (sale === undefined || isWalkUp(sale))
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
