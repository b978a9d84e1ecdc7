import { ID_ALPHABET } from '#platform/ids.ts'

/** The facts about a ticket in its signed code. Times are milliseconds since 1970, in whole seconds. */
export type TicketFacts = {
  /** The code under which the ticket is listed. */
  code: string
  /** The departure that it is for, as `departureMark` abbreviates it. */
  departure: string
  departsAt: number
  issuedAt: number
  /** Positions of the stops in the departure. */
  from: number
  to: number
  /** All people, infants included, and the places that they take. */
  people: number
  seats: number
  wheelchairs: number
  /** Issued for a missed bus, so it is not valid for a later one. */
  missed: boolean
  /** Issued by a demonstration, so it is not valid for travel. */
  demonstration: boolean
}

const CODE_BYTES = 16
const CODE_LENGTH = 26
const MARK_BYTES = 6
export const FACTS_BYTES = 36

/**
 * Twelve of the digits of a departure's id. Departures made together have the same first digits, and
 * those made one after the other differ in the last ones.
 */
export function departureMark(departureId: string): string {
  const digits = departureId.replaceAll('-', '')
  return digits.slice(0, MARK_BYTES) + digits.slice(-MARK_BYTES)
}

/** @throws {RangeError} if a number is too large for its field */
export function packFacts(facts: TicketFacts): Uint8Array {
  const bytes = new Uint8Array(FACTS_BYTES)
  const view = new DataView(bytes.buffer)
  const { from, to, people, seats, wheelchairs } = facts
  const small = [from, to, people, seats, wheelchairs]
  if (small.some((number) => number < 0 || number > 255)) throw new RangeError('no room in a code')
  bytes.set(bytesOf(numberOf(facts.code), CODE_BYTES), 0)
  bytes.set(bytesOf(BigInt(`0x${facts.departure}`), MARK_BYTES), 16)
  view.setUint32(22, facts.departsAt / 1000)
  view.setUint32(26, facts.issuedAt / 1000)
  bytes.set(small, 30)
  bytes[35] = Number(facts.missed) + 2 * Number(facts.demonstration)
  return bytes
}

export function unpackFacts(bytes: Uint8Array): TicketFacts {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const [from = 0, to = 0, people = 0, seats = 0, wheelchairs = 0, flags = 0] = bytes.subarray(30)
  return {
    code: codeOf(bytes.subarray(0, CODE_BYTES)),
    departure: hexOf(bytes.subarray(16, 22)),
    departsAt: view.getUint32(22) * 1000,
    issuedAt: view.getUint32(26) * 1000,
    from,
    to,
    people,
    seats,
    wheelchairs,
    missed: (flags & 1) > 0,
    demonstration: (flags & 2) > 0,
  }
}

function numberOf(code: string): bigint {
  return Array.from(code).reduce((number, letter) => {
    return number * 32n + BigInt(ID_ALPHABET.indexOf(letter))
  }, 0n)
}

function codeOf(bytes: Uint8Array): string {
  const number = BigInt(`0x${hexOf(bytes)}`)
  return Array.from({ length: CODE_LENGTH }, (_, place) => {
    return ID_ALPHABET[Number((number >> BigInt(5 * (CODE_LENGTH - 1 - place))) & 31n)]
  }).join('')
}

function bytesOf(number: bigint, length: number): number[] {
  return Array.from({ length }, (_, place) =>
    Number((number >> BigInt(8 * (length - 1 - place))) & 255n),
  )
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
