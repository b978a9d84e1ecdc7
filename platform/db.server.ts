import {
  CamelCasePlugin,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  PostgresQueryCompiler,
  type AbortableOperationOptions,
  type DatabaseConnection,
  type IdentifierNode,
  type PluginTransformQueryArgs,
  type PostgresDialectConfig,
  type Transaction,
} from 'kysely'
import { AsyncLocalStorage } from 'node:async_hooks'
import { escapeIdentifier, Pool, types, type PoolConfig } from 'pg'

import type { DB } from '#db/types.ts'

import { closeSpent } from './connection/close-spent.server.ts'
import { WITHOUT_LIMITS } from './connection/limits-of-role.server.ts'
import { lockMigrations } from './connection/migration-lock.server.ts'
import { nameStatements } from './connection/named-statements.server.ts'
import { isInOffice } from './connection/office-connections.server.ts'
import { letSendAhead } from './connection/send-ahead.server.ts'
import { SteadyPool } from './connection/steady-pool.server.ts'
import { invariant } from './invariant.ts'
import { log } from './log.server.ts'
import { watchPool } from './metrics/pool-metrics.server.ts'
import { env } from './settings/env.server.ts'

/** The only place where numbers, dates and moments of the database become our types. */
const READ: Record<number, (text: string) => unknown> = {
  [types.builtins.INT8]: readCount,
  [types.builtins.DATE]: (text) => Temporal.PlainDate.from(text),
  [types.builtins.TIMESTAMPTZ]: (text) => Temporal.Instant.from(text.replace(' ', 'T')),
}

/** Set on our own connections only: a library with its own pool expects a Date. */
const getTypeParser: typeof types.getTypeParser = (oid, format) =>
  READ[oid] ?? types.getTypeParser(oid, format)

/** Set while this program has a transaction open: the work to do after its commit. */
export const insideTransaction = new AsyncLocalStorage<(() => void)[]>()

type Pools = { site: PostgresDialectConfig; office: PostgresDialectConfig }

class TemporalDialect extends PostgresDialect {
  readonly #pools: Pools

  constructor(pools: Pools) {
    super(pools.site)
    this.#pools = pools
  }

  override createAdapter() {
    return new TransactionLockAdapter()
  }

  override createDriver() {
    return new OneConnectionDriver(this.#pools)
  }

  override createQueryCompiler() {
    return new OurCompiler()
  }
}

class TransactionLockAdapter extends PostgresAdapter {
  override acquireMigrationLock = lockMigrations
  /** It ends with the transaction. */
  override async releaseMigrationLock(): Promise<void> {}
}

/**
 * A transaction that waits for a second connection can deadlock the pool: ten transactions at once
 * hold all ten connections, and each waits for one that is never returned.
 */
class OneConnectionDriver extends PostgresDriver {
  readonly #office: PostgresDriver
  readonly #known = new WeakSet<DatabaseConnection>()

  constructor({ site, office }: Pools) {
    super(site)
    this.#office = new PostgresDriver(office)
  }

  override async init(options?: AbortableOperationOptions) {
    await Promise.all([super.init(options), this.#office.init(options)])
  }

  override async acquireConnection(options?: AbortableOperationOptions) {
    invariant(!insideTransaction.getStore(), 'inside a transaction everything is asked through it')
    const connection = await (isInOffice()
      ? this.#office.acquireConnection(options)
      : super.acquireConnection(options))
    if (!this.#known.has(connection)) letSendAhead(connection)
    this.#known.add(connection)
    return connection
  }

  override async destroy() {
    await Promise.all([super.destroy(), this.#office.destroy()])
  }
}

/**
 * Our names of tables and columns, `serviceDate`, beside those of the database, `service_date`. They are
 * spelled while a statement is written: copying its whole tree for that would cost as much as writing it.
 */
class OurNames extends CamelCasePlugin {
  readonly #quoted = new Map<string, string>()

  override transformQuery({ node }: PluginTransformQueryArgs) {
    return node
  }

  /** The name in quotes, as a statement has it. Names are of our code, so they are few. */
  quote(name: string): string {
    const known = this.#quoted.get(name)
    if (known !== undefined) return known
    const quoted = escapeIdentifier(this.snakeCase(name))
    this.#quoted.set(name, quoted)
    return quoted
  }
}

const NAMES = new OurNames({ maintainNestedObjectKeys: true })

/** Names are spelled as the database spells them, and moments and dates written as text. */
class OurCompiler extends PostgresQueryCompiler {
  protected override visitIdentifier({ name }: IdentifierNode) {
    this.append(NAMES.quote(name))
  }

  protected override addParameter(value: unknown) {
    const isTime = value instanceof Temporal.Instant || value instanceof Temporal.PlainDate
    super.addParameter(isTime ? value.toString() : value)
  }
}

/**
 * The longest that a visitor waits, in milliseconds: for a connection of the pool (steady-pool.server.ts), and for a
 * server that has vanished and so cannot enforce its own limits (limits-of-role.server.ts). These
 * limits are ours alone: a pooler refuses those that a connection asks of the server at its start.
 */
export const WEB_LIMITS = { connectionTimeoutMillis: 4000, query_timeout: 3000 }
/**
 * The system asks the other side every half minute whether it is still there, so no firewall in between
 * forgets a connection, and one to a machine that is gone ends.
 */
export const WATCHED_BY_SYSTEM = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 }
/**
 * A new connection costs more than the queries on it: the database reads its catalogue, and reads
 * and plans each statement again. So a connection is kept through quiet minutes, for the next
 * visitor or a crowd. A script ends without waiting for it.
 */
const KEPT_OPEN = { idleTimeoutMillis: 300_000, allowExitOnIdle: true, ...WATCHED_BY_SYSTEM }
/** Imports and migrations take the time they need. */
const NO_LIMITS = {
  connectionTimeoutMillis: 10_000,
  options: WITHOUT_LIMITS,
  ...WATCHED_BY_SYSTEM,
}

export type Database = Kysely<DB>
/** A transaction. Functions that take one never commit; the function that opened it does. */
export type Tx = Transaction<DB>

/** Connections at most: of pages, and of the office, so that a long report keeps no buyer waiting. */
type Sizes = { site: number; office: number }
type How = { patient?: boolean; sizes?: () => Sizes }

/** The address is read at the first query, after the program has found or created its database. */
export function connect(
  address: string | (() => string),
  { patient = false, sizes = () => ({ site: 10, office: 4 }) }: How = {},
): Database {
  const poolOf = (whose: keyof Sizes) => async () => {
    const own = typeof address === 'string' ? address : address()
    const pool = openPool(own, {
      types: { getTypeParser },
      max: sizes()[whose],
      pipeline: true,
      ...(patient ? NO_LIMITS : { ...WEB_LIMITS, ...KEPT_OPEN }),
    })
    // A pooler gives the statements of one connection to several; those of the office are many and rare.
    const isDirect = (process.env.DATABASE_DIRECT_URL || own) === own
    if (whose === 'site' && !patient && isDirect) pool.on('connect', nameStatements)
    return patient ? pool : watchPool(whose, pool)
  }
  const site = { pool: poolOf('site') }
  const office = { pool: poolOf('office') }
  return new Kysely<DB>({
    dialect: new TemporalDialect({ site, office }),
    plugins: [NAMES],
  })
}

/** The one pool of this program. */
export const db = connect(databaseUrl, {
  sizes: () => ({ site: env().DATABASE_CONNECTIONS, office: env().DATABASE_OFFICE_CONNECTIONS }),
})

/** Connections for a library that writes its own queries and expects a Date for a moment. */
export function openPlainPool(name: 'accounts' | 'staff'): Pool {
  const max = env().DATABASE_LOGIN_CONNECTIONS
  return watchPool(name, openPool(databaseUrl(), { ...WEB_LIMITS, ...KEPT_OPEN, max }))
}

/** A connection with the limits of visitors, which none of them uses. */
export function openSpareLine(): Pool {
  return openPool(databaseUrl(), { ...WEB_LIMITS, ...KEPT_OPEN, max: 1 })
}

export function databaseUrl(): string {
  const url = process.env.DATABASE_URL
  invariant(url, 'the database must be opened before the first query')
  return url
}

/** The database itself, for work that needs a connection of its own: a pooler may be in between. */
export function directUrl(): string {
  return process.env.DATABASE_DIRECT_URL || databaseUrl()
}

function openPool(connectionString: string, options: PoolConfig): Pool {
  const isForVisitors = options.query_timeout !== undefined
  const pool = new (isForVisitors ? SteadyPool : Pool)({ connectionString, ...options })
  // The error object contains the whole connection; its message says enough.
  pool.on('error', ({ message }) => log.warn({ problem: message }, 'An idle connection was lost'))
  // A connection lost during a query fails that query, and without a listener would end the
  // program.
  pool.on('connect', (client) => client.on('error', () => {}))
  if (isForVisitors) closeSpent(pool)
  return pool
}

function readCount(text: string): number {
  const count = Number(text)
  invariant(Number.isSafeInteger(count), `${text} is too large to count with`)
  return count
}
