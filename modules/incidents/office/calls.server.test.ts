import { beforeEach, expect, test } from 'vitest'

import { noteSeen } from '#modules/incidents/choices/choices.server.ts'
import { decideChoices } from '#modules/incidents/choices/decide-choices.server.ts'
import {
  listAskedBookings,
  listCallsToMake,
} from '#modules/incidents/reads/find-incident.server.ts'
import type { Actor } from '#platform/actor.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import {
  addPhone,
  buyUnderNewTerms,
  cancelAndTell,
  getChoice,
} from '#test/fixtures/cancelled-bus.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { listRefunds, ride } from '#test/simulation/travellers.ts'

import { recordCall, takeCall } from './calls.server.ts'
import { closeIncident } from './close-incident.server.ts'

const simulation = openSimulation()
const NINA: Actor = { kind: 'admin', name: 'nina' }
let bus: string
beforeEach(async () => {
  shiftClock({ hours: 36 })
  await decideChoices(now())
  const leaves = now().add({ hours: 5 })
  bus = await addDeparture({ departsAt: leaves })
  await addDeparture({ departsAt: leaves.add({ hours: 1 }), seats: 30 })
})

const buyRide = () => buyUnderNewTerms(simulation.bank, ride(bus, 'A', 'C'))

async function listToCall(incidentId: string, at = now()) {
  const asked = await listAskedBookings(incidentId, at)
  return asked.flatMap(({ isToCall, orderId }) => (isToCall ? [orderId] : []))
}

test('passengers without usable mail are to be called at once, and those who opened nothing after 20 minutes', async () => {
  const [refused, addressless, reads, silent] = [
    await buyRide(),
    await buyRide(),
    await buyRide(),
    await buyRide(),
  ]
  const mails = db.updateTable('mails').where('orderId', '=', refused)
  await mails.set({ state: 'refused' }).execute()
  const orders = db.updateTable('orders').where('orderId', '=', addressless)
  await orders.set({ contactEmail: null, channel: 'counter', soldBy: 'seller' }).execute()
  await cancelAndTell(bus)
  const { incidentId, token, toldAt } = await getChoice(reads)
  await noteSeen(token, now())
  const later = toldAt.add({ minutes: 20 })
  expect((await listToCall(incidentId)).toSorted()).toEqual([refused, addressless].toSorted())
  const before = later.subtract({ seconds: 1 })
  expect(await listToCall(incidentId, before)).toHaveLength(2)
  expect(
    await listToCall(incidentId, (await getChoice(silent)).toldAt.add({ minutes: 20 })),
  ).toEqual(expect.arrayContaining([silent]))
  expect(await listToCall(incidentId, later.add({ minutes: 1 }))).not.toContain(reads)
})

test('passengers with a number are called first, and the office knows how many are to be called', async () => {
  const [one, two] = [await buyRide(), await buyRide()]
  const orders = db.updateTable('orders').where('orderId', 'in', [one, two])
  await orders.set({ contactPhone: null }).execute()
  const before = (await listCallsToMake(now())).length
  await cancelAndTell(bus)
  const { incidentId, toldAt } = await getChoice(one)
  const at = toldAt.add({ minutes: 21 })
  const list = () => listAskedBookings(incidentId, at, { isToCall: true })
  const [, last] = await list()
  await addPhone(last?.orderId ?? '')
  const calls = await list()
  expect(calls.map(({ orderId }) => orderId).indexOf(last?.orderId ?? '')).toBe(0)
  expect(calls.map(({ hasPhone }) => hasPhone)).toEqual([true, false])
  const toMake = await listCallsToMake(at)
  const firstBusAt = calls[1]?.departsAt
  expect(toMake).toHaveLength(before + 1)
  expect(toMake).toContainEqual({ incidentId, people: 2, bookings: 2, withPhone: 1, firstBusAt })
})

test('a passenger is taken by one of two callers, for five minutes, and the look at the number is in the audit', async () => {
  const orderId = await buyRide()
  await cancelAndTell(bus)
  const { incidentId, bookingId } = await getChoice(orderId)
  const take = (by: Actor, at: Temporal.Instant) => takeCall({ incidentId, bookingId, by, now: at })
  expect(await take(ADMIN, now())).toMatchObject({ reason: 'no-call-needed' })
  const at = now().add({ minutes: 21 })
  const both = await Promise.all([take(ADMIN, at), take(NINA, at)])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  const second = both[0].ok ? NINA : ADMIN
  expect(await take(second, at.add({ minutes: 5 }).subtract({ seconds: 1 }))).toMatchObject({
    reason: 'taken-by-other',
  })
  expect(await take(second, at.add({ minutes: 5 }))).toEqual({ ok: true })
  const looks = db.selectFrom('auditEntries').select('actor').where('action', '=', 'phone-seen')
  expect(await looks.execute()).toHaveLength(2)
})

test('a caller refunds or moves a passenger at once, and one who was not reached is called again', async () => {
  const [paid, moved, missed] = [await buyRide(), await buyRide(), await buyRide()]
  await cancelAndTell(bus)
  const at = now().add({ minutes: 21 })
  const call = async (orderId: string, outcome: 'refund' | 'moved' | 'no-answer') => {
    const { incidentId, bookingId } = await getChoice(orderId)
    await takeCall({ incidentId, bookingId, by: ADMIN, now: at })
    return recordCall({ incidentId, bookingId, by: ADMIN, outcome, now: at })
  }
  expect(await call(paid, 'refund')).toEqual({ ok: true })
  expect(await call(moved, 'moved')).toEqual({ ok: true })
  expect(await call(missed, 'no-answer')).toEqual({ ok: true })
  expect(await listRefunds(paid)).toMatchObject([{ amountCents: 1800 }])
  expect(await getChoice(paid)).toMatchObject({ state: 'chose-refund', decidedBy: 'admin:maria' })
  expect(await getChoice(moved)).toMatchObject({ state: 'chose-offer' })
  const { incidentId, bookingId } = await getChoice(missed)
  expect(await listToCall(incidentId, at)).toEqual([missed])
  const again = { incidentId, bookingId, by: NINA, outcome: 'told', now: at } as const
  expect(await recordCall(again)).toMatchObject({ reason: 'not-taken' })
})

test('an incident is closed once, after everybody has an answer', async () => {
  const orderId = await buyRide()
  await cancelAndTell(bus)
  const { incidentId, decideBy } = await getChoice(orderId)
  const close = (at: Temporal.Instant) => closeIncident({ incidentId, by: ADMIN, now: at })
  expect(await close(now())).toMatchObject({ reason: 'not-decided', open: 1, toCall: 0 })
  await decideChoices(decideBy)
  expect(await close(decideBy)).toEqual({ ok: true })
  expect(await close(decideBy)).toMatchObject({ reason: 'closed-already' })
})
