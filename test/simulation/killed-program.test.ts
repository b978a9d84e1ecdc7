import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { cancelDeparture } from '#modules/incidents/departures/cancel-departure.server.ts'
import { MOVES_SINCE } from '#modules/orders/order/terms-version.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import type { CrashPoint } from '#platform/crash-points.ts'
import { db } from '#platform/db.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'

import { bringSmallerBus } from './choices.ts'
import { Journey } from './journey.ts'
import { openCast, type OpenCast } from './open-cast.ts'
import { anyBus, inTheMorning } from './simulation.ts'
import { PowerCut, type StepElsewhere } from './steps-elsewhere.ts'
import { addTraveller, countPlacesTaken, listMails } from './travellers.ts'

/*
 * I9: `kill -9` of a real program, exactly at each of the named places between the cart and the
 * refund. The program starts again, travellers retry what got no response, and all invariants hold.
 * The whole site is killed in e2e/specs/killed-steps.
 */

const BUYING = [
  'cart:before-commit',
  'checkout:before-opening',
  'checkout:after-opening',
  'checkout:recorded',
  'reconcile:after-asking',
  'settle:before-commit',
  'reconcile:after-commit',
  'mail:before-sending',
  'mail:after-sending',
  'reminder:after-promising-one',
] as const satisfies CrashPoint[]
const CHANGING = [
  'surcharge:before-opening',
  'surcharge:after-opening',
  'surcharge:recorded',
  'change:after-commit',
] as const satisfies CrashPoint[]
const GIVING_BACK = [
  'change:before-commit',
  'change:after-commit',
  'refund:before-asking',
  'refund:after-answer',
  'refund:after-commit',
] as const satisfies CrashPoint[]

const CHOOSING = [
  ['incident:after-offer', 'holders are told'],
  ['incident:after-telling', 'holders are told'],
  ['change:before-commit', 'take the offered bus'],
  ['incident:after-choice', 'take the offered bus'],
  ['change:before-commit', 'choices that are over are decided'],
  ['incident:after-default', 'choices that are over are decided'],
] as const satisfies [CrashPoint, StepElsewhere][]

const LEAVING = [
  ['incident:after-offer', 'smaller buses are seen to'],
  ['incident:after-telling', 'smaller buses are seen to'],
  ['change:before-commit', 'choices that are over are decided'],
  ['incident:after-default', 'choices that are over are decided'],
] as const satisfies [CrashPoint, StepElsewhere][]

let cast: OpenCast
let journey: Journey

beforeAll(async () => {
  cast = await openCast()
})
beforeEach(async () => {
  const buses = [await anyBus(), await anyBus()] as const
  journey = new Journey(cast, { visitor: addTraveller(), rival: addTraveller(), buses })
})
afterAll(() => cast.stop())

test.each(BUYING)('killed at %s while a traveller buys', async (crashPoint) => {
  const deaths = await buy(crashPoint)
  expect(deaths).toBe(1)
  expect(await listBooks()).toEqual({ order: 'confirmed', captured: [3600], refunded: 0 })
  expect(await listFaults()).toEqual([])
})

test.each(CHANGING)('killed at %s while a traveller extends the ride', async (crashPoint) => {
  await buy()
  expect(await retryAfterKills(crashPoint, ['ride further'])).toBe(1)
  await pay()
  await retryAfterKills(undefined, ['come back', 'send mails'])
  expect(await listBooks()).toEqual({ order: 'confirmed', captured: [3600, 1800], refunded: 0 })
  expect(await listFaults()).toEqual([])
})

test('killed at change:before-commit while the surcharge settles', async () => {
  await buy()
  await retryAfterKills(undefined, ['ride further'])
  await pay()
  expect(await retryAfterKills('change:before-commit', ['come back', 'send mails'])).toBe(1)
  expect(await listBooks()).toEqual({ order: 'confirmed', captured: [3600, 1800], refunded: 0 })
  expect(await listFaults()).toEqual([])
})

test.each(GIVING_BACK)('killed at %s while a traveller cancels the ride', async (crashPoint) => {
  await buy()
  const deaths = await retryAfterKills(crashPoint, ['give all up', 'send refunds', 'send mails'])
  expect(deaths).toBe(1)
  expect(await listBooks()).toEqual({ order: 'cancelled', captured: [3600], refunded: 3500 })
  expect(await listFaults()).toEqual([])
})

test.each(CHOOSING)('killed at %s while after a cancelled bus %s', async (crashPoint, step) => {
  await buy()
  await db.updateTable('orders').set({ termsVersion: MOVES_SINCE }).execute()
  const [departureId, other] = journey.buses
  await cancelDeparture({ departureId, by: ADMIN, reason: 'no driver', now: now() })
  const crashAt = step === 'holders are told' ? crashPoint : undefined
  const early = await retryAfterKills(crashAt, ['holders are told'])
  const isOver = step === 'choices that are over are decided'
  if (isOver) shiftClock({ hours: 23 })
  const next = isOver ? step : 'take the offered bus'
  const late = await retryAfterKills(crashAt ? undefined : crashPoint, [next])
  expect(early + late).toBe(1)
  expect(await listBooks()).toEqual({ order: 'confirmed', captured: [3600], refunded: 0 })
  expect((await journey.bought())?.booking.departureId).toBe(other)
  expect(await countPlacesTaken(departureId)).toBe(0)
  expect(await countPlacesTaken(other)).toBe(2)
  expect(await listFaults()).toEqual([])
})

test.each(LEAVING)('killed at %s while with a smaller bus %s', async (crashPoint, step) => {
  shiftClock({ hours: 72 }) // the buses of the test before are too far away to be offered
  const [bus, later] = await inTheMorning()
  journey = new Journey(cast, {
    visitor: addTraveller(),
    rival: addTraveller(),
    buses: [bus, later],
  })
  await buy()
  await db.updateTable('orders').set({ termsVersion: MOVES_SINCE }).execute()
  expect(await bringSmallerBus(bus)).toMatchObject({ ok: true })
  const isOver = step === 'choices that are over are decided'
  const early = await retryAfterKills(isOver ? undefined : crashPoint, [
    'smaller buses are seen to',
  ])
  shiftClock({ hours: 23 })
  const over = 'choices that are over are decided'
  const late = await retryAfterKills(isOver ? crashPoint : undefined, [over])
  expect(early + late).toBe(1)
  expect(await listBooks()).toEqual({ order: 'confirmed', captured: [3600], refunded: 0 })
  expect((await journey.bought())?.booking.departureId).toBe(later)
  expect([await countPlacesTaken(bus), await countPlacesTaken(later)]).toEqual([0, 2])
  expect(await listFaults()).toEqual([])
})

/** From choosing a bus to the confirmation, and the reminder on the day before. */
async function buy(crashAt?: CrashPoint): Promise<number> {
  const gone = await retryAfterKills(crashAt, ['choose again', 'press pay'])
  await pay()
  const back = await retryAfterKills(gone > 0 ? undefined : crashAt, ['come back', 'send mails'])
  if (crashAt !== 'reminder:after-promising-one') return gone + back
  shiftClock({ hours: 24 })
  return retryAfterKills(crashAt, ['travellers of tomorrow are reminded', 'send mails'])
}

async function pay(): Promise<void> {
  const [newest] = await journey.attempts()
  await cast.bank.payAtBank(newest?.url ?? '')
}

/**
 * Runs all steps in the second program and repeats a step in which it is killed. Returns the number
 * of kills.
 */
async function retryAfterKills(
  crashAt: CrashPoint | undefined,
  steps: StepElsewhere[],
): Promise<number> {
  let deaths = 0
  for (const step of steps) {
    const isKilled = await cast.second.does([step], journey, deaths > 0 ? undefined : crashAt).then(
      () => false,
      (error: unknown) => {
        if (error instanceof PowerCut) return true
        throw error
      },
    )
    if (!isKilled) continue
    deaths += 1
    await cast.second.does([step], journey)
  }
  return deaths
}

async function listBooks() {
  const { status, orderId } = await db
    .selectFrom('orders')
    .select(['status', 'orderId'])
    .where('visitor', '=', journey.visitor)
    .executeTakeFirstOrThrow()
  const payments = await db
    .selectFrom('payments')
    .select(['capturedCents', 'refundedCents'])
    .where('payableId', '=', orderId)
    .where('capturedCents', '>', 0)
    .orderBy('createdAt')
    .execute()
  return {
    order: status,
    captured: payments.map(({ capturedCents }) => capturedCents),
    refunded: payments.reduce((total, { refundedCents }) => total + refundedCents, 0),
  }
}

/** Breaches of the invariants, and travellers who were emailed twice or not at all. */
async function listFaults(): Promise<string[]> {
  await journey.end()
  const breaches = await checkInvariants(db, { now: now(), bank: cast.bank.provider })
  const { orderId } = await db
    .selectFrom('orders')
    .select('orderId')
    .where('visitor', '=', journey.visitor)
    .executeTakeFirstOrThrow()
  const kinds = (await listMails(orderId)).map(({ kind }) => kind)
  return [...breaches, ...kinds.filter((kind, place) => kinds.indexOf(kind) < place)]
}
