import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { createSandboxProvider } from '#modules/payments/providers/sandbox.server.ts'
import { connect, type Database } from '#platform/db.server.ts'

import { buyTickets, type Bought, type Seen } from './cluster/buyers.ts'
import { strikeInTurn, type Fault } from './cluster/faults.ts'
import { findTools } from './cluster/programs.ts'
import { openRig, type Rig } from './cluster/rig.ts'

/*
 * npm run check:cluster: three databases under Patroni, HAProxy, PgBouncer, nginx, three sites, jobs
 * and the bank, on this machine and with the files of deploy/. People buy for a minute while each part
 * is killed in turn: no order that was seen may be lost, nobody charged twice, and tickets are sold
 * again within the seconds that the table names. Root and any other user may run it.
 */
const AT_ONCE = Number(process.env.BUYERS ?? 3)
const SECONDS = 60

const search = findTools()
if (search.ok) {
  const rig = await openRig(search.tools)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void rig.close().finally(() => process.exit(1)))
  }
  try {
    await rig.start()
    const bought: Bought = { seen: [], refused: [], gaveUp: [], soldOut: 0 }
    let isOver = false
    const rush = { site: rig.site, atOnce: AT_ONCE, seconds: SECONDS, isOver: () => isOver }
    const began = Temporal.Now.instant()
    const striking = strikeInTurn(rig, () => bought.seen.length).finally(() => (isOver = true))
    const [faults] = await Promise.all([striking, buyTickets(bought, rush)])
    const found = await examine(rig, bought)
    const isInTime = printTable({ bought, faults, began, ...found })
    const isRight = printVerdict(bought, found) && isInTime
    process.exitCode = isRight ? 0 : 1
    await rig.close({ keep: !isRight })
  } catch (error) {
    console.error(`The logs of all programs are in ${rig.folder}`)
    await rig.close({ keep: true })
    throw error
  }
} else {
  console.error(`The cluster cannot be tried: apt-get install ${search.missing.join(' ')}`)
  process.exitCode = 2
}

type Found = {
  lost: readonly Seen[]
  /** When the second payment of an order was begun that has been charged twice. */
  twice: readonly Temporal.Instant[]
  unknown: number
  breaches: readonly string[]
}
type Told = Found & { bought: Bought; faults: readonly Fault[]; began: Temporal.Instant }

/** One row for each fault, until the next one. Returns whether each was over within its seconds. */
function printTable({ bought, faults, began, lost, twice }: Told): boolean {
  row('Fault', 'until selling', 'at most', '', 'sold', 'lost', 'charged twice', '5xx', 'no answer')
  const ends = bought.seen.map(({ at }) => at).toSorted((a, b) => a - b)
  const charged = twice.map((moment) => ({ at: moment.since(began).total('milliseconds') }))
  const late = faults.filter(({ name, at, most }, place) => {
    const until = faults[place + 1]?.at ?? Number.POSITIVE_INFINITY
    const within = <Moment extends { at: number }>(moments: readonly Moment[]) =>
      moments.filter((moment) => moment.at >= at && moment.at < until)
    const refused = within(bought.refused)
    const silent = refused.filter(({ status }) => status === 0).length
    const seconds = longestGap(ends, at, until)
    const isLate = seconds > most
    const counts = [bought.seen, lost, charged].map((moments) => within(moments).length)
    const answers = [refused.length - silent, silent]
    row(name, `${seconds.toFixed(1)} s`, `${most} s`, isLate ? 'OVER' : '', ...counts, ...answers)
    return isLate
  })
  const names = late.map(({ name }) => name).join(', ')
  console.log(`
selling again in time: ${late.length === 0 ? 'after each fault' : `NOT after: ${names}`}`)
  return late.length === 0
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

/** The totals. Returns whether nothing was lost, charged twice or broken, and everybody got a ticket. */
function printVerdict({ seen, soldOut, gaveUp }: Bought, found: Found): boolean {
  const { lost, twice, unknown, breaches } = found
  console.log(`acknowledged ${seen.length}, sold out ${soldOut}, gave up ${gaveUp.length}
acknowledged and lost: ${lost.length}
charged twice: ${twice.length}; captured by the bank and unknown to us: ${unknown}
invariants, with the bank asked: ${breaches.length === 0 ? 'all hold' : 'BROKEN'}`)
  for (const sentence of [...gaveUp, ...breaches]) console.error(sentence)
  const wrong = lost.length + twice.length + unknown + breaches.length + gaveUp.length
  return wrong === 0 && seen.length > 0
}

async function examine(rig: Rig, bought: Bought): Promise<Found> {
  const books = connect(rig.directUrl, { patient: true })
  try {
    const provider = createSandboxProvider({ url: rig.bank.url, key: rig.bank.key, secret: '' })
    return {
      lost: await listLost(books, bought),
      ...(await listCharges(rig, books)),
      breaches: await checkInvariants(books, { now: Temporal.Now.instant(), bank: provider }),
    }
  } finally {
    await books.destroy()
  }
}

async function listLost(books: Database, { seen }: Bought): Promise<Seen[]> {
  const tickets = await books
    .selectFrom('tickets')
    .select('ticketId')
    .where('replacedAt', 'is', null)
    .execute()
  const known = new Set(tickets.map(({ ticketId }) => ticketId))
  return seen.filter(({ ticket }) => !known.has(ticket.replace('/tickets/', '')))
}

/** Compares what the bank has captured, in its own records, with our payments. */
async function listCharges({ bank }: Rig, books: Database) {
  if (!existsSync(bank.file)) throw new Error('the bank has no records')
  const file = new DatabaseSync(bank.file, { readOnly: true })
  const paid = file
    .prepare(`select merchant_ref as ref from orders where document ->> 'status' = 'paid'`)
    .all()
    .map(({ ref }) => String(ref))
  file.close()
  const payments = await books
    .selectFrom('payments')
    .select(['merchantRef', 'payableId', 'capturedCents', 'refundedCents', 'createdAt'])
    .orderBy('createdAt')
    .execute()
  const refs = new Set(paid)
  const charged = payments.filter(
    ({ merchantRef, capturedCents, refundedCents }) =>
      refs.has(merchantRef) && capturedCents > refundedCents,
  )
  const orders = [...Map.groupBy(charged, ({ payableId }) => payableId).values()]
  const known = new Set(payments.map(({ merchantRef }) => merchantRef))
  return {
    twice: orders.flatMap(([_first, ...others]) => others.map(({ createdAt }) => createdAt)),
    unknown: paid.filter((ref) => !known.has(ref)).length,
  }
}
