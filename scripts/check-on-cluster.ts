import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { checkInvariants } from '#modules/bookkeeping/check-invariants.server.ts'
import { createSandboxProvider } from '#modules/payments/providers/sandbox.server.ts'
import { connect, type Database } from '#platform/db.server.ts'

import { buyTickets, type Bought } from './cluster/buyers.ts'
import { strikeInTurn, type Fault } from './cluster/faults.ts'
import { findTools } from './cluster/programs.ts'
import { openRig, type Rig } from './cluster/rig.ts'

/*
 * npm run check:cluster: three databases under Patroni, HAProxy, PgBouncer, nginx, three sites, jobs
 * and the bank, on this machine and with the files of deploy/. People buy for a minute while each part
 * is killed in turn: no order that was seen may be lost, and nobody charged twice.
 */
const AT_ONCE = Number(process.env.BUYERS ?? 3)
const SECONDS = 60

const found = findTools()
if (found.ok) {
  const rig = await openRig(found.tools)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void rig.close().finally(() => process.exit(1)))
  }
  try {
    await rig.start()
    const bought: Bought = { seen: [], refused: [], gaveUp: [], soldOut: 0 }
    let isOver = false
    const rush = { site: rig.site, atOnce: AT_ONCE, seconds: SECONDS, isOver: () => isOver }
    const striking = strikeInTurn(rig, () => bought.seen.length).finally(() => (isOver = true))
    const [faults] = await Promise.all([striking, buyTickets(bought, rush)])
    printTable(bought, faults)
    const isRight = await isWhole(rig, bought)
    process.exitCode = isRight ? 0 : 1
    await rig.close({ keep: !isRight })
  } catch (error) {
    console.error(`The logs of all programs are in ${rig.folder}`)
    await rig.close({ keep: true })
    throw error
  }
} else {
  console.error(`The cluster cannot be tried: apt-get install ${found.missing.join(' ')}`)
  process.exitCode = 2
}

/** One row for each fault, until the next one. */
function printTable(bought: Bought, faults: readonly Fault[]): void {
  row('Fault', 'acknowledged', 'longest gap', '5xx', 'no answer')
  const ends = bought.seen.map(({ at }) => at).toSorted((a, b) => a - b)
  for (const [place, { name, at }] of faults.entries()) {
    const until = faults[place + 1]?.at ?? Number.POSITIVE_INFINITY
    const isWithin = (moment: { at: number }) => moment.at >= at && moment.at < until
    const refused = bought.refused.filter(isWithin)
    const silent = refused.filter(({ status }) => status === 0).length
    const seen = bought.seen.filter(isWithin).length
    row(name, seen, `${longestGap(ends, at, until).toFixed(1)} s`, refused.length - silent, silent)
  }
}

function row(...cells: (string | number)[]): void {
  console.log(cells.map((cell, place) => String(cell).padEnd(place === 0 ? 30 : 14)).join(''))
}

/** The longest time without a ticket within a span, in seconds. */
function longestGap(ends: readonly number[], from: number, until: number): number {
  const moments = [from, ...ends.filter((end) => end >= from && end < until)]
  const stop = Number.isFinite(until) ? until : (moments.at(-1) ?? from)
  const gaps = moments.map((moment, place) => (moments[place + 1] ?? stop) - moment)
  return Math.max(...gaps) / 1000
}

async function isWhole(rig: Rig, bought: Bought): Promise<boolean> {
  const books = connect(rig.directUrl, { patient: true })
  try {
    const lost = await countLost(books, bought)
    const { twice, unknown } = await countCharges(rig, books)
    const provider = createSandboxProvider({ url: rig.bank.url, key: rig.bank.key, secret: '' })
    const breaches = await checkInvariants(books, { now: Temporal.Now.instant(), bank: provider })
    const { seen, soldOut, gaveUp } = bought
    console.log(`
acknowledged ${seen.length}, sold out ${soldOut}, gave up ${gaveUp.length}
acknowledged and lost: ${lost}
charged twice: ${twice}; captured by the bank and unknown to us: ${unknown}
invariants, with the bank asked: ${breaches.length === 0 ? 'all hold' : 'BROKEN'}`)
    for (const sentence of [...gaveUp, ...breaches]) console.error(sentence)
    const isRight = lost + twice + unknown + breaches.length + gaveUp.length === 0
    return isRight && seen.length > 0
  } finally {
    await books.destroy()
  }
}

async function countLost(books: Database, { seen }: Bought): Promise<number> {
  const tickets = await books
    .selectFrom('tickets')
    .select('ticketId')
    .where('replacedAt', 'is', null)
    .execute()
  const known = new Set(tickets.map(({ ticketId }) => ticketId))
  return seen.filter(({ ticket }) => !known.has(ticket.replace('/tickets/', ''))).length
}

type Charges = { twice: number; unknown: number }

/** Compares what the bank has captured, in its own records, with our payments. */
async function countCharges({ bank }: Rig, books: Database): Promise<Charges> {
  if (!existsSync(bank.file)) throw new Error('the bank has no records')
  const file = new DatabaseSync(bank.file, { readOnly: true })
  const paid = file
    .prepare(`select merchant_ref as ref from orders where document ->> 'status' = 'paid'`)
    .all()
    .map(({ ref }) => String(ref))
  file.close()
  const payments = await books
    .selectFrom('payments')
    .select(['merchantRef', 'payableId', 'capturedCents', 'refundedCents'])
    .execute()
  const known = new Map(payments.map((payment) => [payment.merchantRef, payment]))
  const charged = paid.flatMap((ref) => {
    const { payableId = '', capturedCents = 0, refundedCents = 0 } = known.get(ref) ?? {}
    return capturedCents > refundedCents ? [payableId] : []
  })
  const unknown = paid.filter((ref) => !known.has(ref)).length
  return { twice: charged.length - new Set(charged).size, unknown }
}
