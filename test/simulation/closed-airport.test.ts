import { sql } from 'kysely'
import { Connection } from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'

import { choose } from '#modules/incidents/choices/choose.server.ts'
import { decideChoices } from '#modules/incidents/choices/decide-choices.server.ts'
import type { ChoiceOutcome } from '#modules/incidents/choices/wish.ts'
import { tellHolders } from '#modules/incidents/departures/cancel-departure.server.ts'
import {
  cancelDepartures,
  quoteMany,
} from '#modules/incidents/departures/cancel-departures.server.ts'
import {
  listConcernedBookings,
  listConcernedDepartures,
} from '#modules/incidents/incident/concerned.server.ts'
import { MOVES_SINCE } from '#modules/orders/order/terms-version.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'

import { openSimulation } from './simulation.ts'
import { addDeparture } from './timetable.ts'
import { buy, countPlacesTaken, ride } from './travellers.ts'

/* An airport that is closed for an afternoon: twenty buses with 45 people each do not run. */

const simulation = openSimulation()
const BUSES = 20
const MINUTES_APART = 12
const SEATS = 50
/** 45 people, one of them in a wheelchair. */
const PARTIES = [
  { adult: 1, wheelchairUsers: 1 },
  { adult: 2 },
  { adult: 2, child: 1, infant: 1 },
  { adult: 6 },
  { adult: 6, student: 2 },
  { adult: 10 },
  { adult: 14 },
]
const PEOPLE = 45
const SHARE = 0.8
/** More at once wait for a connection longer than they may, on a slow machine. */
const AT_ONCE = 10
/** Statements for one passenger without an answer: moved to the bus that was announced, or kept for a refund. */
const MOST_TO_MOVE = 43
const MOST_TO_KEEP = 12

let since: Temporal.Instant
let closed: string[]
let others: string[]
let orders: string[]

beforeAll(async () => {
  // The call at the airport is an hour after the first stop.
  const first = now().add({ hours: 30 })
  since = first.add({ hours: 1 })
  closed = await addBuses(first, BUSES)
  others = await addBuses(first.add({ minutes: BUSES * MINUTES_APART }), BUSES)
  const bought = await Promise.all(
    closed.map(async (bus, place) => {
      const ofBus: string[] = []
      for (const [index, party] of PARTIES.entries()) {
        const contact = { name: 'Anna Georgiou', email: `anna${place}-${index}@example.com` }
        const { orderId } = await buy(simulation.bank, [ride(bus, 'A', 'C', party)], { contact })
        ofBus.push(orderId)
      }
      return ofBus
    }),
  )
  orders = bought.flat()
  await db.updateTable('orders').set({ termsVersion: MOVES_SINCE }).execute()
})

async function addBuses(first: Temporal.Instant, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let place = 0; place < count; place++) {
    const departsAt = first.add({ minutes: place * MINUTES_APART })
    ids.push(await addDeparture({ departsAt, seats: SEATS }))
  }
  return ids
}

test('the airport is closed for four hours: nobody is oversold, and all 900 people are told and decided once', async () => {
  const until = since.add({ minutes: BUSES * MINUTES_APART })
  const selection = { since, until, stopId: 'C', routeIds: [] }
  const found = await listConcernedDepartures(selection, { now: now() })
  expect(found.map(({ departureId }) => departureId)).toEqual(closed)
  const quote = await quoteMany(closed)
  expect(quote).toMatchObject({
    departures: BUSES,
    bookings: orders.length,
    passengers: BUSES * PEOPLE,
    wheelchairs: BUSES,
    infants: BUSES,
  })
  const first = await listConcernedBookings(closed, { most: 100 })
  const rest = await listConcernedBookings(closed, { after: first.at(-1), most: 100 })
  expect(new Set([...first, ...rest].map(({ bookingId }) => bookingId)).size).toBe(orders.length)
  const wish = { selection, reason: 'airport closed', offeredShare: SHARE, by: ADMIN, now: now() }
  const stale = { ...quote, bookings: quote.bookings - 1 }
  expect(await cancelDepartures({ ...wish, shown: stale })).toMatchObject({
    reason: 'quote-changed',
  })
  expect(await cancelDepartures({ ...wish, shown: quote })).toMatchObject({ ok: true })
  const again = await cancelDepartures({ ...wish, shown: quote })
  expect(again).toEqual({ ok: false, reason: 'none-chosen' })

  const telling = await measured(() => tellHolders(now()))
  expect(await listCounts('departure-cancelled')).toEqual({
    choices: orders.length,
    mails: orders.length,
  })
  const atOnce = await measured(() => tellHolders(now()))
  expect(atOnce.statements).toBeLessThan(5)
  expect(telling.statements / orders.length).toBeLessThan(25)
  await expectNobodyOversold()
  for (const other of others) expect(await countOffered(other)).toBeLessThanOrEqual(SEATS * SHARE)

  const answering = await listAnswerable(60)
  const pressed: ChoiceOutcome[] = []
  while (pressed.length < answering.length) {
    const from = pressed.length
    const some = answering.slice(from, from + AT_ONCE).map(({ token, offerId }, place) => {
      const isRefund = (from + place) % 3 === 0 || offerId === null
      const choice = isRefund
        ? ({ kind: 'refund' } as const)
        : ({ kind: 'move', offerId: offerId ?? '' } as const)
      return choose({ token, choice, by: TRAVELLER, now: now() })
    })
    pressed.push(...(await Promise.all(some)))
  }
  expect(pressed.filter(({ ok }) => !ok)).toEqual([])
  shiftClock({ hours: 13 })
  const deciding = await measured(() => decideChoices(now()))
  expect(await listUndecided()).toEqual([])
  for (const bus of closed) expect(await countPlacesTaken(bus)).toBeLessThanOrEqual(PEOPLE)
  await expectNobodyOversold()
  const { moved, kept } = await countDefaults()
  expect(moved + kept).toBe(orders.length - answering.length)
  expect(deciding.statements).toBeLessThan(MOST_TO_MOVE * moved + MOST_TO_KEEP * kept)
})

async function expectNobodyOversold(): Promise<void> {
  for (const other of others) expect(await countPlacesTaken(other)).toBeLessThanOrEqual(SEATS)
}

/** The number of statements that some work sends to the database. */
async function measured(work: () => Promise<unknown>): Promise<{ statements: number }> {
  const sent = [vi.spyOn(Connection.prototype, 'bind'), vi.spyOn(Connection.prototype, 'query')]
  await work()
  const statements = sent.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
  for (const spy of sent) spy.mockRestore()
  return { statements }
}

async function listCounts(kind: string) {
  const { rows } = await sql<{ choices: number; mails: number }>`
    select (select count(*)::int from incident_bookings) as choices,
      (select count(*)::int from mails where kind = ${kind}) as mails`.execute(db)
  return rows[0]
}

async function countOffered(departureId: string): Promise<number> {
  const { rows } = await sql<{ seats: number }>`
    select coalesce(sum(seats), 0)::int as seats from seat_holds
    where departure_id = ${departureId} and state = 'offered'`.execute(db)
  return rows[0]?.seats ?? 0
}

async function listAnswerable(most: number) {
  const { rows } = await sql<{ token: string; offerId: string | null }>`
    select token, (select offer_id from incident_offers
      where incident_offers.booking_id = incident_bookings.booking_id and rank = 1) as offer_id
    from incident_bookings order by booking_id limit ${most}`.execute(db)
  return rows
}

/** Seats go to the first who are told, so the number of those who can be moved is a matter of chance. */
async function countDefaults(): Promise<{ moved: number; kept: number }> {
  const { rows } = await sql<{ moved: number; kept: number }>`
    select count(chosen_booking_id)::int as moved, (count(*) - count(chosen_booking_id))::int as kept
    from incident_bookings where state = 'defaulted'`.execute(db)
  return rows[0] ?? { moved: 0, kept: 0 }
}

function listUndecided() {
  return db.selectFrom('incidentBookings').select('bookingId').where('state', '=', 'told').execute()
}
