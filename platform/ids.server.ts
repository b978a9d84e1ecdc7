import { createHash, randomBytes, randomFillSync } from 'node:crypto'

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

const REFERENCE_BYTES = 5
/** Every answer has a reference, and asking for five random bytes takes as long as asking for many. */
const ahead = { bytes: Buffer.alloc(1024 * REFERENCE_BYTES), used: Infinity }

/** A reference to read out: 8 random characters, since a sequence would reveal our sales. */
export function newReference(): string {
  if (ahead.used >= ahead.bytes.length) {
    randomFillSync(ahead.bytes)
    ahead.used = 0
  }
  const from = ahead.used
  ahead.used += REFERENCE_BYTES
  return toBase32(ahead.bytes.subarray(from, ahead.used), 8).toUpperCase()
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
