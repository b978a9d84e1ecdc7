/** Classes of SQLSTATE: connection, resources (full disk, too many clients), shut down or starting. */
const AWAY = /^(?:08|53|57P)/
/** Given up by the limits in db.server.ts: a query or a lock that took too long, so too many at once. */
const TOO_BUSY = new Set(['57014', '55P03'])
/** Its disk is full by another name than the one that has a code: a quota, or a limit on files. */
const NO_SPACE = /^could not .*: (?:No space left on device|File too large|Disk quota exceeded)$/
/** What the driver says without a code. */
const NO_LINE =
  /^(?:Query read timeout|timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed)/

type Trouble = { code?: string; syscall?: string; message?: string }

/**
 * Whether a fault says that the database is away or too busy: nothing is wrong with what was asked,
 * nothing of it was done, and it will be answered in a moment.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code = '', syscall, message = '' } = error as Trouble
  const isLineCut = syscall === 'connect' || syscall === 'read' || syscall === 'write'
  return (
    isLineCut ||
    AWAY.test(code) ||
    TOO_BUSY.has(code) ||
    NO_LINE.test(message) ||
    NO_SPACE.test(message)
  )
}
