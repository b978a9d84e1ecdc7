import { beforeAll, describe, expect, test } from 'vitest'

import { closeSale } from '#modules/dispatch/close-sale.server.ts'
import { cancelDeparture } from '#modules/incidents/departures/cancel-departure.server.ts'
import { listEntries } from '#platform/audit.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import { addTraveller, choose, ride } from '#test/simulation/travellers.ts'

import { changeCapacity } from './change-capacity.server.ts'
import { listLegLoads } from './list-loads.server.ts'
import { blockSeats, freeSeats, listSeatBlocks } from './seat-blocks.server.ts'
import { moveHolds } from './seats.server.ts'

beforeAll(() => addTimetable())

const newBus = (seats = 10) => addDeparture({ departsAt: now().add({ hours: 48 }), seats })
const decision = (departureId: string) => ({ departureId, by: ADMIN, now: now() })
const block = (departureId: string, seats: number, reason = 'School of Aradippou') =>
  blockSeats({ ...decision(departureId), seats, reason })
const free = (departureId: string, blockId: string) =>
  freeSeats({ ...decision(departureId), blockId })
const buy = (bus: string, adult: number) => choose(addTraveller(), ride(bus, 'A', 'C', { adult }))

async function blockOf(bus: string, seats: number): Promise<string> {
  const outcome = await block(bus, seats)
  if (!outcome.ok) throw new Error(outcome.reason)
  return outcome.blockId
}

describe('blocked seats', () => {
  test('are off sale on every leg, and for sale again once they are freed', async () => {
    const bus = await newBus()
    const blockId = await blockOf(bus, 8)
    expect(await listSeatBlocks([bus])).toMatchObject([
      { blockId, seats: 8, reason: 'School of Aradippou', madeBy: 'admin:maria' },
    ])
    const legs = (await listLegLoads([bus], now())).get(bus) ?? []
    expect(legs.map(({ seatsBlocked, seatsHeld }) => [seatsBlocked, seatsHeld])).toEqual([
      [8, 0],
      [8, 0],
      [8, 0],
    ])
    expect(await buy(bus, 3)).toMatchObject({ ok: false, seatsLeft: 2 })
    expect(await free(bus, blockId)).toEqual({ ok: true })
    expect(await buy(bus, 3)).toMatchObject({ ok: true })
    expect(await listSeatBlocks([bus])).toEqual([])
  })

  test('are never more than are free, and the refusal says how many are', async () => {
    const bus = await newBus()
    await buy(bus, 4)
    expect(await block(bus, 7)).toEqual({ ok: false, reason: 'not-so-many-free', seatsLeft: 6 })
    expect(await block(bus, 6)).toMatchObject({ ok: true })
    expect(await block(bus, 1)).toMatchObject({ reason: 'not-so-many-free', seatsLeft: 0 })
  })

  test('and buyers never take more together than the bus has', async () => {
    const bus = await newBus()
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, place) => (place % 2 ? block(bus, 2) : buy(bus, 2))),
    )
    expect(all.filter(({ ok }) => ok)).toHaveLength(5)
  })

  test('are in the audit with the reason, when they are blocked and when they are freed', async () => {
    const bus = await newBus()
    await free(bus, await blockOf(bus, 3))
    expect(await listEntries(`departure:${bus}`, 3)).toMatchObject([
      { action: 'seats-freed', before: { seats: 3, reason: 'School of Aradippou' } },
      { action: 'seats-blocked', reason: 'School of Aradippou', after: { seats: 3 } },
    ])
  })

  test('count when the bus becomes smaller, whose sale then closes', async () => {
    const bus = await newBus()
    const blockId = await blockOf(bus, 8)
    const wanted = { seats: 6, wheelchairPlaces: 1 }
    const outcome = await changeCapacity({ ...decision(bus), wanted })
    expect(outcome).toMatchObject({ ok: true, overFull: { leg: 0, seats: 8 } })
    await free(bus, blockId)
    const row = db.selectFrom('departures').select('seats').where('departureId', '=', bus)
    expect(await row.executeTakeFirst()).toEqual({ seats: 6 })
  })

  test('go along when all holds move to the bus that replaces theirs', async () => {
    const [from, to] = [await newBus(), await newBus()]
    await blockOf(from, 3)
    await inTransaction((tx) => moveHolds(tx, { from, to }))
    expect(await listSeatBlocks([from])).toEqual([])
    expect(await listSeatBlocks([to])).toMatchObject([{ seats: 3 }])
  })
})

describe('seats are not blocked', () => {
  test.each([0, -1, 1.5, NaN])('if %s are asked for', async (seats) => {
    const bus = await newBus()
    expect(await block(bus, seats)).toEqual({ ok: false, reason: 'seats-to-block-missing' })
  })

  test('without a reason', async () => {
    expect(await block(await newBus(), 1, '')).toEqual({ ok: false, reason: 'reason-missing' })
  })

  test('on a bus that is not sold: a charter, a cancelled one, one that left, one that is closed', async () => {
    const [charter, cancelled, closed] = [await newBus(), await newBus(), await newBus()]
    await db
      .updateTable('departures')
      .set({ origin: 'charter' })
      .where('departureId', '=', charter)
      .execute()
    await cancelDeparture({ ...decision(cancelled), reason: 'Fog' })
    await closeSale(decision(closed))
    expect(await block(charter, 1)).toEqual({ ok: false, reason: 'not-for-sale' })
    expect(await block(cancelled, 1)).toEqual({ ok: false, reason: 'not-running' })
    expect(await block(closed, 1)).toEqual({ ok: false, reason: 'not-for-sale' })
    const left = { ...decision(await newBus()), now: now().add({ hours: 49 }) }
    const wish = { ...left, seats: 1, reason: 'School' }
    expect(await blockSeats(wish)).toEqual({ ok: false, reason: 'has-left' })
  })

  test('twice by one form, nor freed twice', async () => {
    const bus = await newBus()
    const blockId = await blockOf(bus, 1)
    const stale = { ...decision(bus), seen: 0, seats: 1, reason: 'School' }
    expect(await blockSeats(stale)).toMatchObject({ reason: 'changed-meanwhile' })
    expect(await free(bus, blockId)).toEqual({ ok: true })
    expect(await free(bus, blockId)).toEqual({ ok: false, reason: 'no-such-block' })
  })
})
