import pino from 'pino'

const STDERR = 2
/** Who watches in a terminal wants to hear of trouble only; a machine that collects, of everything. */
const USUAL_LEVEL = process.stderr.isTTY ? 'warn' : 'info'

/**
 * One line of JSON per event, beside what is said to people. A fault is logged once, where it ends.
 *
 * Fifteen digits in a row may be a card number that somebody typed in the wrong place, so they
 * never reach a log (PCI DSS 3.4; the other half is that no address with an id in it is logged).
 */
export const log = pino(
  {
    level: process.env.LOG_LEVEL ?? USUAL_LEVEL,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: {
      streamWrite: (line) => line.replaceAll(/(?<![\w-])(?:\d[ -]?){13,19}(?![\w-])/g, '[digits]'),
    },
  },
  /*
   * Lines wait for whoever reads them, visitors do not: written at once, each line would hold the
   * whole site up while a pipe is full. What waits is written before the program ends.
   */
  pino.destination({ dest: STDERR, sync: false }),
)
