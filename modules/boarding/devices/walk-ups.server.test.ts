import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'

import { withLease } from '#modules/boarding/package/walk-ups.ts'
import { cancelDeparture } from '#modules/incidents/departures/cancel-departure.server.ts'
import {
  cancelDepartures,
  quoteMany,
} from '#modules/incidents/departures/cancel-departures.server.ts'
import { listConcernedDepartures } from '#modules/incidents/incident/concerned.server.ts'
import { reportDelay } from '#modules/incidents/times/report-delay.server.ts'
import { findOwnTill } from '#modules/payments/till/till.server.ts'
import { BLANK_TICKETS, DOOR_RESERVE_SEATS, MAX_WALK_UP_PARTY } from '#modules/rules/rules.ts'
import { changeCapacity } from '#modules/seats/change-capacity.server.ts'
import { lockDepartures, quoteHold } from '#modules/seats/seats.server.ts'
import { readTicketCode } from '#modules/tickets/read-ticket-code.ts'
import { listTicketKeys } from '#modules/tickets/ticket-keys.server.ts'
import { operator } from '#operator'
import { db } from '#platform/db.server.ts'
import { dateInCyprus, startOfDay } from '#platform/time.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { changeStop } from '#test/fixtures/closed-stop.ts'
import type { DoorPhone } from '#test/simulation/door-phone.ts'
import {
  DOOR_SEATS,
  findSale,
  LEAVES_AFTER,
  listLoads,
  openDoors,
  sellAtOffice,
  walkUp,
} from '#test/simulation/door.ts'
import { changeFareFrom } from '#test/simulation/for-one-test.ts'
import { countAlerts, openSimulation } from '#test/simulation/simulation.ts'
import { setFare } from '#test/simulation/timetable.ts'
import { hold, untilWaiting } from '#test/simulation/waiting.ts'

import { trustDevice, trustIn } from './devices.server.ts'
import { findLeased } from './find-leased.server.ts'
import { giveLease } from './give-lease.server.ts'

openSimulation()
const door = openDoors()
const SEATS = DOOR_SEATS
const { after, closed } = door
const loadsAt = (now: Temporal.Instant) => listLoads(door.bus, now)

describe('the lease of a bus', () => {
  test('begins when the sale closes, and leaves two seats for those with a ticket', async () => {
    await door.one.exchange(after(9))
    expect(door.one.seatsToSell()).toEqual([0, 0])
    await door.one.exchange(closed)
    // The second leg is still sold on the website at its own stop, which keeps half.
    expect(door.one.seatsToSell()).toEqual([SEATS - 2, (SEATS - 2) / 2])
    await door.one.exchange(after(41))
    // The bus is still there, so the first leg can be sold, though it counts as free again.
    expect(door.one.door()?.lease?.seats).toEqual([SEATS - 2, SEATS - 2])
  })

  test('that has lapsed is not free beside the seats that the phone may still sell', async () => {
    await sellAtOffice({ bus: door.bus, from: 0, to: 1, people: 2, now: after(9) })
    await door.one.exchange(closed)
    await door.one.exchange(after(41))
    const own = door.one.door()!
    const { departures } = withLease(own)
    const free = departures.find(({ departureId }) => departureId === door.bus)?.free[0]
    expect(free).toMatchObject({ seats: SEATS - 2 })
    // The phone of another bus does not count them either.
    await door.two.exchange(after(41))
    const reserve = { seats: DOOR_RESERVE_SEATS }
    expect(door.two.door()?.bus.free[0]).toMatchObject(reserve)
  })

  test('belongs to one phone: another gets what comes free', async () => {
    await door.one.exchange(closed)
    await door.two.exchange(closed)
    expect(door.two.seatsToSell()[0] ?? 0).toBe(0)
    expect(await findLeased(door.bus, closed)).toMatchObject({ seats: SEATS - 2 })
  })

  test('is given to one of two phones that ask at the same moment', async () => {
    const release = await hold((tx) => lockDepartures(tx, [door.bus]))
    const both = [door.one.exchange(closed), door.two.exchange(closed)]
    await untilWaiting(2)
    await release()
    await Promise.all(both)
    const seats = [door.one, door.two].map((phone) => phone.door()?.lease?.seats[0] ?? 0)
    expect(seats.toSorted((a, b) => a - b)).toEqual([0, SEATS - 2])
  })

  test('ends at each stop by the clock, with nothing tidied up', async () => {
    await door.one.exchange(closed)
    const leased = async (minutes: number) =>
      (await loadsAt(after(minutes))).map((leg) => leg.seatsLeased)
    expect(await leased(39)).toEqual([SEATS - 2, (SEATS - 2) / 2])
    expect(await leased(40)).toEqual([0, (SEATS - 2) / 2])
    expect(await leased(70)).toEqual([0, 0])
    expect(await findLeased(door.bus, after(70))).toBeNull()
  })

  test('lasts as long as the bus is late', async () => {
    const late = { departureId: door.bus, by: ADMIN, fromPosition: 0, minutes: 20, now: closed }
    expect(await reportDelay(late)).toEqual({ ok: true })
    await door.one.exchange(closed)
    expect((await loadsAt(after(59))).map((leg) => leg.seatsLeased)[0]).toBe(SEATS - 2)
    expect((await loadsAt(after(60))).map((leg) => leg.seatsLeased)[0]).toBe(0)
  })

  test('that has lapsed is not leased again when the bus turns out to be late', async () => {
    await door.one.exchange(closed)
    const late = { departureId: door.bus, by: ADMIN, fromPosition: 0, minutes: 20 }
    expect(await reportDelay({ ...late, now: after(41) })).toEqual({ ok: true })
    await door.two.exchange(after(42))
    expect(door.two.seatsToSell()[0]).toBe(0)
    await door.one.exchange(after(42))
    expect(door.one.seatsToSell()[0]).toBe(SEATS - 2)
  })
})

test('no lease is given to a phone of a company whose drivers do not sell', async () => {
  const sells = vi.spyOn(operator, 'sellsOnBoard', 'get').mockReturnValue(false)
  await door.one.exchange(closed)
  expect(door.one.door()?.lease ?? null).toBeNull()
  expect(door.one.seatsToSell()[0] ?? 0).toBe(0)
  sells.mockRestore()
  await door.one.exchange(closed)
  expect(door.one.seatsToSell()[0]).toBe(SEATS - 2)
})

describe('a lease while others decide', () => {
  test('is taken back from a bus that is cancelled or gets fewer seats', async () => {
    await door.one.exchange(closed)
    const wanted = { seats: 5, wheelchairPlaces: 1 }
    const decision = { departureId: door.bus, by: ADMIN, reason: 'a smaller bus', now: after(12) }
    expect(await changeCapacity({ ...decision, wanted })).toEqual({ ok: true, overFull: null })
    expect(await findLeased(door.bus, after(12))).toBeNull()
    await door.one.exchange(after(13))
    expect(door.one.seatsToSell()).toEqual([3, 1])
    await cancelDeparture({ ...decision, reason: 'no driver', now: after(14) })
    expect(await findLeased(door.bus, after(14))).toBeNull()
    await door.one.exchange(after(15))
    expect(door.one.door()?.lease).toBeNull()
  })

  test('is taken back from each of many buses that are cancelled at once', async () => {
    await door.one.exchange(closed)
    const moment = after(12)
    const selection = { since: moment, until: after(90), routeIds: [] }
    const concerned = await listConcernedDepartures(selection, { now: moment })
    const shown = await quoteMany(concerned.map(({ departureId }) => departureId))
    const wish = { selection, shown, reason: 'airport closed', offeredShare: 0.5 }
    expect(await cancelDepartures({ ...wish, by: ADMIN, now: moment })).toMatchObject({ ok: true })
    expect(await findLeased(door.bus, moment)).toBeNull()
    expect((await loadsAt(moment)).map((leg) => leg.seatsLeased)).toEqual([0, 0])
    await door.one.exchange(after(13))
    expect(door.one.door()?.lease).toBeNull()
  })

  test('keeps its seats from those who buy at the counter, but not the reserve', async () => {
    await door.one.exchange(closed)
    expect(
      await sellAtOffice({ bus: door.bus, from: 0, to: 1, people: 3, now: after(12) }),
    ).toMatchObject({ reason: 'not-enough-seats' })
    expect(
      await sellAtOffice({ bus: door.bus, from: 0, to: 1, people: 2, now: after(12) }),
    ).toMatchObject({ ok: true })
    await door.one.exchange(after(13))
    expect(door.one.seatsToSell()[0]).toBe(SEATS - 2)
  })
})

test('the reserve of a leased bus is for those who missed theirs', async () => {
  await door.one.exchange(closed)
  const ask = (seats: number) => {
    const journey = { departureId: door.bus, ride: { fromPosition: 0, toPosition: 2 } }
    const wish = { bookingId: randomUUID(), places: { seats, wheelchairPlaces: 0 }, ...journey }
    const rides = [
      { ...wish, boardsAt: after(LEAVES_AFTER), accessible: true, wheelchairGranted: false },
    ]
    return quoteHold(db, { rides, closing: 'for-ticket-holders', now: closed })
  }
  expect(await ask(DOOR_RESERVE_SEATS)).toEqual({ ok: true })
  expect(await ask(DOOR_RESERVE_SEATS + 1)).toMatchObject({
    reason: 'not-enough-seats',
    seatsLeft: DOOR_RESERVE_SEATS,
  })
})

describe('a sale at the door', () => {
  test('becomes an order with seats, a receipt, and its cash in the till of the driver', async () => {
    await door.one.exchange(closed)
    const sold = await door.one.sell(walkUp(0, 2, 2), after(38))
    expect(sold).toMatchObject({ ok: true, total: 2 * 2 * 900 })
    await door.one.exchange(after(39))
    const facts = { status: 'confirmed', soldSeats: 2, captured: 3600, refunds: 0, tills: 1 }
    expect(await findSale(sold?.reference ?? '')).toEqual([facts])
    const till = await findOwnTill(door.driver)
    expect(till?.entries).toMatchObject([{ kind: 'sale', means: 'cash', amountCents: 3600 }])
    const receipts = await db
      .selectFrom('receipts')
      .innerJoin('orders', 'orders.orderId', 'receipts.orderId')
      .select('number')
      .where('reference', '=', sold?.reference ?? '')
      .execute()
    expect(receipts).toHaveLength(1)
    expect(door.one.waiting()).toEqual([])
    expect(door.one.seatsToSell()).toEqual([SEATS - 4, (SEATS - 4) / 2])
  })

  test('hands out a code that was signed before, and is the code of its ticket', async () => {
    await door.one.exchange(closed)
    const sold = await door.one.sell(walkUp(0, 1, 3), after(38))
    const read = await readTicketCode(sold?.code ?? '', await listTicketKeys(after(38)))
    expect(read).toMatchObject({ is: 'signed', facts: { from: 0, to: 1, people: 3, seats: 3 } })
    await door.one.exchange(after(39))
    const { code, boarded } = await db
      .selectFrom('tickets')
      .innerJoin('scans', 'scans.bookingId', 'tickets.bookingId')
      .select(['code', 'boarded'])
      .where('number', '=', `${sold?.reference}-1`)
      .executeTakeFirstOrThrow()
    expect(boarded).toBe(3)
    expect(read.is === 'signed' && read.facts.code).toBe(code)
  })
})

test('once a stop is closed, blanks old and new carry the code of the stops that are sold', async () => {
  await door.one.exchange(closed)
  expect(await changeStop(door.bus, { stopId: 'B' })).toMatchObject({ ok: true })
  await door.one.exchange(after(12))
  expect(await door.one.sell(walkUp(0, 1, 1), after(12))).toBeUndefined()
  const sold = await door.one.sell(walkUp(0, 2, 1), after(12))
  await door.one.exchange(after(13))
  const blanks = door.one.door()?.lease?.blanks
  expect(blanks).toHaveLength(BLANK_TICKETS)
  const made = blanks?.at(-1)?.codes[MAX_WALK_UP_PARTY]
  for (const code of [sold?.code, made]) {
    const read = await readTicketCode(code ?? '', await listTicketKeys(after(13)))
    expect(read).toMatchObject({ is: 'signed', facts: { from: 0, to: 2, people: 1 } })
  }
})

describe('a sale that is reported', () => {
  test('costs what the phone was told, whatever the fare is by now', async () => {
    await door.one.exchange(closed)
    const sold = await door.one.sell(walkUp(0, 1, 1), after(20))
    await setFare('A', 'B', 'adult', 9900)
    await door.one.exchange(after(21))
    await setFare('A', 'B', 'adult', 900)
    expect(await findSale(sold?.reference ?? '')).toMatchObject([{ captured: 900 }])
  })

  test('costs at each stop the fare of the day on which that stop is boarded', async () => {
    const [first] = await db
      .selectFrom('departureStops')
      .selectAll()
      .where('departureId', '=', door.bus)
      .orderBy('position')
      .execute()
    const midnight = startOfDay(dateInCyprus(first!.departsAt).add({ days: 1 }))
    for (const [fromStopId, toStopId] of [
      ['A', 'C'],
      ['B', 'C'],
    ] as const) {
      await changeFareFrom(midnight, { fromStopId, toStopId, fareCents: 9900 })
    }
    const moments = { departsAt: midnight.add({ minutes: 5 }), arrivesAt: midnight }
    await db
      .updateTable('departureStops')
      .set(moments)
      .where('departureId', '=', door.bus)
      .where('position', '=', 1)
      .execute()
    await door.one.exchange(closed)
    const fares = door.one.door()?.lease?.fares.map(({ from, to, fares: { adult } }) => {
      return [from, to, adult]
    })
    expect(fares).toEqual(
      expect.arrayContaining([
        [0, 2, 1800],
        [1, 2, 9900],
      ]),
    )
  })

  test('hours later, and several times, is one sale', async () => {
    await door.one.exchange(closed)
    const sold = await door.one.sell(walkUp(0, 2, 3), after(38))
    await door.one.exchange(after(300), 'loses-answer')
    await Promise.all([
      door.one.exchange(after(301), 'loses-answer'),
      door.one.exchange(after(301), 'loses-answer'),
    ])
    await door.one.exchange(after(302))
    expect(await findSale(sold?.reference ?? '')).toMatchObject([
      { status: 'confirmed', soldSeats: 3, tills: 1 },
    ])
  })

  test('was never made beyond the lease of any leg', async () => {
    await door.one.exchange(closed)
    expect(await door.one.sell(walkUp(0, 2, 4), closed)).toBeUndefined()
    expect(await door.one.sell(walkUp(0, 2, 3), closed)).toBeDefined()
    expect(await door.one.sell(walkUp(1, 2, 1), closed)).toBeUndefined()
    expect(await door.one.sell(walkUp(0, 1, 3), closed)).toBeDefined()
    expect(await door.one.sell(walkUp(0, 1, 1), closed)).toBeUndefined()
  })
})

describe('a sale that fits no lease', () => {
  test('out of a lease that was taken back gets free seats, or the promise of its money', async () => {
    await door.one.exchange(closed)
    const wanted = { seats: 2, wheelchairPlaces: 1 }
    const decision = { departureId: door.bus, by: ADMIN, reason: 'a smaller bus', now: after(12) }
    await changeCapacity({ ...decision, wanted })
    const [first, second] = [
      await door.one.sell(walkUp(0, 1, 2), after(20)),
      await door.one.sell(walkUp(0, 1, 1), after(21)),
    ]
    const alerts = await countAlerts('money-without-order')
    await door.one.exchange(after(22))
    expect(await findSale(first?.reference ?? '')).toMatchObject([{ soldSeats: 2, refunds: 0 }])
    expect(await findSale(second?.reference ?? '')).toMatchObject([
      { status: 'payment-review', soldSeats: 0, captured: 900, refunds: 900, tills: 1 },
    ])
    expect(await countAlerts('money-without-order')).toBe(alerts + 1)
  })

  test('out of a lease that was taken back takes no seats that another phone has sold', async () => {
    await door.one.exchange(closed)
    const wanted = { seats: 6, wheelchairPlaces: 1 }
    const decision = { departureId: door.bus, by: ADMIN, reason: 'a smaller bus', now: after(12) }
    await changeCapacity({ ...decision, wanted })
    await door.two.exchange(after(13))
    const [lost, good] = [
      await door.one.sell(walkUp(0, 1, 3), after(20)),
      await door.two.sell(walkUp(0, 1, 4), after(20)),
    ]
    for (const phone of [door.one, door.two]) await phone.exchange(after(45))
    expect(await findSale(good?.reference ?? '')).toMatchObject([{ soldSeats: 4, refunds: 0 }])
    expect(await findSale(lost?.reference ?? '')).toMatchObject([{ soldSeats: 0, refunds: 2700 }])
  })

  test('of another phone’s blank ticket is not believed, and raises an alert', async () => {
    await door.one.exchange(closed)
    await door.one.sell(walkUp(0, 1, 1), closed)
    const scan = door.one.waiting()[0]!
    const alerts = await countAlerts('walk-up-unknown')
    await door.two.exchange(closed)
    door.two.waiting().push({ ...scan, seq: 1 })
    await door.two.exchange(after(12))
    expect(await countAlerts('walk-up-unknown')).toBe(alerts + 1)
    expect(await findSale(scan.sale?.reference ?? '')).toEqual([])
    await door.one.exchange(after(13))
    expect(await findSale(scan.sale?.reference ?? '')).toHaveLength(1)
  })
})

/** The office takes the trust in a phone back. */
async function block(phone: DoorPhone, at: Temporal.Instant, isTrusted = false) {
  const deviceNo = phone.device()
  return trustDevice({ deviceNo, isTrusted, by: ADMIN, now: at })
}

describe('a phone that is blocked', () => {
  test('leaves its lease to others, who sell its seats', async () => {
    await door.one.exchange(closed)
    await door.one.sell(walkUp(0, 1, 1), after(12))
    await door.one.exchange(after(12))
    expect(await block(door.one, after(15))).toEqual({ ok: true })
    expect(await findLeased(door.bus, after(15))).toBeNull()
    await door.one.exchange(after(16))
    expect(await findLeased(door.bus, after(16))).toBeNull()
    await door.two.exchange(after(17))
    expect(door.two.seatsToSell()[0]).toBe(SEATS - 3)
    expect((await loadsAt(after(17)))[0]).toMatchObject({ seatsSold: 1 })
    // Found again, it gets what the other leaves.
    expect(await block(door.one, after(18), true)).toEqual({ ok: true })
    await door.one.exchange(after(19))
    expect(door.one.seatsToSell()[0]).toBe(0)
  })

  test('gets no lease at the same moment', async () => {
    await door.one.exchange(after(9))
    const release = await hold(async (tx) => {
      await trustIn(tx, { deviceNo: door.one.device(), isTrusted: false, by: ADMIN, now: closed })
    })
    const device = door.one.device()
    const asks = { device, departureId: door.bus, blanks: [], staffId: door.driver, now: closed }
    const asked = giveLease(asks)
    await untilWaiting(1)
    await release()
    expect(await asked).toEqual({ lease: null })
    expect(await findLeased(door.bus, closed)).toBeNull()
  })

  test('gets no seats back from a sale that it undoes', async () => {
    await door.one.exchange(closed)
    await door.one.sell(walkUp(0, 1, 2), after(12))
    await door.one.exchange(after(12))
    await door.one.undo(after(13))
    await block(door.one, after(14))
    await door.one.exchange(after(15))
    expect(await findLeased(door.bus, after(15))).toBeNull()
    expect((await loadsAt(after(15)))[0]).toMatchObject({ seatsSold: 0 })
  })

  test('says later what it sold, which gets free seats, or the promise of its money', async () => {
    await door.one.exchange(closed)
    const [first, second] = [
      await door.one.sell(walkUp(0, 1, 2), after(12)),
      await door.one.sell(walkUp(0, 1, 3), after(13)),
    ]
    await block(door.one, after(15))
    await door.two.exchange(after(16))
    const other = await door.two.sell(walkUp(0, 1, 5), after(17))
    await door.two.exchange(after(18))
    await door.one.exchange(after(45))
    expect(await findSale(other?.reference ?? '')).toMatchObject([{ soldSeats: 5, refunds: 0 }])
    expect(await findSale(first?.reference ?? '')).toMatchObject([{ soldSeats: 2, refunds: 0 }])
    expect(await findSale(second?.reference ?? '')).toMatchObject([{ soldSeats: 0, refunds: 2700 }])
    expect(door.one.door()?.lease ?? null).toBeNull()
  })
})
