import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { giveLease } from '#modules/boarding/devices/give-lease.server.ts'
import { partyOf } from '#modules/fares/passengers.ts'
import { changePlaces } from '#modules/fleet/assign-vehicle.server.ts'
import { MAX_SEATS, MAX_WHEELCHAIRS } from '#modules/fleet/vehicle.ts'
import { cancelDeparture } from '#modules/incidents/departures/cancel-departure.server.ts'
import { findOffers } from '#modules/offers/find-offers.server.ts'
import { lastBookableDate } from '#modules/rules/deadlines.ts'
import { findExtra, listLines } from '#modules/timetable/extra-departures.server.ts'
import { findTimetable } from '#modules/timetable/list-timetables.server.ts'
import { renewDepartures } from '#modules/timetable/make-departures.server.ts'
import { listNextDepartures } from '#modules/timetable/next-departures.server.ts'
import { countEntries, listEntries } from '#platform/audit.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { dateInCyprus, inCyprus, startOfDay } from '#platform/time.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { addVehicleFor } from '#test/fixtures/fleet.ts'
import { publishTrips } from '#test/fixtures/published-trips.ts'
import { addTimetable, forgetDepartures, MINUTES_PER_LEG } from '#test/simulation/timetable.ts'
import { addTraveller, choose, ride } from '#test/simulation/travellers.ts'

import { assignVehicle } from './assign-vehicle.server.ts'
import { addExtra, planExtra, removeExtra, type ExtraWish } from './extra-departure.server.ts'

const today = () => dateInCyprus(now())
const inThreeDays = () => today().add({ days: 3 })

beforeAll(() => addTimetable())
beforeEach(async () => {
  await forgetDepartures()
  const leaves = startOfDay(inThreeDays()).add({ hours: 9 })
  await publishTrips([{ tripId: 'T1', leaves }])
})

function wish(more: Partial<ExtraWish> = {}): ExtraWish {
  const line = { routeId: '1', directionId: 0 }
  const places = { seats: 10, wheelchairPlaces: 1 }
  const time = Temporal.PlainTime.from('03:00')
  const why = { reason: 'Easter night', orderedBy: '' }
  return { ...line, origin: 'extra', date: inThreeDays(), time, ...places, ...why, ...more }
}

async function add(more: Partial<ExtraWish> = {}): Promise<string> {
  const added = await addExtra({ ...wish(more), by: ADMIN, now: now() })
  if (!added.ok) throw new Error(added.reason)
  return added.departureId
}

const CHARTER = { origin: 'charter', orderedBy: 'Hotel Aphrodite' } as const

async function offered(fromStopId = 'A', toStopId = 'C'): Promise<string[]> {
  const found = await findOffers({
    fromStopIds: [fromStopId],
    toStopIds: [toStopId],
    date: inThreeDays(),
    passengers: partyOf({ adult: 1 }),
    places: { seats: 1, wheelchairPlaces: 0 },
    now: now(),
  })
  return found.found === 'departures' ? found.offers.map(({ departureId }) => departureId) : []
}

const exceptions = async () => (await findTimetable('1', 'en', today()))?.exceptions

const remove = (departureId: string) =>
  removeExtra({ departureId, by: ADMIN, reason: 'Not needed', now: now() })

const exists = async (departureId: string) =>
  (
    await db
      .selectFrom('departures')
      .select('status')
      .where('departureId', '=', departureId)
      .execute()
  ).length > 0

describe('an extra bus', () => {
  test('has the stops and running times of its line, and is offered at the fares of its pairs', async () => {
    const bus = await add()
    const calls = await db
      .selectFrom('departureStops')
      .select(['stopId', 'departsAt'])
      .where('departureId', '=', bus)
      .orderBy('position')
      .execute()
    const leaves = startOfDay(inThreeDays()).add({ hours: 3 })
    expect(calls).toEqual(
      ['A', 'B', 'C', 'D'].map((stopId, place) => {
        return { stopId, departsAt: leaves.add({ minutes: place * MINUTES_PER_LEG }) }
      }),
    )
    expect(await offered()).toContain(bus)
    expect(await choose(addTraveller(), ride(bus, 'A', 'C'))).toMatchObject({ ok: true })
  })

  test('is in the audit with the reason, and says who added it', async () => {
    const bus = await add()
    const [entry] = await listEntries(`departure:${bus}`, 2)
    expect(entry).toMatchObject({
      action: 'extra-added',
      actor: 'admin:maria',
      reason: 'Easter night',
      after: { origin: 'extra', seats: 10, orderedBy: null },
    })
    expect(await findExtra(bus)).toMatchObject({ madeBy: 'admin:maria', orderedBy: null })
  })

  test('is left alone by every renewal, and is no difference from the timetable', async () => {
    const [unsold, sold] = [await add(), await add({ time: Temporal.PlainTime.from('04:00') })]
    await choose(addTraveller(), ride(sold, 'A', 'C'))
    const made = await renewDepartures(now())
    expect(made).toMatchObject({ removed: 0, withdrawn: [], pinned: [] })
    expect(await offered()).toEqual(expect.arrayContaining([unsold, sold]))
    expect(await db.selectFrom('departureDifferences').selectAll().execute()).toEqual([])
    await publishTrips([])
    expect(await offered()).toEqual([unsold, sold])
  })

  test('is on the page of its route on that date, until it is cancelled', async () => {
    const bus = await add()
    expect(await exceptions()).toContainEqual(
      expect.objectContaining({ date: inThreeDays().toString(), directionId: 0 }),
    )
    const [day] = (await exceptions()) ?? []
    expect(day).toMatchObject({ extra: ['03:00'], running: ['03:00'] })
    const told = { departureId: bus, by: ADMIN, reason: 'Fog', now: now() }
    expect(await cancelDeparture(told)).toMatchObject({ ok: true })
    expect(await exceptions()).toEqual([])
    await db.deleteFrom('incidents').execute()
  })

  test('may leave in the same minute as another bus, which the plan names', async () => {
    const time = Temporal.PlainTime.from('09:00')
    const plan = await planExtra(wish({ time }), now())
    expect(plan.ok && plan.besides).toHaveLength(1)
    expect(await planExtra(wish(), now())).toMatchObject({ ok: true, besides: [] })
  })
})

describe('a charter', () => {
  test('is offered to nobody: by no search, at no stop, on no route and at no door', async () => {
    const bus = await add(CHARTER)
    expect(await offered()).not.toContain(bus)
    const hoursAhead = 24 * 4
    const next = await listNextDepartures({ stopId: 'A', now: now(), most: 9, hoursAhead })
    expect(next.map(({ departureId }) => departureId)).not.toContain(bus)
    const timetable = await findTimetable('1', 'en', today())
    expect(timetable?.exceptions).toEqual([])
    expect(await choose(addTraveller(), ride(bus, 'A', 'C'))).toMatchObject({ ok: false })
    const late = startOfDay(inThreeDays()).add({ hours: 2, minutes: 50 })
    const phone = { device: 1, departureId: bus, blanks: [], staffId: 'nobody', now: late }
    expect(await giveLease(phone)).toEqual({ lease: null })
    expect(await findExtra(bus)).toMatchObject({ origin: 'charter', orderedBy: 'Hotel Aphrodite' })
  })

  test('is left alone by every renewal', async () => {
    const bus = await add(CHARTER)
    await renewDepartures(now())
    expect(await exists(bus)).toBe(true)
  })
})

describe('is refused', () => {
  const cases: [string, () => Partial<ExtraWish>, string, object?][] = [
    ['without a date', () => ({ date: undefined }), 'date-missing'],
    ['yesterday', () => ({ date: today().subtract({ days: 1 }) }), 'date-past'],
    ['without a time', () => ({ time: undefined }), 'time-missing'],
    ['this very minute', () => nowAndHere(), 'time-past'],
    ['without seats', () => ({ seats: 0 }), 'seats-missing', { most: MAX_SEATS }],
    ['with too many seats', () => ({ seats: MAX_SEATS + 1 }), 'seats-missing'],
    ['with unreadable seats', () => ({ seats: NaN }), 'seats-missing'],
    [
      'with too many spaces',
      () => ({ wheelchairPlaces: MAX_WHEELCHAIRS + 1 }),
      'wheelchairs-missing',
      { most: MAX_WHEELCHAIRS },
    ],
    ['without a reason', () => ({ reason: '' }), 'reason-missing'],
    ['as a charter of nobody', () => ({ origin: 'charter' }), 'orderer-missing'],
    ['on no route', () => ({ routeId: 'none' }), 'no-such-line'],
    ['in no direction', () => ({ directionId: 7 }), 'no-such-line'],
  ]
  test.each(cases)('%s', async (_name, more, reason, facts = {}) => {
    const refusal = { ok: false, reason, ...facts }
    expect(await addExtra({ ...wish(more()), by: ADMIN, now: now() })).toMatchObject(refusal)
  })

  test('after the last day that is sold, and not on that day', async () => {
    const until = lastBookableDate(today())
    const after = { date: until.add({ days: 1 }) }
    const refusal = { ok: false, reason: 'beyond-sale', until }
    expect(await planExtra(wish(after), now())).toEqual(refusal)
    expect(await planExtra(wish({ date: until }), now())).toMatchObject({ ok: true })
  })

  test('at a time that the clocks skip in the spring night', async () => {
    const date = Temporal.PlainDate.from('2027-03-28')
    const skipped = wish({ date, time: Temporal.PlainTime.from('03:30') })
    expect(await planExtra(skipped, now())).toEqual({ ok: false, reason: 'no-such-time' })
    const after = wish({ date, time: Temporal.PlainTime.from('04:00') })
    expect(await planExtra(after, now())).toMatchObject({ ok: true })
  })
})

describe('an extra bus that nobody needs', () => {
  test('is removed, with what was decided about it, and only the audit knows of it', async () => {
    const bus = await add()
    const wanted = { seats: 20, wheelchairPlaces: 1 }
    await changePlaces({ departureId: bus, by: ADMIN, wanted, now: now() })
    expect(await remove(bus)).toEqual({ ok: true, day: inThreeDays() })
    expect(await exists(bus)).toBe(false)
    expect(await countEntries(`departure:${bus}`)).toBe(3)
    expect(await remove(bus)).toMatchObject({ reason: 'no-such-departure' })
  })

  test('stays as long as somebody has it in a cart, or it has a vehicle', async () => {
    const bus = await add()
    const vehicleId = await addVehicleFor({})
    await assignVehicle({ departureId: bus, by: ADMIN, vehicleId, now: now() })
    expect(await remove(bus)).toEqual({ ok: false, reason: 'in-use' })
    await assignVehicle({ departureId: bus, by: ADMIN, vehicleId: null, now: now() })
    await choose(addTraveller(), ride(bus, 'A', 'C'))
    expect(await remove(bus)).toEqual({ ok: false, reason: 'in-use' })
    expect(await exists(bus)).toBe(true)
  })

  test('is removed or bought if both are tried together, and never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const bus = await add()
      const [removed, chosen] = await Promise.all([
        remove(bus),
        choose(addTraveller(), ride(bus, 'A', 'C')),
      ])
      expect([removed.ok, chosen.ok].filter(Boolean)).toHaveLength(1)
      expect(await exists(bus)).toBe(chosen.ok)
    }
  })

  test('is removed by nobody once it has left, nor is a bus of the timetable', async () => {
    const bus = await add()
    const left = startOfDay(inThreeDays()).add({ hours: 3 })
    const wanted = { departureId: bus, by: ADMIN, now: left }
    expect(await removeExtra(wanted)).toEqual({ ok: false, reason: 'has-left' })
    const [planned] = await offered('A', 'D').then((ids) => ids.filter((id) => id !== bus))
    expect(await remove(planned ?? '')).toEqual({ ok: false, reason: 'of-timetable' })
  })
})

test('the lines are the routes in each direction, with their ends', async () => {
  expect(await listLines()).toEqual([
    { routeId: '1', directionId: 0, code: 'AD', fromStopId: 'A', toStopId: 'D' },
  ])
})

function nowAndHere() {
  const time = inCyprus(now())
    .toPlainTime()
    .round({ smallestUnit: 'minute', roundingMode: 'floor' })
  return { date: today(), time }
}
