import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { writeDelay } from '#modules/dispatch/delays.server.ts'
import { applyChange } from '#modules/orders/apply/apply-change.server.ts'
import { findCart } from '#modules/orders/cart/find-cart.server.ts'
import { listBookings, lockOrder } from '#modules/orders/order/rows.server.ts'
import { forgetBrowsers } from '#modules/privacy/forget-browsers.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { cents } from '#platform/money.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { doJobs } from '#test/simulation/jobs.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import { addTraveller, buy, choose, comeBack, goToBank, ride } from '#test/simulation/travellers.ts'

import { findMyBookings } from './find-my-bookings.server.ts'

let bank: SimulatedBank
let anna: string
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
})
beforeEach(() => {
  anna = addTraveller()
})
afterAll(() => bank.stop())

function busIn(hours: number, seats = 10): Promise<string> {
  return addDeparture({ departsAt: now().add({ hours }), seats })
}

async function buyRide(hours: number) {
  const { paymentId } = await buy(bank, [ride(await busIn(hours), 'A', 'B')], { visitor: anna })
  return paymentId
}

function look(visitor = anna, at = now()) {
  return findMyBookings({ visitor }, 'en', at)
}

test('a browser finds its purchases: destination, passengers, and the ticket of every ride', async () => {
  const there = ride(await busIn(48), 'A', 'C', { adult: 2, infant: 1 })
  const back = ride(await addDeparture({ departsAt: now().add({ hours: 72 }) }), 'A', 'B')
  await choose(anna, back)
  const { paymentId, result } = await buy(bank, [there], { visitor: anna })

  const { upcoming, earlier } = await look()
  expect(earlier).toEqual([])
  expect(upcoming).toMatchObject([
    {
      reference: result.reference,
      status: 'confirmed',
      paymentId,
      manageId: result.mine?.manageId,
      rides: [
        {
          from: { name: 'Almond Square' },
          to: { name: 'Cape Airport' },
          passengers: { adult: 2, infant: 1 },
        },
        { to: { name: 'Bay Road' } },
      ],
    },
  ])
  const tickets = upcoming.flatMap(({ rides }) => rides.map(({ ticketId }) => ticketId))
  expect(tickets).toEqual(result.mine?.tickets.map(({ ticketId }) => ticketId))
})

test('another browser does not find its purchases', async () => {
  await buyRide(48)
  expect(await look(addTraveller())).toEqual({ upcoming: [], earlier: [] })
})

test('upcoming orders begin with the next one, and earlier ones with the latest', async () => {
  const [second, first, fourth, third] = [
    await buyRide(60),
    await buyRide(30),
    await buyRide(3),
    await buyRide(6),
  ]
  const in10Hours = now().add({ hours: 10 })
  const { upcoming, earlier } = await look(anna, in10Hours)
  expect(upcoming.map(({ paymentId }) => paymentId)).toEqual([first, second])
  expect(earlier.map(({ paymentId }) => paymentId)).toEqual([third, fourth])
})

test('a ride of a late bus is over when the bus is expected to have arrived', async () => {
  const bus = await busIn(10)
  await buy(bank, [ride(bus, 'A', 'B')], { visitor: anna })
  const arrives = (await look()).upcoming[0]?.rides[0]?.arrivesAt ?? now()
  await inTransaction((tx) => {
    const report = { departureId: bus, fromPosition: 0, minutes: 90 }
    return writeDelay(tx, { ...report, by: ADMIN, now: now() })
  })
  expect((await look(anna, arrives)).upcoming).toHaveLength(1)
  expect((await look(anna, arrives.add({ minutes: 90 }))).upcoming).toEqual([])
})

test('a ride is over when the bus has arrived, and an order when its last ride is', async () => {
  const there = ride(await busIn(10), 'A', 'B')
  const back = ride(await busIn(20), 'A', 'C')
  await buy(bank, [there, back], { visitor: anna })
  const arrives = (await look()).upcoming[0]?.rides.at(-1)?.arrivesAt ?? now()

  const onTheWay = await look(anna, arrives.subtract({ milliseconds: 1 }))
  expect([onTheWay.upcoming.length, onTheWay.earlier.length]).toEqual([1, 0])
  expect(onTheWay.upcoming[0]?.rides.map(({ isOver }) => isOver)).toEqual([true, false])
  const arrived = await look(anna, arrives)
  expect([arrived.upcoming.length, arrived.earlier.length]).toEqual([0, 1])
})

test('a cancelled ride is listed without a ticket, and so is an order without rides', async () => {
  const rides = [ride(await busIn(30), 'A', 'B'), ride(await busIn(60), 'A', 'B')]
  const { orderId } = await buy(bank, rides, { visitor: anna })
  await giveUpNextRide(orderId)
  const { upcoming } = await look()
  expect(upcoming[0]).toMatchObject({ status: 'partly-refunded' })
  expect(upcoming[0]?.rides).toMatchObject([
    { isCancelled: true, ticketId: null },
    { isCancelled: false, ticketId: expect.any(String) },
  ])

  await giveUpNextRide(orderId)
  expect(await look()).toMatchObject({ upcoming: [], earlier: [{ status: 'refunded' }] })
})

test('a ride that was replaced, or only proposed, is not listed', async () => {
  const rides = [ride(await busIn(30), 'A', 'B'), ride(await busIn(60), 'A', 'B')]
  const { orderId } = await buy(bank, rides, { visitor: anna })
  const [first] = await listBookings(db, orderId)
  for (const state of ['replaced', 'proposed'] as const) {
    const changed = db.updateTable('bookings').set({ state })
    await changed.where('bookingId', '=', first?.bookingId ?? '').execute()
    expect((await look()).upcoming[0]?.rides).toHaveLength(1)
  }
})

test('a cart is not listed, nor an order whose payment page is open or was left', async () => {
  await choose(anna, ride(await busIn(48), 'A', 'B'))
  expect(await look()).toEqual({ upcoming: [], earlier: [] })
  const { url, paymentId } = await goToBank(anna, bank)
  expect(await look()).toEqual({ upcoming: [], earlier: [] })
  await bank.cancelAtBank(url)
  await comeBack(paymentId)
  expect(await look()).toEqual({ upcoming: [], earlier: [] })
})

test('an order that the bank is still deciding is listed without a ticket', async () => {
  await choose(anna, ride(await busIn(48), 'A', 'B'))
  const { url, paymentId } = await goToBank(anna, bank)
  await bank.payAtBank(url, 'processing')
  await comeBack(paymentId)
  expect((await look()).upcoming).toMatchObject([
    { status: 'processing', paymentId, rides: [{ ticketId: null }] },
  ])
})

test('a payment that arrived after the seats were sold is listed among the earlier orders', async () => {
  const bus = await busIn(48, 1)
  await choose(anna, ride(bus, 'A', 'B'))
  const late = await goToBank(anna, bank)
  await bank.cancelAtBank(late.url)
  await comeBack(late.paymentId)
  shiftClock({ minutes: 31 })
  await buy(bank, [ride(bus, 'A', 'B')])
  await bank.control(`/orders/${late.providerRef}/pay`)
  await bank.tell(late.providerRef)
  await doJobs()
  const { upcoming, earlier } = await look()
  expect(upcoming).toEqual([])
  expect(earlier).toMatchObject([
    {
      status: 'refunded',
      paymentId: late.paymentId,
      rides: [{ ticketId: null }],
    },
  ])
})

test('a cancelled departure is marked', async () => {
  const bus = await busIn(48)
  await buy(bank, [ride(bus, 'A', 'B')], { visitor: anna })
  expect((await look()).upcoming[0]?.rides).toMatchObject([{ ending: null }])
  const stopped = db.updateTable('departures').set({ status: 'cancelled' })
  await stopped.where('departureId', '=', bus).execute()
  expect((await look()).upcoming[0]?.rides).toMatchObject([{ ending: 'cancelled' }])
})

function giveUpNextRide(orderId: string) {
  return inTransaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const [before] = await listBookings(tx, orderId)
    if (!before) throw new Error('there is no ride left')
    const refund = cents(before.totalCents)
    const money = { refund, fee: cents(0), forfeited: cents(0) }
    const replacing = [{ before, after: null }]
    return applyChange(tx, {
      order,
      kind: 'company-refunded',
      by: ADMIN,
      replacing,
      money,
      now: now(),
    })
  })
}

test('an account finds its purchases on every device', async () => {
  const { result } = await buy(bank, [ride(await busIn(48), 'A', 'B')], { visitor: anna })
  const accountId = '0123456789abcdefghjkmnpqrs'
  await db.updateTable('orders').set({ accountId }).where('visitor', '=', anna).execute()

  const laptop = await findMyBookings({ visitor: addTraveller(), accountId }, 'en', now())
  expect(laptop.upcoming).toMatchObject([{ reference: result.reference }])
  expect(await findMyBookings({ visitor: anna, accountId }, 'en', now())).toEqual(laptop)
  const others = await findMyBookings({ accountId: accountId.toUpperCase() }, 'en', now())
  expect(others.upcoming).toEqual([])
  expect(await findMyBookings({}, 'en', now())).toEqual({ upcoming: [], earlier: [] })
})

test('a lost device lists no orders once its owner has logged out everywhere', async () => {
  await buyRide(48)
  const accountId = '1123456789abcdefghjkmnpqrs'
  await db.updateTable('orders').set({ accountId }).where('visitor', '=', anna).execute()
  await choose(anna, ride(await busIn(72), 'A', 'B'))
  await inTransaction((tx) => forgetBrowsers(tx, accountId))
  expect((await look()).upcoming).toEqual([])
  expect((await findMyBookings({ accountId }, 'en', now())).upcoming).toHaveLength(1)
  expect(await findCart(anna, 'en', now())).toBeDefined()
})
