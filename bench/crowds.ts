import { availableParallelism, loadavg } from 'node:os'

import { countSeats } from '#e2e/support/books.ts'
import type { Running } from '#e2e/support/processes.ts'
import { until } from '#test/fixtures/until.ts'

import { inParallel, order, toldToComeAgain, travel, type Bus } from './buyers.ts'
import { cpuOf, cpuOfFamily } from './cpu.ts'
import type { Shop } from './shop.ts'
import { median, print, say } from './table.ts'

/** P5: this many buyers want a bus with this many seats, and it sells out within this time. */
const BUYERS = 500
const SEATS = 50
const MAX_SECONDS = 1.5
const BUYERS_AT_ONCE = 50
const WARM_UP_ORDERS = 150
/**
 * The site has sold tickets for a while, so many in each of its processes. The engine still compiles for the
 * first crowd of a process: the first of all is printed, and those are measured that come once each had one.
 */
const ORDERS_BEFORE_CROWD = 400
const CROWDS = 3
const TRAVELLERS = 400
const TRAVELLERS_AT_ONCE = 12
const MAX_BUYER_SECONDS = 40

/**
 * The CPU is that of one buyer, in milliseconds. Buyers and bank are other machines in reality; here
 * they take their share of the same cores.
 */
const COLUMNS = [
  'sold',
  'last sold s',
  'most',
  'all told s',
  'came again',
  'site CPU',
  'database',
  'buyers',
  'bank',
  'load',
]

/** All buyers come at once: every seat is sold, none twice, and all others are refused. */
export async function benchSellOut(shop: Shop): Promise<void> {
  say(
    `P5: ${BUYERS} buyers, ${BUYERS_AT_ONCE} of them at a time, for ${SEATS} seats: the first crowd since the start, and the median of ${CROWDS} later ones`,
  )
  print('a site of', ...COLUMNS)
  // As many as `npm start` runs: one for each core, and at most eight.
  const byCore = Math.min(availableParallelism(), 8)
  const buses = [...shop.buses]
  const ofOne = buses.splice(0, 1 + CROWDS)
  const ofMany = buses.splice(0, byCore + CROWDS)
  await shop.setSeats([...ofOne, ...ofMany], SEATS)
  await sellOut(shop, { what: 'one process', processes: 1, buses: ofOne, others: buses })
  const what = `${byCore} processes, by core`
  await sellOut(shop, { what, processes: byCore, buses: ofMany, others: buses })
}

type Crowds = { what: string; processes: number; buses: readonly Bus[]; others: readonly Bus[] }

async function sellOut(shop: Shop, { what, processes, buses, others }: Crowds): Promise<void> {
  const site = await shop.startSite({ WORKERS: String(processes) })
  await untilAllAnswer(site, processes)
  const before = ORDERS_BEFORE_CROWD * processes
  await inParallel(before, TRAVELLERS_AT_ONCE, () => order(site.url, anyOf(others)))
  const crowds: Crowd[] = []
  for (const bus of buses) {
    await untilMailed(shop)
    crowds.push(await sendCrowd(shop, site, bus))
  }
  await untilMailed(shop)
  await shop.stopSite(site)
  tell(`${what}, the first`, crowds.slice(0, 1))
  tell(`${what}, later`, crowds.slice(processes), MAX_SECONDS)
}

type Crowd = {
  sold: number
  isRight: boolean
  soldAfter: number
  toldAfter: number
  cameAgain: number
  cpu: number[]
  load: number
}

async function sendCrowd(shop: Shop, site: Running, bus: Bus): Promise<Crowd> {
  const parties = () => [
    cpuOfFamily(site.process.pid ?? 0),
    cpuOfFamily(shop.postmaster()),
    cpuOf(process.pid),
    cpuOf(shop.bank()),
  ]
  const before = parties()
  toldToComeAgain.times = 0
  const began = performance.now()
  let soldAfter = 0
  const { results, seconds } = await inParallel(BUYERS, BUYERS_AT_ONCE, async () => {
    const outcome = await order(site.url, bus)
    if (outcome === 'ticket') soldAfter = (performance.now() - began) / 1000
    return outcome
  })
  const cpu = parties().map((now, at) => (now - (before[at] ?? 0)) / BUYERS)
  const [load = 0] = loadavg()
  const { sold, held } = await countSeats(shop.books, bus.departureId)
  const tickets = results.filter((outcome) => outcome === 'ticket').length
  const isRight = sold === SEATS && held === 0 && tickets === SEATS
  const { times: cameAgain } = toldToComeAgain
  return { sold, isRight, soldAfter, toldAfter: seconds, cameAgain, cpu, load }
}

function tell(what: string, crowds: readonly Crowd[], maxSeconds?: number): void {
  const middle = (read: (crowd: Crowd) => number | undefined) =>
    median(crowds.map((crowd) => read(crowd) ?? Number.NaN))
  const soldAfter = middle((crowd) => crowd.soldAfter)
  print(
    what,
    middle(({ sold }) => sold),
    soldAfter.toFixed(2),
    maxSeconds ?? '',
    middle(({ toldAfter }) => toldAfter).toFixed(2),
    middle(({ cameAgain }) => cameAgain),
    ...[0, 1, 2, 3].map((party) => middle(({ cpu }) => cpu[party]).toFixed(1)),
    middle(({ load }) => load).toFixed(1),
    maxSeconds !== undefined && soldAfter > maxSeconds ? 'OVER' : '',
    crowds.every(({ isRight }) => isRight) ? '' : 'WRONG',
  )
}

/** The first answers while the others start, and would keep the connections that it has. */
async function untilAllAnswer(site: Running, processes: number): Promise<void> {
  const close = { headers: { connection: 'close' } }
  await until('each process answers', async () => {
    await fetch(`${site.url}/timetables`, close)
    const answered = site.output().matchAll(/"pid":(\d+).*"Answered"/g)
    return new Set([...answered].map(([, pid]) => pid)).size === processes
  })
}

/** Whole journeys, with tickets drawn and mailed in the background by the same process. */
export async function benchJourneys(shop: Shop): Promise<void> {
  const site = await shop.startSite()
  const { buses } = shop
  await inParallel(WARM_UP_ORDERS / 3, TRAVELLERS_AT_ONCE, () => travel(site.url, anyOf(buses)))
  await untilMailed(shop)

  const { results, seconds } = await inParallel(
    TRAVELLERS,
    TRAVELLERS_AT_ONCE,
    () => travel(site.url, anyOf(buses)),
    MAX_BUYER_SECONDS,
  )
  const left = await countJobs(shop)
  const ended = performance.now()
  await untilMailed(shop)
  const drained = (performance.now() - ended) / 1000
  say(`Journeys: search, choose, hold, cart, pay, ticket; each with its PDF in a mail`)
  print('', 'a second', 'left in line', 'drained, s')
  print('journeys', (results.length / seconds).toFixed(1), left, drained.toFixed(1))
  await shop.stopSite(site)
}

function untilMailed(shop: Shop): Promise<boolean> {
  return until('all tickets are mailed', async () => (await countJobs(shop)) === 0)
}

/** Mails enqueued but not sent, and webhooks not processed. */
async function countJobs({ books }: Shop): Promise<number> {
  const mails = books.selectFrom('mails').select('mailId').where('state', '=', 'queued')
  const notices = books
    .selectFrom('paymentNotices')
    .select('noticeId')
    .where('processedAt', 'is', null)
  const all = await Promise.all([mails.execute(), notices.execute()])
  return all.flat().length
}

function anyOf(buses: readonly Bus[]): Bus {
  const bus = buses[Math.floor(Math.random() * buses.length)]
  if (!bus) throw new Error('there is no bus')
  return bus
}
