import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { refundHolders } from '#modules/incidents/departures/cancel-departure.server.ts'
import {
  cancelDepartures,
  quoteMany,
} from '#modules/incidents/departures/cancel-departures.server.ts'
import { MOVES_SINCE } from '#modules/orders/order/terms-version.ts'
import { HOURS_TO_CHOOSE } from '#modules/rules/rules.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import type { CrashPoint } from '#platform/crash-points.ts'
import { db } from '#platform/db.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'

import { openCast, type OpenCast } from './open-cast.ts'
import { PowerCut, type StepElsewhere } from './steps-elsewhere.ts'
import { addDeparture } from './timetable.ts'
import { buy, countPlacesTaken, ride } from './travellers.ts'

/*
 * An airport that is closed, and then for longer: the second closure takes the buses on which seats are
 * kept. The program that tells and moves the passengers is killed where that hurts most.
 */

const BUSES = 4
const SEATS = 20
const MINUTES_APART = 15
/** Ten people on each bus. */
const PARTIES = [{ adult: 1, wheelchairUsers: 1 }, { adult: 2 }, { adult: 3 }, { adult: 4 }]
const PEOPLE = 10

let cast: OpenCast
let since: Temporal.Instant
let closed: string[]
let next: string[]
let last: string[]

beforeAll(async () => {
  cast = await openCast()
  since = now().add({ hours: 48 })
  closed = await addBuses(0)
  next = await addBuses(BUSES)
  last = await addBuses(2 * BUSES)
  for (const [place, bus] of closed.entries()) {
    for (const [index, party] of PARTIES.entries()) {
      const contact = { name: 'Anna Georgiou', email: `anna${place}-${index}@example.com` }
      await buy(cast.bank, [ride(bus, 'A', 'C', party)], { contact })
    }
  }
  await db.updateTable('orders').set({ termsVersion: MOVES_SINCE }).execute()
  await inSecond('send mails')
})
afterAll(() => cast.stop())

async function addBuses(from: number): Promise<string[]> {
  const ids: string[] = []
  for (let place = from; place < from + BUSES; place++) {
    const departsAt = since.add({ minutes: place * MINUTES_APART })
    ids.push(await addDeparture({ departsAt, seats: SEATS }))
  }
  return ids
}

/** The airport is closed for the first buses, or for those after them, and the check page is confirmed. */
async function closeAirport(from: number) {
  const selection = {
    since: since.add({ minutes: from * MINUTES_APART }),
    until: since.add({ minutes: (from + BUSES) * MINUTES_APART }),
    routeIds: [],
  }
  const shown = await quoteMany(from === 0 ? closed : next)
  const wish = { selection, reason: 'airport closed', offeredShare: 0.8, by: ADMIN, now: now() }
  expect(await cancelDepartures({ ...wish, shown })).toMatchObject({ ok: true })
  return shown
}

/** Runs a step in the second program; the kills at these places come first. */
async function inSecond(step: StepElsewhere, kills: CrashPoint[] = []): Promise<void> {
  const travellers = { visitor: '', rival: '', buses: [closed[0] ?? '', next[0] ?? ''] as const }
  for (const crashAt of kills) {
    await expect(cast.second.does([step], travellers, crashAt)).rejects.toThrow(PowerCut)
  }
  await cast.second.does([step], travellers)
}

test('the airport stays closed for longer: those whose offered buses are cancelled are told again, and each is decided once', async () => {
  const telling: CrashPoint[] = ['incident:after-offer', 'incident:after-telling']
  await closeAirport(0)
  await inSecond('holders are told', telling)
  const offeredNext = await countOpenWithOffersOn(next)
  expect(offeredNext.bookings).toBeGreaterThan(0)

  shiftClock({ hours: 2 })
  const shown = await closeAirport(BUSES)
  expect(shown).toMatchObject({ departures: BUSES, ...offeredNext })
  await inSecond('holders are told', ['incident:after-offer', 'incident:after-default'])
  expect(await countOpenWithOffersOn(next)).toEqual({ bookings: 0, passengers: 0 })
  for (const bus of next) expect(await countPlacesTaken(bus)).toBe(0)
  for (const bus of last) expect(await countPlacesTaken(bus)).toBeLessThanOrEqual(SEATS * 0.8 + 1)
  expect(await countToldAgain()).toEqual({ least: 1, most: 1, bookings: offeredNext.bookings })
  expect(await findBreaches()).toEqual([])

  shiftClock({ hours: 23 })
  await inSecond('choices that are over are decided', [
    'change:before-commit',
    'incident:after-default',
  ])
  shiftClock({ hours: 36 + HOURS_TO_CHOOSE + 1 })
  await refundHolders(now())
  await inSecond('send refunds')
  await inSecond('send mails')
  const open = db.selectFrom('incidentBookings').select('state').where('state', '=', 'told')
  expect(await open.execute()).toEqual([])
  for (const bus of [...closed, ...next]) expect(await countPlacesTaken(bus)).toBe(0)
  for (const bus of last) expect(await countPlacesTaken(bus)).toBeLessThanOrEqual(SEATS)
  expect(await sumPeople()).toBe(BUSES * PEOPLE)
  expect(await findBreaches()).toEqual([])
})

function findBreaches(): Promise<string[]> {
  return checkInvariants(db, { now: now(), bank: cast.bank.provider })
}

async function countOpenWithOffersOn(buses: readonly string[]) {
  const { rows } = await sql<{ bookings: number; passengers: number }>`
    select count(*)::int as bookings, coalesce(sum((select sum(count) from booking_passengers
      where booking_passengers.booking_id = choice.booking_id)), 0)::int as passengers
    from incident_bookings choice
    where state = 'told' and exists (select from incident_offers offer
      where offer.booking_id = choice.booking_id
        and departure_id = any(${[...buses]}::uuid[]))`.execute(db)
  return rows[0]
    ? { bookings: rows[0].bookings, passengers: rows[0].passengers }
    : { bookings: 0, passengers: 0 }
}

/** The mails about other seats, for each booking that had one. */
async function countToldAgain() {
  const { rows } = await sql<{ least: number; most: number; bookings: number }>`
    select min(mails)::int as least, max(mails)::int as most, count(*)::int as bookings from (
      select count(*) as mails from mails where kind = 'new-offers' group by booking_id) as told`.execute(
    db,
  )
  return rows[0]
}

/** Those who travel on the last buses, and those who were refunded. */
async function sumPeople(): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select sum(count)::int as people from bookings join booking_passengers using (booking_id)
    where bookings.state in ('live', 'cancelled')`.execute(db)
  return rows[0]?.people ?? 0
}
