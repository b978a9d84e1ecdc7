import { inParallel, order, travel, type Bus } from './buyers.ts'
import { cpuOfFamily } from './cpu.ts'
import { benchJourneys, benchSellOut } from './crowds.ts'
import { openShop, type Shop } from './shop.ts'
import { machineNow, print, say } from './table.ts'

/** P5: CPU of the site for an order from the search to the ticket, in milliseconds, and its statements. */
const MAX_CPU = 25
const MAX_STATEMENTS = 45
const ORDERS = 150
/** Until the engine has compiled what an order needs; before that, one takes half as much again. */
const WARM_UP_ORDERS = 600
const AT_ONCE = 12
/** No bus is full here: the cost of a bus that sells out is measured separately. */
const MANY_SEATS = 10_000

/** Measures the cost of an order over HTTP, and crowds, on the site as started by `npm start`. */
export async function benchOrders(): Promise<void> {
  say(machineNow())
  const shop = await openShop()
  try {
    await shop.setSeats(shop.buses, MANY_SEATS)
    await benchSellOut(shop)
    await shop.setSeats(shop.buses, MANY_SEATS)
    await benchJourneys(shop)
    await shop.checkBooks()
    await tellJourneys(shop)
  } finally {
    await shop.close()
  }
}

/** Measures an order from the hold to the ticket, and a journey that begins with the search. */
async function tellJourneys(shop: Shop): Promise<void> {
  const site = await shop.startSite({ JOBS: 'off' })
  const { ofOrder, ofJourney } = await shop.countStatements()
  const buses = shop.buses.slice(0, 40)
  say(
    'P5: an order from the hold, and a whole journey: search, choose, hold, cart, pay, return, ticket',
  )
  print('what', 'statements', 'most', 'site CPU', 'most', 'database')
  for (const { what, statements, buy } of [
    { what: 'from the hold', statements: ofOrder, buy: order },
    { what: 'from the search', statements: ofJourney, buy: travel },
  ]) {
    await inParallel(WARM_UP_ORDERS, AT_ONCE, () => buy(site.url, pick(buses)))
    const before = [cpuOfFamily(site.process.pid ?? 0), cpuOfFamily(shop.postmaster())] as const
    await inParallel(ORDERS, AT_ONCE, () => buy(site.url, pick(buses)))
    const client = (cpuOfFamily(site.process.pid ?? 0) - before[0]) / ORDERS
    const database = (cpuOfFamily(shop.postmaster()) - before[1]) / ORDERS
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

function pick(buses: readonly Bus[]): Bus {
  const bus = buses[Math.floor(Math.random() * buses.length)]
  if (!bus) throw new Error('there is no bus')
  return bus
}
