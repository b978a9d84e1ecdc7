import { Query } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { moveBuyer } from '#modules/accounts/move-visitor.server.ts'
import { addToCart } from '#modules/orders/cart/add-ride.server.ts'
import { findCart } from '#modules/orders/cart/find-cart.server.ts'
import type { RideWish } from '#modules/orders/order/limits.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { poll } from '#test/simulation/jobs.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import { addTraveller, buy, choose, comeBack, goToBank, ride } from '#test/simulation/travellers.ts'

/**
 * Each is a round trip that the buyer waits for. One of `started` is the fixture's own; the last four
 * of `settled` are those of the result page.
 */
const STATEMENTS = { held: 10, shown: 3, started: 10, moved: 1, settled: 12 }

let bank: SimulatedBank
let bus: string
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
  bus = await addDeparture({ departsAt: now().add({ hours: 48 }), seats: 100 })
  await buy(bank, [ride(bus, 'A', 'C')]) // anything read once in a minute is read now
})
afterAll(() => bank.stop())

test('an order asks the database no more than it has to, from hold to ticket', async () => {
  const visitor = addTraveller()
  const next = newAccessToken()
  const rides = [ride(bus, 'A', 'C')]
  const wish = { visitor, locale: 'en', rides, heldBy: 'a network', now: now() } as const
  const held = await count(() => addToCart(wish))
  const shown = await count(() => findCart(visitor, 'en', now()))
  const started = await count(() => goToBank(visitor, bank))
  const moved = await count(() => moveBuyer({ from: visitor, to: next }))
  const { url, paymentId } = started.outcome
  await bank.payAtBank(url, 'good')
  const settled = await count(() => comeBack(paymentId, next))
  expect(settled.outcome.outcome).toBe('confirmed')
  expect(settled.outcome.mine?.tickets).toHaveLength(1)

  const counted = { held, shown, started, moved, settled }
  const statements = Object.entries(counted).map(([step, one]) => [step, one.statements])
  expect(Object.fromEntries(statements)).toEqual(STATEMENTS)
})

test('fifty buyers who are settled at once get fifty receipts without a gap', async () => {
  const attempts = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const visitor = addTraveller()
      await choose(visitor, ride(bus, 'A', 'C'))
      const attempt = await goToBank(visitor, bank)
      await bank.payAtBank(attempt.url, 'good')
      return attempt
    }),
  )
  await Promise.all(attempts.map(({ paymentId }) => comeBack(paymentId)))
  await poll() // on a slow machine a visitor does not wait for all others
  const receipts = await db
    .selectFrom('receipts')
    .select(['number', 'orderId'])
    .where('series', '=', 'receipt')
    .orderBy('number')
    .execute()
  const orders = new Set(attempts.map(({ orderId }) => orderId))
  expect(receipts.filter(({ orderId }) => orders.has(orderId))).toHaveLength(50)
  expect(receipts.map(({ number }) => number)).toEqual(receipts.map((_, index) => index + 1))
})

test('a crowd that comes too late for a bus looks at it once, and each party has its own answer', async () => {
  const small = await addDeparture({ departsAt: now().add({ hours: 48 }), seats: 2 })
  const other = await addDeparture({ departsAt: now().add({ hours: 48 }), seats: 1 })
  const parties = [...Array.from({ length: 20 }, () => 3), ...Array.from({ length: 10 }, () => 4)]
  const refused = await count(() =>
    Promise.all([
      ...parties.map((adult) => comeTooLate(ride(small, 'A', 'C', { adult }))),
      comeTooLate(ride(other, 'A', 'C', { adult: 3 })),
    ]),
  )
  const full = { ok: false, reason: 'not-enough-seats' }
  expect(refused.outcome.slice(0, -1)).toMatchObject(parties.map(() => ({ ...full, seatsLeft: 2 })))
  expect(refused.outcome.at(-1)).toMatchObject({ ...full, seatsLeft: 1 })
  expect(refused.statements).toBe(2)

  const fits = await Promise.all(
    [2, 3].map((adult) => comeTooLate(ride(small, 'A', 'C', { adult }))),
  )
  expect(fits).toMatchObject([{ ok: true }, { ok: false, seatsLeft: 2 }])
})

/** Adds a ride to a new cart. */
function comeTooLate(wish: RideWish) {
  const buyer = { visitor: addTraveller(), isNewVisitor: true, locale: 'en' } as const
  return addToCart({ ...buyer, rides: [wish], now: now() })
}

/** The result of a piece of work, and the statements that this program sent meanwhile. */
async function count<Outcome>(work: () => Promise<Outcome>) {
  const sent = vi.spyOn(Query.prototype, 'submit')
  const outcome = await work()
  const statements = sent.mock.calls.length
  sent.mockRestore()
  return { outcome, statements }
}
