import { expect, test } from 'vitest'

import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { buy, findOrderRow, ride } from '#test/simulation/travellers.ts'

import { forgetBuyer } from './buyers.server.ts'
import { respellOrders } from './respell-orders.server.ts'

const simulation = openSimulation()

test('orders that a release before has spelt are found, and the others stay as they are', async () => {
  const bus = await addDeparture({ departsAt: now().add({ hours: 72 }) })
  const contact = { name: 'Ευγενία Χατζηγεωργίου', email: 'evi@example.com' }
  const { orderId } = await buy(simulation.bank, [ride(bus, 'A', 'C')], { contact })
  const { orderId: erased } = await buy(simulation.bank, [ride(bus, 'A', 'C')], {})
  await inTransaction((tx) => forgetBuyer(tx, { orderId: erased, status: 'confirmed' }))
  const { search, reference } = await findOrderRow(orderId)
  expect(search).toContain(reference.toLowerCase())
  await db.updateTable('orders').set({ search: 'of old' }).where('orderId', '=', orderId).execute()

  await respellOrders()

  expect((await findOrderRow(orderId)).search).toBe(search)
  expect((await findOrderRow(erased)).search).toBeNull()
})
