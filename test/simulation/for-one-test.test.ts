import { expect, test } from 'vitest'

import { findFares } from '#modules/fares/find-fares.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'

import { changeBoarding, changeFare } from './for-one-test.ts'
import { openSimulation } from './simulation.ts'

/* Two tests of which the first leaves everything changed, as one does that fails half way. */

const simulation = openSimulation()

test('a test may leave fares, stops and the bank as it has changed them', async () => {
  await changeFare('A', 'B', 'adult', 1000)
  await changeFare('A', 'B', 'adult', 1100)
  await changeBoarding('A', null)
  await simulation.bank.outage({ mode: '503', calls: 99 })
  expect(await readWorld()).toEqual({ fare: 1100, boarding: null, bank: 'unavailable' })
})

test('the next one finds them as they were', async () => {
  expect(await readWorld()).toEqual({ fare: 900, boarding: true, bank: 'rejected' })
})

async function readWorld() {
  const found = await findFares(db, { fromStopId: 'A', toStopId: 'B', departsAt: now() })
  const stop = await db
    .selectFrom('stops')
    .select('wheelchairBoarding')
    .where('stopId', '=', 'A')
    .executeTakeFirstOrThrow()
  const answer = await simulation.bank.provider.fetch('no-such-payment')
  return {
    fare: found?.fares.adult,
    boarding: stop.wheelchairBoarding,
    bank: answer.ok ? 'answers' : answer.reason,
  }
}
