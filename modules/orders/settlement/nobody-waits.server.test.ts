import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { doJobs } from '#test/simulation/jobs.ts'
import type { StoppedCall } from '#test/simulation/line.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import {
  addTraveller,
  choose,
  comeBack,
  goToBank,
  listRefunds,
  pressPay,
  ride,
} from '#test/simulation/travellers.ts'

import { reconcile } from './reconcile.server.ts'

/*
 * A bank may take seconds to answer. Buyers of the same bus, and other work on the same order, must
 * not wait meanwhile: no row is locked during a call.
 */

const simulation = openSimulation()

async function goPay() {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  return goToBank(visitor, simulation.bank)
}

test('while the bank opens its page', async () => {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  const opening = simulation.bank.line.stopNext('open', 'back')
  const pressed = pressPay(visitor, simulation.bank)
  await expectNothingLocked(opening)
  expect(await pressed).toMatchObject({ ok: true })
})

test('while the bank is asked for the state of a payment', async () => {
  const { url, paymentId } = await goPay()
  await simulation.bank.payAtBank(url)
  const fetching = simulation.bank.line.stopNext('fetch', 'back')
  const returned = comeBack(paymentId)
  await expectNothingLocked(fetching)
  expect(await returned).toMatchObject({ outcome: 'confirmed' })
})

test('while the bank closes a page', async () => {
  const { paymentId } = await goPay()
  const closing = simulation.bank.line.stopNext('close', 'back')
  const closed = reconcile(paymentId, { now: now(), patience: 'request', close: true })
  await expectNothingLocked(closing)
  expect(await closed).toMatchObject({ state: 'cancelled' })
})

test('while the bank makes a refund', async () => {
  const first = await goPay()
  await simulation.bank.cancelAtBank(first.url)
  await comeBack(first.paymentId)
  await db
    .updateTable('orders')
    .set({ status: 'cancelled' })
    .where('orderId', '=', first.orderId)
    .execute()
  await simulation.bank.control(`/orders/${first.providerRef}/pay`)
  await comeBack(first.paymentId)

  const refunding = simulation.bank.line.stopNext('refund', 'back')
  const done = doJobs()
  await expectNothingLocked(refunding)
  await done
  expect(await listRefunds(first.orderId)).toMatchObject([{ state: 'succeeded' }])
})

/** Locks every row that another request could be waiting for, while the answer is on its way. */
async function expectNothingLocked({ arrived, letGo }: StoppedCall): Promise<void> {
  await arrived
  const tables = ['orders', 'payments', 'refunds', 'departures', 'seat_holds', 'bookings']
  try {
    await db.transaction().execute(async (tx) => {
      for (const table of tables) {
        await sql`select from ${sql.table(table)} for update nowait`.execute(tx)
      }
    })
  } finally {
    letGo()
  }
}
