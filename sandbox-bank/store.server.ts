import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLTagStore } from 'node:sqlite'

import { newAccessToken } from '#platform/ids.server.ts'

import { firstDelivery } from './fault-settings.ts'
import { passTime, type Step } from './order-steps.ts'
import { Order, wakesAt, type EventType } from './order.ts'

/*
 * The bank's database, in one file. Every call is one short, synchronous transaction, so two
 * requests can never both find the same order unpaid.
 *
 * The write-ahead log keeps all that was committed when the process is killed; only a power cut
 * could lose the last moments, which is acceptable for a sandbox bank.
 */
const SCHEMA = `
  pragma busy_timeout = 2000;
  pragma journal_mode = wal;
  pragma synchronous = normal;
  create table if not exists orders (
    id text primary key,
    merchant_ref text not null unique,
    idempotency_key text not null unique,
    request text not null,
    wakes_at integer,
    document text not null
  );
  create index if not exists orders_by_waking on orders (wakes_at) where wakes_at is not null;
  create table if not exists events (
    id text primary key,
    order_id text not null references orders,
    type text not null,
    body text not null,
    created_at integer not null
  );
  create index if not exists events_by_order on events (order_id);
  create table if not exists deliveries (
    delivery_id integer primary key,
    event_id text not null references events,
    order_id text not null,
    tries integer not null default 0,
    next_at integer,
    state text not null default 'waiting' check (state in ('waiting', 'arrived', 'given-up'))
  );
  create index if not exists deliveries_waiting on deliveries (next_at) where state = 'waiting';
  create index if not exists deliveries_by_order on deliveries (order_id);
`

export type OrderRequest = { idempotencyKey: string; fingerprint: string }
export type AddOrder =
  | { ok: true; order: Order }
  | { ok: false; reason: 'duplicate-merchant-ref' | 'idempotency-key-reused' }

export type BankEvent = { id: string; type: string; body: string }
export type Delivery = { deliveryId: number; eventId: string; body: string; tries: number }

export type Store = ReturnType<typeof openStore>

export function openStore(databaseFile: string) {
  mkdirSync(dirname(databaseFile), { recursive: true })
  keepPrivate(databaseFile)
  const database = new DatabaseSync(databaseFile)
  makeTables(database)
  const files: Files = { database, sql: database.createTagStore() }
  return {
    ...orderBook(files),
    ...captureBook(files),
    ...deliveryBook(files),
    close: () => database.close(),
  }
}

/** The database, and its statements, each of which is compiled once. */
type Files = { database: DatabaseSync; sql: SQLTagStore }

/** Two programs that open a new file at once: how often the later one tries, and after how long. */
const TRIES = 40
const PAUSE = 50
const SQLITE_BUSY = 5

/**
 * The change to a write-ahead log needs the file for itself, and SQLite does not wait for that as it
 * waits for a transaction.
 */
function makeTables(database: DatabaseSync, tries = TRIES): void {
  try {
    database.exec(SCHEMA)
  } catch (err) {
    const isBusy = err instanceof Error && 'errcode' in err && err.errcode === SQLITE_BUSY
    if (!isBusy || tries === 1) throw err
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE)
    makeTables(database, tries - 1)
  }
}

/**
 * The database has names and email addresses of buyers, so only the user that runs the bank may
 * read it. The write-ahead log inherits the rights of the file; one of an earlier run is corrected.
 */
function keepPrivate(databaseFile: string): void {
  closeSync(openSync(databaseFile, 'a', 0o600))
  for (const ending of ['', '-wal', '-shm']) {
    try {
      chmodSync(databaseFile + ending, 0o600)
    } catch (err) {
      // The last program to close the database removes both of its logs, at any moment.
      const isGone = err instanceof Error && 'code' in err && err.code === 'ENOENT'
      if (!isGone) throw err
    }
  }
}

function readOrder(row: Record<string, unknown> | undefined): Order | undefined {
  return row && Order.parse(JSON.parse(String(row.document)))
}

function orderBook({ database, sql }: Files) {
  const find = (id: string) => readOrder(sql.get`select document from orders where id = ${id}`)
  const findByMerchantRef = (merchantRef: string) =>
    readOrder(sql.get`select document from orders where merchant_ref = ${merchantRef}`)

  return {
    findByMerchantRef,

    /** A repeated request gets the order that it made the first time. */
    addOrder(order: Order, { idempotencyKey, fingerprint }: OrderRequest): AddOrder {
      return inTransaction(database, () => {
        const row = sql.get`
          select request, document from orders where idempotency_key = ${idempotencyKey}`
        if (row && row.request !== fingerprint) return refused('idempotency-key-reused')
        const known = readOrder(row)
        if (known) return { ok: true, order: known }
        if (findByMerchantRef(order.merchantRef)) return refused('duplicate-merchant-ref')

        sql.run`insert into orders values (${order.id}, ${order.merchantRef}, ${idempotencyKey},
          ${fingerprint}, ${wakesAt(order)?.epochMilliseconds ?? null}, ${JSON.stringify(order)})`
        return { ok: true, order }
      })
    },

    /**
     * The current order, after a step if one is given: first the events of the clock, then the
     * step, and a row for each event, all in one transaction.
     */
    visitOrder(
      id: string,
      now: Temporal.Instant,
      step?: (order: Order) => Step,
    ): { before: Order; order: Order } | undefined {
      return inTransaction(database, () => {
        const stored = find(id)
        if (!stored) return undefined

        const { order: before, events } = catchUp(stored, now)
        const after = step?.(before)
        const order = after?.order ?? before
        if (order !== stored) saveOrder(sql, order)
        for (const type of [...events, ...(after?.events ?? [])]) {
          addEvent(sql, order, type, now)
        }
        return { before, order }
      })
    },

    /** Orders for which a step of the clock is due. */
    listWaking(now: Temporal.Instant): string[] {
      const rows = sql.all`
        select id from orders where wakes_at <= ${now.epochMilliseconds} order by wakes_at limit 200`
      return rows.map(({ id }) => String(id))
    },

    listEvents(orderId: string): BankEvent[] {
      const rows = sql.all`
        select id, type, body from events where order_id = ${orderId} order by rowid`
      return rows.map(({ id, type, body }) => {
        return { id: String(id), type: String(type), body: String(body) }
      })
    },
  }
}

function captureBook({ sql }: Files) {
  return {
    /**
     * Orders begun since a moment whose money was taken, oldest first; `next` is the page after it,
     * null on the last.
     */
    listCaptured({ since, page, limit }: { since: Temporal.Instant; page: number; limit: number }) {
      const rows = sql.all`
        select rowid, document from orders
        where rowid > ${page} and document ->> '$.captured' > 0 order by rowid limit ${limit}`
      const orders = rows
        .map(({ document }) => Order.parse(JSON.parse(String(document))))
        .filter(({ createdAt }) => Temporal.Instant.compare(createdAt, since) >= 0)
      return { orders, next: rows.length < limit ? null : String(rows.at(-1)?.rowid) }
    },
  }
}

function deliveryBook({ sql }: Files) {
  return {
    listOrdersToTell(now: Temporal.Instant): string[] {
      const rows = sql.all`
        select distinct order_id from deliveries
        where state = 'waiting' and next_at <= ${now.epochMilliseconds} limit 100`
      return rows.map(({ order_id: orderId }) => String(orderId))
    },

    /** The pending callbacks of an order; with null as the moment, also those not yet due. */
    listDeliveries(orderId: string, now: Temporal.Instant | null): Delivery[] {
      const due = now?.epochMilliseconds ?? null
      const rows = sql.all`
        select delivery_id, event_id, body, tries from deliveries
        join events on events.id = event_id
        where deliveries.order_id = ${orderId} and state = 'waiting' and (${due} is null or next_at <= ${due})
        order by delivery_id`
      return rows.map((row) => ({
        deliveryId: Number(row.delivery_id),
        eventId: String(row.event_id),
        body: String(row.body),
        tries: Number(row.tries),
      }))
    },

    noteArrival(deliveryId: number): void {
      sql.run`
        update deliveries set state = 'arrived', tries = tries + 1 where delivery_id = ${deliveryId}`
    },

    /** With null as the next time there is no further retry. */
    noteFailure(deliveryId: number, nextAt: Temporal.Instant | null): void {
      const state = nextAt ? 'waiting' : 'given-up'
      sql.run`
        update deliveries
        set state = ${state}, tries = tries + 1, next_at = ${nextAt?.epochMilliseconds ?? null}
        where delivery_id = ${deliveryId}`
    },
  }
}

/** Several steps of the clock may be due since the last visit. */
function catchUp(order: Order, now: Temporal.Instant): Step {
  const step = passTime(order, now)
  if (step.order === order) return step
  const next = catchUp(step.order, now)
  return { order: next.order, events: [...step.events, ...next.events] }
}

function saveOrder(sql: SQLTagStore, order: Order): void {
  const wakes = wakesAt(order)?.epochMilliseconds ?? null
  sql.run`
    update orders set wakes_at = ${wakes}, document = ${JSON.stringify(order)} where id = ${order.id}`
}

function addEvent(sql: SQLTagStore, order: Order, type: EventType, now: Temporal.Instant): void {
  const id = `evt_${newAccessToken()}`
  const body = JSON.stringify({
    id,
    type,
    order_id: order.id,
    merchant_ref: order.merchantRef,
    created: now.toString(),
  })
  sql.run`
    insert into events values (${id}, ${order.id}, ${type}, ${body}, ${now.epochMilliseconds})`

  const nextAt = firstDelivery(order.faultSettings, now)?.epochMilliseconds ?? null
  for (let copy = 0; copy <= order.faultSettings.duplicate; copy++) {
    sql.run`
      insert into deliveries (event_id, order_id, next_at) values (${id}, ${order.id}, ${nextAt})`
  }
}

function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('begin immediate')
  try {
    const result = work()
    database.exec('commit')
    return result
  } catch (error) {
    // A full disk has rolled it back already, and a second time would hide that fault.
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
}

function refused(reason: 'duplicate-merchant-ref' | 'idempotency-key-reused') {
  return { ok: false, reason } as const
}
