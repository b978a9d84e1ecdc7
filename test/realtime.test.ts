import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { setBay } from '#modules/dispatch/bays.server.ts'
import { assignVehicle } from '#modules/fleet/assign-vehicle.server.ts'
import { addExtra } from '#modules/fleet/extra-departure.server.ts'
import { sendRelief } from '#modules/fleet/relief-bus.server.ts'
import { breakOff, quoteBreakOff } from '#modules/incidents/departures/break-off.server.ts'
import { cancelDeparture } from '#modules/incidents/departures/cancel-departure.server.ts'
import { findOpenIncident } from '#modules/incidents/incident/incidents.server.ts'
import { reasonKey, sayUsual } from '#modules/incidents/incident/told-reason.ts'
import { changeReason } from '#modules/incidents/office/change-reason.server.ts'
import { reportDelay } from '#modules/incidents/times/report-delay.server.ts'
import { addNotice } from '#modules/notices/notices.server.ts'
import * as paths from '#paths'
import { forgetKept } from '#platform/answers/cache.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { clockTime, dateInCyprus } from '#platform/time.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { changeStop, GATE } from '#test/fixtures/closed-stop.ts'
import { addVehicleFor } from '#test/fixtures/fleet.ts'
import { openSite } from '#test/fixtures/open-site.ts'
import { departureOf, publishTrips, sequenceOf } from '#test/fixtures/published-trips.ts'
import { findFlaws, readBytes, readFeed } from '#test/fixtures/realtime.ts'
import {
  addTimetable,
  forgetDepartures,
  MINUTES_PER_LEG,
  STOPS,
} from '#test/simulation/timetable.ts'

/* The feeds for journey planners, as the site sends them and as MobilityData's library reads them. */

let answer: (request: Request) => Promise<Response>
let leaves: Temporal.Instant
let bus: string
beforeAll(async () => {
  answer = await openSite()
  await addTimetable()
})
beforeEach(async () => {
  leaves = now().add({ hours: 3 }).round('minute')
  await publishTrips([
    { tripId: 'T1', leaves },
    { tripId: 'T2', leaves: leaves.add({ hours: 1 }) },
  ])
  bus = await departureOf('T1')
})
afterEach(async () => {
  const feeds = [await readFeed(answer, 'trip-updates'), await readFeed(answer, 'alerts')]
  const flaws = (await Promise.all(feeds.map(findFlaws))).flat()
  if (flaws.length > 0) throw new Error(flaws.join(', '))
  for (const table of ['incidents', 'notices', 'departureVehicles'] as const) {
    await db.deleteFrom(table).execute()
  }
  await forgetDepartures()
  forgetKept()
})

const by = ADMIN
const seconds = (moment: Temporal.Instant) => String(Math.floor(moment.epochMilliseconds / 1000))
const callAt = (position: number, minutes = 0) =>
  seconds(leaves.add({ minutes: position * MINUTES_PER_LEG + minutes }))
const dateOf = (moment: Temporal.Instant) => dateInCyprus(moment).toString().replaceAll('-', '')

async function updates() {
  const { entity } = await readFeed(answer, 'trip-updates')
  return entity.map(({ tripUpdate }) => tripUpdate!)
}

/** Of the first departure in the feed, on its arrival at each stop. */
async function delays() {
  const [update] = await updates()
  return update?.stopTimeUpdate?.map(({ arrival }) => arrival?.delay)
}

async function alerts() {
  const { entity } = await readFeed(answer, 'alerts')
  return entity.map(({ alert }) => alert!)
}

async function late(minutes: number, fromPosition = 0): Promise<void> {
  shiftClock({ seconds: 1 })
  const report = { departureId: bus, by, fromPosition, minutes, now: now() }
  expect(await reportDelay(report)).toEqual({ ok: true })
}

type Stretch = [fromPosition: number, toPosition: number]

async function sell(seats: number, stretch: Stretch): Promise<void> {
  await hold(seats, stretch, { state: 'sold', expiresAt: null })
}

type Kind = { state: 'sold' | 'cart'; expiresAt: Temporal.Instant | null }

async function hold(seats: number, stretch: Stretch, kind: Kind): Promise<void> {
  const [fromPosition, toPosition] = stretch
  const ids = { holdId: randomUUID(), bookingId: randomUUID(), departureId: bus }
  const places = { seats, wheelchairPlaces: 0, fromPosition, toPosition }
  await db
    .insertInto('seatHolds')
    .values({ ...ids, ...places, ...kind })
    .execute()
}

function ask(file: string, headers = {}): Promise<Response> {
  return answer(new Request(`http://localhost:3000${paths.realtime(file)}`, { headers }))
}

test('a bus that is as in the timetable is not in the feed', async () => {
  await sell(5, [0, 3])
  expect(await updates()).toEqual([])
})

describe('a late bus', () => {
  test('has the delay from the reported stop on, and no data before it', async () => {
    await late(23, 1)
    expect(await updates()).toMatchObject([
      {
        trip: { tripId: 'T1', startDate: dateOf(leaves), scheduleRelationship: 'SCHEDULED' },
        stopTimeUpdate: [
          { stopSequence: sequenceOf(0), stopId: 'A', scheduleRelationship: 'NO_DATA' },
          {
            stopSequence: sequenceOf(1),
            stopId: 'B',
            arrival: { delay: 1380, time: callAt(1, 23) },
            departure: { delay: 1380 },
          },
          { stopId: 'C', departure: { delay: 1380, time: callAt(2, 23) } },
          { stopId: 'D', arrival: { delay: 1380, time: callAt(3, 23) } },
        ],
      },
    ])
  })

  test('that is on time again is told to be', async () => {
    await late(23)
    await late(0)
    const [update] = await updates()
    const stop = { stopId: 'A', scheduleRelationship: 'SCHEDULED', departure: { delay: 0 } }
    expect(update?.stopTimeUpdate?.[0]).toMatchObject(stop)
  })

  test('that is early has a negative delay', async () => {
    await late(-5)
    const [update] = await updates()
    expect(update?.stopTimeUpdate?.[3]?.arrival).toEqual({ delay: -300, time: callAt(3, -5) })
  })

  test('has left earlier stops once it is expected at a later one', async () => {
    await late(90)
    await late(0, 2)
    const [update] = await updates()
    const times = update?.stopTimeUpdate?.map((call) => (call.departure ?? call.arrival)?.time)
    expect(times).toEqual([callAt(2), callAt(2), callAt(2), callAt(3)])
  })

  test('is in the feed until it has arrived, also after midnight', async () => {
    await late(600)
    shiftClock({ hours: 13 })
    expect(await updates()).toHaveLength(1)
    shiftClock({ hours: 2 })
    expect(await updates()).toEqual([])
    shiftClock({ hours: -15 })
  })
})

test('a cancelled bus is cancelled in both feeds, in each language', async () => {
  await cancelDeparture({ departureId: bus, by, reason: 'the driver is ill', now: now() })
  const trip = { tripId: 'T1', startDate: dateOf(leaves) }
  expect(await updates()).toEqual([{ trip: { ...trip, scheduleRelationship: 'CANCELED' } }])
  const [alert, ...others] = await alerts()
  expect(others).toEqual([])
  expect(alert).toMatchObject({ effect: 'NO_SERVICE', informedEntity: [{ trip }] })
  const texts = alert?.headerText.translation.map(({ text }) => text)
  expect(texts).toEqual([
    expect.stringMatching(`^Cancelled: Almond Square to Dune Steps, .*, ${clockTime(leaves)}$`),
    expect.stringMatching(`^Ακυρώθηκε: Πλατεία Αμυγδάλου – Αμμόλοφος, .*, ${clockTime(leaves)}$`),
  ])
  expect(alert?.url?.translation).toEqual([
    { text: expect.stringMatching(/:\d+\/schedules\/1$/) as string, language: 'en' },
    { text: expect.stringMatching(/\/el\/schedules\/1$/) as string, language: 'el' },
  ])
  expect(JSON.stringify(alert)).not.toContain('ill')
})

test('the alert begins with the reason that passengers are told, in each language', async () => {
  const toldReason = { en: 'There is a strike.', el: 'Πραγματοποιείται απεργία.' }
  await cancelDeparture({ departureId: bus, by, reason: 'talks failed', toldReason, now: now() })
  const [alert] = await alerts()
  expect(alert?.descriptionText.translation.map(({ text }) => text.split('\n')[0])).toEqual([
    'Reason: There is a strike.',
    'Αιτία: Πραγματοποιείται απεργία.',
  ])
  expect(JSON.stringify(alert)).not.toContain('talks')

  const incidentId = (await findOpenIncident(bus)) ?? ''
  const typed = { usual: 'weather', own: { en: '', el: '' } }
  const shown = reasonKey(toldReason)
  await changeReason({ incidentId, typed, shown, by, now: now() })
  expect(JSON.stringify(await alerts())).toContain(`Reason: ${sayUsual('weather').en}`)
})

test('a cancelled bus that the timetable no longer has that day is in no feed', async () => {
  await cancelDeparture({ departureId: bus, by, reason: 'too few', now: now() })
  await publishTrips([{ tripId: 'T2', leaves: leaves.add({ hours: 1 }) }])
  expect(await updates()).toEqual([])
  await publishTrips([{ tripId: 'T1', leaves: leaves.add({ hours: 24 }) }])
  expect(await updates()).toEqual([])
})

test('a closed stop is skipped, and an alert names it', async () => {
  await changeStop(bus, { stopId: 'B' })
  const [update] = await updates()
  expect(update?.stopTimeUpdate?.map((call) => call.scheduleRelationship)).toEqual([
    'NO_DATA',
    'SKIPPED',
    'NO_DATA',
    'NO_DATA',
  ])
  expect(await alerts()).toMatchObject([
    {
      effect: 'NO_SERVICE',
      informedEntity: [{ stopId: 'B', trip: { tripId: 'T1' } }],
      headerText: { translation: [{ text: 'No buses at Bay Road' }, { language: 'el' }] },
    },
  ])
})

test('a bus that is ended on the road skips the stops from there on, and an alert names the first', async () => {
  await late(20)
  shiftClock({ hours: 3, minutes: 21 })
  const { bookings, paid } = await quoteBreakOff(bus, 2)
  const wish = { departureId: bus, fromPosition: 2, shown: { bookings, paid } }
  expect(await breakOff({ ...wish, reason: 'the gearbox', by, now: now() })).toMatchObject({
    ok: true,
  })
  const [update] = await updates()
  const relationships = update?.stopTimeUpdate?.map((call) => call.scheduleRelationship)
  expect(relationships).toEqual(['SCHEDULED', 'SCHEDULED', 'SKIPPED', 'SKIPPED'])
  const [alert, ...others] = await alerts()
  expect(others).toEqual([])
  const trip = { tripId: 'T1', startDate: dateOf(leaves) }
  expect(alert).toMatchObject({ effect: 'NO_SERVICE', severityLevel: 'SEVERE' })
  expect(alert?.informedEntity).toMatchObject([
    { stopId: 'C', trip },
    { stopId: 'D', trip },
  ])
  const [english, greek] = alert?.headerText.translation.map(({ text }) => text) ?? []
  const time = clockTime(leaves)
  expect(english).toMatch(
    new RegExp(`^Service ends before Cape Airport: Almond Square to Dune Steps, .*, ${time}$`),
  )
  expect(greek).toMatch(/^Διακοπή πριν από τη στάση Αεροδρόμιο Ακρωτηρίου: Πλατεία Αμυγδάλου/)
  expect(JSON.stringify(alert)).not.toContain('gearbox')
  shiftClock({ minutes: 3 * MINUTES_PER_LEG - 5 })
  expect(await alerts()).toHaveLength(1)
  shiftClock({ minutes: 5 })
  expect(await alerts()).toEqual([])
  shiftClock({ hours: -3, minutes: -21 - 3 * MINUTES_PER_LEG })
})

describe('a moved stop', () => {
  test('is skipped if its place is none of the timetable, and the alert names the place', async () => {
    await changeStop(bus, { stopId: 'B', place: GATE })
    const [update] = await updates()
    expect(update?.stopTimeUpdate?.[1]).toEqual({
      stopSequence: sequenceOf(1),
      stopId: 'B',
      scheduleRelationship: 'SKIPPED',
    })
    const [alert] = await alerts()
    expect(alert).toMatchObject({ effect: 'STOP_MOVED', informedEntity: [{ stopId: 'B' }] })
    expect(alert?.descriptionText?.translation.map(({ text }) => text.split('\n')[0])).toEqual([
      `Buses stop here instead: ${GATE.words.en}`,
      `Τα λεωφορεία σταματούν εδώ: ${GATE.words.el}`,
    ])
  })

  test('is assigned to the stop of the timetable to which it moved', async () => {
    const words = { en: 'Cape Airport', el: 'Αεροδρόμιο Ακρωτηρίου' }
    await changeStop(bus, { stopId: 'B', place: { words, latitude: 35, longitude: 33 } })
    const [update] = await updates()
    expect(update?.stopTimeUpdate?.[1]).toMatchObject({
      stopSequence: sequenceOf(1),
      departure: { delay: 0, time: callAt(1) },
      stopTimeProperties: { assignedStopId: 'C' },
    })
  })
})

describe('a departure that a person changed', () => {
  beforeEach(async () => {
    await setBay({ departureId: bus, position: 0, bay: '4', directions: null, by, now: now() })
  })

  test('keeps its times when the timetable has others, as a delay', async () => {
    await publishTrips([{ tripId: 'T1', leaves, shifts: [0, -10, -10, -10] }])
    const [update] = await updates()
    expect(update?.trip).toMatchObject({ tripId: 'T1', scheduleRelationship: 'SCHEDULED' })
    expect(update?.stopTimeUpdate).toMatchObject([
      { scheduleRelationship: 'NO_DATA' },
      { departure: { delay: 600, time: callAt(1) } },
      { departure: { delay: 600, time: callAt(2) } },
      { arrival: { delay: 600, time: callAt(3) } },
    ])
  })

  test('is compared with the timetable of now, whatever was remembered of the one before', async () => {
    await late(5)
    expect(await delays()).toEqual([undefined, 300, 300, 300])
    await publishTrips([{ tripId: 'T1', leaves, shifts: [0, -10, -10, -10] }])
    expect(await delays()).toEqual([undefined, 900, 900, 900])
  })

  test('is a new trip if the timetable no longer has it', async () => {
    await publishTrips([{ tripId: 'T2', leaves: leaves.add({ hours: 1 }) }])
    const [update] = await updates()
    const trip = { tripId: bus, startDate: dateOf(leaves), routeId: '1' }
    expect(update?.trip).toEqual({ ...trip, scheduleRelationship: 'NEW' })
    expect(update?.stopTimeUpdate?.[0]?.departure).toEqual({
      time: callAt(0),
      scheduledTime: callAt(0),
    })
  })

  test('is a new trip in place of the one of the timetable if that calls elsewhere', async () => {
    await publishTrips([{ tripId: 'T1', leaves, stops: ['A', 'C', 'D'] }])
    expect((await updates()).map(({ trip }) => [trip.tripId, trip.scheduleRelationship])).toEqual([
      ['T1', 'CANCELED'],
      [bus, 'NEW'],
    ])
  })
})

test('a leg with few seats or none is told in words, and seats in carts are not counted', async () => {
  await sell(9, [1, 3])
  await sell(1, [2, 3])
  await hold(10, [0, 1], { state: 'cart', expiresAt: now().add({ hours: 1 }) })
  const [update] = await updates()
  expect(update?.stopTimeUpdate).toEqual([
    occupied(0, 'MANY_SEATS_AVAILABLE'),
    occupied(1, 'FEW_SEATS_AVAILABLE'),
    occupied(2, 'FULL'),
    { stopSequence: sequenceOf(3), stopId: 'D', scheduleRelationship: 'NO_DATA' },
  ])
})

function occupied(position: number, departureOccupancyStatus: string) {
  const stop = { stopSequence: sequenceOf(position), stopId: STOPS[position] }
  return { ...stop, scheduleRelationship: 'NO_DATA', departureOccupancyStatus }
}

test('a vehicle that takes no wheelchairs is told where the timetable promises a space', async () => {
  const without = await addVehicleFor({ hasLift: false })
  const assigned = await assignVehicle({ departureId: bus, vehicleId: without, by, now: now() })
  expect(assigned.ok).toBe(true)
  const [update] = await updates()
  expect(update?.vehicle).toEqual({ wheelchairAccessible: 'WHEELCHAIR_INACCESSIBLE' })
  const vehicleId = await addVehicleFor({})
  const relief = { departureId: bus, vehicleId, dutyId: null, by, now: now() }
  expect((await sendRelief(relief)).ok).toBe(true)
  expect(await updates()).toEqual([])
})

test('a notice is an alert while it is shown', async () => {
  const plain = { routeId: null, stopId: null, tone: 'warning', from: now() } as const
  const words = { en: 'Strike on Sunday.', el: 'Απεργία την Κυριακή.' }
  const until = now().add({ hours: 1 })
  const published = { by, now: now(), publishes: true }
  for (const place of ['every-page', 'stop'] as const) {
    const content = { ...plain, place, until, words, ...(place === 'stop' && { stopId: 'B' }) }
    expect((await addNotice({ ...published, content })).ok).toBe(true)
  }
  const shown = await alerts()
  expect(shown.map(({ informedEntity }) => informedEntity)).toEqual(
    expect.arrayContaining([[{ routeId: '1' }], [{ stopId: 'B' }]]),
  )
  expect(shown[0]).toMatchObject({
    headerText: { translation: [{ text: words.en }, { text: words.el, language: 'el' }] },
    activePeriod: [{ start: seconds(plain.from), end: seconds(until) }],
    severityLevel: 'WARNING',
  })
  shiftClock({ hours: 2 })
  expect(await alerts()).toEqual([])
  shiftClock({ hours: -2 })
})

async function addBus(origin: 'extra' | 'charter'): Promise<string> {
  const date = dateInCyprus(leaves)
  const time = Temporal.PlainTime.from(clockTime(leaves.add({ minutes: 30 })))
  const places = {
    origin,
    routeId: '1',
    directionId: 0,
    date,
    time,
    seats: 10,
    wheelchairPlaces: 1,
  }
  const added = await addExtra({ ...places, reason: 'Fair', orderedBy: 'School', by, now: now() })
  if (!added.ok) throw new Error(added.reason)
  return added.departureId
}

describe('a bus that the office added', () => {
  test('is a new trip with all its times, until it is cancelled', async () => {
    const extra = await addBus('extra')
    const [update] = await updates()
    expect(update).toMatchObject({
      trip: { tripId: extra, routeId: '1', scheduleRelationship: 'NEW' },
      stopTimeUpdate: [
        { stopId: 'A', departure: { time: callAt(0, 30), scheduledTime: callAt(0, 30) } },
        { stopId: 'B' },
        { stopId: 'C' },
        { stopId: 'D', arrival: { time: callAt(3, 30) } },
      ],
    })
    await cancelDeparture({ departureId: extra, by, reason: 'Fog', now: now() })
    forgetKept()
    expect(await updates()).toEqual([])
  })

  test('as a charter is in no feed, whatever becomes of it', async () => {
    const charter = await addBus('charter')
    expect(await updates()).toEqual([])
    await cancelDeparture({ departureId: charter, by, reason: 'Fog', now: now() })
    forgetKept()
    expect([await updates(), await alerts()]).toEqual([[], []])
  })
})

describe('an answer', () => {
  test.each(['trip-updates', 'alerts'])(
    'of %s is the same object as bytes and as JSON',
    async (name) => {
      await cancelDeparture({ departureId: bus, by, reason: 'too few', now: now() })
      shiftClock({ seconds: 3 })
      const [bytes, json] = [await ask(`${name}.pb`), await ask(`${name}.json`)]
      expect(bytes.headers.get('Content-Type')).toBe('application/x-protobuf')
      expect(json.headers.get('Content-Type')).toContain('application/json')
      const read = readBytes(await bytes.arrayBuffer())
      expect(read.entity).toHaveLength(1)
      expect(read).toEqual(await json.json())
    },
  )

  test('is asked for again only when it has changed, or half a minute later', async () => {
    shiftClock({ seconds: 60 - (Number(seconds(now())) % 30) })
    const first = await ask('trip-updates.pb')
    expect(first.headers.get('Cache-Control')).toBe('public, max-age=2')
    const known = { 'If-None-Match': first.headers.get('ETag') ?? '' }
    shiftClock({ seconds: 10 })
    expect((await ask('trip-updates.pb', known)).status).toBe(304)
    await late(10)
    shiftClock({ seconds: 2 })
    const changed = await ask('trip-updates.pb', known)
    expect(changed.status).toBe(200)
    const newer = { 'If-None-Match': changed.headers.get('ETag') ?? '' }
    shiftClock({ seconds: 30 })
    expect((await ask('trip-updates.pb', newer)).status).toBe(200)
  })

  test.each([
    'trip-updates',
    'vehicles.pb',
    'alerts.xml',
    'alerts.pb.json',
    'toString.pb',
    '%2e.pb',
  ])('under the unknown name %s is not found', async (file) => {
    const address = `http://localhost:3000/gtfs-rt/${file}`
    expect((await answer(new Request(address))).status).toBe(404)
  })
})
