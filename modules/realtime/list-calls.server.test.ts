import { expect, test } from 'vitest'

import { forgetKept } from '#platform/answers/cache.server.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'

import { listCalls } from './list-calls.server.ts'

openSimulation()

test('calls that are forgotten while those of another departure are read are still in the feed', async () => {
  const [known, other] = [await anyBus(), await anyBus()]
  const first = await listCalls([known], 1)
  const both = listCalls([known, other], 1)
  forgetKept()
  const calls = await both
  expect(first.get(known)?.length).toBeGreaterThan(1)
  expect(calls.get(known)).toEqual(first.get(known))
  expect(calls.get(other)?.length).toBeGreaterThan(1)
})
