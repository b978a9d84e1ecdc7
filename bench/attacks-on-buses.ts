import { countSeats } from '#e2e/support/books.ts'
import { buy } from '#e2e/support/held-orders.ts'
import { openBrowser } from '#e2e/support/traveller.ts'
import { until } from '#test/fixtures/until.ts'

import { inParallel, type Bus } from './buyers.ts'
import { MAX_SECONDS, type Attack, type Siege } from './siege.ts'

/* Seats that will never be paid, and mails that were never wanted. */

const BUSES = 10
const PRESSES = 40
const PARTY = 15
const AT_ONCE = 4
const CHANGES = 12
const ASKINGS = 220
const ASKINGS_AT_ONCE = 8
const HOARDER = '192.0.2.1'
const VICTIM = 'victim@example.com'

export const BUS_ATTACKS: readonly Attack[] = [hoard, mailByChanging, mailByAsking]

/** A browser without a cookie is a new visitor, and may hold as much as any other. */
async function hoard(siege: Siege) {
  const buses = siege.shop.buses.slice(0, BUSES)
  let presses = 0
  const press = () =>
    hold(siege, {
      from: openBrowser(siege.url, { address: HOARDER }),
      bus: busAt(buses, presses++),
    })
  return async () => {
    await inParallel(PRESSES, AT_ONCE, press, MAX_SECONDS)
    const held = await Promise.all(
      buses.map(({ departureId }) => countSeats(siege.shop.books, departureId)),
    )
    const family = await hold(siege, { from: siege.stranger(), bus: busAt(buses, 0) })
    return [
      {
        name: `${PRESSES} × ${PARTY} seats, one address: held`,
        before: 600,
        now: held.reduce((sum, one) => sum + one.held, 0),
      },
      {
        name: `a family of ${PARTY} on the first bus`,
        before: 'sold out',
        now: family.location.endsWith('/cart') ? 'has seats' : 'sold out',
      },
    ]
  }
}

type Holding = { from: ReturnType<typeof openBrowser>; bus: Bus }

function hold(siege: Siege, { from, bus }: Holding) {
  return siege.post(from, bus.path, { ...bus.form, adults: String(PARTY) })
}

function busAt(buses: readonly Bus[], place: number): Bus {
  const bus = buses[place % buses.length]
  if (!bus) throw new Error('there is no bus')
  return bus
}

/** With the attacker's own ticket, to an address of their choice. */
async function mailByChanging(siege: Siege) {
  const manageId = await buyTicket(siege)
  const attacker = siege.stranger()
  return async () => {
    for (let place = 0; place < CHANGES; place++) {
      const contact = { name: `Anna ${'abcdefghijkl'[place]}`, email: VICTIM }
      await siege.post(attacker, `/bookings/${manageId}/contact`, contact)
    }
    await nothingIsQueued(siege)
    const mails = await siege.shop.books
      .selectFrom('mails')
      .select('mailId')
      .where('address', '=', VICTIM)
      .where('state', '=', 'sent')
      .execute()
    return [{ name: `${CHANGES} changes of contact: mails`, before: 12, now: mails.length }]
  }
}

/** Anyone who knows a booking's reference and address can have its link mailed, from anywhere. */
async function mailByAsking(siege: Siege) {
  const { books } = siege.shop
  const manageId = await buyTicket(siege)
  const { reference, contactEmail } = await books
    .selectFrom('orders')
    .select(['reference', 'contactEmail'])
    .where('manageId', '=', manageId)
    .executeTakeFirstOrThrow()
  const asked = { reference, email: contactEmail ?? '' }
  return async () => {
    await inParallel(
      ASKINGS,
      ASKINGS_AT_ONCE,
      () => siege.post(siege.stranger(), '/find-booking', asked),
      MAX_SECONDS,
    )
    await nothingIsQueued(siege)
    const mails = await books
      .selectFrom('mails')
      .innerJoin('orders', 'orders.orderId', 'mails.orderId')
      .select('mailId')
      .where('manageId', '=', manageId)
      .where('kind', '=', 'manage-link')
      .where('state', '=', 'sent')
      .execute()
    return [{ name: `${ASKINGS} times asked for a link: mails`, before: 220, now: mails.length }]
  }
}

/** Buys a ticket and returns the id that opens the booking to its holder. */
async function buyTicket(siege: Siege): Promise<string> {
  const date = Temporal.Now.plainDateISO('Asia/Nicosia').add({ days: 20 }).toString()
  const manageId = await buy(siege.stranger(), { from: 'NIC', to: 'LCA', adults: '1', date })
  if (!manageId) throw new Error('no ticket could be bought')
  return manageId
}

async function nothingIsQueued({ shop: { books } }: Siege): Promise<void> {
  await until('every mail is sent that was asked for', async () => {
    const mails = books.selectFrom('mails').select('mailId').where('state', '=', 'queued')
    const asked = books.selectFrom('linkRequests').select('requestId')
    const left = await Promise.all([mails.execute(), asked.execute()])
    return left.flat().length === 0
  })
}
