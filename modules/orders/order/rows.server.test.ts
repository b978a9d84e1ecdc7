import { afterAll, beforeAll, expect, test } from 'vitest'

import { listHeld } from '#modules/seats/holds.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import { addTraveller, choose, goToBank, ride } from '#test/simulation/travellers.ts'

import { findOpenOrder, listBookings, listBookingsAndHolds } from './rows.server.ts'

let bank: SimulatedBank
let buses: string[]
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
  buses = await Promise.all(
    [48, 72].map((hours) => addDeparture({ departsAt: now().add({ hours }), seats: 10 })),
  )
})
afterAll(() => bank.stop())

test('bookings and holds that are read at once are those that are read one after the other', async () => {
  const visitor = addTraveller()
  await choose(visitor, ...buses.map((bus) => ride(bus, 'A', 'C')))
  const states: string[] = []
  const compare = async () => {
    const { orderId = '' } = (await findOpenOrder(db, visitor)) ?? {}
    const { bookings, held } = await listBookingsAndHolds(db, orderId)
    expect(bookings).toHaveLength(2)
    expect(bookings).toEqual(await listBookings(db, orderId))
    const ids = bookings.map(({ bookingId }) => bookingId)
    const byId = (holds: typeof held) =>
      holds
        .toSorted((one, other) => one.bookingId.localeCompare(other.bookingId))
        .map((hold) => ({ ...hold, expiresAt: hold.expiresAt?.toString() ?? null }))
    expect(byId(held)).toEqual(byId(await listHeld(db, ids)))
    states.push(...held.map(({ state }) => state))
  }
  await compare()
  await goToBank(visitor, bank)
  await compare()
  expect(states).toEqual(['cart', 'cart', 'paying', 'paying'])
})
