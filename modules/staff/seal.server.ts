import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

import { officeKey } from './office-key.server.ts'

/*
 * Facts that only this installation can read or make (AES-256-GCM). A browser carries them for us
 * from one step to the next, and the database keeps secrets in this form.
 */

/** Sealed for one purpose, facts open for no other. */
export type Purpose =
  | 'authenticator'
  | 'new-authenticator'
  | 'recovery-codes'
  | 'passkey'
  | 'step'
  | 'browser'

const NONCE_BYTES = 12
const TAG_BYTES = 16

export async function seal(purpose: Purpose, facts: object): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', await findKey(), nonce)
  cipher.setAAD(Buffer.from(purpose))
  const text = Buffer.concat([cipher.update(JSON.stringify(facts), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url')
}

/** The facts, or undefined if they were not sealed here for this purpose. */
export async function openSealed<Facts extends object>(
  purpose: Purpose,
  sealed: string,
): Promise<Facts | undefined> {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  const end = bytes.length - TAG_BYTES
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const opening = { authTagLength: TAG_BYTES }
  const decipher = createDecipheriv('aes-256-gcm', await findKey(), nonce, opening)
  decipher.setAAD(Buffer.from(purpose))
  decipher.setAuthTag(bytes.subarray(end))
  try {
    const text = Buffer.concat([
      decipher.update(bytes.subarray(NONCE_BYTES, end)),
      decipher.final(),
    ])
    return JSON.parse(text.toString('utf8')) as Facts
  } catch {
    return undefined
  }
}

async function findKey(): Promise<Buffer> {
  return Buffer.from(await officeKey('seals'), 'hex')
}
