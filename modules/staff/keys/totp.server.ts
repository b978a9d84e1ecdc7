import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import { company } from '#operator'

/*
 * Codes of authenticator apps: TOTP with the parameters that every app assumes (RFC 6238: SHA-1,
 * six digits, 30 seconds).
 */

const STEP_SECONDS = 30
const DIGITS = 6
/** Steps by which the clock of a telephone may be wrong, either way. */
const MAX_STEPS_OFF = 1
/** RFC 4226 recommends the length of the hash. */
const SECRET_BYTES = 20
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret in base32 (RFC 4648), as apps take it. */
export function newSecret(): string {
  const bits = Array.from(randomBytes(SECRET_BYTES), (byte) => byte.toString(2).padStart(8, '0'))
  return bits.join('').replaceAll(/.{5}/g, (five) => ALPHABET[Number.parseInt(five, 2)] ?? '')
}

/** The number of the 30 seconds in which a moment lies. */
export function stepAt(now: Temporal.Instant): number {
  return Math.floor(now.epochMilliseconds / 1000 / STEP_SECONDS)
}

/** The code of a step. */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = hash.readUInt8(hash.length - 1) & 0xf
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The step whose code it is, among those that a clock somewhat wrong could show. */
export function findStep(secret: string, code: string, now: Temporal.Instant): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const here = stepAt(now)
  const steps = Array.from(
    { length: 2 * MAX_STEPS_OFF + 1 },
    (_, index) => here + MAX_STEPS_OFF - index,
  )
  return steps.find((step) => timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code)))
}

/** The text that an app reads from the QR code. */
export function addressForApp(secret: string, email: string): string {
  const label = `${company().name} office:${email}`
  const issuer = encodeURIComponent(`${company().name} office`)
  return `otpauth://totp/${encodeURIComponent(label)}?secret=${secret}&issuer=${issuer}`
}

function fromBase32(secret: string): Buffer {
  const bits = Array.from(secret, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((eight) => Number.parseInt(eight, 2)))
}
