import { ACCESS_TOKEN } from '#platform/ids.ts'

import { fromBase45 } from './base45.ts'
import { messageOf, SIGNATURE_BYTES, SIGNED_BYTES, VERSION } from './ticket-code.ts'
import { unpackFacts, type TicketFacts } from './ticket-facts.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** A public half of a key, as a phone carries it. */
export type TicketKey = {
  keyId: number
  /** Ed25519, as base64url. */
  publicKey: string
  /** Milliseconds since 1970: the key signs only codes that were issued between these moments. */
  signsFrom: number
  goodUntil: number
}

/** The result of reading a code. Only `signed` may be believed without a look at the list. */
export type ReadCode =
  | { is: 'signed'; facts: TicketFacts }
  /** Issued before codes were signed, or signed with a key that is not among the given ones. */
  | { is: 'unsigned'; code: string }
  /** No code of ours: another form, not whole, or with a signature that is not of its key. */
  | { is: 'strange' }

/** Reads the text of a QR, in a browser or on the server. A keyboard may have turned its capitals into small letters. */
export async function readTicketCode(text: string, keys: readonly TicketKey[]): Promise<ReadCode> {
  const token = text.toLowerCase()
  if (ACCESS_TOKEN.test(token)) return { is: 'unsigned', code: token }
  const code = text.toUpperCase()
  const bytes = code.startsWith(VERSION) && fromBase45(code.slice(VERSION.length))
  if (!bytes || bytes.length !== SIGNED_BYTES + SIGNATURE_BYTES) return { is: 'strange' }

  const payload = bytes.subarray(0, SIGNED_BYTES)
  const facts = unpackFacts(payload.subarray(1))
  const key = keys.find(({ keyId }) => keyId === payload[0])
  if (!key || facts.issuedAt < key.signsFrom || facts.issuedAt >= key.goodUntil) {
    return { is: 'unsigned', code: facts.code }
  }
  const isOurs = await isSignedWith(key, payload, bytes.subarray(SIGNED_BYTES))
  if (isOurs === undefined) return { is: 'unsigned', code: facts.code }
  return isOurs ? { is: 'signed', facts } : { is: 'strange' }
}

/** Undefined in an old browser, which has no Ed25519: there only the list knows tickets. */
async function isSignedWith({ publicKey }: TicketKey, payload: Bytes, signature: Bytes) {
  const { subtle } = crypto
  const key = await subtle
    .importKey('raw', fromBase64(publicKey), 'Ed25519', false, ['verify'])
    .catch(() => undefined)
  return key && subtle.verify('Ed25519', key, signature, messageOf(payload))
}

function fromBase64(text: string): Bytes {
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
}
