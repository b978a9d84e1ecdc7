import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { chooseAddress, dayAddress } from '#app/components/journey/choose-address.ts'
import type { RideView } from '#app/components/journey/view.ts'
import type { OrderPageView } from '#app/components/order/view.ts'
import { loader as orderLoader } from '#app/site/order/page.tsx'
import { loader as failLoader } from '#app/site/payment/fail.tsx'
import { loader as successLoader } from '#app/site/payment/success.tsx'
import { titleOf } from '#app/site/payment/title.ts'
import type { PaymentView } from '#app/site/payment/view.ts'
import { partyOf } from '#modules/fares/passengers.ts'
import { loadSeed } from '#modules/gtfs/import/load-seed.server.ts'
import { cancelDeparture } from '#modules/incidents/departures/cancel-departure.server.ts'
import { findOffers } from '#modules/offers/find-offers.server.ts'
import type { RideWish } from '#modules/orders/order/limits.ts'
import { findHeldOrder } from '#modules/orders/self-service/find-order.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { newAccessToken } from '#platform/ids.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { addBrowser, openPage } from '#test/fixtures/open-page.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { buy, findOrderRow, listRefunds } from '#test/simulation/travellers.ts'

import { action, loader } from './page.tsx'
import type { ChangeProblem, ChangeView } from './view.ts'

/* On the demonstration timetable, on Friday 20 November 2026 at ten in the morning. */
const MONDAY = Temporal.PlainDate.from('2026-11-23')
const ONE = partyOf({ adult: 1 })
const TWO = { ...ONE, adult: 2 }

let bank: SimulatedBank
let buses: Record<string, RideWish>
beforeAll(async () => {
  shiftClock(now().until(Temporal.Instant.from('2026-11-20T08:00:00Z')))
  await loadSeed(now())
  bank = await openBank()
})
beforeEach(async () => {
  buses = await listBuses(MONDAY)
})
afterAll(() => bank.stop())

/** Departures from Nicosia to the airport by their clock time. */
async function listBuses(date: Temporal.PlainDate): Promise<Record<string, RideWish>> {
  const stops = { fromStopIds: ['NIC'], toStopIds: ['LCA'] }
  const places = { seats: 1, wheelchairPlaces: 0 }
  const found = await findOffers({ ...stops, date, passengers: ONE, places, now: now() })
  if (found.found !== 'departures') throw new Error('no buses')
  return Object.fromEntries(
    found.offers.flatMap(({ departureId, rides }) =>
      rides.map(({ departsAt, fromStopId, toStopId }) => {
        const wish = { departureId, fromStopId, toStopId, passengers: ONE, wheelchairUsers: 0 }
        return [
          departsAt.toZonedDateTimeISO('Asia/Nicosia').toPlainTime().toString().slice(0, 5),
          wish,
        ]
      }),
    ),
  )
}

async function bought(time: string, people: Partial<RideWish> = {}) {
  const wish = { ...bus(time), ...people }
  const { orderId } = await buy(bank, [wish])
  const { manageId } = await findOrderRow(orderId)
  const held = await findHeldOrder(manageId, 'en', now())
  return { orderId, manageId, bookingId: held?.items[0]?.bookingId ?? '' }
}

function bus(time: string): RideWish {
  const wish = buses[time]
  if (!wish) throw new Error(`no bus at ${time}`)
  return wish
}

type Order = { manageId: string; bookingId: string }

function look({ manageId: id, bookingId }: Order, query = '') {
  const params = { id, ride: bookingId }
  return openPage<ChangeView>(loader, `/bookings/x/rides/y/change${query}`, { params })
}

function press({ manageId: id, bookingId }: Order, query: string, shown: object = {}) {
  const form = { surcharge: '0', refund: '0', ...shown }
  const params = { id, ride: bookingId }
  const path = `/bookings/x/rides/y/change${query}`
  return openPage<{ problem: ChangeProblem }>(action, path, { params, form })
}

function to(time: string, more: Record<string, string> = {}): string {
  const { departureId, fromStopId, toStopId } = bus(time)
  const choice = { departure: departureId, 'from-stop': fromStopId, 'to-stop': toStopId, ...more }
  return `?${new URLSearchParams(choice)}`
}

describe('the departures to choose from', () => {
  test('are those of the travel day, each with its surcharge', async () => {
    const order = await bought('09:30', { passengers: TWO })
    const { shown } = await look(order)
    expect(shown).toMatchObject({ title: 'Change the journey', quote: null, closed: null })
    expect(shown.search).toMatchObject({ date: '2026-11-23', more: { isOpen: false } })
    expect(rideAt(shown, '09:30')).toMatchObject({ state: 'booked' })
    expect(rideAt(shown, '10:30')).toMatchObject({ state: 'open', total: 0 })
  })

  test("for more people, or other stops, cost today's fares less the amount paid", async () => {
    const order = await bought('09:30')
    const more = await look(order, '?adults=2&date=2026-11-23')
    expect(rideAt(more.shown, '10:30')).toMatchObject({ total: 900 })
    expect(more.shown.sameBus?.address).toContain('adults=2')
    expect(more.shown.search?.more).toMatchObject({ isOpen: true, passengers: TWO })
    const far = await look(order, '?from=NIC&to=PFO&date=2026-11-24')
    expect(ridesOf(far.shown)[0]).toMatchObject({ total: 700 })
  })

  test('are chosen at addresses of this page', async () => {
    const order = await bought('09:30')
    const { shown } = await look(order)
    const { leg } = shown
    const [chosen] = leg ? ridesOf(shown) : []
    if (!leg || !chosen) throw new Error('nothing to choose')
    const page = `/bookings/${order.manageId}/rides/${order.bookingId}/change?`
    expect(chooseAddress(leg, chosen)).toMatch(new RegExp(`^${page.replace('?', '\\?')}.*#quote$`))
    expect(leg.days.every(({ date }) => dayAddress(leg, date).startsWith(page))).toBe(true)
  })

  test('are empty within 24 hours, and the page says so', async () => {
    const order = await bought('09:30')
    await later({ hours: 50 }, async () => {
      const { shown } = await look(order)
      expect(shown).toMatchObject({ search: null, leg: null, quote: null })
      expect(shown.closed).toContain('the deadline was 09:30 on Sunday 22 November 2026')
      const refused = await press(order, to('10:30'))
      expect(refused.status).toBe(422)
    })
  })
})

describe('another bus', () => {
  test('for the same people between the same stops is free', async () => {
    const order = await bought('09:30')
    const { shown } = await look(order, to('10:30'))
    expect(shown.quote).toMatchObject({ surcharge: 0, refund: 0, ride: { departs: '10:30' } })
    expect(shown.quote?.deadline).toMatch(/^Until 10:30 on Sunday 22 November 2026 you can change/)
    const done = await press(order, to('10:30'))
    expect(done).toMatchObject({ status: 303 })
    expect(done.location).toMatch(new RegExp(`^/bookings/${order.manageId}\\?done=`))
  })

  test('chosen twice, or in a second tab, is taken once', async () => {
    const order = await bought('09:30')
    await press(order, to('10:30'))
    const location = `/bookings/${order.manageId}`
    expect(await press(order, to('10:30'))).toMatchObject({ status: 303, location })
    expect(await press(order, to('11:30'))).toMatchObject({ status: 303, location })
    expect(await look(order)).toMatchObject({ status: 303, location })
  })

  test('is asked about again if its price differs from the one shown', async () => {
    const order = await bought('09:30')
    const answer = await press(order, to('10:30'), { refund: '100' })
    expect(answer.status).toBe(422)
    expect(answer.shown.problem.sentence).toContain('Nothing has been done yet')
  })

  test('for fewer people leads to the page for cancelling seats', async () => {
    const order = await bought('09:30', { passengers: TWO })
    const { shown } = await look(order, to('10:30', { adults: '1' }))
    expect(shown.problem?.link?.address).toBe(
      `/bookings/${order.manageId}/cancel?ride.${order.bookingId}=some`,
    )
    expect(shown.leg).not.toBeNull()
  })

  test('cannot be chosen for bookings of others', async () => {
    const [mine, theirs] = [await bought('09:30'), await bought('11:30')]
    const mixed = { manageId: mine.manageId, bookingId: theirs.bookingId }
    for (const order of [
      mixed,
      { ...mine, manageId: newAccessToken() },
      { ...mine, bookingId: 'x' },
    ]) {
      expect(await look(order)).toMatchObject({ status: 404 })
      expect(await press(order, to('10:30'))).toMatchObject({ status: 404 })
    }
  })
})

describe('a change with a surcharge', () => {
  test("is made once it is paid, and any browser with the holder's id is led back", async () => {
    const { order, location } = await goPaying()
    const back = await bank.payAtBank(location)
    const { shown } = await result(successLoader, back, order.manageId)
    expect(shown).toMatchObject({ outcome: 'confirmed', isForChange: true, amount: 900 })
    expect(shown.mine).toMatchObject({ orderPath: `/bookings/${order.manageId}` })
    expect(titleOf(shown)).toMatch(/^Your booking has been changed/)
    expect((await result(successLoader, back)).shown.mine).toBeNull()
    const held = await findHeldOrder(order.manageId, 'en', now())
    expect(held?.items).toMatchObject([{ passengers: TWO, totalCents: 1800 }])
  })

  test('has no effect if unpaid, and says so', async () => {
    const { order, location } = await goPaying()
    const back = await bank.cancelAtBank(location)
    const { shown } = await result(failLoader, back, order.manageId)
    expect(shown).toMatchObject({ outcome: 'failed', isForChange: true, heldUntil: null })
    const held = await findHeldOrder(order.manageId, 'en', now())
    expect(held).toMatchObject({ items: [{ passengers: ONE }], awaited: null })
  })

  test('comes before the ticket on the page of the booking, until it is paid', async () => {
    const { order, location } = await goPaying()
    const seen = async () => {
      const { shown } = await openPage<OrderPageView>(orderLoader, '/bookings/x', {
        params: { id: order.manageId },
      })
      return [shown.awaited?.amount, shown.items[0]?.isMain]
    }
    expect(await seen()).toEqual([900, false])
    await bank.payAtBank(location)
    expect(await seen()).toEqual([undefined, true])
  })

  test('pressed twice leads to the same page', async () => {
    const { order, location } = await goPaying()
    expect((await press(order, withTwo(), { surcharge: '900' })).location).toBe(location)
  })
})

test('within an hour of buying, a wrong date can be corrected, and nothing else', async () => {
  await later({ hours: 53 }, async () => {
    const order = await bought('14:30')
    const { shown } = await look(order, '?adults=2&from=NIC&to=PFO')
    expect(shown).toMatchObject({ title: 'Correct the date', search: { more: null } })
    const next = await listBuses(MONDAY.add({ days: 1 }))
    const { departureId = '' } = next['14:30'] ?? {}
    const query = to('14:30', { departure: departureId, adults: '2' })
    expect((await look(order, query)).shown.quote).toMatchObject({
      surcharge: 0,
      ride: { party: '1\u00A0adult' },
      deadline: expect.stringContaining('no longer be changed or refunded'),
    })
    expect(await press(order, query)).toMatchObject({ status: 303 })
  })
})

test('instead of a cancelled bus, any other is free, or the fare is refunded in full', async () => {
  const order = await bought('12:30', { passengers: TWO })
  const { departureId } = bus('12:30')
  await cancelDeparture({
    departureId,
    by: ADMIN,
    reason: 'snow',
    now: now(),
  })
  const { shown } = await look(order)
  expect(shown).toMatchObject({ title: 'Choose another bus', refund: 1800, search: { more: null } })
  expect(rideAt(shown, '12:30')).toMatchObject({ state: 'cancelled' })
  expect(await press(order, to('13:30'))).toMatchObject({ status: 303 })
  expect(await listRefunds(order.orderId)).toEqual([])
})

test('a wheelchair space can be reserved later, with a number', async () => {
  const order = await bought('15:30')
  const query = to('15:30', { wheelchairs: '1' })
  const { shown } = await look(order, query)
  expect(shown.quote).toMatchObject({ isWheelchair: true, surcharge: 0 })
  expect(await press(order, query)).toMatchObject({ status: 303 })
  const held = await findHeldOrder(order.manageId, 'en', now())
  expect(held?.items[0]?.wheelchairNumber).toMatch(/^W-/)
})

function withTwo(): string {
  return to('10:30', { adults: '2' })
}

function ridesOf({ leg }: ChangeView): RideView[] {
  const situation = leg?.situation
  if (situation?.found !== 'departures') return []
  return situation.groups.flatMap(({ rides }) => rides)
}

function rideAt(view: ChangeView, time: string): RideView | undefined {
  return ridesOf(view).find(({ departs }) => departs === time)
}

async function later(by: Temporal.DurationLike, act: () => Promise<void>): Promise<void> {
  shiftClock(by)
  try {
    await act()
  } finally {
    shiftClock(Temporal.Duration.from(by).negated())
  }
}

/** The page to which the bank sends the browser, with or without the holder cookie. */
function result(page: Parameters<typeof openPage>[0], url: string, holder?: string) {
  const id = new URL(url).pathname.split('/').at(-1) ?? ''
  const { key } = addBrowser()
  const browser = holder ? { browser: { key, cookie: `holder=${holder}` } } : {}
  return openPage<PaymentView>(page, `/payment/x/${id}`, { params: { id }, ...browser })
}

async function goPaying() {
  const order = await bought('09:30')
  const { shown } = await look(order, withTwo())
  expect(shown.quote).toMatchObject({ paid: 900, price: 1800, surcharge: 900 })
  const { location } = await press(order, withTwo(), { surcharge: '900' })
  return { order, location }
}
