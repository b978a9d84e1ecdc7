import { array, assert, asyncProperty, constantFrom, integer, oneof, record } from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { reportDelay } from '#modules/incidents/report-delay.server.ts'
import { changeCapacity } from '#modules/seats/change-capacity.server.ts'
import { db } from '#platform/db.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import type { Network } from '#test/simulation/door-phone.ts'
import {
  DOOR_SEATS,
  findSale,
  listLoads,
  openDoors,
  sellAtOffice,
  walkUp,
} from '#test/simulation/door.ts'
import { openSimulation } from '#test/simulation/simulation.ts'

openSimulation()
const door = openDoors()

/* Random evenings at two doors of one bus. */

type Step =
  | { is: 'sell'; phone: 0 | 1; from: 0 | 1; to: 1 | 2; people: number; skew: number }
  | { is: 'exchange'; phone: 0 | 1; network: Network }
  | { is: 'wait'; minutes: number }
  | { is: 'online'; from: 0 | 1; to: 1 | 2; people: number }
  | { is: 'smaller'; seats: number }
  | { is: 'late'; minutes: number }

const phone = constantFrom(0 as const, 1 as const)
const legs = constantFrom([0, 1] as const, [0, 2] as const, [1, 2] as const)
const people = integer({ min: 1, max: 3 })
const network = constantFrom<Network>('works', 'works', 'loses-message', 'loses-answer')
const skew = integer({ min: -10, max: 10 })
const sell = record({ phone, legs, people, skew }).map(({ legs: [from, to], ...rest }): Step => ({
  is: 'sell',
  from,
  to,
  ...rest,
}))
const exchange = record({ phone, network }).map((told): Step => ({ is: 'exchange', ...told }))
const wait = integer({ min: 1, max: 20 }).map((minutes): Step => ({ is: 'wait', minutes }))
const online = record({ legs, people }).map(({ legs: [from, to], people: count }): Step => ({
  is: 'online',
  from,
  to,
  people: count,
}))
const late = constantFrom(10, 20, 30).map((minutes): Step => ({ is: 'late', minutes }))
const smaller = integer({ min: 3, max: 7 }).map((seats): Step => ({ is: 'smaller', seats }))

type Evening = { sold: string[]; now: Temporal.Instant; isSmaller: boolean }

async function take(step: Step, evening: Evening): Promise<void> {
  const phones = [door.one, door.two] as const
  const { now } = evening
  if (step.is === 'wait') evening.now = now.add({ minutes: step.minutes })
  if (step.is === 'exchange') await phones[step.phone].exchange(now, step.network)
  if (step.is === 'online') await sellAtOffice({ bus: door.bus, now, ...step })
  if (step.is === 'sell') {
    const at = now.add({ minutes: step.skew })
    const sale = await phones[step.phone].sell(walkUp(step.from, step.to, step.people), at)
    if (sale) evening.sold.push(sale.reference)
  }
  if (step.is === 'late') {
    const { minutes } = step
    await reportDelay({ departureId: door.bus, by: ADMIN, fromPosition: 0, minutes, now })
  }
  if (step.is === 'smaller') {
    const wanted = { seats: step.seats, wheelchairPlaces: 1 }
    const decision = { departureId: door.bus, by: ADMIN, reason: 'a smaller bus', now }
    const outcome = await changeCapacity({ ...decision, wanted })
    evening.isSmaller ||= outcome.ok
  }
}

/** The people on each leg who have paid: those in the books, and those only a phone knows of. */
async function countPaid(now: Temporal.Instant): Promise<number[]> {
  const waiting = [...door.one.waiting(), ...door.two.waiting()].flatMap(({ sale }) => sale ?? [])
  const references = waiting.map(({ reference }) => reference)
  const { rows } = await sql<{ fromPosition: number; toPosition: number; seats: number }>`
    select seat_holds.from_position, seat_holds.to_position, seats from seat_holds
    join bookings using (booking_id) join orders using (order_id)
    where seat_holds.departure_id = ${door.bus} and seat_holds.state <> 'leased'
      and (expires_at is null or expires_at > ${now}) and reference <> all(${references})`.execute(
    db,
  )
  return [0, 1].map((leg) => {
    const booked = rows.filter((row) => row.fromPosition <= leg && leg < row.toPosition)
    const unsent = waiting.filter(({ from, to }) => from <= leg && leg < to)
    return (
      booked.reduce((sum, { seats }) => sum + seats, 0) +
      unsent.reduce((sum, { passengers }) => sum + passengers.adult, 0)
    )
  })
}

async function expectNotOversold({ now, isSmaller }: Evening): Promise<void> {
  for (const leg of await listLoads(door.bus, now)) {
    expect(leg.seatsSold + leg.seatsHeld + leg.seatsLeased).toBeLessThanOrEqual(leg.seats)
  }
  if (isSmaller) return
  for (const paid of await countPaid(now)) expect(paid).toBeLessThanOrEqual(DOOR_SEATS)
}

async function spend(steps: readonly Step[]): Promise<void> {
  await door.prepare()
  const evening: Evening = { sold: [], now: door.closed, isSmaller: false }
  for (const step of steps) {
    await take(step, evening)
    await expectNotOversold(evening)
  }
  for (const last of [door.one, door.two]) await last.exchange(evening.now.add({ minutes: 1 }))
  await expectNotOversold(evening)
  expect([...door.one.waiting(), ...door.two.waiting()]).toEqual([])
  expect(new Set(evening.sold).size).toBe(evening.sold.length)
  for (const reference of evening.sold) {
    const [sale, ...more] = await findSale(reference)
    expect(more).toEqual([])
    expect(sale).toMatchObject({ tills: 1 })
    const isSeated = sale?.status === 'confirmed' && sale.soldSeats > 0 && sale.refunds === 0
    const isPromised = sale?.status === 'payment-review' && sale.refunds === sale.captured
    expect({ isSeated, reference }).toEqual({ isSeated: !isPromised, reference })
    // Only a lease that was taken back sells what is not there.
    expect(isSeated || evening.isSmaller).toBe(true)
  }
  expect((await listLoads(door.bus, door.after(300))).map((leg) => leg.seatsLeased)).toEqual([0, 0])
}

describe('two phones, their messages lost and repeated, clocks ten minutes off', () => {
  test('never oversell, and each sale is in the books once', { timeout: 120_000 }, async () => {
    const steps = oneof(
      { weight: 5, arbitrary: sell },
      { weight: 4, arbitrary: exchange },
      { weight: 2, arbitrary: wait },
      { weight: 2, arbitrary: online },
      { weight: 1, arbitrary: late },
    )
    const evenings = array(steps, { minLength: 8, maxLength: 20 })
    await assert(asyncProperty(evenings, spend), { numRuns: 8, endOnFailure: true })
  })

  test('keep to that when the bus gets smaller under way', { timeout: 120_000 }, async () => {
    const steps = oneof(
      { weight: 5, arbitrary: sell },
      { weight: 4, arbitrary: exchange },
      { weight: 1, arbitrary: wait },
      { weight: 1, arbitrary: online },
      { weight: 1, arbitrary: smaller },
    )
    const evenings = array(steps, { minLength: 8, maxLength: 20 })
    await assert(asyncProperty(evenings, spend), { numRuns: 6, endOnFailure: true })
  })
})
