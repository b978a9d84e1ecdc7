import { expect, test } from 'vitest'

import { deleteOldCarts } from '#modules/orders/cart/delete-old-carts.server.ts'
import { reconcile } from '#modules/orders/settlement/reconcile.server.ts'
import { ATTEMPT_DAYS_KEPT, GUEST_MONTHS_KEPT, PHONE_DAYS_KEPT } from '#modules/rules/kept.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { inCyprus } from '#platform/time.ts'
import { amendTo } from '#test/simulation/holders.ts'
import { doJobs, poll } from '#test/simulation/jobs.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import {
  addTraveller,
  buy,
  choose,
  comeBack,
  findOrderRow,
  goToBank,
  ride,
} from '#test/simulation/travellers.ts'

import { forgetTravellers } from './forget-travellers.server.ts'

/* After every test all invariants must hold: test/simulation/simulation.ts checks them. */
const simulation = openSimulation()

test('a guest is erased eighteen months after the ride, and the amounts are kept', async () => {
  const bought = await buy(simulation.bank, [ride(await anyBus(), 'A', 'B')])
  const { arrivesAt } = await db
    .selectFrom('bookings')
    .select('arrivesAt')
    .where('orderId', '=', bought.orderId)
    .executeTakeFirstOrThrow()
  const last = inCyprus(arrivesAt).add({ months: GUEST_MONTHS_KEPT }).toInstant()
  await forgetTravellers(last)
  expect(await findOrderRow(bought.orderId)).toMatchObject({ contactName: 'Anna Georgiou' })

  shiftClock(now().until(last.add({ seconds: 1 })))
  await forgetTravellers(now())
  expect(await findOrderRow(bought.orderId)).toMatchObject({
    contactName: null,
    contactEmail: null,
    visitor: 'none',
    status: 'confirmed',
  })
  expect(await listNames(bought.orderId)).toEqual({ addresses: [''], leaders: [''] })
  expect(await db.selectFrom('mailboxMessages').select('messageId').execute()).toEqual([])
  expect(await countOf('receipts', bought.orderId)).toBe(1)
})

test('a telephone number is erased thirty days after the last journey, and nothing else', async () => {
  const contact = { name: 'Anna Georgiou', email: 'anna@example.com', phone: '99123456' }
  const rides = [ride(await anyBus(), 'A', 'B'), ride(await anyBus(inDays(9)), 'B', 'C')]
  const { orderId } = await buy(simulation.bank, rides, { contact })
  const { arrivesAt } = await db
    .selectFrom('bookings')
    .select('arrivesAt')
    .where('orderId', '=', orderId)
    .orderBy('arrivesAt', 'desc')
    .executeTakeFirstOrThrow()
  const last = arrivesAt.add({ hours: 24 * PHONE_DAYS_KEPT })
  await forgetTravellers(last)
  expect(await findOrderRow(orderId)).toMatchObject({ contactPhone: '+35799123456' })
  await forgetTravellers(last.add({ seconds: 1 }))
  expect(await findOrderRow(orderId)).toMatchObject({
    contactPhone: null,
    contactName: contact.name,
    contactEmail: contact.email,
  })
})

test('bookings of an account stay with it', async () => {
  const bought = await buy(simulation.bank, [ride(await anyBus(), 'A', 'B')], { accountId: 'hers' })
  shiftClock({ hours: 24 * 800 })
  await forgetTravellers(now())
  expect(await findOrderRow(bought.orderId)).toMatchObject({ contactName: 'Anna Georgiou' })
})

test('a visitor who tried to pay is erased thirty days after the seats were released', async () => {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'B'))
  const { orderId, paymentId } = await goToBank(visitor, simulation.bank)
  await reconcile(paymentId, { now: now(), patience: 'request', close: true })
  shiftClock({ hours: 26 })
  await deleteOldCarts(now())
  const { heldUntil, status } = await findOrderRow(orderId)
  expect(status).toBe('expired')
  const last = heldUntil.add({ hours: 24 * ATTEMPT_DAYS_KEPT })
  await forgetTravellers(last)
  expect(await findOrderRow(orderId)).toMatchObject({ contactEmail: 'anna@example.com' })
  await forgetTravellers(last.add({ seconds: 1 }))
  expect(await findOrderRow(orderId)).toMatchObject({ contactEmail: null, contactName: null })
})

test('an order whose money came too late for seats is erased and deleted like a bought one', async () => {
  const visitor = addTraveller()
  const leavesSoon = await anyBus({ departsAt: now().add({ minutes: 35 }) })
  await choose(visitor, ride(leavesSoon, 'A', 'B'))
  const { orderId, paymentId, providerRef } = await goToBank(visitor, simulation.bank)
  shiftClock({ minutes: 16 })
  await poll()
  shiftClock({ minutes: 15 })
  await simulation.bank.control(`/orders/${providerRef}/pay`)
  await comeBack(paymentId)
  expect(await findOrderRow(orderId)).toMatchObject({ status: 'payment-review' })
  const late = inCyprus(now()).add({ months: GUEST_MONTHS_KEPT + 1 })
  await forgetTravellers(late.toInstant())
  expect(await findOrderRow(orderId)).toMatchObject({ contactEmail: 'anna@example.com' })

  await doJobs()
  shiftClock(now().until(late.toInstant()))
  await forgetTravellers(now())
  expect(await findOrderRow(orderId)).toMatchObject({ contactEmail: null, contactName: null })
  shiftClock(now().until(late.add({ years: 7 }).toInstant()))
  await forgetTravellers(now())
  expect(await countOf('orders', orderId)).toBe(0)
})

test('six years after the end of its year an order is deleted, and the books are complete', async () => {
  const { orderId } = await buy(simulation.bank, [ride(await anyBus(), 'A', 'B')])
  const { manageId, reference } = await findOrderRow(orderId)
  const longer = ride(await anyBus(), 'A', 'C', { adult: 1 })
  await amendTo({ orderId, manageId, reference }, longer, { bank: simulation.bank, surcharge: 900 })
  const figures = await booksOf(orderId)
  const { createdAt } = await findOrderRow(orderId)
  const newYear = Temporal.PlainDate.from({ year: inCyprus(createdAt).year + 7, month: 1, day: 1 })
  const end = newYear.toZonedDateTime('Asia/Nicosia').toInstant()

  await forgetTravellers(end.subtract({ seconds: 1 }))
  expect(await countOf('orders', orderId)).toBe(1)
  shiftClock(now().until(end))
  await forgetTravellers(now())
  for (const table of ['orders', 'bookings', 'mails', 'changes'] as const) {
    expect(await countOf(table, orderId)).toBe(0)
  }
  expect(await booksOf(orderId)).toEqual(figures)
})

function inDays(days: number) {
  return { departsAt: now().add({ hours: 24 * days }) }
}

async function listNames(orderId: string) {
  const mails = await db
    .selectFrom('mails')
    .select('address')
    .where('orderId', '=', orderId)
    .execute()
  const tickets = await db
    .selectFrom('tickets')
    .innerJoin('bookings', 'bookings.bookingId', 'tickets.bookingId')
    .select('groupLeader')
    .where('orderId', '=', orderId)
    .execute()
  return {
    addresses: mails.map(({ address }) => address),
    leaders: tickets.map(({ groupLeader }) => groupLeader),
  }
}

type OfOrder = 'orders' | 'bookings' | 'mails' | 'changes' | 'receipts'

async function countOf(table: OfOrder, orderId: string): Promise<number> {
  const rows = await db.selectFrom(table).select('orderId').where('orderId', '=', orderId).execute()
  return rows.length
}

/** The records that tax law requires. */
async function booksOf(orderId: string) {
  const ledger = db.selectFrom('ledgerEntries').selectAll().where('payableId', '=', orderId)
  const receipts = db.selectFrom('receipts').selectAll().where('orderId', '=', orderId)
  return {
    ledger: await ledger.orderBy('entryId').execute(),
    receipts: await receipts.orderBy('number').orderBy('series').execute(),
  }
}
