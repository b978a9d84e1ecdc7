import { once } from 'node:events'
import pino from 'pino'

const STDERR = 2
/** In a terminal we log warnings only; log collectors get more. */
const USUAL_LEVEL = process.stderr.isTTY ? 'warn' : 'info'

/*
 * Written asynchronously: otherwise each line would block the whole site while a pipe is full.
 * Buffered lines are written before the program ends.
 */
const lines = pino.destination({ dest: STDERR, sync: false })
let isRead = true
lines.once('error', () => (isRead = false))

/**
 * One line of JSON per event, apart from the messages to people. A fault is logged once, where it
 * ends.
 *
 * Thirteen to nineteen digits in a row may be a card number typed into the wrong field, so they
 * never reach a log (PCI DSS 3.4; for the same reason no address with an id in it is logged).
 */
export const log = pino(
  {
    level: process.env.LOG_LEVEL ?? USUAL_LEVEL,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: {
      streamWrite: (line) => line.replaceAll(/(?<![\w-])(?:\d[ -]?){13,19}(?![\w-])/g, '[digits]'),
    },
  },
  lines,
)

/**
 * To be awaited before a program ends itself: at its end the library writes what is left, and tries for ever if
 * nobody reads it any more.
 */
export async function untilWritten(): Promise<void> {
  if (!isRead) return
  const written = once(lines, 'drain')
  lines.write('')
  await written.catch(() => undefined)
}
