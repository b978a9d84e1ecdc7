import { readFileSync } from 'node:fs'

import { inParallel } from './buyers.ts'
import { MAX_SECONDS, type Attack, type Heard, type Siege } from './siege.ts'
import { waitsFor } from './visitor.ts'

/* Texts that are slow to parse, or heavy to keep in memory. */

const SENDINGS = 40
const AT_ONCE = 2
const LONG = 60_000
const LOG_INS = 2000
const LOG_INS_AT_ONCE = 20
const LETTERS_OF_ADDRESS = 58_000

const ENQUIRY = {
  'first-name': 'Anna',
  'last-name': 'Example',
  email: 'anna@example.com',
  topic: 'question',
  person: 'yes',
}

export const TEXT_ATTACKS: readonly Attack[] = [blanks, ones, marks, longAddresses]

/** A pattern for blanks at the end of a line started again at each blank. */
async function blanks(siege: Siege) {
  const message = `a${' '.repeat(LONG)}x`
  return async () => {
    const worst = await sendMany(() =>
      siege.post(siege.stranger(), '/contact', { ...ENQUIRY, message }),
    )
    return [
      { name: '60 kB of blanks, worst ms', before: 10_060, now: worst.toFixed(0) },
      { name: '/healthz meanwhile, worst ms', before: 10_070, now: worstHealthz },
    ]
  }
}

/** Each digit may belong to a card number, and every stretch of digits was checked. */
async function ones(siege: Siege) {
  const message = '1 '.repeat(2000).trimEnd()
  return async () => {
    const worst = await sendMany(() =>
      siege.post(siege.stranger(), '/contact', { ...ENQUIRY, message }),
    )
    return [
      { name: '1 1 1 … 4,000 letters, worst ms', before: 27_460, now: worst.toFixed(0) },
      { name: '/healthz meanwhile, worst ms', before: 27_440, now: worstHealthz },
      {
        name: 'memory in use after it, MB',
        before: 1697,
        now: residentMegabytes(siege).toFixed(0),
      },
    ]
  }
}

/** Adjacent marks out of order are sorted. They are sent as a file would be, not encoded. */
async function marks(siege: Siege) {
  const form = new FormData()
  for (const [name, value] of Object.entries(ENQUIRY)) form.set(name, value)
  form.set('message', '\u0301\u0323'.repeat(LONG / 4))
  return async () => {
    const worst = await sendMany(() =>
      siege.send(siege.stranger(), '/contact', { method: 'POST', body: form }),
    )
    return [{ name: '60 kB of accents, worst ms', before: 424, now: worst.toFixed(0) }]
  }
}

/** Tries were counted by address, however long it was and whether or not it was refused. */
async function longAddresses(siege: Siege) {
  const attacker = siege.stranger()
  const rest = 'x'.repeat(LETTERS_OF_ADDRESS)
  let tries = 0
  const tryOne = () => {
    tries += 1
    const email = `${tries}${rest}@e.cc`
    return siege.post(attacker, '/users/login', { email, 'log-in-password': 'x' })
  }
  const rowsBefore = await countTries(siege)
  const keptBefore = await siege.countKept()
  return async () => {
    const residentBefore = residentMegabytes(siege)
    await inParallel(LOG_INS, LOG_INS_AT_ONCE, tryOne, MAX_SECONDS)
    const resident = residentMegabytes(siege) - residentBefore
    return [
      {
        name: `${tries} log-ins of 58 kB, MB kept`,
        before: `117 of ${LOG_INS}`,
        now: Math.max(0, (await siege.countKept()) - keptBefore).toFixed(1),
      },
      { name: 'memory in use more, MB', before: '160 of 500', now: resident.toFixed(0) },
      { name: 'counts kept of them', before: LOG_INS, now: (await countTries(siege)) - rowsBefore },
    ]
  }
}

/** The time of the slowest response. */
async function sendMany(send: () => Promise<Heard>): Promise<number> {
  const { results } = await inParallel(SENDINGS, AT_ONCE, send, MAX_SECONDS)
  return Math.max(...results.map(({ milliseconds }) => milliseconds))
}

const worstHealthz = (waits: Parameters<typeof waitsFor>[1]) =>
  waitsFor('healthz', waits).split(' / ')[1] ?? ''

/** The site's share of the machine's memory, if the system reports it. */
function residentMegabytes(siege: Siege): number {
  const status = readFileSync(`/proc/${siege.pid()}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1000
}

async function countTries({ shop }: Siege): Promise<number> {
  const rows = await shop.books.selectFrom('tries').select('key').execute()
  return rows.length
}
