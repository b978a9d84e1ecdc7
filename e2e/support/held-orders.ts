import { Client } from 'pg'

import { sampleThread } from '#test/fixtures/sample-thread.ts'
import { until } from '#test/fixtures/until.ts'

import { cancelDeparture } from './cancel-departure.ts'
import type { Company } from './processes.ts'
import { formIn, linksIn, openBrowser, type Page, type Traveller } from './traveller.ts'

/* For tests that visit screens: bought orders in all states that holders see. */

/** The ids that open each order: one as bought, one with a passenger less, one cancelled. */
export type HeldOrders = {
  bought: string
  partly: string
  /** The path after cancelling a part. */
  done: string
  givenUp: string
  /** The path for changing its first ride, and the path with a dearer one already chosen. */
  change: string
  dearer: string
  /** One of its changes awaits payment. */
  waiting: string
  /** Its bus was cancelled. */
  stopped: string
  ticketOfStopped: string
  /** The choice of its passengers. */
  choice: string
  /** The ticket of a bus so soon that the holder may take a later one. */
  ticketOfSoon: string
  /** Staff hold it for a caller, who has its link. */
  offered: string
}

const FAMILY = { from: 'NIC', to: 'LCA', adults: '2', children: '1' }

export async function makeHeldOrders(site: string, company: Company): Promise<HeldOrders> {
  const buyer = openBrowser(site)
  const back = { ...FAMILY, from: 'LCA', to: 'NIC', date: '2026-12-17' }
  const bought = await buy(buyer, { ...FAMILY, date: '2026-12-15' }, back)
  const partly = await buy(buyer, { ...FAMILY, date: '2026-12-16' })
  const rest = await buyer.visit(`/bookings/${partly}/cancel`)
  const [ride = ''] = /(?<=name="ride\.)[\da-f-]{36}/.exec(rest.html) ?? []
  const done = await confirm(buyer, `/bookings/${partly}/cancel?ride.${ride}=some&adult.${ride}=1`)
  const givenUp = await buy(buyer, { ...FAMILY, date: '2026-12-18' })
  await confirm(buyer, `/bookings/${givenUp}/cancel?what=all`)
  const page = await buyer.visit(`/bookings/${partly}`)
  const change = linkIn(page, /\/change$/)
  const more = await buyer.visit(`${change}?adults=3&children=1&date=2026-12-20`)
  const dearer = linkIn(more, /departure=.*#quote/)
  const waiting = await buy(buyer, { ...FAMILY, date: '2026-12-19' })
  const other = linkIn(await buyer.visit(`/bookings/${waiting}`), /\/change$/)
  const choice = await buyer.visit(`${other}?adults=3&children=1&date=2026-12-20`)
  const quote = await buyer.visit(linkIn(choice, /departure=.*#quote/))
  await buyer.submit(quote.url, formIn(quote.html, 'surcharge'))

  const stopped = await buy(buyer, { ...FAMILY, date: '2026-12-14' })
  const ticketOfStopped = await ticketOf(buyer, stopped)
  const sameBus = await buyer.chooseRide({ ...FAMILY, date: '2026-12-14' })
  await cancelDeparture(site, formIn(sameBus.html, 'from-stop').departure ?? '')
  const token = await choiceIn(buyer, `/bookings/${stopped}`)
  const soon = await buy(buyer, { ...FAMILY, date: '2026-12-02' })
  return {
    bought,
    partly,
    done,
    givenUp,
    change,
    dearer,
    waiting,
    stopped,
    ticketOfStopped,
    choice: token,
    ticketOfSoon: await ticketOf(buyer, soon),
    offered: await offer(site, company),
  }
}

/** A cart that becomes a sale by telephone, as if a seller had filled it; and an answered enquiry. */
async function offer(site: string, { databaseUrl }: Company): Promise<string> {
  const caller = openBrowser(site)
  await caller.addToCart(await caller.chooseRide({ ...FAMILY, date: '2026-12-21' }))
  const client = new Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ manageId: string }>(
    `update orders set channel = 'phone', sold_by = 'seller', contact_name = 'Anna Georgiou',
       contact_email = 'anna@example.com', first_held_at = held_until - interval '15 minutes'
     where order_id = (select order_id from orders where status = 'cart' order by created_at desc limit 1)
     returning manage_id as "manageId"`,
  )
  await client.query(sampleThread('en'))
  await client.end()
  return rows[0]?.manageId ?? ''
}

/** The token of a choice, once the job has told the passengers that their bus was cancelled. */
async function choiceIn(buyer: Traveller, address: string): Promise<string> {
  const link = await until('the passengers are told', async () => {
    return linksIn((await buyer.visit(address)).html).find((one) => /\/choose\//.test(one))
  })
  return link.slice(-26)
}

async function ticketOf(buyer: Traveller, id: string): Promise<string> {
  return linkIn(await buyer.visit(`/bookings/${id}`), /\/tickets\/[\da-z]{26}$/)
}

/** The first link of a page that matches. */
function linkIn({ html, url }: Page, like: RegExp): string {
  const href = linksIn(html).find((one) => like.test(one))
  if (!href) throw new Error(`no link like ${like} at ${url}`)
  return href
}

/** Returns the id that opens the order to its holder. */
export async function buy(buyer: Traveller, ...rides: Record<string, string>[]): Promise<string> {
  for (const search of rides) await buyer.addToCart(await buyer.chooseRide(search))
  const paid = await buyer.payAtBank((await buyer.checkOut()).url)
  return /(?<=\/bookings\/)[\da-z]{26}/.exec(paid.html)?.[0] ?? ''
}

/** Presses the button that carries out the quote, and returns the path after it. */
async function confirm(buyer: Traveller, address: string): Promise<string> {
  const quote = await buyer.visit(address)
  const refund = /name="refund" value="(\d+)"/.exec(quote.html)?.[1] ?? ''
  const { pathname, search } = new URL((await buyer.submit(quote.url, { refund })).url)
  return pathname + search
}
