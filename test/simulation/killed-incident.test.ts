import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import type { Passengers } from '#modules/fares/passengers.ts'
import { partyOf } from '#modules/fares/passengers.ts'
import { choose } from '#modules/incidents/choices/choose.server.ts'
import type { Wish } from '#modules/incidents/choices/wish.ts'
import {
  cancelDeparture,
  refundHolders,
} from '#modules/incidents/departures/cancel-departure.server.ts'
import { MOVES_SINCE } from '#modules/orders/order/terms-version.ts'
import { HOURS_TO_CHOOSE } from '#modules/rules/rules.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import type { CrashPoint } from '#platform/crash-points.ts'
import { db } from '#platform/db.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { getChoice } from '#test/fixtures/cancelled-bus.ts'

import { FULL_BUS_SEATS, fillBus, type Bought } from './full-bus.ts'
import { openCast, type OpenCast } from './open-cast.ts'
import { PowerCut, type StepElsewhere } from './steps-elsewhere.ts'
import { addDeparture } from './timetable.ts'
import { countPlacesTaken } from './travellers.ts'

/*
 * A full bus of 50 seats and 38 bookings that does not run. The program that tells, moves and refunds
 * its passengers is killed at every place where that hurts most, and started again.
 */

const SEATS = FULL_BUS_SEATS
/** The last two orders have a ride in the evening too. */
const WITH_ONWARD_RIDE = 2
/** Bought under terms that move nobody without an answer. */
const UNDER_OLD_TERMS = 3

let cast: OpenCast
let bus: string
let others: string[]
let orders: Bought[]

beforeAll(async () => {
  cast = await openCast()
  const leaves = now().add({ hours: 48 })
  bus = await addDeparture({ departsAt: leaves, seats: SEATS })
  const hours = [-2, 1, 2, 8]
  others = await Promise.all(
    hours.map((later) => addDeparture({ departsAt: leaves.add({ hours: later }), seats: SEATS })),
  )
  const onward = { bus: others[3] ?? '', orders: WITH_ONWARD_RIDE }
  orders = await fillBus(cast.bank, { bus, onward })
  const modern = orders.slice(0, -UNDER_OLD_TERMS).map(({ orderId }) => orderId)
  const terms = { termsVersion: MOVES_SINCE }
  await db.updateTable('orders').set(terms).where('orderId', 'in', modern).execute()
  await inSecond('send mails')
})
afterAll(() => cast.stop())

/** Runs a step in the second program; the kills at these places come first. */
async function inSecond(
  step: StepElsewhere,
  { kills = [], of }: { kills?: CrashPoint[]; of?: Bought | undefined } = {},
): Promise<void> {
  const travellers = { visitor: of?.visitor ?? '', rival: '', buses: [bus, bus] as const }
  for (const crashAt of kills) {
    await expect(cast.second.does([step], travellers, crashAt)).rejects.toThrow(PowerCut)
  }
  await cast.second.does([step], travellers)
}

async function press(of: Bought | undefined, kind: 'move' | 'refund', travelling?: Passengers) {
  const { token, best } = await getChoice(of?.orderId ?? '')
  const moving = travelling && { travelling: { passengers: travelling, wheelchairUsers: 0 } }
  const choice: Wish['choice'] = kind === 'refund' ? { kind } : { kind, offerId: best, ...moving }
  return choose({ token, choice, by: TRAVELLER, now: now() })
}

test('38 bookings on a bus that does not run are told once, decided once and paid to the cent, wherever the program is killed', async () => {
  expect(await countPlacesTaken(bus)).toBe(SEATS)
  const charged = await sumCents('captured_cents', 'payments')
  await cancelDeparture({ departureId: bus, by: ADMIN, reason: 'no driver', now: now() })
  const telling: CrashPoint[] = ['incident:after-offer', 'incident:after-telling']
  await inSecond('holders are told', { kills: [...telling, ...telling] })
  expect(await countTold()).toEqual({ choices: 38, mails: 38 })
  expect(await countPlacesTaken(others[1] ?? '')).toBeLessThanOrEqual(SEATS * 0.6)
  await inSecond('send mails', { kills: ['mail:before-sending', 'mail:after-sending'] })

  // Twenty answer: some move, some take the money, three families split, one presses on two phones.
  const family = partyOf({ adult: 1, child: 1 })
  for (const split of orders.slice(1, 4)) {
    expect(await press(split, 'move', family)).toEqual({ ok: true })
  }
  for (const moved of orders.slice(6, 15)) expect(await press(moved, 'move')).toEqual({ ok: true })
  for (const paid of orders.slice(15, 20)) expect(await press(paid, 'refund')).toEqual({ ok: true })
  const twice = await Promise.all([press(orders[20], 'move'), press(orders[20], 'move')])
  expect(twice).toEqual([{ ok: true }, { ok: true }])
  const [uncommitted, unsaid] = [orders[0], orders[21]]
  await inSecond('take the offered bus', { kills: ['change:before-commit'], of: uncommitted })
  await inSecond('take the offered bus', { kills: ['incident:after-choice'], of: unsaid })
  expect(await findBreaches()).toEqual([])

  shiftClock({ hours: 13 })
  await inSecond('choices that are over are decided', {
    kills: ['change:before-commit', 'incident:after-default', 'incident:after-default'],
  })
  const asking: CrashPoint[] = [
    'refund:before-asking',
    'refund:after-answer',
    'refund:after-commit',
  ]
  await inSecond('send refunds', { kills: asking })
  shiftClock({ hours: 36 + HOURS_TO_CHOOSE + 1 })
  await refundHolders(now())
  await inSecond('send refunds')
  await inSecond('send mails')

  expect(await countTold()).toEqual({ choices: 38, mails: 38 })
  expect(await listStates()).toEqual({ 'chose-offer': 15, 'chose-refund': 5, defaulted: 18 })
  expect(await countPlacesTaken(bus)).toBe(0)
  for (const other of others) expect(await countPlacesTaken(other)).toBeLessThanOrEqual(SEATS)
  expect(await listDoneTwice()).toEqual([])
  const kept = await sumCents('total_cents', "bookings where state = 'live'")
  const back = await sumCents('amount_cents', "refunds where state = 'succeeded'")
  expect(back).toBeGreaterThan(0)
  expect(kept + back).toBe(charged)
  expect(await findBreaches()).toEqual([])
})

function findBreaches(): Promise<string[]> {
  return checkInvariants(db, { now: now(), bank: cast.bank.provider })
}

async function sumCents(column: string, from: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(${sql.raw(column)}), 0)::int as sum from ${sql.raw(from)}`.execute(db)
  return rows[0]?.sum ?? 0
}

async function countTold() {
  const { rows } = await sql<{ choices: number; mails: number }>`
    select (select count(*)::int from incident_bookings) as choices,
      (select count(distinct booking_id)::int from mails where kind = 'departure-cancelled'
        and attempt_no = 1) as mails`.execute(db)
  return rows[0]
}

async function listStates(): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from incident_bookings group by state`.execute(db)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** Bookings that were changed twice, told twice, or told of a change twice. */
async function listDoneTwice(): Promise<string[]> {
  const { rows } = await sql<{ twice: string }>`
    select 'changed ' || before_booking_id as twice
    from changed_bookings join changes using (change_id) where changes.state = 'done'
    group by before_booking_id having count(*) > 1
    union all
    select 'told ' || booking_id from mails where kind = 'departure-cancelled'
    group by booking_id having count(*) > 1
    union all
    select 'change ' || change_id from mails where change_id is not null
    group by change_id having count(*) > 1`.execute(db)
  return rows.map(({ twice }) => twice)
}
