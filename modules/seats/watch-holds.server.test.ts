import { expect, test } from 'vitest'

import { now } from '#platform/clock.server.ts'
import { anyBus, countAlerts, openSimulation } from '#test/simulation/simulation.ts'
import { addTraveller, buy, choose, ride } from '#test/simulation/travellers.ts'

import { watchHolds } from './watch-holds.server.ts'

const simulation = openSimulation()

test('a bus with more seats held than one party needs, and few sold, raises an alert', async () => {
  const before = await countAlerts('seats-hoarded')
  const told = async () => {
    await watchHolds(now())
    return (await countAlerts('seats-hoarded')) - before
  }
  const bus = await anyBus({ seats: 50 })
  await choose(addTraveller(), ride(bus, 'A', 'C', { adult: 15 }))
  expect(await told()).toBe(0)
  await choose(addTraveller(), ride(bus, 'A', 'C'))
  expect(await told()).toBe(1)
  await buy(simulation.bank, [ride(bus, 'A', 'C', { adult: 8 })])
  expect(await told()).toBe(1)
  await choose(addTraveller(), ride(bus, 'A', 'C'))
  expect(await told()).toBe(2)
})
