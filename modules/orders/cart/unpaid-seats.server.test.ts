import { describe, expect, test } from 'vitest'

import type { RideWish } from '#modules/orders/order/limits.ts'
import { MAX_UNPAID } from '#modules/rules/rules.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { addTraveller, comeBack, goToBank, pressPay, ride } from '#test/simulation/travellers.ts'

import { addToCart } from './add-ride.server.ts'
import { extendHold, keepContact, removeRide, takeAgain } from './change-cart.server.ts'
import { deleteOldCarts } from './delete-old-carts.server.ts'
import { findCart } from './find-cart.server.ts'

const simulation = openSimulation()
const FIFTEEN = { adult: 15 }
const REFUSED = { ok: false, reason: 'too-much-unpaid' }
const ANNA = { name: 'Anna Georgiou', email: 'anna@example.com' }

test('seats held but unpaid are at most two fifths of a bus for all networks of one /48 of IPv6 together, also at once', async () => {
  // Of a bus with 50 seats.
  const [around, bus] = [newNetwork(), await anyBus({ seats: 50 })]
  const networks = Array.from({ length: 12 }, () => `${around}:${newNetwork()}`)
  const outcomes = await Promise.all(
    networks.map((network) => hold(network, ride(bus, 'A', 'C', { adult: 5 }))),
  )
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(4)
  expect(outcomes.filter(({ ok }) => !ok)[0]).toMatchObject(REFUSED)
  expect(await hold(`${newNetwork()}:x`, ride(bus, 'A', 'C'))).toMatchObject({ ok: true })
})

describe('seats held but unpaid', () => {
  test('are at most fifteen on a bus for the twelve carts of one network, however many browsers it has', async () => {
    const [network, bus] = [newNetwork(), await bigBus()]
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () => hold(network, ride(bus, 'A', 'C', { adult: 5 }))),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(3)
    expect(outcomes.filter(({ ok }) => !ok)[0]).toMatchObject(REFUSED)
    expect(await hold(newNetwork(), ride(bus, 'A', 'C', FIFTEEN))).toMatchObject({ ok: true })
  })

  test('stay within the limit for all buses together, also when held at once', async () => {
    const network = newNetwork()
    const buses = await Promise.all(Array.from({ length: 12 }, bigBus))
    const outcomes = await Promise.all(
      buses.map((bus) => hold(network, ride(bus, 'A', 'C', FIFTEEN))),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(MAX_UNPAID / 15)
  })

  test('count while a traveller is on the payment page, and after leaving it', async () => {
    const [network, bus, anna] = [newNetwork(), await bigBus(), addTraveller()]
    await hold(network, ride(bus, 'A', 'C', FIFTEEN), anna)
    const { url, paymentId } = await goToBank(anna, simulation.bank)
    const more = ride(bus, 'A', 'C')
    expect(await hold(network, more)).toMatchObject(REFUSED)
    await simulation.bank.cancelAtBank(url)
    await comeBack(paymentId)
    expect(await hold(network, more)).toMatchObject(REFUSED)
  })

  test('count against an expired cart that is held again', async () => {
    const [network, bus] = [newNetwork(), await bigBus()]
    const [anna, ben] = [addTraveller(), addTraveller()]
    await hold(network, ride(bus, 'A', 'C', FIFTEEN), anna)
    shiftClock({ minutes: 16 })
    await deleteOldCarts(now())
    await hold(network, ride(bus, 'A', 'C', FIFTEEN), ben)
    expect(await takeAgain(anna, now(), { heldBy: network })).toMatchObject(REFUSED)
    expect(await payAgain(anna, network)).toMatchObject(REFUSED)
  })

  test('are held briefly if the network holds many, and cannot be extended', async () => {
    const network = newNetwork()
    for (const bus of [await bigBus(), await bigBus()]) {
      expect(minutesOf(await hold(network, ride(bus, 'A', 'C', FIFTEEN)))).toBe(15)
    }
    const anna = addTraveller()
    expect(minutesOf(await hold(network, ride(await bigBus(), 'A', 'C'), anna))).toBe(5)
    expect(await extendHold(anna, now())).toMatchObject(REFUSED)
    expect(await findCart(anna, 'en', now())).toMatchObject({ extendsByMinutes: 0 })
  })

  test('keep no trace of the network once they are released, expired or bought', async () => {
    const network = newNetwork()
    await buyFrom(network, ride(await bigBus(), 'A', 'C'))
    await hold(network, ride(await bigBus(), 'A', 'C'))
    shiftClock({ minutes: 16 })
    await deleteOldCarts(now())
    const rows = await db
      .selectFrom('seatHolds')
      .select('holdId')
      .where('heldBy', '=', network)
      .execute()
    expect(rows).toEqual([])
  })
})

test('half of a bus is held by visitors without a contact; then one is asked for first', async () => {
  const [bus, anna] = [await anyBus({ seats: 30 }), { visitor: addTraveller() }]
  const fifteen = [ride(bus, 'A', 'C', FIFTEEN)]
  expect(await ask(newNetwork(), fifteen, anna)).toMatchObject({ ok: true })
  const more = [ride(bus, 'A', 'C')]
  expect(await ask(newNetwork(), more)).toMatchObject({ reason: 'contact-first' })
  // Who holds them may change the cart, and a contact is enough for anybody.
  expect(await ask(newNetwork(), fifteen, anna)).toMatchObject({ ok: true })
  expect(await ask(newNetwork(), more, { contact: ANNA })).toMatchObject({ ok: true })
  expect(await ask(newNetwork(), [ride(await bigBus(), 'A', 'C')])).toMatchObject({ ok: true })
})

describe('if other visitors of the network hold many seats, a contact is required first:', () => {
  test('no seats are held without it, and it is stored in the cart', async () => {
    const [network, anna] = [await busyNetwork(), addTraveller()]
    const rides = [ride(await bigBus(), 'A', 'C', FIFTEEN)]
    const refused = await ask(network, rides, { visitor: anna })
    expect(refused).toMatchObject({
      reason: 'contact-first',
      refusals: [{ reason: 'name-missing' }, { reason: 'email-missing' }],
    })
    expect(await findCart(anna, 'en', now())).toBeUndefined()
    const site = { ...ANNA, name: 'You won: www.evil.example' }
    expect(await ask(network, rides, { visitor: anna, contact: site })).toMatchObject({
      refusals: [{ reason: 'name-with-site' }],
    })
    const half = { ...ANNA, email: 'anna@' }
    expect(await ask(network, rides, { visitor: anna, contact: half })).toMatchObject({
      reason: 'contact-first',
      refusals: [{ reason: 'email-malformed' }],
    })
    expect(await ask(network, rides, { visitor: anna, contact: ANNA })).toMatchObject({ ok: true })
    expect(await findCart(anna, 'en', now())).toMatchObject({
      contactName: ANNA.name,
      contactEmail: ANNA.email,
      isHeld: true,
    })
  })

  test('once; not again for added rides or an expired hold', async () => {
    const [network, anna] = [await busyNetwork(), addTraveller()]
    const [there, back] = [ride(await bigBus(), 'A', 'C'), ride(await bigBus(), 'A', 'B')]
    await ask(network, [there], { visitor: anna, contact: ANNA })
    expect(await ask(network, [back], { visitor: anna })).toMatchObject({ ok: true })
    shiftClock({ minutes: 6 })
    expect(await takeAgain(anna, now(), { heldBy: network })).toMatchObject({ ok: true })
  })

  test('a visitor with an earlier cart gives it once the seats have expired and are requested again', async () => {
    const [network, anna] = [newNetwork(), addTraveller()]
    await ask(network, [ride(await bigBus(), 'A', 'C')], { visitor: anna })
    shiftClock({ minutes: 16 })
    await ask(network, [ride(await bigBus(), 'A', 'C', FIFTEEN)])
    expect(await takeAgain(anna, now(), { heldBy: network })).toMatchObject({ ok: true })
    shiftClock({ minutes: 16 })
    for (const bus of [await bigBus(), await bigBus()]) {
      await ask(network, [ride(bus, 'A', 'C', FIFTEEN)])
    }
    const again = () => takeAgain(anna, now(), { heldBy: network })
    expect(await again()).toMatchObject({ ok: false, reason: 'contact-first' })
    await keepContact(anna, ANNA)
    expect(await again()).toMatchObject({ ok: true })
    expect(await again()).toMatchObject({ ok: true })
  })

  test('but not from a logged-in visitor, nor from another network', async () => {
    const network = await busyNetwork()
    const rides = [ride(await bigBus(), 'A', 'C')]
    expect(await ask(network, rides, { accountId: 'anna' })).toMatchObject({ ok: true })
    expect(await ask(newNetwork(), rides)).toMatchObject({ ok: true })
  })
})

describe('honest travellers hold seats as before:', () => {
  test('a visitor’s own seats do not count: fifteen passengers, there and back', async () => {
    const [network, anna] = [newNetwork(), addTraveller()]
    const back = await anyBus({ seats: 60, departsAt: now().add({ hours: 96 }) })
    const rides = [ride(await bigBus(), 'A', 'C', FIFTEEN), ride(back, 'A', 'C', FIFTEEN)]
    expect(await ask(network, rides, { visitor: anna })).toMatchObject({ ok: true })
    const more = [ride(await bigBus(), 'A', 'C', FIFTEEN)]
    expect(await ask(network, more, { visitor: anna })).toMatchObject({ ok: true })
  })

  test('at a hotel desk ten families of three, there and back, all get seats', async () => {
    const network = newNetwork()
    const asked: boolean[] = []
    for (let family = 0; family < 10; family++) {
      const back = await anyBus({ seats: 60, departsAt: now().add({ hours: 96 }) })
      const rides = [await bigBus(), back].map((bus) => ride(bus, 'A', 'C', { adult: 2, child: 1 }))
      const first = await ask(network, rides)
      asked.push(!first.ok)
      const held = first.ok ? first : await ask(network, rides, { contact: ANNA })
      expect(held).toMatchObject({ ok: true })
    }
    expect(asked).toEqual([...Array(5).fill(false), ...Array(5).fill(true)])
  })
})

describe('real travellers are not refused:', () => {
  test('fifteen passengers there and back, extended, changed and paid', async () => {
    const [network, anna] = [newNetwork(), addTraveller()]
    const there = await anyBus({ seats: 19 })
    const back = await anyBus({ seats: 19, departsAt: now().add({ hours: 96 }) })
    const rides = [ride(there, 'A', 'C', FIFTEEN), ride(back, 'A', 'C', FIFTEEN)]
    const held = await addToCart({
      visitor: anna,
      locale: 'en',
      rides,
      heldBy: network,
      now: now(),
    })
    expect(minutesOf(held)).toBe(15)
    expect(await hold(network, ride(there, 'A', 'C', FIFTEEN), anna)).toMatchObject({ ok: true })
    expect(await extendHold(anna, now())).toMatchObject({ ok: true })
    const { url, paymentId } = await goToBank(anna, simulation.bank)
    await simulation.bank.payAtBank(url)
    expect(await comeBack(paymentId)).toMatchObject({ outcome: 'confirmed' })
  })

  test('a hotel desk that books and pays for one guest after another', async () => {
    const [network, bus] = [newNetwork(), await bigBus()]
    for (let guest = 1; guest <= 12; guest++) {
      const bought = await buyFrom(network, ride(bus, 'A', 'C', { adult: 3 }))
      expect(bought).toMatchObject({ outcome: 'confirmed' })
    }
  })

  test('forty-one guests of a hotel at once, each on a different bus', async () => {
    const network = newNetwork()
    const buses = await Promise.all(Array.from({ length: 41 }, bigBus))
    const guests = buses.map((bus) => ({ bus, visitor: addTraveller() }))
    const held = await Promise.all(
      guests.map(({ bus, visitor }) => hold(network, ride(bus, 'A', 'C', { adult: 2 }), visitor)),
    )
    expect(held.filter(({ ok }) => !ok)).toEqual([])
    for (const { visitor } of guests) {
      expect(await pressPay(visitor, simulation.bank)).toMatchObject({ ok: true })
    }
  })

  test('a visitor who releases held seats may hold others', async () => {
    const [network, bus, anna] = [newNetwork(), await bigBus(), addTraveller()]
    await hold(network, ride(bus, 'A', 'C', FIFTEEN), anna)
    const cart = await findCart(anna, 'en', now())
    await removeRide(anna, cart?.rides[0]?.bookingId ?? '', now())
    expect(await hold(network, ride(bus, 'A', 'C', FIFTEEN))).toMatchObject({ ok: true })
  })
})

let networks = 0

function newNetwork(): string {
  return `network ${++networks}`
}

function bigBus(): Promise<string> {
  return anyBus({ seats: 60 })
}

/** Holds seats as a visitor who has given a contact. */
function hold(network: string, wish: RideWish, visitor = addTraveller()) {
  return ask(network, [wish], { visitor, contact: ANNA })
}

type Asking = { visitor?: string; accountId?: string; contact?: typeof ANNA }

function ask(network: string, rides: RideWish[], asking: Asking = {}) {
  const who = { visitor: addTraveller(), locale: 'en' as const, ...asking }
  return addToCart({ ...who, rides, heldBy: network, now: now() })
}

/** A network with so many unpaid seats that the next visitor needs a contact first. */
async function busyNetwork(): Promise<string> {
  const network = newNetwork()
  for (const bus of [await bigBus(), await bigBus()]) {
    expect(await ask(network, [ride(bus, 'A', 'C', FIFTEEN)])).toMatchObject({ ok: true })
  }
  return network
}

function minutesOf(outcome: Awaited<ReturnType<typeof hold>>): number {
  if (!outcome.ok) throw new Error(outcome.reason)
  return Math.round(now().until(outcome.heldUntil).total('minutes'))
}

async function buyFrom(network: string, wish: RideWish) {
  const visitor = addTraveller()
  await hold(network, wish, visitor)
  const { url, paymentId } = await goToBank(visitor, simulation.bank)
  await simulation.bank.payAtBank(url)
  return comeBack(paymentId)
}

function payAgain(visitor: string, network: string) {
  return pressPay(visitor, simulation.bank, { heldBy: network })
}
