import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

import { invariant } from '#platform/invariant.ts'

/*
 * Argon2id with the memory and passes that OWASP asks for; the library's own scrypt stays below it
 * and takes longer. What was used is written beside each hash, so it can be raised later.
 */

const derive = promisify(argon2)
const KIBIBYTES = 19_456
const PASSES = 2
const BYTES = 32
const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/

/** The form in which other programs write it too (the PHC string). */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const cost = { memory: KIBIBYTES, passes: PASSES }
  const hash = await derive('argon2id', { ...of(password), ...cost, nonce: salt })
  return `$argon2id$v=19$m=${KIBIBYTES},t=${PASSES},p=1$${plain(salt)}$${plain(hash)}`
}

export async function isHashOf(hash: string, password: string): Promise<boolean> {
  const [, memory, passes, salt = '', expected = ''] = FORM.exec(hash) ?? []
  invariant(expected, 'a kept password is a hash of ours')
  const cost = { memory: Number(memory), passes: Number(passes) }
  const nonce = Buffer.from(salt, 'base64')
  const found = await derive('argon2id', { ...of(password), ...cost, nonce })
  return timingSafeEqual(found, Buffer.from(expected, 'base64'))
}

function of(password: string) {
  return { message: password, parallelism: 1, tagLength: BYTES }
}

function plain(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
