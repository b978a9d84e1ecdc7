import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'

import { isDatabaseAway } from '#platform/connection/database-trouble.server.ts'
import { log } from '#platform/log.server.ts'
import { SettingsError } from '#platform/settings/env.server.ts'

const PAUSE_MILLISECONDS = 500
const ATTEMPT_MILLISECONDS = 5000
/** A pooler's answer to options of a connection; waiting does not change it. */
const NOT_UNDERSTOOD = '08P01'

type Asked = {
  /** The name of the setting with the address, for people. */
  setting: string
  address: string
  /** Of the connection. Only the database itself takes them. */
  options?: string
}

/**
 * Returns once the database answers at this address and can be written to. Machines that start
 * together come up in any order, and a standby takes seconds to be promoted.
 *
 * @throws {SettingsError} after this many seconds, or at once if waiting is no remedy
 */
export async function waitForDatabase(asked: Asked, seconds: number): Promise<void> {
  const { setting } = asked
  const deadline = performance.now() + seconds * 1000
  for (let tries = 1; ; tries++) {
    const trouble = await findTrouble(asked)
    if (!trouble) return
    // A program that loads its pages meanwhile may have been too busy for the first answer.
    const isOver = performance.now() >= deadline && (tries > 1 || seconds === 0)
    if (isOver || !trouble.mayPass) {
      const waited = trouble.mayPass && seconds > 0 ? ` (after ${seconds} seconds)` : ''
      throw new SettingsError([`${setting}: ${trouble.reason}${waited}`])
    }
    if (tries === 1) log.warn({ setting, problem: trouble.reason }, 'Waiting for the database')
    await pause(PAUSE_MILLISECONDS)
  }
}

type Found = { reason: string; mayPass: boolean }

async function findTrouble({ address, options }: Asked): Promise<Found | undefined> {
  const client = new Client({
    connectionString: address,
    connectionTimeoutMillis: ATTEMPT_MILLISECONDS,
    ...(options && { options }),
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ isStandby: boolean }>(
      'select pg_is_in_recovery() as "isStandby"',
    )
    const isStandby = rows[0]?.isStandby === true
    return isStandby ? { reason: 'is a standby, which only reads', mayPass: true } : undefined
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException
    if (code === NOT_UNDERSTOOD && options) {
      const remedy = 'set DATABASE_DIRECT_URL to the database behind the pooler'
      return { reason: `${message}; ${remedy}`, mayPass: false }
    }
    const mayPass = syscall === 'getaddrinfo' || isDatabaseAway(error)
    return { reason: message || (code ?? 'no answer'), mayPass }
  } finally {
    await client.end().catch(() => {})
  }
}
