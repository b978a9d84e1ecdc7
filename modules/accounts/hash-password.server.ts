import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

import { invariant } from '#platform/invariant.ts'
import { openLine } from '#platform/limits/turns.server.ts'

/*
 * Argon2id with the memory and passes that OWASP recommends; the library's own scrypt is below that
 * and slower. Each hash stores its parameters, so they can be raised later.
 */

/** File access and compression share Node's four threads with hashing, so two of them stay free. */
const inTurn = openLine({ atOnce: 2, mostWaiting: 100, mostWaitingOfOne: 50 })
const deriveNow = promisify(argon2)
const KIBIBYTES = 19_456
const PASSES = 2
const BYTES = 32
const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/

/**
 * In the PHC string format, which other programs use too.
 *
 * @throws {LineFullError} if too many wait; try again shortly
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const cost = { memory: KIBIBYTES, passes: PASSES }
  const derived = await derive(password, { ...cost, nonce: salt })
  return `$argon2id$v=19$m=${KIBIBYTES},t=${PASSES},p=1$${plain(salt)}$${plain(derived)}`
}

/** @throws {LineFullError} if too many wait; try again shortly */
export async function isHashOf(hash: string, password: string): Promise<boolean> {
  const [, memory, passes, salt = '', expected = ''] = FORM.exec(hash) ?? []
  invariant(expected, 'a stored password is a hash of ours')
  const cost = { memory: Number(memory), passes: Number(passes) }
  const nonce = Buffer.from(salt, 'base64')
  const found = await derive(password, { ...cost, nonce })
  return timingSafeEqual(found, Buffer.from(expected, 'base64'))
}

type Cost = { memory: number; passes: number; nonce: Buffer }

function derive(message: string, cost: Cost): Promise<Buffer> {
  return inTurn(() => deriveNow('argon2id', { message, parallelism: 1, tagLength: BYTES, ...cost }))
}

function plain(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
