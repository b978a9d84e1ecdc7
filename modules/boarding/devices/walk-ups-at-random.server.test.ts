import { array, assert, asyncProperty, oneof } from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { db } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { DOOR_SEATS, findSale, listLoads, openDoors } from '#test/simulation/door.ts'
import {
  along,
  beginEvening,
  exchange,
  late,
  missed,
  noteRefusals,
  online,
  sell,
  smaller,
  takeStep,
  undo,
  wait,
  type Evening,
  type Step,
} from '#test/simulation/evening.ts'
import { openSimulation } from '#test/simulation/simulation.ts'

import { deleteOldLeases } from './delete-leases.server.ts'

openSimulation()
const door = openDoors()
const LEGS = 2

/** The people on each leg who have paid: those in the books, and those only a phone knows of. */
async function countPaid(now: Temporal.Instant): Promise<number[]> {
  const unsentScans = [...door.one.waiting(), ...door.two.waiting()]
  const undone = new Set(unsentScans.flatMap(({ undoes }) => undoes ?? []))
  const sales = unsentScans.flatMap(({ sale }) => sale ?? [])
  const waiting = sales.filter(({ reference }) => !undone.has(reference))
  // Of a sale whose undoing has not arrived, the seats are not sold again.
  const references = sales.map(({ reference }) => reference)
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

/**
 * People taken along have their seats, or the books say how many they lack. A party that both phones let
 * aboard before either heard of the other is a conflict, and takes no more seats than it has people.
 */
async function expectGuestsCounted(): Promise<void> {
  const { rows } = await sql<{ counted: number; aboard: number; party: number }>`
    select coalesce(held.seats, 0) + short as counted, (select sum(boarded)::int from scans
      where scans.booking_id = taken_along.booking_id and scans.departure_id = ${door.bus}) as aboard,
      (select sum(count)::int from booking_passengers
        where booking_passengers.booking_id = taken_along.booking_id) as party
    from taken_along left join seat_holds held on held.booking_id = guest_id
    where taken_along.departure_id = ${door.bus}`.execute(db)
  for (const { counted, aboard, party } of rows) expect(counted).toBe(Math.min(aboard, party))
}

async function expectNotOversold({ now, isSmaller, guests }: Evening): Promise<void> {
  for (const leg of await listLoads(door.bus, now)) {
    expect(leg.seatsSold + leg.seatsHeld + leg.seatsLeased).toBeLessThanOrEqual(leg.seats)
  }
  if (isSmaller || guests > 0) return
  for (const paid of await countPaid(now)) expect(paid).toBeLessThanOrEqual(DOOR_SEATS)
}

async function spend(steps: readonly Step[]): Promise<Evening> {
  const evening = await beginEvening(door)
  for (const step of steps) {
    await takeStep(door, step, evening)
    await expectNotOversold(evening)
  }
  for (const last of [door.one, door.two]) await last.exchange(evening.now.add({ minutes: 1 }))
  noteRefusals(door, evening)
  await expectNotOversold(evening)
  expect([...door.one.waiting(), ...door.two.waiting()]).toEqual([])
  expect(new Set(evening.sold).size).toBe(evening.sold.length)
  await expectGuestsCounted()
  let unseated = 0
  for (const reference of evening.sold) {
    const [sale, ...more] = await findSale(reference)
    expect(more).toEqual([])
    const isSeated = sale?.status === 'confirmed' && sale.soldSeats > 0 && sale.refunds === 0
    const isReturned = sale?.soldSeats === 0 && sale.refunds === sale.captured
    const isUndone = evening.undone.has(reference)
    const isPromised = sale?.status === 'payment-review' && isReturned
    expect(sale).toMatchObject({ tills: 1 })
    expect({ isSeated, reference }).toEqual({ isSeated: !isUndone && !isPromised, reference })
    expect(isReturned).toBe(isUndone || isPromised)
    unseated += isSeated || isUndone ? 0 : 1
  }
  // Only a lease that was taken back, or gave up seats to people aboard, sells what is not there.
  const most = evening.isSmaller ? evening.sold.length : evening.guests * LEGS
  expect(unseated).toBeLessThanOrEqual(most)
  const night = door.after(300)
  expect((await listLoads(door.bus, night)).map((leg) => leg.seatsLeased)).toEqual([0, 0])
  // The invariants are checked by the system clock, at which leases that expired during the evening
  // still count, along with the guests who got those seats later.
  await inTransaction((tx) => deleteOldLeases(tx, { limit: night, most: 100 }))
  return evening
}

async function spendIt(steps: readonly Step[]): Promise<void> {
  await spend(steps)
}

describe('two phones, their messages lost and repeated, clocks ten minutes off', () => {
  test('never oversell, and each sale is in the books once', async () => {
    const steps = oneof(
      { weight: 5, arbitrary: sell },
      { weight: 2, arbitrary: undo },
      { weight: 4, arbitrary: exchange },
      { weight: 2, arbitrary: wait },
      { weight: 2, arbitrary: online },
      { weight: 1, arbitrary: late },
      { weight: 2, arbitrary: missed },
    )
    const evenings = array(steps, { minLength: 8, maxLength: 20 })
    await assert(asyncProperty(evenings, spendIt), { numRuns: 8, endOnFailure: true })
  })

  test('leave room for people with tickets for other buses', async () => {
    const steps = oneof(
      { weight: 5, arbitrary: sell },
      { weight: 4, arbitrary: exchange },
      { weight: 1, arbitrary: wait },
      { weight: 1, arbitrary: online },
      { weight: 2, arbitrary: missed },
      { weight: 3, arbitrary: along },
    )
    const evenings = array(steps, { minLength: 8, maxLength: 20 })
    await assert(asyncProperty(evenings, spendIt), { numRuns: 6, endOnFailure: true })
  })

  test('let a party aboard that missed its bus, and guests, while a phone sells', async () => {
    const asks: Step = { is: 'exchange', phone: 0, network: 'works' }
    const sells: Step = { is: 'sell', phone: 0, from: 0, to: 1, people: 3, skew: 0 }
    const evening = await spend([
      asks,
      sells,
      { is: 'missed', party: 0 },
      { is: 'along', phone: 0, party: 1, bus: 'later' },
      { is: 'wait', minutes: 10 },
      { is: 'along', phone: 0, party: 2, bus: 'earlier' },
      asks,
      { is: 'missed', party: 1 },
    ])
    expect(evening).toMatchObject({ moved: 1, guests: 5 })
    expect(evening.sold).toHaveLength(1)
  })

  test('keep to that when the bus gets smaller under way', async () => {
    const steps = oneof(
      { weight: 5, arbitrary: sell },
      { weight: 4, arbitrary: exchange },
      { weight: 1, arbitrary: undo },
      { weight: 1, arbitrary: wait },
      { weight: 1, arbitrary: online },
      { weight: 1, arbitrary: smaller },
    )
    const evenings = array(steps, { minLength: 8, maxLength: 20 })
    await assert(asyncProperty(evenings, spendIt), { numRuns: 6, endOnFailure: true })
  })
})

describe('guests of an evening', () => {
  test('that both doors let aboard have their own seats once', async () => {
    const evening = await spend([
      { is: 'exchange', phone: 0, network: 'works' },
      { is: 'exchange', phone: 1, network: 'works' },
      { is: 'along', phone: 0, party: 1, bus: 'later' },
      { is: 'along', phone: 1, party: 1, bus: 'later' },
    ])
    expect(evening.guests).toBe(4)
  })

  test('have the seats of leases that ended as the bus left', async () => {
    const evening = await spend([
      { is: 'exchange', phone: 0, network: 'works' },
      { is: 'wait', minutes: 35 },
      { is: 'along', phone: 0, party: 2, bus: 'later' },
      { is: 'along', phone: 0, party: 1, bus: 'later' },
      { is: 'exchange', phone: 0, network: 'works' },
    ])
    expect(evening.guests).toBe(5)
  })
})
