import { beforeAll, expect, test } from 'vitest'

import { now, shiftClock } from '#platform/clock.server.ts'
import { rememberOrigin } from '#platform/settings/env.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { doJobs } from '#test/simulation/jobs.ts'
import { loseOrder } from '#test/simulation/lost-order.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { buy, ride } from '#test/simulation/travellers.ts'

import { reportDay } from './settlement-report.server.ts'

const simulation = openSimulation()
beforeAll(() => rememberOrigin(simulation.bank.door.origin))

test('money of a lost order is found in the list of Stripe, and refunded once', async () => {
  const { orderId, providerRef } = await buy(simulation.bank, [ride(await anyBus(), 'A', 'C')])
  await loseOrder(orderId)
  shiftClock({ minutes: 31 })
  await reportDay(dateInCyprus(now()), now())
  await reportDay(dateInCyprus(now()), now())
  await doJobs()
  expect(await simulation.bank.provider.fetch(providerRef)).toMatchObject({
    captured: 1800,
    refunded: 1800,
    refunds: [{ amount: 1800, state: 'succeeded' }],
  })
})
