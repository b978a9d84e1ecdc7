import { createHash, createPublicKey, timingSafeEqual, verify, type KeyObject } from 'node:crypto'
import { z } from 'zod'

import { siteOrigin } from '#platform/settings/env.server.ts'

/*
 * The browser's answer about a passkey, checked as WebAuthn Level 2 demands (7.1 and 7.2). We ask for
 * no attestation: any authenticator is welcome, so there is no certificate to check, and the browser
 * gives the key in a form that node:crypto reads.
 */

const Bytes = z
  .string()
  .max(8000)
  .regex(/^[\w-]*$/)
  .transform((text) => Buffer.from(text, 'base64url'))

const Registration = z.object({
  id: z.string().min(1).max(1400),
  clientDataJSON: Bytes,
  authenticatorData: Bytes,
  publicKey: Bytes,
})
const Assertion = z.object({
  id: z.string().min(1).max(1400),
  clientDataJSON: Bytes,
  authenticatorData: Bytes,
  signature: Bytes,
})
const ClientData = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
})

/** The host for which passkeys are made. */
export function relyingParty(): string {
  return new URL(siteOrigin()).hostname
}

export type Registered = {
  passkeyId: string
  challenge: string
  publicKey: Buffer
  counter: number
}

/** Reads a new passkey; undefined if it is not one of this site with its user verified. */
export function readRegistration(json: string): Registered | undefined {
  const said = parse(Registration, json)
  const challenge = said && findChallenge(said.clientDataJSON, 'webauthn.create')
  const facts = said && readAuthenticatorData(said.authenticatorData)
  if (!said || challenge === undefined || !facts?.passkeyId) return undefined
  const isSame = facts.passkeyId === said.id && readKey(said.publicKey) !== undefined
  if (!isSame) return undefined
  return {
    passkeyId: said.id,
    challenge,
    publicKey: said.publicKey,
    counter: facts.counter,
  }
}

export type Asserted = {
  passkeyId: string
  challenge: string
  counter: number
  /** Whether the passkey with this key signed the answer. */
  isSignedBy: (publicKey: Buffer) => boolean
}

/** Reads the answer of a passkey; undefined if it is not for this site with its user verified. */
export function readAssertion(json: string): Asserted | undefined {
  const said = parse(Assertion, json)
  const challenge = said && findChallenge(said.clientDataJSON, 'webauthn.get')
  const facts = said && readAuthenticatorData(said.authenticatorData)
  if (!said || challenge === undefined || !facts) return undefined
  const signed = Buffer.concat([said.authenticatorData, sha256(said.clientDataJSON)])
  return {
    passkeyId: said.id,
    challenge,
    counter: facts.counter,
    isSignedBy: (publicKey) => isSigned(publicKey, signed, said.signature),
  }
}

/** The challenge, if the browser answered for this page's origin, and in no frame of another. */
function findChallenge(json: Buffer, type: string): string | undefined {
  const said = parse(ClientData, json.toString('utf8'))
  const isOurs = said?.type === type && said.origin === siteOrigin() && said.crossOrigin !== true
  return isOurs ? said.challenge : undefined
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** Undefined unless it is for this host, and the authenticator has verified its user: PIN or finger. */
function readAuthenticatorData(bytes: Buffer): { counter: number; passkeyId?: string } | undefined {
  if (bytes.length < 37) return undefined
  const flags = bytes.readUInt8(32)
  const isVerified = (flags & USER_PRESENT) !== 0 && (flags & USER_VERIFIED) !== 0
  const isHere = timingSafeEqual(bytes.subarray(0, 32), sha256(Buffer.from(relyingParty())))
  if (!isVerified || !isHere) return undefined
  const counter = bytes.readUInt32BE(33)
  if ((flags & HAS_CREDENTIAL) === 0 || bytes.length < 55) return { counter }
  const length = bytes.readUInt16BE(53)
  return { counter, passkeyId: bytes.subarray(55, 55 + length).toString('base64url') }
}

function isSigned(publicKey: Buffer, signed: Buffer, signature: Buffer): boolean {
  const key = readKey(publicKey)
  if (!key) return false
  return verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', signed, key, signature)
}

const MIN_RSA_BITS = 2048

/** A key of a kind that we ask for: ES256, EdDSA or RS256. */
function readKey(bytes: Buffer): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: bytes, format: 'der', type: 'spki' })
    const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
    const isKnown =
      (key.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') ||
      key.asymmetricKeyType === 'ed25519' ||
      (key.asymmetricKeyType === 'rsa' && modulusLength >= MIN_RSA_BITS)
    return isKnown ? key : undefined
  } catch {
    return undefined
  }
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function parse<Said>(shape: z.ZodType<Said>, json: string): Said | undefined {
  try {
    return shape.safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}
