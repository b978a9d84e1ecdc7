import { sql } from 'kysely'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

import { AS_A_BROWSER } from '#e2e/support/as-sent.ts'
import { type Running } from '#e2e/support/processes.ts'
import type { Database } from '#platform/db.server.ts'
import { LOCALES, localePath } from '#platform/locale.ts'

import { order, type Bus } from './buyers.ts'
import { cpuOfFamily } from './cpu.ts'
import { openShop, type Shop } from './shop.ts'
import { AS_ONE_WITH_A_PASSWORD, measure } from './speed.ts'
import { machineNow, median, print, say } from './table.ts'

/*
 * Searches as people ask them: the most frequent pairs of stops and the next days first, in every
 * language and by parties of several sizes.
 */

const PAIRS = 16
const DAYS = 40
const PARTIES = ['', '&adults=2', '&adults=2&children=2']
const ROUNDS = 5
const MILLISECONDS = 3000
/** P4: searches that are made each time, for a second of one core. */
const LEAST_A_SECOND = 300
/** P4: different searches a second, and within how many milliseconds 95 of 100, and all, are answered. */
const A_SECOND = 100
const SECONDS = 20
const MOST = { of95: 50, ofAll: 200 }
const BETWEEN_ORDERS_MILLISECONDS = 1000

/** `npm run bench -- people`: what a search costs, and for how long people wait for one. */
export async function benchPeople(): Promise<void> {
  const shop = await openShop()
  try {
    const site = await shop.startSite({ LOG_LEVEL: 'warn' })
    const questions = await listQuestions(shop.books)
    await benchCost(shop, site, questions)
    await benchWaits(shop, site, questions)
  } finally {
    await shop.close()
  }
}

/** A visitor with a password is never shown what is kept. */
async function benchCost(shop: Shop, site: Running, questions: string[]): Promise<void> {
  say(`P4: searches that are never kept (${machineNow()})`)
  print('what', 'CPU ms', 'database ms', 'a core', 'least')
  let asked = 0
  const nextAddress = () => questions[asked++ % questions.length] ?? ''
  const target = { url: site.url, headers: AS_ONE_WITH_A_PASSWORD, nextAddress }
  await measure(site, target, MILLISECONDS)
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = cpuOfFamily(shop.postmaster())
    const { cpu, answers } = await measure(site, target, MILLISECONDS)
    rounds.push({ cpu, database: (cpuOfFamily(shop.postmaster()) - before) / answers })
  }
  const cpu = median(rounds.map((round) => round.cpu))
  const database = median(rounds.map((round) => round.database))
  const aCore = Math.round(1000 / cpu)
  const verdict = aCore < LEAST_A_SECOND ? 'UNDER' : ''
  print('all', cpu.toFixed(2), database.toFixed(2), aCore, LEAST_A_SECOND, verdict)
}

/** Each search is asked at its moment, however long the others take, while a ticket is bought every second. */
async function benchWaits(shop: Shop, site: Running, questions: string[]): Promise<void> {
  say(`P4: ${A_SECOND} different searches a second for ${SECONDS} s (${machineNow()})`)
  print('what', '50 of 100', '95 of 100', 'most', 'slowest', 'most')
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  const selling = new AbortController()
  const orders = buy(site.url, shop.buses, selling.signal)
  const began = performance.now()
  const waits = questions.slice(0, A_SECOND * SECONDS).map(async (address, place) => {
    await pause(Math.max(0, began + (place * 1000) / A_SECOND - performance.now()))
    return timeSearch(site.url + address, agent)
  })
  const times = (await Promise.all(waits)).toSorted((one, other) => one - other)
  selling.abort()
  await orders
  agent.destroy()
  const shareOf = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1] ?? 0)
  const isLate = shareOf(0.95) > MOST.of95 || shareOf(1) > MOST.ofAll
  const figures = [shareOf(0.5), shareOf(0.95), MOST.of95, shareOf(1), MOST.ofAll]
  print('milliseconds', ...figures, isLate ? 'OVER' : '')
}

/** Milliseconds until a search has arrived whole. */
function timeSearch(url: string, agent: Agent): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const began = performance.now()
  request(url, { headers: AS_A_BROWSER, agent }, (response) => {
    if (response.statusCode !== 200) reject(new Error(`${response.statusCode} of ${url}`))
    response.on('end', () => resolve(performance.now() - began)).resume()
  })
    .on('error', reject)
    .end()
  return promise
}

async function buy(site: string, buses: readonly Bus[], stopping: AbortSignal): Promise<void> {
  for (let count = 0; !stopping.aborted; count++) {
    const bus = buses[count % buses.length]
    const began = performance.now()
    if (bus) await order(site, bus)
    await pause(Math.max(0, BETWEEN_ORDERS_MILLISECONDS - (performance.now() - began)))
  }
}

/** Every search, the one asked most often first: small parties, near days and the first pairs. */
async function listQuestions(books: Database): Promise<string[]> {
  const { rows } = await sql<{ fromStopId: string; toStopId: string }>`
    select boarding.stop_id as from_stop_id, leaving.stop_id as to_stop_id
    from departure_stops boarding
    join departure_stops leaving using (departure_id)
    join (select distinct from_stop_id, to_stop_id from fares) as pairs
      on pairs.from_stop_id = boarding.stop_id and pairs.to_stop_id = leaving.stop_id
    where boarding.position < leaving.position and boarding.pickup and leaving.dropoff
      and boarding.departs_at between now() and now() + interval '7 days'
    group by 1, 2 order by count(*) desc, 1, 2 limit ${PAIRS}`.execute(books)
  const today = Temporal.Now.plainDateISO('Asia/Nicosia')
  const asked = rows.flatMap(({ fromStopId, toStopId }, pair) =>
    Array.from({ length: DAYS }, (_, day) => today.add({ days: day + 1 }).toString()).flatMap(
      (date, day) =>
        PARTIES.flatMap((party, size) =>
          LOCALES.map((locale) => {
            const query = `?from=${fromStopId}&to=${toStopId}&date=${date}${party}`
            const address = encodeURI(localePath(locale, '/book-now') + query)
            return { address, rank: (pair + 1) * (day + 1) * (size + 1) }
          }),
        ),
    ),
  )
  return asked.toSorted((one, other) => one.rank - other.rank).map(({ address }) => address)
}
