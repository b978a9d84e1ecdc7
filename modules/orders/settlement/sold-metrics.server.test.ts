import { afterAll, beforeAll, expect, test } from 'vitest'

import { SALE_CHANNELS } from '#modules/orders/order/sale-channel.ts'
import { now } from '#platform/clock.server.ts'
import { metrics } from '#platform/metrics/metrics.server.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import { addTraveller, buy, choose, comeBack, ride } from '#test/simulation/travellers.ts'

let bank: SimulatedBank
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
})
afterAll(() => bank.stop())

test('a program in which nobody has bought yet reports zero for every channel of sale', async () => {
  const told = await metrics.metrics()
  for (const channel of SALE_CHANNELS)
    expect(told).toContain(`\nhalcyon_orders_confirmed_total{channel="${channel}"} 0\n`)
})

test('an order, its money and its places are counted once, and refused places by their reason', async () => {
  const bus = await addDeparture({ departsAt: now().add({ hours: 48 }) })
  const { paymentId } = await buy(bank, [ride(bus, 'A', 'C', { adult: 2 })])
  await comeBack(paymentId)
  await choose(addTraveller(), ride(bus, 'A', 'B', { adult: 9 }))

  const told = await metrics.metrics()
  for (const line of [
    'halcyon_orders_confirmed_total{channel="web"} 1',
    'halcyon_captures_total{provider="sandbox"} 1',
    'halcyon_captured_cents_total{provider="sandbox"} 3600',
    'halcyon_holds_taken_total{kind="cart"} 1',
    'halcyon_holds_taken_total{kind="paying"} 1',
    'halcyon_holds_refused_total{reason="not-enough-seats"} 1',
  ])
    expect(told).toContain(line)
})
