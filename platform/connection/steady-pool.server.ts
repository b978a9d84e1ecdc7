import { Client, Pool, type PoolClient, type PoolConfig } from 'pg'

/** The longest that a request waits for a new connection. The attempt itself goes on. */
const PATIENCE_MILLISECONDS = 1000
/** In so many looks, so that a program that was busy itself takes no more than one of them for waiting. */
const LOOKS = 10
/** Attempts at once after one has failed or was late. */
const ATTEMPTS_IN_TROUBLE = 2

type Taken = (fault?: Error, client?: PoolClient, release?: (spent?: unknown) => void) => void

/**
 * A pool whose attempts to connect outlive the requests that wait for them: a connection that comes
 * too late for one request is there for the next. So a database that accepts nobody within a second
 * is reached all the same. One that is overloaded is not kept so by retries: in trouble each
 * attempt waits for the end of an earlier one. `connectionTimeoutMillis` ends an attempt, and the
 * wait for a connection while others use all of them.
 */
export class SteadyPool extends Pool {
  #attempts = 0
  #isInTrouble = false

  constructor(config: PoolConfig) {
    const begin = { attempt: () => (_fault?: Error) => {} }
    super({ ...config, Client: attemptsOf(begin) })
    begin.attempt = () => this.#begin()
  }

  override connect(): Promise<PoolClient>
  override connect(taken: Taken): void
  override connect(taken?: Taken): Promise<PoolClient> | void {
    const isAnyOpen = this.totalCount > this.#attempts
    const coming = super.connect()
    const client = isAnyOpen ? coming : soonOrNot(coming, (late) => late.release())
    if (!taken) return client
    client.then(
      (own) => taken(undefined, own, (spent) => own.release(spent as Error)),
      (fault: Error) => taken(fault, undefined, () => {}),
    )
  }

  /**
   * The library asks this before each attempt; a caller who finds the pool full waits for a
   * connection of another.
   */
  _isFull(): boolean {
    const isEnough = this.#isInTrouble && this.#attempts >= ATTEMPTS_IN_TROUBLE
    return isEnough || this.totalCount >= this.options.max
  }

  #begin(): (fault?: Error) => void {
    this.#attempts++
    let isLate = false
    const timer = setTimeout(() => (this.#isInTrouble = isLate = true), PATIENCE_MILLISECONDS)
    timer.unref()
    return (fault) => {
      clearTimeout(timer)
      this.#attempts--
      this.#isInTrouble = isLate || Boolean(fault)
    }
  }
}

/** A client that reports the beginning and the end of its attempt to connect. */
function attemptsOf(begin: { attempt: () => (fault?: Error) => void }) {
  return class extends Client {
    override connect(): Promise<Client>
    override connect(done: (fault: Error) => void): void
    override connect(done?: (fault: Error) => void): Promise<Client> | void {
      if (!done) return super.connect()
      const end = begin.attempt()
      super.connect((fault: Error) => {
        end(fault)
        done(fault)
      })
    }
  }
}

/**
 * The connection under way, if it comes within the time that a request may wait for it.
 *
 * @throws an error that says that the database is away; a connection that comes later goes to the
 *   next request
 */
export async function soonOrNot<What>(
  coming: Promise<What>,
  handOn: (late: What) => void = () => {},
): Promise<What> {
  const { promise: over, reject } = Promise.withResolvers<never>()
  let looks = 0
  const timer = setInterval(() => {
    if (++looks < LOOKS) return
    clearInterval(timer)
    reject(new Error('timeout expired'))
    coming.then(handOn, () => {})
  }, PATIENCE_MILLISECONDS / LOOKS)
  try {
    return await Promise.race([coming, over])
  } finally {
    clearInterval(timer)
  }
}
