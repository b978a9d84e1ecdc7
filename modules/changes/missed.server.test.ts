import { beforeEach, describe, expect, test } from 'vitest'

import type { RideWish } from '#modules/orders/cart.ts'
import { findTicket, listTickets } from '#modules/orders/find-tickets.server.ts'
import { listBookings } from '#modules/orders/order-rows.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { addDeparture } from '#test/world/timetable.ts'
import { buy, countPlacesTaken, findOrderRow, listMails, ride } from '#test/world/travellers.ts'
import { openWorld } from '#test/world/world.ts'

import { cancel } from './cancel.server.ts'
import { quoteNextBus, takeNextBus } from './missed.server.ts'

const world = openWorld()
let bus: string
let next: string
let third: string
let leaves: Temporal.Instant
beforeEach(async () => {
  // The buses of other tests are not the next ones of this.
  await db.updateTable('departures').set({ status: 'withdrawn' }).execute()
  leaves = now().add({ hours: 2 })
  bus = await addDeparture({ departsAt: leaves })
  next = await addDeparture({ departsAt: leaves.add({ hours: 1 }), seats: 2 })
  third = await addDeparture({ departsAt: leaves.add({ hours: 4 }) })
})

test('the ticket is good for the next scheduled bus; the old seat is free at once', async () => {
  const { ticketId, orderId } = await bought(ride(bus, 'A', 'C', { adult: 2 }))
  expect(await quoteNextBus(ticketId, now())).toMatchObject({
    ok: true,
    departureId: next,
    departsAt: leaves.add({ hours: 1 }),
    fullBefore: 0,
  })
  const taken = await press(ticketId, next)
  if (!taken.ok) throw new Error(taken.reason)
  expect([await countPlacesTaken(bus), await countPlacesTaken(next)]).toEqual([0, 2])
  expect(await findTicket(ticketId, 'en', now())).toBeUndefined()
  expect(await findTicket(taken.ticketId, 'en', now())).toMatchObject({ totalCents: 3600 })
  expect(await listMails(orderId)).toMatchObject([{ kind: 'confirmation' }, { kind: 'missed' }])
})

test('when the next bus is full, it is the first later one with room', async () => {
  await buy(world.bank, [ride(next, 'A', 'D', { adult: 1 })])
  const { ticketId } = await bought(ride(bus, 'A', 'C', { adult: 2 }))
  expect(await quoteNextBus(ticketId, now())).toMatchObject({ departureId: third, fullBefore: 1 })
})

test('a bus that fills up after it was shown is not taken blindly', async () => {
  const { ticketId } = await bought(ride(bus, 'A', 'C', { adult: 2 }))
  await buy(world.bank, [ride(next, 'A', 'D', { adult: 1 })])
  expect(await press(ticketId, next)).toMatchObject({ reason: 'quote-changed', departureId: third })
  expect(await countPlacesTaken(bus)).toBe(2)
})

describe('it can be pressed', () => {
  test.each([
    [{ hours: -3 }, true],
    [{ hours: -3, seconds: -1 }, 'too-early-to-miss'],
    [{ hours: 24 }, true],
    [{ hours: 24, seconds: 1 }, 'too-late-to-miss'],
  ])('%o from departure: %s', async (moment, expected) => {
    await addDeparture({ departsAt: leaves.add({ hours: 30 }) })
    const { ticketId } = await bought(ride(bus, 'A', 'C'))
    const quote = await quoteNextBus(ticketId, leaves.add(moment))
    expect(quote.ok || quote.reason).toBe(expected)
  })

  test('once, and not again on the later bus', async () => {
    const { ticketId } = await bought(ride(bus, 'A', 'C'))
    const taken = await press(ticketId, next)
    if (!taken.ok) throw new Error(taken.reason)
    expect(await quoteNextBus(taken.ticketId, now())).toMatchObject({ reason: 'missed-already' })
    expect(await quoteNextBus(ticketId, now())).toMatchObject({ reason: 'no-such-booking' })
  })

  test('after the bus has left, for the next one from now, to the minute it leaves', async () => {
    const { ticketId } = await bought(ride(bus, 'A', 'C'))
    const leavesNext = leaves.add({ hours: 1 })
    expect(await quoteNextBus(ticketId, leavesNext)).toMatchObject({ departureId: next })
    const after = leavesNext.add({ seconds: 1 })
    expect(await quoteNextBus(ticketId, after)).toMatchObject({ departureId: third })
  })

  test('by twenty at once, with one effect', async () => {
    const { ticketId } = await bought(ride(bus, 'A', 'C'))
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => press(ticketId, next)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect([await countPlacesTaken(bus), await countPlacesTaken(next)]).toEqual([0, 1])
  })
})

test('brings no money back, however long before the later bus it is given up', async () => {
  const far = await addDeparture({ departsAt: leaves.add({ hours: 60 }), calls: ['B', 'D'] })
  const { ticketId, orderId } = await bought(ride(bus, 'B', 'D'))
  for (const other of [next, third]) {
    await db
      .updateTable('departures')
      .set({ status: 'cancelled' })
      .where('departureId', '=', other)
      .execute()
  }
  expect(await press(ticketId, far)).toMatchObject({ ok: true })
  const { manageId } = await findOrderRow(orderId)
  const leaving = (await listBookings(db, orderId)).map(({ bookingId }) => ({
    bookingId,
    staying: null,
  }))
  const given = { manageId, leaving, shownRefund: cents(0), now: now() }
  expect(await cancel(given)).toMatchObject({ ok: true, refund: 0, forfeited: 1800 })
})

async function bought(wish: RideWish) {
  const { orderId } = await buy(world.bank, [wish])
  const [ticket] = await listTickets(orderId, 'en', now())
  return { orderId, ticketId: ticket?.ticketId ?? '' }
}

function press(ticketId: string, shownDepartureId: string) {
  return takeNextBus(ticketId, { shownDepartureId, now: now() })
}
