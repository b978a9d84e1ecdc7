import { sql } from 'kysely'

import { SCREENS, type Made } from '#e2e/support/screens.ts'
import { loadSeed } from '#modules/gtfs/import/load-seed.server.ts'
import type { RideWish } from '#modules/orders/order/limits.ts'
import { listBookings } from '#modules/orders/order/rows.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { amend } from '#modules/orders/self-service/amend.server.ts'
import { sendPaymentLink } from '#modules/sales/sell.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import type { Locale } from '#platform/locale.ts'
import { listMailbox } from '#platform/mail/mailbox.server.ts'
import { cents } from '#platform/money.ts'
import { cancelAndTell, getChoice } from '#test/fixtures/cancelled-bus.ts'
import { addBrowser, type TestBrowser } from '#test/fixtures/open-page.ts'
import { addAccount } from '#test/fixtures/sample-accounts.server.ts'
import { sampleThread } from '#test/fixtures/sample-thread.ts'

import { openBank, type SimulatedBank } from './bank.ts'
import { giveUp } from './holders.ts'
import { sendMailNow } from './jobs.ts'
import { addSeller, saleOf } from './sales.ts'
import { buy, choose, findOrderRow, goToBank, ride } from './travellers.ts'

/*
 * The demonstration timetable with orders that are paid, changed, cancelled and unpaid, so that
 * every screen of the site map has something to show; all in this process and in one language.
 */

export type Shop = {
  /** The addresses of a screen in its states, each with the cookie of its browser. */
  visitsTo: (pattern: string) => { address: string; cookie: string }[]
  close: () => Promise<void>
}

export async function openShop(locale: Locale): Promise<Shop> {
  await loadSeed(now())
  const bank = await openBank()
  const buyer = addBrowser()
  const undecided = addBrowser()
  const { cookie: member } = await addAccount({ email: 'anna@example.com' })
  const made = await makeOrders({ bank, locale, buyer, undecided })
  await sendMailsOf(made.orderId)
  await sql.raw(sampleThread(locale)).execute(db)
  const [mail] = await listMailbox({ visitor: buyer.key })
  const all = {
    ...made,
    message: mail?.messageId ?? '',
    proof: newAccessToken(),
    reset: newAccessToken(),
  }
  const cookies: Record<string, string> = {
    cart: undecided.cookie,
    'payment/fail/:id': undecided.cookie,
    account: member,
  }
  return {
    visitsTo: (pattern) => {
      const cookie = cookies[pattern] ?? buyer.cookie
      const addresses = SCREENS[pattern]?.(all as unknown as Made) ?? []
      const empty = pattern === 'cart' || pattern === 'bookings' || pattern === 'mailbox'
      return [
        ...addresses.map((address) => ({ address, cookie })),
        ...(empty ? [{ address: `/${pattern}`, cookie: '' }] : []),
      ]
    },
    close: () => bank.stop(),
  }
}

type Making = { bank: SimulatedBank; locale: Locale; buyer: TestBrowser; undecided: TestBrowser }

async function makeOrders({ bank, locale, buyer, undecided }: Making) {
  const family = { adult: 2, child: 1 }
  const purchase = async (date: string) => {
    const departureId = await findBus(date)
    const wish = toAirport(departureId, family)
    const { orderId, paymentId } = await buy(bank, [wish], { locale, visitor: buyer.key })
    const { manageId } = await findOrderRow(orderId)
    const [booking] = await listBookings(db, orderId)
    const [ticket] = await listTickets(orderId, locale, now())
    const bookingId = booking?.bookingId ?? ''
    const ticketId = ticket?.ticketId ?? ''
    return { orderId, manageId, reference: '', departureId, paymentId, bookingId, ticketId }
  }

  const bought = await purchase('2026-12-15')
  const partly = await purchase('2026-12-16')
  await giveUp(partly, { refund: 800, staying: { adult: 1, child: 1, student: 0, infant: 0 } })
  const givenUp = await purchase('2026-12-18')
  await giveUp(givenUp, { refund: 2150 })
  const waiting = await purchase('2026-12-19')
  await amend({
    manageId: waiting.manageId,
    bookingId: waiting.bookingId,
    to: toAirport(await findBus('2026-12-20'), { adult: 3, child: 1 }),
    shown: { surcharge: cents(900), refund: cents(0) },
    locale,
    origin: bank.door.origin,
    now: now(),
  })
  const stopped = await purchase('2026-12-14')
  await cancelAndTell(stopped.departureId)
  const { token: choice } = await getChoice(stopped.orderId)
  const soon = await purchase('2026-12-02')

  await choose(undecided.key, toAirport(await findBus('2026-12-09'), family))
  const attempt = await goToBank(undecided.key, bank, { locale })
  await fetch(attempt.url.replace(/\/pay\/([^/?]+).*/, '/pay/$1/cancel'), {
    method: 'POST',
    redirect: 'manual',
  })

  const search = 'from=NIC&to=LCA&date=2026-12-08&adults=2&children=1'
  const chosen = chosenIn(await findBus('2026-12-08'))
  const back = 'trip=return&return-date=2026-12-10'
  const [left] = await listBookings(db, partly.orderId)
  const change = `/bookings/${partly.manageId}/rides/${left?.bookingId ?? ''}/change`
  const dearer = `${change}?${chosenIn(await findBus('2026-12-20'))}&adults=3&children=1`
  return {
    chosen: `/book-now?${search}&${chosen}`,
    halfChosen: `/book-now?${search}&${back}&${chosen}`,
    ticket: bought.ticketId,
    paid: bought.paymentId,
    failed: attempt.paymentId,
    orderId: bought.orderId,
    held: {
      bought: bought.manageId,
      partly: partly.manageId,
      done: `/bookings/${partly.manageId}?done=cancelled`,
      givenUp: givenUp.manageId,
      change,
      dearer,
      waiting: waiting.manageId,
      stopped: stopped.manageId,
      choice,
      ticketOfStopped: `/tickets/${stopped.ticketId}`,
      ticketOfSoon: `/tickets/${soon.ticketId}`,
      offered: await offer(toAirport(await findBus('2026-12-21'), family), locale),
    },
  }
}

/** The link of a caller for whom staff hold seats. */
async function offer(wish: RideWish, locale: Locale): Promise<string> {
  const sent = await sendPaymentLink(saleOf(await addSeller(), wish, { locale }))
  return sent.ok ? (await findOrderRow(sent.orderId)).manageId : ''
}

function toAirport(departureId: string, party: { adult: number; child: number }) {
  return { ...ride(departureId, 'A', 'C', party), fromStopId: 'NIC', toStopId: 'LCA' }
}

function chosenIn(departureId: string): string {
  return `departure=${departureId}&from-stop=NIC&to-stop=LCA`
}

async function sendMailsOf(orderId: string): Promise<void> {
  const owed = db.selectFrom('mails').select('mailId').where('orderId', '=', orderId)
  for (const { mailId } of await owed.execute()) await sendMailNow(mailId)
}

/** A bus from Nicosia to Larnaca airport on this date that can still be bought. */
async function findBus(date: string): Promise<string> {
  const { departureId } = await db
    .selectFrom('departures')
    .innerJoin('departureStops as boards', 'boards.departureId', 'departures.departureId')
    .innerJoin('departureStops as alights', 'alights.departureId', 'departures.departureId')
    .select('departures.departureId')
    .where('serviceDate', '=', Temporal.PlainDate.from(date))
    .where('boards.stopId', '=', 'NIC')
    .where('alights.stopId', '=', 'LCA')
    .whereRef('boards.position', '<', 'alights.position')
    .where('boards.departsAt', '>', now().add({ hours: 2 }))
    .orderBy('boards.departsAt')
    .limit(1)
    .executeTakeFirstOrThrow()
  return departureId
}
