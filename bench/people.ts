import { sql } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'

import { AS_A_BROWSER } from '#e2e/support/as-sent.ts'
import { stop, type Running } from '#e2e/support/processes.ts'
import type { Database } from '#platform/db.server.ts'
import { LOCALES, localePath } from '#platform/locale.ts'

import { order, type Bus } from './buyers.ts'
import { cpuOfFamily } from './cpu.ts'
import type { Target } from './load.ts'
import { openShop, type Shop } from './shop.ts'
import { AS_ONE_WITH_A_PASSWORD, measure, startBareServer } from './speed.ts'
import { median, print, say } from './table.ts'

/*
 * Searches as people ask them: a few pairs of stops and the next days most, all others seldom (Zipf),
 * in every language and by parties of several sizes, while a ticket is bought every second.
 */

const PAIRS = 16
const DAYS = 40
const PARTIES = ['', '&adults=2', '&adults=2&children=2']
const ROUNDS = 5
const MILLISECONDS = 3000
const BETWEEN_ORDERS_MILLISECONDS = 1000
/** P4: the shares of a bare server's responses that they must reach. */
const LEAST = { asPeopleAsk: 0.06, notKept: 0.02 }

/** `npm run bench -- people`: answers beside those of a bare server, and the CPU of each answer. */
export async function benchPeople(): Promise<void> {
  const shop = await openShop()
  try {
    const site = await shop.startSite({ LOG_LEVEL: 'warn' })
    const questions = await listQuestions(shop.books)
    say(`P4: ${questions.length} different searches, with a bare server that sends the same bytes`)
    print('what', 'bare', 'ours', 'ratio', 'least', 'by CPU', 'CPU ms', 'database ms')
    const [often = ''] = questions
    const same = { url: site.url + often, headers: AS_A_BROWSER }
    const alone = { ...same, headers: AS_ONE_WITH_A_PASSWORD }
    await compare(shop, site, { what: 'never kept', least: LEAST.notKept, ...alone })
    await compare(shop, site, { what: 'kept', ...same })
    await askEach(site, questions)
    const nextAddress = () => questions[drawRank(questions.length)] ?? often
    const asPeopleAsk = { ...same, nextAddress, buses: shop.buses }
    await compare(shop, site, { what: 'as people ask', least: LEAST.asPeopleAsk, ...asPeopleAsk })
  } finally {
    await shop.close()
  }
}

type Compared = Target & {
  what: string
  least?: number
  /** A ticket on one of these is bought every second. */
  buses?: readonly Bus[]
}

async function compare(shop: Shop, site: Running, target: Compared): Promise<void> {
  const { what, least = 0, url, headers, buses = [] } = target
  const bare = await startBareServer(url)
  const selling = new AbortController()
  const orders = buy(site.url, buses, selling.signal)
  await measure(site, target, MILLISECONDS)
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) {
    const yardstick = await measure(bare, { url: bare.url, ...(headers && { headers }) }, 1000)
    const before = cpuOfFamily(shop.postmaster())
    const ours = await measure(site, target, MILLISECONDS)
    const database = (cpuOfFamily(shop.postmaster()) - before) / ours.answers
    rounds.push({ perSecond: yardstick.answers, bare: yardstick.cpu, ours, database })
  }
  selling.abort()
  await orders
  await stop(bare)
  const seconds = MILLISECONDS / 1000
  const ratio = median(rounds.map(({ perSecond, ours }) => ours.answers / seconds / perSecond))
  const byCpu = median(rounds.map(({ bare: cpu, ours }) => cpu / ours.cpu))
  print(
    what,
    median(rounds.map(({ perSecond }) => perSecond)),
    Math.round(median(rounds.map(({ ours }) => ours.answers / seconds))),
    ratio.toFixed(3),
    least || '–',
    byCpu.toFixed(3),
    median(rounds.map(({ ours }) => ours.cpu)).toFixed(2),
    median(rounds.map(({ database }) => database)).toFixed(2),
    Math.min(ratio, byCpu) < least ? 'UNDER' : '',
  )
}

/** A site that has been open for a while has answered most of what is asked. */
async function askEach(site: Running, questions: readonly string[]): Promise<void> {
  let asked = 0
  const nextAddress = () => questions[asked++ % questions.length] ?? ''
  while (asked < questions.length) {
    await measure(site, { url: site.url, headers: AS_A_BROWSER, nextAddress }, MILLISECONDS)
  }
}

async function buy(site: string, buses: readonly Bus[], stopping: AbortSignal): Promise<void> {
  for (let count = 0; !stopping.aborted && buses.length > 0; count++) {
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

/** A place in a list of this length, the first most often: Zipf's law, of which this is the inverse. */
function drawRank(length: number): number {
  return Math.floor(length ** Math.random()) - 1
}
