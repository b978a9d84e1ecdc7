import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'

import { decideChoices } from '#modules/incidents/choices/decide-choices.server.ts'
import { findCart } from '#modules/orders/cart/find-cart.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { departureOf, publishTrips } from '#test/fixtures/published-trips.ts'
import { atTen, bookingOf, countChoices, takeOver } from '#test/fixtures/retimed-bus.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import {
  addTraveller,
  choose as putIntoCart,
  comeBack,
  goToBank,
  listMails,
  pressPay,
  ride,
} from '#test/simulation/travellers.ts'
import { hold, untilWaiting } from '#test/simulation/waiting.ts'

import { retimeDepartures } from './retime-departures.server.ts'
import { quoteRetiming } from './retime-quote.server.ts'
import { tellRetimed } from './retimed-bus.server.ts'

/* Buyers who pay while the times of their bus change. */

const simulation = openSimulation()
let leaves: Temporal.Instant
let bus: string
let run = 0
beforeEach(async () => {
  shiftClock({ hours: 96 })
  await decideChoices(now())
  run += 1
  leaves = atTen(2)
  await publish(0)
  bus = await departureOf(`P${run}`)
})

/** The timetable with our bus some minutes later. */
function publish(minutes: number) {
  return publishTrips([{ tripId: `P${run}`, leaves: leaves.add({ minutes }) }])
}

const kindsOf = async (orderId: string) => (await listMails(orderId)).map(({ kind }) => kind)

test('a cart keeps its seats, and is paid for only once its buyer has seen the new time', async () => {
  const visitor = addTraveller()
  await putIntoCart(visitor, ride(bus, 'A', 'C'))
  await publish(-20)
  expect(await takeOver(bus)).toMatchObject({ ok: true })
  const cart = await findCart(visitor, 'en', now())
  const departsAt = leaves.subtract({ minutes: 20 })
  expect(cart?.rides).toMatchObject([{ departsAt, retimedFrom: leaves, isHeld: true }])
  const bookingId = cart?.rides[0]?.bookingId ?? ''
  expect(await pressPay(visitor, simulation.bank)).toEqual({
    ok: false,
    reason: 'retimed',
    bookingId,
    departsAt,
  })
  const timesSeen = { [bookingId]: departsAt.epochMilliseconds }
  const { url, paymentId, orderId } = await goToBank(visitor, simulation.bank, { timesSeen })
  await simulation.bank.payAtBank(url)
  await comeBack(paymentId, visitor)
  expect(await bookingOf(orderId)).toMatchObject({ departsAt, retimedFrom: null })
  await tellRetimed(now())
  // The new time is what was bought.
  expect(await kindsOf(orderId)).toEqual(['confirmation'])
})

test('who is at the bank meanwhile finds the page closed, or travels at the new time with the choice', async () => {
  const [closed, paid] = [addTraveller(), addTraveller()]
  await putIntoCart(closed, ride(bus, 'A', 'C'))
  await putIntoCart(paid, ride(bus, 'A', 'C'))
  await pinAndPublish()
  const pages = [
    await goToBank(closed, simulation.bank),
    await goToBank(paid, simulation.bank),
  ] as const
  await simulation.bank.payAtBank(pages[1].url)
  expect(await takeOver(bus)).toMatchObject({ ok: true })
  await tellRetimed(now())
  await comeBack(pages[0].paymentId, closed)
  expect(await pressPay(closed, simulation.bank)).toMatchObject({ ok: false, reason: 'retimed' })
  const { orderId } = pages[1]
  expect(await bookingOf(orderId)).toMatchObject({ departsAt: leaves.subtract({ minutes: 20 }) })
  await tellRetimed(now())
  expect(await kindsOf(orderId)).toEqual(['confirmation', 'retimed'])
  expect(await countChoices(orderId)).toBe(1)
})

/** A bus on sale at its old times, since a person changed it. */
async function pinAndPublish() {
  await db.updateTable('departures').set({ pinned: true }).where('departureId', '=', bus).execute()
  await publish(-20)
}

test('the buyer who comes first pays for the old time, and is told of the new one', async () => {
  const visitor = addTraveller()
  await putIntoCart(visitor, ride(bus, 'A', 'C'))
  await pinAndPublish()
  const { orderId } = await db
    .selectFrom('orders')
    .select('orderId')
    .where('visitor', '=', visitor)
    .executeTakeFirstOrThrow()
  // The departure is held until the buyer, who has locked the order, waits for it.
  const { version } = await quoteRetiming([bus], now())
  const go = await hold((tx) =>
    tx
      .selectFrom('departures')
      .where('departureId', '=', bus)
      .select('seats')
      .forNoKeyUpdate()
      .execute(),
  )
  const paying = pressPay(visitor, simulation.bank)
  await untilWaiting(1)
  const wish = { departureIds: [bus], reason: 'x', version, by: ADMIN, now: now() }
  const retiming = retimeDepartures(wish)
  await untilWaiting(2)
  await go()
  expect(await paying).toMatchObject({ ok: true })
  expect(await retiming).toMatchObject({ ok: true })
  expect(await bookingOf(orderId)).toMatchObject({
    departsAt: leaves.subtract({ minutes: 20 }),
    retimedFrom: leaves,
  })
  await tellRetimed(now())
  expect(await pressPay(visitor, simulation.bank)).toMatchObject({ ok: false, reason: 'retimed' })
})

test('the buyer who comes second sees the new time, also with seats that are only now put into the cart', async () => {
  const [visitor, fresh] = [addTraveller(), addTraveller()]
  await putIntoCart(visitor, ride(bus, 'A', 'C'))
  await pinAndPublish()
  const { version } = await quoteRetiming([bus], now())
  // No incident can be opened until both buyers wait for what is locked by then.
  const go = await hold((tx) => sql`lock table incidents in share mode`.execute(tx))
  const wish = { departureIds: [bus], reason: 'x', version, by: ADMIN, now: now() }
  const retiming = retimeDepartures(wish)
  await untilWaiting(1)
  const [paying, adding] = [
    pressPay(visitor, simulation.bank),
    putIntoCart(fresh, ride(bus, 'A', 'C')),
  ]
  await untilWaiting(3)
  await go()
  expect(await retiming).toMatchObject({ ok: true })
  expect(await paying).toMatchObject({ ok: false, reason: 'retimed' })
  expect(await adding).toMatchObject({
    ok: false,
    reason: 'retimed',
    departsAt: leaves.subtract({ minutes: 20 }),
  })
})
