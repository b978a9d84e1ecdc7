import { afterAll, beforeAll, expect, test } from 'vitest'

import { now } from '#platform/clock.server.ts'
import { openBank, type WorldBank } from '#test/world/bank.ts'
import { addDeparture, addTimetable } from '#test/world/timetable.ts'
import { buy, findOrderRow, listMails, ride } from '#test/world/travellers.ts'

let bank: WorldBank
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
})
afterAll(() => bank.stop())

test('somebody buys', async () => {
  const bus = await addDeparture({ departsAt: now().add({ hours: 48 }) })
  const bought = await buy(bank, [ride(bus, 'A', 'C', { adult: 2, child: 1 })])
  expect(bought.result).toMatchObject({ outcome: 'confirmed' })
  expect((await findOrderRow(bought.orderId)).status).toBe('confirmed')
  expect(await listMails(bought.orderId)).toHaveLength(1)
  expect(bank.door.answered).toEqual([200])
})
