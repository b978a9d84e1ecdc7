import { beforeEach, expect, test } from 'vitest'

import { listBookings } from '#modules/orders/order/rows.server.ts'
import { findTicket, isVoidTicket, listTickets } from '#modules/orders/reads/find-tickets.server.ts'
import { readTicketCode } from '#modules/tickets/read-ticket-code.ts'
import { listTicketKeys } from '#modules/tickets/ticket-keys.server.ts'
import type { TicketView } from '#modules/tickets/ticket.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { buy, findOrderRow, ride } from '#test/simulation/travellers.ts'

import { amend } from './amend.server.ts'
import { cancel } from './cancel.server.ts'
import { changeContact } from './contact.server.ts'

/*
 * A ticket that was changed, cancelled or issued to another name is void: its code and its page are
 * refused.
 */

const simulation = openSimulation()
let order: Awaited<ReturnType<typeof findOrderRow>>
let bookingId: string
beforeEach(async () => {
  const { orderId } = await buy(simulation.bank, [ride(await anyBus(), 'A', 'C')])
  order = await findOrderRow(orderId)
  bookingId = (await listBookings(db, orderId))[0]?.bookingId ?? ''
})

test('a ticket is void after a change of the ride', async () => {
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

test('a ticket is void after a change of the name', async () => {
  const old = await getTicketId()
  const { manageId } = order
  const contact = { name: 'Nikos Georgiou', email: 'nikos@example.com' }
  expect(await changeContact({ manageId, contact, by: TRAVELLER, now: now() })).toMatchObject({
    ok: true,
  })
  await expectVoid(old)
  expect(await listValidCodes()).toEqual([(await listTickets(order.orderId, 'en', now()))[0]?.code])
})

test('the signature of a replaced ticket stays true, and its code is void', async () => {
  const [before] = await listTickets(order.orderId, 'en', now())
  const { manageId } = order
  const contact = { name: 'Nikos Georgiou', email: 'nikos@example.com' }
  await changeContact({ manageId, contact, by: TRAVELLER, now: now() })
  const [after] = await listTickets(order.orderId, 'en', now())
  const codes = await Promise.all([before, after].map(codeSigned))
  expect(codes).toEqual([before?.code, after?.code])
  expect(await listValidCodes()).toEqual([after?.code])
})

test('a ticket is void after a cancellation', async () => {
  const old = await getTicketId()
  const leaving = [{ bookingId, staying: null }]
  const { manageId } = order
  const given = await cancel({ manageId, leaving, shownRefund: cents(1700), now: now() })
  expect(given).toMatchObject({ ok: true })
  await expectVoid(old)
  expect(await listValidCodes()).toEqual([])
})

/** The code that a signature of ours vouches for. */
async function codeSigned(ticket: TicketView | undefined) {
  const read = await readTicketCode(ticket?.signedCode ?? '', await listTicketKeys(now()))
  return read.is === 'signed' ? read.facts.code : undefined
}

async function getTicketId(): Promise<string> {
  const [ticket] = await listTickets(order.orderId, 'en', now())
  expect(await isVoidTicket(ticket?.ticketId ?? '')).toBe(false)
  return ticket?.ticketId ?? ''
}

async function expectVoid(ticketId: string): Promise<void> {
  expect(await findTicket(ticketId, 'en', now())).toBeUndefined()
  expect(await isVoidTicket(ticketId)).toBe(true)
}

/** The codes of all tickets that this order ever had which are still accepted on a bus. */
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
