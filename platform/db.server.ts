import {
  CamelCasePlugin,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  PostgresQueryCompiler,
  type AbortableOperationOptions,
  type PostgresDialectConfig,
  type Transaction,
} from 'kysely'
import { AsyncLocalStorage } from 'node:async_hooks'
import { Client, Pool, types, type ClientConfig, type PoolClient, type PoolConfig } from 'pg'

import type { DB } from '#db/types.ts'

import { invariant } from './invariant.ts'
import { log } from './log.server.ts'

/** Numbers, dates and moments become themselves at this border, and nowhere else. */
const READ: Record<number, (text: string) => unknown> = {
  [types.builtins.INT8]: readCount,
  [types.builtins.DATE]: (text) => Temporal.PlainDate.from(text),
  [types.builtins.TIMESTAMPTZ]: (text) => Temporal.Instant.from(text.replace(' ', 'T')),
}

/** Set on our own connections only: a library with its own pool expects to be given a Date. */
const getTypeParser = ((oid: number, format: 'text' | 'binary') =>
  READ[oid] ?? types.getTypeParser(oid, format)) as typeof types.getTypeParser

/** Set while a transaction of this program is open; see transact. */
export const insideTransaction = new AsyncLocalStorage<true>()

class TemporalDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver() {
    return new OneLineDriver(this.#config)
  }

  override createQueryCompiler() {
    return new TemporalCompiler()
  }
}

/**
 * Whoever holds a line and waits for a second one may wait for those who wait for it: ten at once
 * with a transaction each, and no line of the pool is left for any of them to go on with.
 */
class OneLineDriver extends PostgresDriver {
  override acquireConnection(options?: AbortableOperationOptions) {
    invariant(!insideTransaction.getStore(), 'inside a transaction everything is asked through it')
    return super.acquireConnection(options)
  }
}

class TemporalCompiler extends PostgresQueryCompiler {
  protected override addParameter(value: unknown) {
    const isTime = value instanceof Temporal.Instant || value instanceof Temporal.PlainDate
    super.addParameter(isTime ? value.toString() : value)
  }
}

/** PROMISES.md, timeouts: a server that does not answer is given up after a second. */
class Line extends Client {
  constructor(config?: ClientConfig) {
    super({ ...config, connectionTimeoutMillis: 1000 })
  }
}

/**
 * A visitor waits for nothing longer than this; the first is for one of our own lines to be free. The
 * last is for a server that is gone without a word, and so cannot keep to its own limits.
 */
const WEB_LIMITS = {
  Client: Line,
  connectionTimeoutMillis: 4000,
  statement_timeout: 2000,
  lock_timeout: 1000,
  query_timeout: 3000,
}
const SILENCE = 'Query read timeout'
/** Imports and migrations take the time they need. */
const NO_LIMITS = { connectionTimeoutMillis: 10_000 }
const MAX_CONNECTIONS = 10

export type Database = Kysely<DB>
/** A transaction. Functions that take one never commit: whoever opened it does. */
export type Tx = Transaction<DB>

type Patience = { patient?: boolean }

/** The address is asked for at the first query, when the program has found or made its database. */
export function connect(
  address: string | (() => string),
  { patient = false }: Patience = {},
): Database {
  const pool = async () =>
    openPool(typeof address === 'string' ? address : address(), {
      types: { getTypeParser },
      ...(patient ? NO_LIMITS : WEB_LIMITS),
    })
  return new Kysely<DB>({
    dialect: new TemporalDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

/** The one pool of this program. */
export const db = connect(databaseUrl)

/** Connections for a library that asks in its own words, and expects a moment to be a Date. */
export function openPlainPool(): Pool {
  return openPool(databaseUrl(), { ...WEB_LIMITS, allowExitOnIdle: true })
}

export function databaseUrl(): string {
  const url = process.env.DATABASE_URL
  invariant(url, 'a program opens its database before it asks it anything')
  return url
}

function openPool(connectionString: string, options: PoolConfig): Pool {
  const pool = new Pool({ connectionString, max: MAX_CONNECTIONS, ...options })
  // The error carries the whole connection with it; the message says enough.
  pool.on('error', ({ message }) => log.warn({ problem: message }, 'An idle connection was lost'))
  // One that is lost at work fails its query, and would end the program if nobody listened.
  pool.on('connect', (client) => client.on('error', () => {}))
  if (options.query_timeout) pool.on('connect', hangUpOnSilence)
  return pool
}

/**
 * A line on which a question got no answer is dead, or has the answer to that question still to come:
 * nobody else is to be given it. Without this all lines were dead for a quarter of an hour after the
 * machine of the database had gone, however well its successor was.
 */
function hangUpOnSilence(client: PoolClient): void {
  const ask = client.query.bind(client) as (...asked: unknown[]) => unknown
  client.query = ((...asked: unknown[]) => {
    const answer = ask(...asked)
    if (answer instanceof Promise) {
      answer.catch((error: Error) => {
        if (error.message === SILENCE) void (client as unknown as Client).end()
      })
    }
    return answer
  }) as typeof client.query
}

function readCount(text: string): number {
  const count = Number(text)
  invariant(Number.isSafeInteger(count), `${text} is too large to count with`)
  return count
}
