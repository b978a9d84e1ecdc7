import { beforeAll, expect, test } from 'vitest'

import { partyOf, type Passengers } from '#modules/fares/passengers.ts'
import { db } from '#platform/db.server.ts'
import { clockTime } from '#platform/time.ts'
import { makeNewEdition } from '#test/fixtures/new-edition.ts'
import {
  addDeparture,
  addRemovedTrip,
  addStopsAndFares,
  FAMAGUSTA,
  publishUntil,
  takePlaces,
} from '#test/fixtures/sample-timetable.server.ts'
import { changeBoarding, changeFareFrom } from '#test/simulation/for-one-test.ts'

import { findOffers } from './find-offers.server.ts'
import type { OfferedRide, OffersFound } from './offer.ts'

const now = Temporal.Instant.from('2027-02-01T08:00:00Z') // ten in the morning in Cyprus
const couple: Passengers = partyOf({ adult: 2, child: 1, infant: 1 })

beforeAll(async () => {
  await addStopsAndFares()
  await publishUntil('2027-12-31', now)
})

test('a family sees when the bus leaves and arrives, and the price for all of them', async () => {
  await fromNicosia('2027-02-02', '08:30', '09:10')
  const [ride] = await rides({ date: '2027-02-02', passengers: couple })
  expect(ride).toMatchObject({ durationMinutes: 40, dayOffset: 0, total: 2250, state: 'open' })
  expect(ride?.priceLines.map(({ count, total }) => [count, total])).toEqual([
    [2, 1800],
    [1, 450],
    [1, 0],
  ])
})

test('buses are listed in the order in which they leave', async () => {
  await fromNicosia('2027-02-03', '12:30', '13:10')
  await fromNicosia('2027-02-03', '01:30', '02:10')
  expect(await times({ date: '2027-02-03' })).toEqual(['01:30', '12:30'])
})

test('a search from an area lists each bus once, with every stop where it can be boarded', async () => {
  await fromDeryneia('2027-02-04')
  const found = await search({ date: '2027-02-04', fromStopIds: FAMAGUSTA })
  expect(found).toMatchObject({
    found: 'departures',
    offers: [
      {
        rides: [
          { fromStopId: 'DER', toStopId: 'LCA', durationMinutes: 60 },
          { fromStopId: 'PAR', toStopId: 'LCA', durationMinutes: 45 },
        ],
      },
    ],
  })
})

test('no journey goes backwards, or starts where the bus only sets down', async () => {
  await addDeparture({
    date: '2027-02-05',
    calls: [
      ['LCA', '08:00'],
      ['PAR', '09:00'],
      ['DER', '09:15'],
    ],
  })
  const back = await search({ date: '2027-02-05', fromStopIds: ['DER'] })
  expect(back.found).toBe('none-this-day')
  const halfWay = await search({ date: '2027-02-05', fromStopIds: ['LCA'], toStopIds: ['PAR'] })
  expect(halfWay.found).toBe('none-this-day')
})

test('a seat counts on the legs it is taken on: full from Deryneia, free from Paralimni', async () => {
  const departureId = await fromDeryneia('2027-02-06')
  await takePlaces({ departureId, seats: 10, legs: [0, 1] })
  const [deryneia, paralimni] = await rides({ date: '2027-02-06', fromStopIds: FAMAGUSTA })
  expect(deryneia).toMatchObject({ seatsLeft: 0, state: 'sold-out' })
  expect(paralimni).toMatchObject({ seatsLeft: 10, state: 'open' })
})

test('paid and held seats are taken; an expired hold is not', async () => {
  const departureId = await fromNicosia('2027-02-07', '08:30', '09:10')
  await takePlaces({ departureId, seats: 4 })
  await takePlaces({ departureId, seats: 2, state: 'paying' })
  await takePlaces({ departureId, seats: 1, state: 'cart', expiresAt: now.add({ seconds: 1 }) })
  await takePlaces({ departureId, seats: 2, state: 'cart', expiresAt: now })
  const [ride] = await rides({ date: '2027-02-07' })
  expect(ride?.seatsLeft).toBe(3)
})

test('a party of three does not fit where two seats are left, but a couple with an infant does', async () => {
  const departureId = await fromNicosia('2027-02-08', '08:30', '09:10')
  await takePlaces({ departureId, seats: 8 })
  const three = await rides({ date: '2027-02-08', places: { seats: 3, wheelchairPlaces: 0 } })
  const two = await rides({ date: '2027-02-08', places: { seats: 2, wheelchairPlaces: 0 } })
  expect([three[0]?.state, two[0]?.state]).toEqual(['not-enough-seats', 'open'])
})

test('the day is the calendar date at the boarding stop', async () => {
  await addDeparture({
    date: '2027-02-09',
    calls: [
      ['DER', '23:50'],
      ['PAR', '00:05'],
      ['LCA', '00:50'],
    ],
  })
  const evening = await rides({ date: '2027-02-09', fromStopIds: FAMAGUSTA })
  expect(evening).toMatchObject([{ fromStopId: 'DER', dayOffset: 1 }])
  const night = await rides({ date: '2027-02-10', fromStopIds: FAMAGUSTA })
  expect(night).toMatchObject([{ fromStopId: 'PAR', dayOffset: 0 }])
})

test('sale closes thirty minutes before the passenger’s own stop, not before the first one', async () => {
  const departureId = await fromDeryneia('2027-02-11')
  const atHalfPastSix = Temporal.Instant.from('2027-02-11T04:30:00Z')
  const asked = { date: '2027-02-11', fromStopIds: FAMAGUSTA }
  const state = async (at: Temporal.Instant) =>
    (await rides({ ...asked, now: at })).map((ride) => ride.state)

  expect(departureId).toBeTruthy() // 07:00 from Deryneia, 07:15 from Paralimni
  expect(await state(atHalfPastSix)).toEqual(['open', 'open'])
  expect(await state(atHalfPastSix.add({ seconds: 1 }))).toEqual(['closed', 'open'])
  expect(await state(atHalfPastSix.add({ minutes: 30 }))).toEqual(['departed', 'closed'])
})

test('a cancelled bus is shown as cancelled; a withdrawn one is no longer in the timetable', async () => {
  await addDeparture({ ...nicosia('2027-02-12', '08:30', '09:10'), status: 'cancelled' })
  await addDeparture({ ...nicosia('2027-02-12', '09:30', '10:10'), status: 'withdrawn' })
  expect((await rides({ date: '2027-02-12' })).map(({ state }) => state)).toEqual(['cancelled'])
})

test('a wheelchair travels only between stops it can use, with a day of notice, on a free space', async () => {
  const departureId = await fromDeryneia('2027-02-13')
  const places = { seats: 1, wheelchairPlaces: 1 }
  const asked = { date: '2027-02-13', fromStopIds: FAMAGUSTA, places }
  const states = async (at = now) => (await rides({ ...asked, now: at })).map((ride) => ride.state)

  expect(await states()).toEqual(['stop-not-accessible', 'open'])
  const dayBefore = Temporal.Instant.from('2027-02-12T05:15:00Z')
  expect(await states(dayBefore)).toEqual(['stop-not-accessible', 'open'])
  expect((await states(dayBefore.add({ seconds: 1 })))[1]).toBe('wheelchair-notice-too-short')
  await takePlaces({ departureId, seats: 0, wheelchairPlaces: 1, legs: [1, 2] })
  expect((await states())[1]).toBe('no-wheelchair-place')
})

test('if access to a stop or bus is unknown, it is not reported as missing', async () => {
  const departureId = await fromDeryneia('2027-02-14')
  const places = { seats: 1, wheelchairPlaces: 1 }
  const asked = { date: '2027-02-14', fromStopIds: FAMAGUSTA, places }
  const states = async () => (await rides(asked)).map((ride) => ride.state)

  await changeBoarding('PAR', null)
  expect(await states()).toEqual(['stop-not-accessible', 'wheelchair-access-unknown'])
  await changeBoarding('PAR', true)
  const bus = db.updateTable('departures').where('departureId', '=', departureId)
  await bus.set({ wheelchairPlaces: null }).execute()
  expect(await states()).toEqual(['stop-not-accessible', 'wheelchair-access-unknown'])
  expect((await rides({ ...asked, places: { seats: 1, wheelchairPlaces: 0 } }))[1]?.state).toBe(
    'open',
  )
  await bus.set({ wheelchairPlaces: 0 }).execute()
  expect((await states())[1]).toBe('no-wheelchair-place')
})

test('03:30 is named as not running in the spring night, and runs once in autumn', async () => {
  const seconds = 3.5 * 3600
  await addRemovedTrip({ serviceId: 'spring', seconds, removedOn: '2027-03-28' })
  await addRemovedTrip({ serviceId: 'autumn', seconds, removedOn: '2027-10-31' })
  await fromNicosia('2027-03-28', '04:30', '05:10')
  await fromNicosia('2027-10-31', '03:30', '04:10')

  const spring = await search({ date: '2027-03-28' })
  const time = Temporal.PlainTime.from('03:30')
  expect(spring).toMatchObject({ notRunning: [{ time, reason: 'clock-change' }], reduced: false })
  expect(spring.found === 'departures' && spring.notRunning[0]?.time.equals(time)).toBe(true)
  const autumn = await search({ date: '2027-10-31' })
  expect(autumn).toMatchObject({ notRunning: [], reduced: false })
})

test('of two 03:30 departures the first one runs, and the repeated hour counts twice', async () => {
  const [ride] = await rides({ date: '2027-10-31' })
  expect(ride?.departsAt.equals('2027-10-31T00:30:00Z')).toBe(true)
  expect(ride?.durationMinutes).toBe(100)
})

test('a day with fewer buses than usual is marked as reduced', async () => {
  await addRemovedTrip({ serviceId: 'holiday', seconds: 9 * 3600, removedOn: '2027-12-25' })
  await fromNicosia('2027-12-25', '08:30', '09:10')
  expect(await search({ date: '2027-12-25' })).toMatchObject({ notRunning: [], reduced: true })
})

test('a day without buses names the next day that has one', async () => {
  await fromNicosia('2027-06-20', '08:30', '09:10')
  const found = await search({ date: '2027-06-10' })
  expect(found.found === 'none-this-day' && found.nextDate?.toString()).toBe('2027-06-20')
})

test('beyond the published timetable nothing is known yet, and yesterday is over', async () => {
  expect((await search({ date: '2027-12-31' })).found).toBe('none-this-day')
  expect((await search({ date: '2028-01-01' })).found).toBe('not-published')
  expect((await search({ date: '2027-01-31' })).found).toBe('past')
  expect((await search({ date: '2027-02-01' })).found).toBe('none-this-day')
})

test('without a direct bus, two tickets by way of the airport are suggested, but not inside one area', async () => {
  const found = await search({ date: '2027-02-02', toStopIds: FAMAGUSTA })
  expect(found).toEqual({ found: 'no-direct-service', viaStopIds: ['LCA'] })
  const local = { fromStopIds: ['DER'], toStopIds: ['PAR'] }
  const inside = await search({ date: '2027-02-02', ...local })
  expect(inside).toEqual({ found: 'no-direct-service', viaStopIds: [] })
  const nowhere = await search({ date: '2027-02-02', toStopIds: ['PFO'] })
  expect(nowhere).toEqual({ found: 'no-direct-service', viaStopIds: [] })
})

test('another fare is found at once, although the day was searched before', async () => {
  await fromNicosia('2027-02-12', '08:30', '09:10')
  const [before] = await rides({ date: '2027-02-12' })
  const raised = (before?.fares.adult ?? 0) + 100
  await setAdultFare(raised)
  const [after] = await rides({ date: '2027-02-12' })
  await setAdultFare(raised - 100)
  expect(after?.total).toBe(raised)
})

test('a bus after midnight has the fares of the day on which it is boarded, wherever it set out', async () => {
  const calls = [['DER', '23:30'] as const, ['PAR', '00:15'] as const, ['LCA', '01:00'] as const]
  await addDeparture({ date: '2027-04-30', calls })
  for (const fromStopId of FAMAGUSTA) {
    const mayDay = Temporal.Instant.from('2027-05-01T00:00+03:00')
    await changeFareFrom(mayDay, { fromStopId, toStopId: 'LCA', fareCents: 1950 })
  }
  const asked = { fromStopIds: FAMAGUSTA, now: Temporal.Instant.from('2027-04-30T09:00:00Z') }
  const evening = await rides({ date: '2027-04-30', ...asked })
  const night = await rides({ date: '2027-05-01', ...asked })
  expect(evening.map(({ fromStopId, total }) => [fromStopId, total])).toEqual([['DER', 1400]])
  expect(night.map(({ fromStopId, total }) => [fromStopId, total])).toEqual([['PAR', 1950]])
})

test('a pair that is no longer sold has no departures from that day on, and is sold until then', async () => {
  await fromNicosia('2027-05-09', '08:30', '09:10')
  await fromNicosia('2027-05-10', '08:30', '09:10')
  const tenth = Temporal.Instant.from('2027-05-10T00:00+03:00')
  await changeFareFrom(tenth, { fromStopId: 'NIC', toStopId: 'LCA', fareCents: null })
  expect(await times({ date: '2027-05-09' })).toEqual(['08:30'])
  expect(await search({ date: '2027-05-10' })).toMatchObject({
    found: 'none-this-day',
    nextDate: null,
  })
  const later = { date: '2027-05-10', now: tenth }
  expect(await search(later)).toMatchObject({ found: 'no-direct-service' })
})

test('a search begun while a hold ends counts it as the clock of that search says', async () => {
  const departureId = await fromNicosia('2027-02-13', '08:30', '09:10')
  await takePlaces({ departureId, seats: 4, state: 'cart', expiresAt: now })
  const asked = { date: '2027-02-13' }
  const [before, after] = await Promise.all([
    rides({ ...asked, now: now.subtract({ seconds: 1 }) }),
    rides(asked),
  ])
  expect([before[0]?.seatsLeft, after[0]?.seatsLeft]).toEqual([6, 10])
})

test('a search from a place to itself finds nothing', async () => {
  expect(await search({ date: '2027-02-02', toStopIds: ['NIC'] })).toEqual({ found: 'same-place' })
})

async function setAdultFare(fareCents: number): Promise<void> {
  await db
    .updateTable('fares')
    .set({ fareCents })
    .where('fromStopId', '=', 'NIC')
    .where('toStopId', '=', 'LCA')
    .where('passengerCategory', '=', 'adult')
    .execute()
  await makeNewEdition()
}

type Asked = Partial<Parameters<typeof findOffers>[0]>

function search({ date, ...asked }: Omit<Asked, 'date'> & { date: string }): Promise<OffersFound> {
  return findOffers({
    fromStopIds: ['NIC'],
    toStopIds: ['LCA'],
    date: Temporal.PlainDate.from(date),
    passengers: partyOf({ adult: 1 }),
    places: { seats: 1, wheelchairPlaces: 0 },
    now,
    ...asked,
  })
}

async function rides(asked: Parameters<typeof search>[0]): Promise<OfferedRide[]> {
  const found = await search(asked)
  return found.found === 'departures' ? found.offers.flatMap((offer) => offer.rides) : []
}

async function times(asked: Parameters<typeof search>[0]): Promise<string[]> {
  return (await rides(asked)).map(({ departsAt }) => clockTime(departsAt))
}

function fromNicosia(date: string, departs: string, arrives: string): Promise<string> {
  return addDeparture(nicosia(date, departs, arrives))
}

function nicosia(date: string, departs: string, arrives: string) {
  const calls = [['NIC', departs] as const, ['LCA', arrives] as const]
  return { date, calls }
}

function fromDeryneia(date: string): Promise<string> {
  return addDeparture({
    date,
    calls: [
      ['DER', '07:00'],
      ['PAR', '07:15'],
      ['LCA', '08:00'],
    ],
  })
}
