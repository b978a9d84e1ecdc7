import { openBrowser, type Traveller } from './traveller.ts'

/* Bought orders in the states in which their holders meet them, for whoever looks at screens. */

/** What opens each of them: one as it was bought, one with a passenger less, one given up. */
export type HeldOrders = { bought: string; partly: string; done: string; givenUp: string }

const FAMILY = { from: 'NIC', to: 'LCA', adults: '2', children: '1' }

export async function makeHeldOrders(site: string): Promise<HeldOrders> {
  const buyer = openBrowser(site)
  const back = { ...FAMILY, from: 'LCA', to: 'NIC', date: '2026-12-17' }
  const bought = await buy(buyer, { ...FAMILY, date: '2026-12-15' }, back)
  const partly = await buy(buyer, { ...FAMILY, date: '2026-12-16' })
  const rest = await buyer.visit(`/bookings/${partly}/cancel`)
  const [ride = ''] = /(?<=name="ride\.)[\da-f-]{36}/.exec(rest.html) ?? []
  const done = await confirm(buyer, `/bookings/${partly}/cancel?ride.${ride}=some&adult.${ride}=1`)
  const givenUp = await buy(buyer, { ...FAMILY, date: '2026-12-18' })
  await confirm(buyer, `/bookings/${givenUp}/cancel?what=all`)
  return { bought, partly, done, givenUp }
}

/** Gives the id that opens the order to its holder. */
export async function buy(buyer: Traveller, ...rides: Record<string, string>[]): Promise<string> {
  for (const search of rides) await buyer.addToCart(await buyer.chooseRide(search))
  const paid = await buyer.payAtBank((await buyer.checkOut()).url)
  return /(?<=\/bookings\/)[\da-z]{26}/.exec(paid.html)?.[0] ?? ''
}

/** Presses the button that does what was quoted, and gives the path to which that leads. */
async function confirm(buyer: Traveller, address: string): Promise<string> {
  const quote = await buyer.visit(address)
  const refund = /name="refund" value="(\d+)"/.exec(quote.html)?.[1] ?? ''
  const { pathname, search } = new URL((await buyer.submit(quote.url, { refund })).url)
  return pathname + search
}
