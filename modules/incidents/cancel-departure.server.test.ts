import { beforeEach, expect, test } from 'vitest'

import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { buy, findOrderRow, listMails, listRefunds, ride } from '#test/simulation/travellers.ts'

import { cancelDeparture, refundHolders, tellHolders } from './cancel-departure.server.ts'

const simulation = openSimulation()
let bus: string
beforeEach(async () => {
  bus = await addDeparture({ departsAt: now().add({ hours: 48 }) })
})

const cancelBus = (departureId: string) =>
  cancelDeparture({
    departureId,
    by: ADMIN,
    reason: 'no driver',
    now: now(),
  })

test('a departure is cancelled once, with an actor and a reason, and its holders are counted', async () => {
  await buy(simulation.bank, [ride(bus, 'A', 'C')])
  await buy(simulation.bank, [ride(bus, 'A', 'B')])
  expect(await cancelBus(bus)).toEqual({ ok: true, holders: 2 })
  expect(await cancelBus(bus)).toMatchObject({ reason: 'cancelled-already' })
  const nobody = '00000000-0000-4000-8000-000000000000'
  expect(await cancelBus(nobody)).toMatchObject({ reason: 'no-such-departure' })
  const pins = db.selectFrom('departures').select('pinned').where('departureId', '=', bus)
  expect(await pins.execute()).toEqual([{ pinned: true }])
  const entries = db.selectFrom('auditEntries').where('subject', '=', `departure:${bus}`)
  expect(await entries.select(['actor', 'reason']).execute()).toEqual([
    { actor: 'admin:maria', reason: 'no driver' },
  ])
})

test('every holder gets one mail, however often the job runs', async () => {
  const { orderId } = await buy(simulation.bank, [ride(bus, 'A', 'C')])
  const other = await buy(simulation.bank, [
    ride(await addDeparture({ departsAt: now().add({ hours: 40 }) }), 'A', 'C'),
  ])
  await cancelBus(bus)
  await tellHolders(now())
  await tellHolders(now())
  expect(await kindsOfMail(orderId)).toEqual(['confirmation', 'departure-cancelled'])
  expect(await kindsOfMail(other.orderId)).toEqual(['confirmation'])
})

test('a holder without a choice gets a full refund a day after the planned departure', async () => {
  const { orderId } = await buy(simulation.bank, [ride(bus, 'A', 'C', { adult: 2 })])
  await cancelBus(bus)
  await refundHolders(now().add({ hours: 71 }))
  expect(await findOrderRow(orderId)).toMatchObject({ status: 'confirmed' })
  const dayAfter = now().add({ hours: 73 })
  await refundHolders(dayAfter)
  await refundHolders(dayAfter)
  expect(await findOrderRow(orderId)).toMatchObject({ status: 'cancelled' })
  expect(await listRefunds(orderId)).toMatchObject([
    { amountCents: 3600, reason: 'departure-cancelled' },
  ])
})

async function kindsOfMail(orderId: string) {
  return (await listMails(orderId)).map(({ kind }) => kind)
}
