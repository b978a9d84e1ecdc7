import { createHash, randomBytes } from 'node:crypto'

import { ID_ALPHABET } from './ids.ts'

/**
 * An id that opens something (a ticket, a payment, a visit): 16 random bytes as 26 base32
 * characters.
 */
export function newAccessToken(): string {
  return toBase32(randomBytes(16), 26)
}

/** An opening id derived from a secret: the same every time, and not reversible. */
export function accessTokenFrom(secret: string): string {
  return toBase32(createHash('sha256').update(secret).digest().subarray(0, 16), 26)
}

/** The id of a row that a key makes, so that making it again finds the row: the same every time. */
export function uuidFrom(key: string): string {
  const digits = createHash('sha256').update(key).digest('hex').slice(0, 32)
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const REFERENCE_LENGTH = 8
const REFERENCE_ALPHABET = Buffer.from(ID_ALPHABET.toUpperCase())
/** Every answer has a reference, and drawing one letter costs as much as drawing thousands. */
const ahead = { letters: '', used: 0 }

/** A reference to read out: 8 random characters, since a sequence would reveal our sales. */
export function newReference(): string {
  if (ahead.used === ahead.letters.length) {
    ahead.letters = randomLetters(1024 * REFERENCE_LENGTH)
    ahead.used = 0
  }
  const from = ahead.used
  ahead.used += REFERENCE_LENGTH
  return ahead.letters.slice(from, ahead.used)
}

/** The alphabet has 32 letters, so each of them stands for 8 of the values of a byte. */
function randomLetters(length: number): string {
  const letters = randomBytes(length).map((byte) => REFERENCE_ALPHABET[byte % 32] ?? 0)
  return Buffer.from(letters).toString('latin1')
}

function toBase32(bytes: Buffer, length: number): string {
  let number = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (let place = 0; place < length; place++) {
    text = ID_ALPHABET[Number(number % 32n)] + text
    number /= 32n
  }
  return text
}
