import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { giveLease } from '#modules/boarding/devices/give-lease.server.ts'
import type { SentScan } from '#modules/boarding/package/sync.ts'
import { listLegLoads } from '#modules/seats/list-loads.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { dateInCyprus } from '#platform/time.ts'
import { addStaffMember } from '#test/fixtures/sample-staff.server.ts'
import { buyIn, giveUp, type Held } from '#test/simulation/holders.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { addTraveller, choose, ride } from '#test/simulation/travellers.ts'

import { receiveScans } from './receive-scans.server.ts'
import { listShortGuests } from './seat-guests.server.ts'

const simulation = openSimulation()
const DRIVER = { kind: 'staff', staffId: '' } as { kind: 'staff'; staffId: string }
beforeAll(async () => {
  DRIVER.staffId = (await addStaffMember({ roles: ['driver'] })).staffId
})
let booked: string
let earlier: string
let anna: Held
let phone: string
beforeEach(async () => {
  phone = randomUUID()
  const noon = dateInCyprus(now()).add({ days: 1 }).toZonedDateTime({
    timeZone: 'Asia/Nicosia',
    plainTime: '12:00',
  })
  earlier = await addDeparture({ departsAt: noon.subtract({ hours: 1 }).toInstant(), seats: 4 })
  booked = await addDeparture({ departsAt: noon.toInstant() })
  anna = await buyIn('en', simulation.bank, ride(booked, 'A', 'C', { adult: 2, infant: 1 }))
})

function takeAlong(seq: number, boarded: number, changed: Partial<SentScan> = {}): SentScan {
  const place = { ride: `${anna.reference}-1`, departureId: earlier, position: 0 }
  return { seq, boarded, at: now().epochMilliseconds, ...place, ...changed }
}

const send = (...scans: SentScan[]) =>
  receiveScans({ deviceId: phone, scans, by: DRIVER, now: now() })

function listCalls(departureId: string) {
  return db
    .selectFrom('departureStops')
    .select('departsAt')
    .where('departureId', '=', departureId)
    .orderBy('position')
    .execute()
}

async function soldOnLegs(): Promise<number[]> {
  const legs = (await listLegLoads([earlier], now())).get(earlier) ?? []
  return legs.map(({ seatsSold }) => seatsSold)
}

const shortOf = async () =>
  (await listShortGuests(now()))
    .filter(({ departureId }) => departureId === earlier)
    .map(({ short }) => short)

describe('people who are taken along', () => {
  test('have their seats from the stop where they stepped aboard to their own last stop', async () => {
    await send(takeAlong(1, 3))
    expect(await soldOnLegs()).toEqual([2, 2, 0])
    const traveller = addTraveller()
    const wish = ride(earlier, 'B', 'C', { adult: 3 })
    expect(await choose(traveller, wish)).toMatchObject({
      ok: false,
      reason: 'not-enough-seats',
    })
  })

  test('from a later stop leave the legs before it on sale', async () => {
    await send(takeAlong(1, 3, { position: 1 }))
    expect(await soldOnLegs()).toEqual([0, 2, 0])
  })

  test('step off again: the seats come free', async () => {
    await send(takeAlong(1, 2))
    await send(takeAlong(2, -1))
    expect(await soldOnLegs()).toEqual([1, 1, 0])
    await send(takeAlong(3, -1))
    expect(await soldOnLegs()).toEqual([0, 0, 0])
  })

  test('whose scan is sent twice have their seats once', async () => {
    await send(takeAlong(1, 2))
    await send(takeAlong(1, 2))
    expect(await soldOnLegs()).toEqual([2, 2, 0])
  })

  test('on a bus that was sold meanwhile are short of seats until one comes free', async () => {
    const other = await buyIn('en', simulation.bank, ride(earlier, 'B', 'D', { adult: 3 }))
    await send(takeAlong(1, 2))
    expect(await soldOnLegs()).toEqual([1, 4, 3])
    expect(await shortOf()).toEqual([1])

    await giveUp(other, { refund: 5300 })
    await send(takeAlong(2, 1, { ride: `${other.reference}-1`, position: 1 }))
    expect(await shortOf()).toEqual([])
    expect((await soldOnLegs()).slice(0, 2)).toEqual([2, 2])
  })

  test('and the last seats bought at the same moment are never both given', async () => {
    const travellers = Array.from({ length: 4 }, addTraveller)
    const wish = ride(earlier, 'A', 'C', { adult: 1 })
    const [, ...chosen] = await Promise.all([
      send(takeAlong(1, 2)),
      ...travellers.map((traveller) => choose(traveller, wish)),
    ])
    const bought = chosen.filter(({ ok }) => ok).length
    const short = (await shortOf())[0] ?? 0
    expect(bought + 2 - short).toBe(4)
  })

  test('leave nothing behind under their own bus: a scan there takes no second seat', async () => {
    await send(takeAlong(1, 2, { departureId: booked }))
    expect(
      await db
        .selectFrom('takenAlong')
        .select('guestId')
        .where('departureId', '=', booked)
        .execute(),
    ).toEqual([])
  })
})

test('people who are taken along come before walk-ups: a lease gives up the seats that they lack', async () => {
  const { device } = await send()
  const [call] = await listCalls(earlier)
  const closed = (call?.departsAt ?? now()).subtract({ minutes: 20 })
  const asked = { device, departureId: earlier, blanks: [], staffId: DRIVER.staffId }
  expect((await giveLease({ ...asked, now: closed })).lease?.seats[0]).toBe(2)
  await buyIn('en', simulation.bank, ride(earlier, 'A', 'C', { adult: 2 }))
  await send(takeAlong(1, 3))
  expect(await shortOf()).toEqual([])
  expect(await soldOnLegs()).toEqual([4, 4, 0])
  expect((await giveLease({ ...asked, now: closed })).lease?.seats.slice(0, 2)).toEqual([0, 0])
})
