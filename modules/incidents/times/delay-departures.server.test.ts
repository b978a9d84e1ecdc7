import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'

import { listDelays } from '#modules/dispatch/delays.server.ts'
import { findChoice } from '#modules/incidents/choices/choices.server.ts'
import { decideChoices } from '#modules/incidents/choices/decide-choices.server.ts'
import { cancelDeparture } from '#modules/incidents/departures/cancel-departure.server.ts'
import { MAX_DEPARTURES } from '#modules/incidents/incident/concerned.server.ts'
import { findOpenIncident } from '#modules/incidents/incident/incidents.server.ts'
import { mailChoice } from '#modules/incidents/letters/mailed-choice.server.ts'
import { findIncident } from '#modules/incidents/reads/find-incident.server.ts'
import { EDITION } from '#modules/timetable/editions.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { buyUnderNewTerms, getChoice } from '#test/fixtures/cancelled-bus.ts'
import { delayTogether, leavingFrom, planLate } from '#test/fixtures/late-buses.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { listMails, ride } from '#test/simulation/travellers.ts'

import { delayDepartures, type LateSelection } from './delay-departures.server.ts'
import { reportDelay } from './report-delay.server.ts'
import { tellNews } from './tell-news.server.ts'

const simulation = openSimulation()
const BUSES = 20
const MINUTES_APART = 10

let first: Temporal.Instant
let selection: LateSelection
beforeEach(async () => {
  // The buses of the test before are too far away to be concerned, and their choices are over.
  shiftClock({ hours: 96 })
  await decideChoices(now())
  first = now().add({ hours: 24 })
  selection = leavingFrom(first)
})

async function addBuses(count: number): Promise<[string, ...string[]]> {
  const ids: string[] = []
  for (let place = 0; place < count; place++) {
    const departsAt = first.add({ minutes: place * MINUTES_APART })
    ids.push(await addDeparture({ departsAt, seats: 12 }))
  }
  return ids as [string, ...string[]]
}

const buyRide = (bus: string, from: 'A' | 'B' | 'C' = 'A') =>
  buyUnderNewTerms(simulation.bank, ride(bus, from, from === 'C' ? 'D' : 'C', { adult: 2 }))

const reportOne = (departureId: string, minutes: number) =>
  reportDelay({ departureId, fromPosition: 0, minutes, by: ADMIN, now: now() })

/** The figures of the mails about a delay of an order, oldest first. */
async function listTold(orderId: string): Promise<number[]> {
  const told = await db
    .selectFrom('mails')
    .innerJoin('departureDelays', 'departureDelays.delayNo', 'mails.delayNo')
    .select('minutes')
    .where('orderId', '=', orderId)
    .where('mails.kind', '=', 'running-late')
    .orderBy('mails.delayNo')
    .execute()
  return told.map(({ minutes }) => minutes)
}

/** Twice, since the job may be repeated. */
async function tell(): Promise<void> {
  shiftClock({ seconds: 1 })
  await tellNews(now())
  await tellNews(now())
  shiftClock({ seconds: 1 })
}

async function readEdition(): Promise<number> {
  const { edition } = await db.selectNoFrom(EDITION.as('edition')).executeTakeFirstOrThrow()
  return edition
}

async function listPresent(buses: readonly string[]): Promise<(number | undefined)[]> {
  const reports = await listDelays(buses)
  return buses.map((bus) => reports.get(bus)?.[0]?.minutes)
}

/** Departures that leave with another one, at the same stops. */
async function copyBus(bus: string, times: number): Promise<void> {
  await sql`
    with copies as (
      insert into departures (departure_id, trip_id, route_id, service_date, seats, wheelchair_places, status)
      select id, id, route_id, service_date, seats, wheelchair_places, status
      from departures, (select gen_random_uuid() as id from generate_series(1, ${times}::int)) as ids
      where departure_id = ${bus} returning departure_id)
    insert into departure_stops (departure_id, position, stop_id, arrives_at, departs_at, pickup, dropoff)
    select copies.departure_id, position, stop_id, arrives_at, departs_at, pickup, dropoff
    from departure_stops, copies where departure_stops.departure_id = ${bus}`.execute(db)
}

test('two hundred buses are reported at once, and one more are refused', async () => {
  const [bus] = await addBuses(1)
  await copyBus(bus, MAX_DEPARTURES)
  const [edition, whole] = [await readEdition(), await planLate(selection, { minutes: 40 })]
  expect(whole.quote.departures).toBe(MAX_DEPARTURES + 1)
  const refused = { ok: false, reason: 'too-many', most: MAX_DEPARTURES }
  expect(await delayTogether(selection, { minutes: 40 })).toEqual(refused)
  expect(await readEdition()).toBe(edition)
  const others = { ...selection, withoutIds: [bus] }
  expect(await delayTogether(others, { minutes: 40 })).toMatchObject({ ok: true })
  expect(await listPresent([bus])).toEqual([undefined])
})

test('twenty buses are late at once as one incident, and each passenger is told once, the newest figure last', async () => {
  const buses = await addBuses(BUSES)
  const orders = await Promise.all(buses.map((bus) => buyRide(bus)))
  const before = await readEdition()
  const plan = await planLate(selection, { minutes: 40 })
  expect(plan.quote).toMatchObject({
    departures: 20,
    bookings: 20,
    passengers: 40,
    lastReport: 0,
  })
  const outcome = await delayTogether(selection, { minutes: 40 })
  const incidentId = (outcome.ok && outcome.incidentId) || ''
  const incident = await findIncident(incidentId)
  expect(incident).toMatchObject({ kind: 'late', cause: 'motorway closed', isOpen: true })
  expect(incident?.departureIds.toSorted()).toEqual(buses.toSorted())
  expect(await readEdition()).toBe(before + 1)
  const entries = await db
    .selectFrom('auditEntries')
    .select(['action', 'actor', 'reason'])
    .where(
      'subject',
      'in',
      buses.map((bus) => `departure:${bus}`),
    )
    .execute()
  const entry = { action: 'late', actor: 'admin:maria', reason: 'motorway closed' }
  expect(entries).toEqual(buses.map(() => entry))
  await tell()
  for (const orderId of orders) {
    expect(await getChoice(orderId)).toMatchObject({ incidentId, defaultChoice: 'stay' })
  }
  expect(await delayTogether(selection, { minutes: 20 })).toEqual({ ok: true })
  await tell()
  expect(await findIncident(incidentId)).toMatchObject({ isOpen: false })
  expect(await delayTogether(selection, { minutes: 0 })).toEqual({ ok: true })
  await tell()
  for (const orderId of orders) expect(await listTold(orderId)).toEqual([40, 20, 0])
})

test('a bus that is as late is not offered, and one that is a little late is', async () => {
  const [bus, alsoLate = '', onTime = ''] = await addBuses(3)
  const orderId = await buyRide(bus)
  await reportOne(onTime, 10)
  const both = leavingFrom(first, MINUTES_APART + 1)
  expect(await delayTogether(both, { minutes: 60 })).toMatchObject({ ok: true })
  await tell()
  const { offers } = await getChoice(orderId)
  expect(offers.map(({ departureId }) => departureId)).toEqual([onTime])
  const { token } = await getChoice(orderId)
  const choice = await findChoice(db, token)
  const mailed = choice && (await mailChoice('en', choice))
  expect(mailed?.offers).toMatchObject([{ delayMinutes: 10 }])
  expect(await listPresent([alsoLate])).toEqual([60])
})

test('two members of staff report at once: one is recorded for all buses, the other is refused', async () => {
  const buses = await addBuses(4)
  const { quote: shown } = await planLate(selection, { minutes: 40 })
  const press = (minutes: number) =>
    delayDepartures({ selection, minutes, reason: 'traffic', shown, by: ADMIN, now: now() })
  const outcomes = await Promise.all([press(40), press(60)])
  const [taken] = outcomes[0].ok ? [40] : [60]
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(outcomes.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'reported-meanwhile' })
  expect(await listPresent(buses)).toEqual(buses.map(() => taken))
})

test('a report of a driver meanwhile is not overwritten unseen', async () => {
  const [bus, other] = await addBuses(2)
  const { quote: shown } = await planLate(selection, { minutes: 15 })
  await reportOne(bus, 50)
  const wish = { selection, minutes: 15, reason: 'traffic', shown, by: ADMIN, now: now() }
  expect(await delayDepartures(wish)).toMatchObject({ reason: 'reported-meanwhile' })
  expect(await listPresent([bus, other ?? ''])).toEqual([50, undefined])
  const { late } = await planLate(selection, { minutes: 15 })
  expect(late.map(({ present }) => present).toSorted((one, two) => one - two)).toEqual([0, 50])
})

test('a bus that is cancelled meanwhile, or bookings that are new, are refused with the new figures', async () => {
  const [bus, other = ''] = await addBuses(2)
  await buyRide(bus)
  const { quote: shown } = await planLate(selection, { minutes: 40 })
  const wish = { selection, minutes: 40, reason: 'traffic', shown, by: ADMIN, now: now() }
  await buyRide(other)
  expect(await delayDepartures(wish)).toMatchObject({
    reason: 'quote-changed',
    quote: { departures: 2, bookings: 2, passengers: 4 },
  })
  await cancelDeparture({ departureId: other, reason: 'engine', by: ADMIN, now: now() })
  expect(await delayDepartures({ ...wish, shown })).toMatchObject({
    reason: 'quote-changed',
    quote: { departures: 1, bookings: 1 },
  })
  expect(await listPresent([bus, other])).toEqual([undefined, undefined])
  expect(await findOpenIncident(bus, db, 'late')).toBeUndefined()
})

test('departures already reported with exactly this delay are left out, with their incident and passengers', async () => {
  const [bus, other = ''] = await addBuses(2)
  const [known, news] = [await buyRide(bus), await buyRide(other)]
  await reportOne(bus, 40)
  await tell()
  const own = await findOpenIncident(bus, db, 'late')
  const plan = await planLate(selection, { minutes: 40 })
  expect(plan).toMatchObject({ quote: { departures: 1, bookings: 1 }, already: [bus] })
  expect(await delayTogether(selection, { minutes: 40 })).toMatchObject({ ok: true })
  await tell()
  expect([await listTold(known), await listTold(news)]).toEqual([[40], [40]])
  expect(await findOpenIncident(bus, db, 'late')).toBe(own)
  expect(await findOpenIncident(other, db, 'late')).not.toBe(own)
  expect(await delayTogether(selection, { minutes: 40 })).toMatchObject({ reason: 'none-chosen' })
  // A longer delay of both keeps each in the incident that it has.
  expect(await delayTogether(selection, { minutes: 60 })).toEqual({ ok: true })
  expect(await findOpenIncident(bus, db, 'late')).toBe(own)
})

test('a bus on the road is late from its next stop on, and one that nobody boards any more is left out', async () => {
  const [bus] = await addBuses(1)
  const [aboard, waiting] = [await buyRide(bus), await buyRide(bus, 'C')]
  // It has left the first two of its stops, and passengers still board at the third.
  shiftClock({ milliseconds: first.add({ minutes: 31 }).since(now()).total('milliseconds') })
  expect(await planLate(selection, { minutes: 30 })).toMatchObject({
    late: [{ departureId: bus, fromPosition: 2, fromStopId: 'C', present: 0 }],
    quote: { departures: 1, bookings: 1, passengers: 2 },
  })
  expect(await delayTogether(selection, { minutes: 30 })).toMatchObject({ ok: true })
  await tell()
  expect([await listTold(aboard), await listTold(waiting)]).toEqual([[], [30]])
  shiftClock({ minutes: 60 })
  await decideChoices(now())
  expect(await planLate(selection, { minutes: 45 })).toMatchObject({ quote: { departures: 0 } })
})

test('a delay that begins at a stop does not concern those who board before it', async () => {
  const [bus] = await addBuses(1)
  const [before, after] = [await buyRide(bus, 'A'), await buyRide(bus, 'B')]
  const atStop = { ...selection, stopId: 'B' }
  const delay = { minutes: 35, fromStopId: 'B' }
  expect(await planLate(atStop, delay)).toMatchObject({ quote: { bookings: 1 } })
  await delayTogether(atStop, delay)
  await tell()
  expect([await listTold(before), await listTold(after)]).toEqual([[], [35]])
  // Nobody boards at its last stop.
  const atLast = await planLate({ ...selection, stopId: 'D' }, { minutes: 50, fromStopId: 'D' })
  expect(atLast.quote.departures).toBe(0)
})

test('a departure that was left out stays as it is', async () => {
  const [bus, other = ''] = await addBuses(2)
  const orderId = await buyRide(other)
  await delayTogether({ ...selection, withoutIds: [other] }, { minutes: 40 })
  await tell()
  expect(await listPresent([bus, other])).toEqual([40, undefined])
  expect((await listMails(orderId)).map(({ kind }) => kind)).toEqual(['confirmation'])
})

test.each([[-1], [1441], [2.5], [Number.NaN]])('%s minutes are refused', async (minutes) => {
  const [bus] = await addBuses(1)
  const { quote: shown } = await planLate(selection, { minutes: 40 })
  const wish = { selection, minutes, reason: 'traffic', shown, by: ADMIN, now: now() }
  expect(await delayDepartures(wish)).toEqual({ ok: false, reason: 'minutes-missing' })
  expect(await delayTogether(selection, { minutes: 1440 })).toMatchObject({ ok: true })
  expect(await listPresent([bus])).toEqual([1440])
})
