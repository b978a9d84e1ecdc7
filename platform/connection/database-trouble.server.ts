/** SQLSTATE classes: connection, resources (full disk, too many clients), shutting down or starting. */
const AWAY = /^(?:08|53|57P)/
/** A write to a standby, which it was before the failover or still is. */
const READ_ONLY = '25006'
/** Cancelled by limits-of-role.server.ts: a query, a lock or a pause took too long, under load. */
const TOO_BUSY = new Set(['57014', '55P03', '25P03'])
/** A full disk reported without a code of its own: a quota, or a limit on file sizes. */
const NO_SPACE = /^could not .*: (?:No space left on device|File too large|Disk quota exceeded)$/
/** Messages of the driver that have no code. */
const NO_CONNECTION =
  /^(?:Query read timeout|timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed)/

/** The driver's words for a query without a response. */
const SILENCE = 'Query read timeout'

type Trouble = { code?: string; syscall?: string; message?: string }

/**
 * Whether a fault means that the database cannot be reached or is too busy: the request was valid, and a
 * retry will soon succeed. None of it was carried out, unless only the answer to its commit was lost.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  // A name with two addresses, neither of which answers.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  const { code = '', syscall, message = '' } = error as Trouble
  const isConnectionCut = syscall === 'connect' || syscall === 'read' || syscall === 'write'
  return (
    isConnectionCut ||
    AWAY.test(code) ||
    code === READ_ONLY ||
    TOO_BUSY.has(code) ||
    NO_CONNECTION.test(message) ||
    NO_SPACE.test(message)
  )
}

/** The server ends the connection with this: it shuts down, or a person cut it. */
const CUT = /^57P/

/**
 * Whether a connection is of no more use after this fault: its server is silent, so that its late
 * response would be read by the next query, ends it, or only reads, as after a failover.
 */
export function isConnectionSpent(error: unknown): boolean {
  const { code = '', message } = error as Trouble
  return message === SILENCE || code === READ_ONLY || CUT.test(code)
}
