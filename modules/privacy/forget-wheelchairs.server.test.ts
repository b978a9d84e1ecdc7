import { expect, test } from 'vitest'

import { WHEELCHAIR_DAYS_KEPT } from '#modules/rules/kept.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { amendTo, type Held } from '#test/simulation/holders.ts'
import { anyBus, openSimulation } from '#test/simulation/simulation.ts'
import { buy, findOrderRow, ride } from '#test/simulation/travellers.ts'

import { forgetWheelchairs } from './forget-wheelchairs.server.ts'

const simulation = openSimulation()
const WITH_WHEELCHAIR = { adult: 2, wheelchairUsers: 1 }

test('thirty days after the arrival nobody can tell that a ride was one with a wheelchair', async () => {
  const bus = await anyBus({ seats: 3 })
  const held = await buyOn(bus, WITH_WHEELCHAIR)
  await buyOn(bus, { adult: 2 })
  const [booking] = await listWheelchairs(held)
  if (!booking) throw new Error('no booking')
  const last = booking.arrivesAt.add({ hours: 24 * WHEELCHAIR_DAYS_KEPT })

  await forgetWheelchairs(last)
  expect(await listWheelchairs(held)).toEqual([booking])
  shiftClock(now().until(last.add({ seconds: 1 })))
  await forgetWheelchairs(now())
  expect(await listWheelchairs(held)).toEqual([
    { ...booking, wheelchairUsers: 0, wheelchairNumber: null, wheelchairPlaces: 0 },
  ])
  await forgetWheelchairs(now())
  // The bus was full, with its seats and its place: that it now has a seat too many on it breaks no
  // promise, is what the end of every test of this world asks.
})

test('a place that was asked for later leaves no word of it in what was changed, mailed and audited', async () => {
  const bus = await anyBus()
  const held = await buyOn(bus, { adult: 1 })
  await amendTo(held, ride(await anyBus(), 'A', 'C', { adult: 1 }), simulation)
  await amendTo(
    held,
    ride(await busOf(held), 'A', 'C', { adult: 1, wheelchairUsers: 1 }),
    simulation,
  )
  expect(await listWords(held)).toContain('wheelchair')
  shiftClock({ hours: 24 * (WHEELCHAIR_DAYS_KEPT + 3) })
  await forgetWheelchairs(now())
  const words = await listWords(held)
  expect(words.filter((word) => word === 'wheelchair')).toEqual([])
  expect(words.filter((word) => word === 'amended')).toHaveLength(4)
  expect(words.filter((word) => word === 'changed')).toHaveLength(2)
})

test('of a ride that was changed or given up it is forgotten thirty days after that', async () => {
  const held = await buyOn(await anyBus(inDays(60)), WITH_WHEELCHAIR)
  const sooner = ride(await anyBus(inDays(45)), 'A', 'C', WITH_WHEELCHAIR)
  await amendTo(held, sooner, simulation)
  shiftClock({ hours: 24 * WHEELCHAIR_DAYS_KEPT, minutes: 1 })
  await forgetWheelchairs(now())
  const rides = await listWheelchairs(held)
  expect(rides.map(({ state, wheelchairUsers }) => ({ state, wheelchairUsers }))).toEqual([
    { state: 'live', wheelchairUsers: 1 },
    { state: 'replaced', wheelchairUsers: 0 },
  ])
})

function inDays(days: number) {
  return { departsAt: now().add({ hours: 24 * days }) }
}

async function buyOn(bus: string, party: Parameters<typeof ride>[3]): Promise<Held> {
  const { orderId } = await buy(simulation.bank, [ride(bus, 'A', 'C', party)])
  const { manageId, reference } = await findOrderRow(orderId)
  return { orderId, manageId, reference }
}

async function busOf({ orderId }: Held): Promise<string> {
  const live = db.selectFrom('bookings').select('departureId').where('state', '=', 'live')
  return (await live.where('orderId', '=', orderId).executeTakeFirstOrThrow()).departureId
}

function listWheelchairs({ orderId }: Held) {
  return db
    .selectFrom('bookings')
    .leftJoin('seatHolds', 'seatHolds.bookingId', 'bookings.bookingId')
    .select(['bookings.state', 'arrivesAt', 'wheelchairUsers', 'wheelchairNumber'])
    .select('wheelchairPlaces')
    .where('orderId', '=', orderId)
    .orderBy('bookings.state')
    .execute()
}

/** What the lists beside an order say was done with it. */
async function listWords({ orderId }: Held): Promise<string[]> {
  const changes = await db
    .selectFrom('changes')
    .select('kind')
    .where('orderId', '=', orderId)
    .execute()
  const mails = await db.selectFrom('mails').select('kind').where('orderId', '=', orderId).execute()
  const audited = await db
    .selectFrom('auditEntries')
    .select('action as kind')
    .where('subject', '=', `order:${orderId}`)
    .execute()
  return [...changes, ...mails, ...audited].map(({ kind }) => kind)
}
