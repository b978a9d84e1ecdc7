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

test('thirty days after the arrival no record shows that a wheelchair was on a ride', async () => {
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
  // The bus was full, with its seats and its wheelchair space. It now counts one seat too many,
  // which breaks no invariant, as the end of every test checks.
})

test('a space requested later leaves no trace in changes, mails and audit', async () => {
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

test('a changed or cancelled ride loses it thirty days afterwards', async () => {
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

/** The kinds of the changes, mails and audit entries of an order. */
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
