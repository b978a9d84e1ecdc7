/** SQLSTATE classes: connection, resources (full disk, too many clients), shutting down or starting. */
const AWAY = /^(?:08|53|57P)/
/** Cancelled by the limits in db.server.ts: a query or a lock took too long, usually under load. */
const TOO_BUSY = new Set(['57014', '55P03'])
/** A full disk reported without a code of its own: a quota, or a limit on file sizes. */
const NO_SPACE = /^could not .*: (?:No space left on device|File too large|Disk quota exceeded)$/
/** Messages of the driver that have no code. */
const NO_CONNECTION =
  /^(?:Query read timeout|timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed)/

type Trouble = { code?: string; syscall?: string; message?: string }

/**
 * Whether a fault means that the database is away or too busy: the request was valid, none of it
 * was carried out, and a retry will soon succeed.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code = '', syscall, message = '' } = error as Trouble
  const isConnectionCut = syscall === 'connect' || syscall === 'read' || syscall === 'write'
  return (
    isConnectionCut ||
    AWAY.test(code) ||
    TOO_BUSY.has(code) ||
    NO_CONNECTION.test(message) ||
    NO_SPACE.test(message)
  )
}
