import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Bytes that only the holder of the key can read or make, for one purpose (AES-256-GCM). */
export type Sealing = {
  /** 32 bytes. */
  key: Uint8Array
  purpose: string
}

/** The bytes in a sealed form, as base64url; another one each time. */
export function sealBytes({ key, purpose }: Sealing, bytes: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(purpose))
  const text = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url')
}

/** The bytes, or undefined if they were not sealed with this key for this purpose. */
export function openBytes({ key, purpose }: Sealing, sealed: string): Buffer | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  const end = bytes.length - TAG_BYTES
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(purpose))
  decipher.setAuthTag(bytes.subarray(end))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, end)), decipher.final()])
  } catch {
    return undefined
  }
}
