import { loadavg } from 'node:os'

import type { Running } from '#e2e/support/processes.ts'

import { inParallel, order, travel, type Bus } from './buyers.ts'
import { cpuOf, cpuOfFamily } from './cpu.ts'
import { benchJourneys, benchSellOut } from './crowds.ts'
import { driveSql, findPgbench, scriptOf, type Recorded } from './same-sql.ts'
import { openShop, type Shop } from './shop.ts'
import { machineNow, median, print, say } from './table.ts'

/** P5: the share of the database's own speed that orders over HTTP must reach. */
const MIN_SPREAD = 0.25
const MIN_HOT = 0.4
/** P5: CPU of the site for an order from the search to the ticket, in milliseconds, and its statements. */
const MAX_CPU = 25
const MAX_STATEMENTS = 45
const ROUNDS = 3
const ORDERS = 150
/** Until the engine has compiled what an order needs; before that, one takes half as much again. */
const WARM_UP_ORDERS = 600
const AT_ONCE = 12
/** No bus is full here: the cost of a bus that sells out is measured separately. */
const MANY_SEATS = 10_000
/** After this many seconds no round is started. */
const MAX_SECONDS = 50

/**
 * Orders over HTTP beside their own SQL, in turn, so that any other work of this machine slows
 * both; and crowds, on the site as started by `npm start`.
 */
export async function benchOrders(): Promise<void> {
  say(machineNow())
  const shop = await openShop()
  try {
    await shop.setSeats(shop.buses, MANY_SEATS)
    await benchSellOut(shop)
    await shop.setSeats(shop.buses, MANY_SEATS)
    await benchJourneys(shop)
    await shop.checkBooks()
    await benchRatios(shop)
  } finally {
    await shop.close()
  }
}

async function benchRatios(shop: Shop): Promise<void> {
  const site = await shop.startSite({ JOBS: 'off' })
  const recorded = await shop.recordOrder()
  const buses = shop.buses.slice(0, 40)
  const by = findPgbench() ? 'pgbench' : 'the driver, as pgbench is not here'
  await tellJourneys(shop, site, recorded)
  say(`P5: orders a second, from the hold, and beside the same SQL by ${by}`)
  print('what', ...COLUMNS)
  await compare(shop, site, recorded, {
    what: 'spread over 40 buses',
    least: MIN_SPREAD,
    next: () => buses,
  })
  const hot = shop.buses.slice(40)
  await compare(shop, site, recorded, {
    what: 'all on one bus',
    least: MIN_HOT,
    next: () => hot.splice(0, 1),
  })
}

type Counted = Recorded & { ofJourney: number }

/** What an order costs the site from the hold to the ticket, and a journey that begins with the search. */
async function tellJourneys(shop: Shop, site: Running, { sql, ofJourney }: Counted): Promise<void> {
  const buses = shop.buses.slice(0, 40)
  say(
    'P5: an order from the hold, and a whole journey: search, choose, hold, cart, pay, return, ticket',
  )
  print('what', 'statements', 'most', 'site CPU', 'most', 'database')
  for (const { what, statements, buy } of [
    { what: 'from the hold', statements: sql.length, buy: order },
    { what: 'from the search', statements: ofJourney, buy: travel },
  ]) {
    await inParallel(WARM_UP_ORDERS, AT_ONCE, () => buy(site.url, pick(buses)))
    const { client, database } = await measure(
      shop.postmaster(),
      site.process.pid ?? 0,
      async () => {
        const { seconds } = await inParallel(ORDERS, AT_ONCE, () => buy(site.url, pick(buses)))
        return ORDERS / seconds
      },
    )
    print(
      what,
      statements,
      MAX_STATEMENTS,
      client.toFixed(1),
      MAX_CPU,
      database.toFixed(1),
      statements > MAX_STATEMENTS || client > MAX_CPU ? 'OVER' : '',
    )
  }
}

/**
 * The CPU is that of one order, in milliseconds. The others are the buyers and the bank, which are other
 * machines in reality and here take their share of the same cores.
 */
const COLUMNS = [
  'SQL',
  'HTTP',
  'ratio',
  'least',
  'by CPU',
  'SQL CPU',
  'site CPU',
  'most',
  'database',
  'others',
  'load',
]

type Compared = { what: string; least: number; next: () => Bus[] }

async function compare(
  shop: Shop,
  site: Running,
  recorded: Recorded,
  { what, least, next }: Compared,
): Promise<void> {
  const rounds: Round[] = []
  const end = performance.now() + MAX_SECONDS * 1000
  while (rounds.length < ROUNDS && (rounds.length === 0 || performance.now() < end)) {
    const [bought, played] = [next(), next()]
    const scripts = played.map(({ departureId }) => scriptOf(recorded, departureId))
    const ofOthers = () => cpuOf(process.pid) + cpuOf(shop.bank())
    const others = ofOthers()
    const http = await measure(shop.postmaster(), site.process.pid ?? 0, async () => {
      const { seconds } = await inParallel(ORDERS, AT_ONCE, () => order(site.url, pick(bought)))
      return ORDERS / seconds
    })
    const beside = (ofOthers() - others) / ORDERS
    const sql = await measure(shop.postmaster(), process.pid, () =>
      driveSql(shop.databaseUrl(), {
        orders: ORDERS,
        atOnce: AT_ONCE,
        folder: shop.folder,
        scripts,
      }),
    )
    rounds.push({ sql, http, beside })
  }
  const middle = (read: (round: Round) => number) => median(rounds.map(read))
  const ratio = middle(({ sql, http }) => http.perSecond / sql.perSecond)
  const byCpu = middle(({ sql, http }) => cpuOfAll(sql) / cpuOfAll(http))
  const ofSite = middle(({ http }) => http.client)
  const [load = 0] = loadavg()
  print(
    what,
    middle(({ sql }) => sql.perSecond).toFixed(1),
    middle(({ http }) => http.perSecond).toFixed(1),
    ratio.toFixed(3),
    least,
    byCpu.toFixed(3),
    middle(({ sql }) => cpuOfAll(sql)).toFixed(1),
    ofSite.toFixed(1),
    MAX_CPU,
    middle(({ http }) => http.database).toFixed(1),
    middle(({ beside }) => beside).toFixed(1),
    load.toFixed(1),
    ratio < least ? 'UNDER' : '',
    ofSite > MAX_CPU ? 'OVER' : '',
  )
}

/** Orders a second, and the CPU milliseconds of each: of the database, and of the program that asks it. */
type Pace = { perSecond: number; database: number; client: number }
type Round = { sql: Pace; http: Pace; beside: number }

function cpuOfAll({ database, client }: Pace): number {
  return database + client
}

async function measure(
  postmaster: number,
  client: number,
  run: () => Promise<number>,
): Promise<Pace> {
  const before = [cpuOfFamily(postmaster), cpuOfFamily(client)] as const
  const perSecond = await run()
  return {
    perSecond,
    database: (cpuOfFamily(postmaster) - before[0]) / ORDERS,
    client: (cpuOfFamily(client) - before[1]) / ORDERS,
  }
}

function pick(buses: readonly Bus[]): Bus {
  const bus = buses[Math.floor(Math.random() * buses.length)]
  if (!bus) throw new Error('there is no bus')
  return bus
}
