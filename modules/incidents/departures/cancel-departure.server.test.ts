import { beforeEach, expect, test } from 'vitest'

import { reportDelay } from '#modules/incidents/times/report-delay.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { giveUp } from '#test/simulation/holders.ts'
import { doJobs } from '#test/simulation/jobs.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture, withdrawAll } from '#test/simulation/timetable.ts'
import {
  addTraveller,
  buy,
  choose,
  comeBack,
  findOrderRow,
  goToBank,
  listMails,
  listRefunds,
  ride,
} from '#test/simulation/travellers.ts'

import {
  cancelDeparture,
  quoteCancelDeparture,
  refundHolders,
  tellHolders,
} from './cancel-departure.server.ts'
import { reviveDeparture, runAnyway } from './revive-departure.server.ts'

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

test('a departure that has left is not cancelled, and one that is late has not left', async () => {
  await buy(simulation.bank, [ride(bus, 'A', 'C')])
  const leaves = now().add({ hours: 48 })
  const at = (time: Temporal.Instant) =>
    cancelDeparture({ departureId: bus, by: ADMIN, reason: 'no driver', now: time })
  expect(await at(leaves.add({ seconds: 1 }))).toMatchObject({ reason: 'has-left' })
  await reportDelay({ departureId: bus, by: ADMIN, fromPosition: 0, minutes: 20, now: leaves })
  const quarter = leaves.add({ minutes: 15 })
  expect(await at(leaves.add({ minutes: 21 }))).toMatchObject({ reason: 'has-left' })
  expect(await at(quarter)).toEqual({ ok: true, holders: 1 })
})

test('a cancellation is refused if others bought since it was shown', async () => {
  await buy(simulation.bank, [ride(bus, 'A', 'C', { adult: 2 })])
  const shown = await quoteCancelDeparture(bus)
  const none = { offered: 0, wheelchairs: 0, infants: 0, withoutMail: 0, withPhone: 0 }
  expect(shown).toEqual({ bookings: 1, passengers: 2, lastBuses: 1, ...none, paid: 3600 })
  await buy(simulation.bank, [ride(bus, 'A', 'B')])
  const cancel = (quote: typeof shown) =>
    cancelDeparture({ departureId: bus, by: ADMIN, reason: 'no driver', shown: quote, now: now() })
  const quote = { bookings: 2, passengers: 3, lastBuses: 2, ...none, paid: 4500 }
  expect(await cancel(shown)).toEqual({ ok: false, reason: 'quote-changed', quote })
  expect(await cancel(await quoteCancelDeparture(bus))).toEqual({ ok: true, holders: 2 })
})

test('a departure is cancelled while 50 pay: each is refunded once or has a ticket and is told', async () => {
  bus = await addDeparture({ departsAt: now().add({ hours: 48 }), seats: 50 })
  const queues = Array.from({ length: 10 }, () => Array.from({ length: 5 }, () => addTraveller()))
  const attempts = await inQueues(queues, async (visitor) => {
    await choose(visitor, ride(bus, 'A', 'C'))
    return { visitor, ...(await goToBank(visitor, simulation.bank)) }
  })
  const paying = inQueues(attempts, async ({ url, paymentId, providerRef, visitor }) => {
    await simulation.bank.payAtBank(url, 'good')
    await Promise.all([comeBack(paymentId, visitor), simulation.bank.tell(providerRef)])
  })
  await Promise.all([paying, cancelBus(bus)])
  await doJobs()
  await tellHolders(now())
  await tellHolders(now())
  for (const { orderId } of attempts.flat()) {
    expect(await findOrderRow(orderId)).toMatchObject({ status: 'confirmed' })
    expect(await kindsOfMail(orderId)).toEqual(['confirmation', 'departure-cancelled'])
  }
  const dayAfter = now().add({ hours: 73 })
  await Promise.all([refundHolders(dayAfter), refundHolders(dayAfter)])
  await doJobs()
  for (const { orderId } of attempts.flat()) {
    expect(await listRefunds(orderId)).toMatchObject([{ amountCents: 1800 }])
    expect(await findOrderRow(orderId)).toMatchObject({ status: 'cancelled' })
  }
})

test('a bus runs after all for those who stay; one who took the money keeps it', async () => {
  const [staying, leaving] = [
    await buy(simulation.bank, [ride(bus, 'A', 'C')]),
    await buy(simulation.bank, [ride(bus, 'A', 'C')]),
  ]
  await cancelBus(bus)
  const { manageId } = await findOrderRow(leaving.orderId)
  await giveUp({ orderId: leaving.orderId, manageId, reference: '' }, { refund: 1800 })
  const wish = { departureId: bus, by: ADMIN, now: now() }
  expect(await reviveDeparture(wish)).toEqual({ ok: true, staying: 1, moved: 1 })
  expect(await reviveDeparture(wish)).toMatchObject({ reason: 'not-cancelled' })
  expect(await listRefunds(leaving.orderId)).toHaveLength(1)
  expect(await listRefunds(staying.orderId)).toEqual([])
  await refundHolders(now().add({ hours: 73 }))
  expect(await findOrderRow(staying.orderId)).toMatchObject({ status: 'confirmed' })
})

test('a withdrawn departure runs anyway, unless its trip is on sale at other times or it has left', async () => {
  await withdrawAll()
  const wish = { departureId: bus, by: ADMIN, now: now() }
  const leaves = now().add({ hours: 48 })
  expect(await runAnyway({ ...wish, now: leaves.add({ seconds: 1 }) })).toMatchObject({
    reason: 'has-left',
  })
  const other = await addDeparture({ departsAt: leaves.add({ hours: 1 }) })
  const trip = db.updateTable('departures').where('departureId', '=', other)
  await trip.set({ tripId: bus }).execute()
  expect(await runAnyway(wish)).toMatchObject({ reason: 'on-sale-otherwise' })
  await trip.set({ status: 'cancelled' }).execute()
  expect(await runAnyway(wish)).toEqual({ ok: true, staying: 0, moved: 0 })
  expect(await runAnyway(wish)).toMatchObject({ reason: 'not-withdrawn' })
  const pinned = db.selectFrom('departures').select(['status', 'pinned'])
  expect(await pinned.where('departureId', '=', bus).execute()).toEqual([
    { status: 'planned', pinned: true },
  ])
})

async function kindsOfMail(orderId: string) {
  return (await listMails(orderId)).map(({ kind }) => kind)
}

/** The outcomes of queues, each of which does one thing after the other. */
function inQueues<One, Outcome>(
  queues: readonly (readonly One[])[],
  run: (one: One) => Promise<Outcome>,
): Promise<Outcome[][]> {
  return Promise.all(
    queues.map(async (queue) => {
      const outcomes: Outcome[] = []
      for (const one of queue) outcomes.push(await run(one))
      return outcomes
    }),
  )
}
