import { afterAll, beforeAll, expect, test } from 'vitest'

import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { env } from '#platform/settings/env.server.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { doJobs, poll } from '#test/simulation/jobs.ts'
import { anyBus } from '#test/simulation/simulation.ts'
import { addTimetable } from '#test/simulation/timetable.ts'
import {
  addTraveller,
  choose,
  comeBack,
  findOrderRow,
  getPaymentOf,
  goToBank,
  ride,
} from '#test/simulation/travellers.ts'

/*
 * Edge case 41 of docs/faults.md. The other provider is the sandbox bank, whose keys are always
 * set.
 */

const CHOSEN = env().PAYMENT_PROVIDER
const OTHER = 'sandbox'

let bank: SimulatedBank
let other: SimulatedBank
beforeAll(async () => {
  await addTimetable()
  bank = await openBank(CHOSEN)
  other = await openBank(OTHER)
})
afterAll(async () => {
  env().PAYMENT_PROVIDER = CHOSEN
  await Promise.all([bank.stop(), other.stop()])
})

async function goPay(at: SimulatedBank) {
  const visitor = addTraveller()
  await choose(visitor, ride(await anyBus(), 'A', 'C'))
  return { visitor, ...(await goToBank(visitor, at)) }
}

// Not run with the sandbox bank alone (vitest.config.ts), since there is no second provider to
// switch to.
test('41: attempts begun with one provider end there, while new ones go to another', async () => {
  const [paid, abandoned, told] = [await goPay(bank), await goPay(bank), await goPay(bank)]
  env().PAYMENT_PROVIDER = OTHER
  const after = await goPay(other)
  expect(await getPaymentOf(after.visitor)).toMatchObject({ provider: OTHER })

  await bank.payAtBank(paid.url)
  expect(await comeBack(paid.paymentId)).toMatchObject({ outcome: 'confirmed' })
  await bank.payAtBank(told.url)
  await bank.tell(told.providerRef)
  await other.payAtBank(after.url)
  await other.tell(after.providerRef)
  await doJobs()
  for (const { orderId } of [told, after]) {
    expect(await findOrderRow(orderId)).toMatchObject({ status: 'confirmed' })
  }
  await bank.leaveForGood(abandoned.url)
  await poll()
  expect(await getPaymentOf(abandoned.visitor)).toMatchObject({
    provider: CHOSEN,
    state: 'expired',
  })
  for (const { provider } of [bank, other]) {
    expect(await checkInvariants(db, { now: now(), bank: provider })).toEqual([])
  }
})
