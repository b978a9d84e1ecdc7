import { beforeEach, expect, test } from 'vitest'

import { listBookings } from '#modules/orders/order/rows.server.ts'
import { findTicket, isVoidTicket, listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { buy, findOrderRow, ride } from '#test/simulation/travellers.ts'

import { amend } from './amend.server.ts'
import { cancel } from './cancel.server.ts'
import { changeContact } from './contact.server.ts'

/* Nobody rides on a ticket that was handed on, changed or given up: its code and its page are dead. */

const simulation = openSimulation()
let order: Awaited<ReturnType<typeof findOrderRow>>
let bookingId: string
beforeEach(async () => {
  const { orderId } = await buy(simulation.bank, [ride(await anyBus(), 'A', 'C')])
  order = await findOrderRow(orderId)
  bookingId = (await listBookings(db, orderId))[0]?.bookingId ?? ''
})

test('of a ride that was changed', async () => {
  const old = await getTicketId()
  const to = ride(await anyBus(), 'A', 'C')
  const here = { locale: 'en', origin: simulation.bank.door.origin } as const
  const shown = { surcharge: cents(0), refund: cents(0) }
  const { manageId } = order
  const changed = await amend({ manageId, bookingId, to, shown, ...here, now: now() })
  expect(changed).toMatchObject({ ok: true })
  await expectVoid(old)
  expect(await listValidCodes()).toEqual([(await listTickets(order.orderId, 'en', now()))[0]?.code])
})

test('of a ride that was handed on in another name', async () => {
  const old = await getTicketId()
  const { manageId } = order
  const contact = { name: 'Nikos Georgiou', email: 'nikos@example.com' }
  expect(await changeContact({ manageId, contact, now: now() })).toMatchObject({ ok: true })
  await expectVoid(old)
  expect(await listValidCodes()).toEqual([(await listTickets(order.orderId, 'en', now()))[0]?.code])
})

test('of a ride that was given up', async () => {
  const old = await getTicketId()
  const leaving = [{ bookingId, staying: null }]
  const { manageId } = order
  const given = await cancel({ manageId, leaving, shownRefund: cents(1700), now: now() })
  expect(given).toMatchObject({ ok: true })
  await expectVoid(old)
  expect(await listValidCodes()).toEqual([])
})

async function getTicketId(): Promise<string> {
  const [ticket] = await listTickets(order.orderId, 'en', now())
  expect(await isVoidTicket(ticket?.ticketId ?? '')).toBe(false)
  return ticket?.ticketId ?? ''
}

async function expectVoid(ticketId: string): Promise<void> {
  expect(await findTicket(ticketId, 'en', now())).toBeUndefined()
  expect(await isVoidTicket(ticketId)).toBe(true)
}

/** The codes with which somebody may still get on a bus, of all tickets that this order ever had. */
async function listValidCodes(): Promise<string[]> {
  const rows = await db
    .selectFrom('tickets')
    .innerJoin('bookings', 'bookings.bookingId', 'tickets.bookingId')
    .select('code')
    .where('orderId', '=', order.orderId)
    .where('replacedAt', 'is', null)
    .execute()
  return rows.map(({ code }) => code)
}
