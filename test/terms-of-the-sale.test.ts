import { expect, test } from 'vitest'

import type { OrderPageView } from '#app/components/order/view.ts'
import type { TicketPageView } from '#app/components/ticket/view.ts'
import { loader as cancelLoader } from '#app/site/order/cancel/page.tsx'
import type { CancelView } from '#app/site/order/cancel/view.ts'
import { loader as changeLoader } from '#app/site/order/change/page.tsx'
import type { ChangeView } from '#app/site/order/change/view.ts'
import { loader as orderLoader } from '#app/site/order/page.tsx'
import { loader as ticketLoader } from '#app/site/ticket/page.tsx'
import { renderTicketPdf } from '#modules/documents/render-pdf.server.ts'
import { partyOf } from '#modules/fares/passengers.ts'
import { remindTravellers } from '#modules/notifications/remind.server.ts'
import { listBookings } from '#modules/orders/order/rows.server.ts'
import { listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { REFUND_TERMS, type RefundTerms } from '#modules/rules/rules.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { momentInSentence } from '#platform/format/moments.ts'
import { LOCALES, localePath, type Locale } from '#platform/locale.ts'
import { cents, formatEuros } from '#platform/money.ts'
import { startOfDay, dateInCyprus } from '#platform/time.ts'

import { openPage } from './fixtures/open-page.ts'
import { openReader } from './fixtures/pdf-reader.ts'
import { amendTo, buyIn, giveUp, missTheBus, type Held } from './simulation/holders.ts'
import { letter, openLetterSimulation, unsaid } from './simulation/letters.ts'
import {
  addTraveller,
  buy,
  choose,
  comeBack,
  findOrderRow,
  goToBank,
  ride,
} from './simulation/travellers.ts'

/* Rides that were sold before the company raised its fee and its notice period. */

const BEFORE: RefundTerms = { noticeHours: 12, fee: cents(40) }

const simulation = openLetterSimulation()
const { read } = openReader()

async function buyBefore(
  locale: Locale,
  wishes: Parameters<typeof buy>[1],
  refundTerms = BEFORE,
): Promise<Held> {
  const { orderId } = await buy(simulation.bank, wishes, { locale, refundTerms })
  const { manageId, reference } = await findOrderRow(orderId)
  return { orderId, manageId, reference }
}

async function termsOf({ orderId }: Held): Promise<RefundTerms[]> {
  return (await listBookings(db, orderId)).map(({ refundTerms }) => refundTerms)
}

async function look<Shown>(
  loader: Parameters<typeof openPage>[0],
  locale: Locale,
  params: Record<string, string>,
  query = 'what=all',
): Promise<Shown> {
  return (await openPage<Shown>(loader, localePath(locale, `/here?${query}`), { params })).shown
}

test.each(LOCALES)(
  'are shown with the fee and the deadline they were sold with (%s)',
  async (locale) => {
    const order = await buyBefore(locale, [ride(simulation.bus, 'A', 'C')])
    const fee = formatEuros(BEFORE.fee, locale)
    const until = momentInSentence(simulation.leaves.subtract({ hours: 12 }), locale)

    const [ticket] = await listTickets(order.orderId, locale, now())
    const ticketId = ticket?.ticketId ?? ''
    const page = await look<{ ticket: TicketPageView }>(ticketLoader, locale, { id: ticketId })
    expect(page.ticket.cancelRule).toContain(until)
    expect(page.ticket.cancelRule).toContain(fee)
    const [sheet] = await read(await renderTicketPdf(ticket ? [ticket] : []))
    expect(plain(sheet)).toContain(plain(until))
    expect(plain(sheet)).toContain(plain(fee))

    const own = await look<OrderPageView>(orderLoader, locale, { id: order.manageId })
    expect(own.items[0]?.deadline).toContain(until)
    expect(own.items[0]?.deadline).toContain(fee)
    const confirmation = await letter(order, 'confirmation')
    expect(unsaid(confirmation, [until, fee].map(plain))).toEqual([])

    const tomorrow = startOfDay(dateInCyprus(simulation.leaves)).subtract({ hours: 6 })
    await remindTravellers(tomorrow)
    expect(unsaid(await letter(order, 'reminder'), [until, fee].map(plain))).toEqual([])
  },
)

test('can be cancelled and changed until the deadline they were sold with', async () => {
  const order = await buyBefore('en', [ride(simulation.bus, 'A', 'C', { adult: 2 })])
  shiftClock({ hours: 28 }) // 20 hours before departure
  const { quote } = await look<CancelView>(cancelLoader, 'en', { id: order.manageId })
  expect(quote).toMatchObject({ refund: 3560, fee: 40, forfeited: 0 })
  const [booking] = await listBookings(db, order.orderId)
  const place = { id: order.manageId, ride: booking?.bookingId ?? '' }
  const to = { departure: simulation.later, 'from-stop': 'A', 'to-stop': 'C', adults: '2' }
  const query = String(new URLSearchParams(to))
  const change = await look<ChangeView>(changeLoader, 'en', place, query)
  const until = momentInSentence(simulation.leaves.subtract({ hours: 9 }), 'en')
  expect(change.quote?.deadline).toContain(until)
  expect(change.quote?.deadline).toContain('€0.40')
  await giveUp(order, { refund: 1760, staying: partyOf({ adult: 1 }) })
  await amendTo(order, ride(simulation.later, 'A', 'C'), { bank: simulation.bank })
  expect(await termsOf(order)).toEqual([BEFORE])
  await giveUp(order, { refund: 1760 })
})

test('are refused by the notice period they were sold with', async () => {
  const strict = { noticeHours: 36, fee: cents(250) }
  const order = await buyBefore('en', [ride(simulation.bus, 'A', 'C')], strict)
  shiftClock({ hours: 18 }) // 30 hours before departure
  const until = momentInSentence(simulation.leaves.subtract({ hours: 36 }), 'en')
  const { quote } = await look<CancelView>(cancelLoader, 'en', { id: order.manageId })
  expect(quote).toMatchObject({ refund: 0, forfeited: 1800, noticeHours: 36 })

  const own = await look<OrderPageView>(orderLoader, 'en', { id: order.manageId })
  expect(own.items[0]).toMatchObject({ canChange: false, deadline: expect.stringContaining(until) })
  const { bookingId = '' } = own.items[0] ?? {}
  const place = { id: order.manageId, ride: bookingId }
  const change = await look<ChangeView>(changeLoader, 'en', place)
  expect(change.closed).toContain('36 hours')
  expect(change.closed).toContain(until)

  await giveUp(order, { refund: 0 })
  expect(unsaid(await letter(order, 'cancelled'), ['36 hours', plain(until)])).toEqual([])
})

test('keep the terms after a surcharge and a missed bus', async () => {
  const order = await buyBefore('en', [ride(simulation.bus, 'A', 'B')])
  await amendTo(order, ride(simulation.bus, 'A', 'C'), { bank: simulation.bank, surcharge: 900 })
  expect(await termsOf(order)).toEqual([BEFORE])
  shiftClock({ hours: 47 })
  await missTheBus(order)
  expect(await termsOf(order)).toEqual([BEFORE])
})

test('cancelled together with a ride of another fee, cost the lower fee, and the ledger adds up', async () => {
  const wishes = [ride(simulation.bus, 'A', 'C'), ride(simulation.later, 'C', 'D')]
  const order = await buyBefore('en', wishes)
  const [first] = await listBookings(db, order.orderId)
  await db
    .updateTable('bookings')
    .set({ refundFeeCents: 250 })
    .where('bookingId', '=', first?.bookingId ?? '')
    .execute()
  const { quote } = await look<CancelView>(cancelLoader, 'en', { id: order.manageId })
  expect(quote).toMatchObject({ given: 2700, refund: 2660, fee: 40 })
  await giveUp(order, { refund: 1550 })
  await giveUp(order, { refund: 860 })
})

test('are sold today with the current fee and notice period', async () => {
  const order = await buyIn('en', simulation.bank, ride(simulation.bus, 'A', 'C'))
  expect(await termsOf(order)).toEqual([REFUND_TERMS])
  const [ticket] = await listTickets(order.orderId, 'en', now())
  expect(ticket).toMatchObject({
    cancelUntil: simulation.leaves.subtract({ hours: 24 }),
    refundTerms: { fee: 100 },
  })
})

test('are sold with the terms that were accepted last', async () => {
  const visitor = addTraveller()
  await choose(visitor, ride(simulation.bus, 'A', 'C'))
  const attempt = await goToBank(visitor, simulation.bank, { refundTerms: BEFORE })
  await goToBank(visitor, simulation.bank, { refundTerms: REFUND_TERMS })
  await simulation.bank.payAtBank(attempt.url)
  await comeBack(attempt.paymentId, visitor)
  const [booking] = await listBookings(db, attempt.orderId)
  expect(booking).toMatchObject({ refundTerms: REFUND_TERMS })
})

/** The text with all kinds of white space as plain spaces. */
function plain(text = ''): string {
  return text.replaceAll(/\s+/g, ' ')
}
