import { sql } from 'kysely'

import {
  auditDecision,
  forgetDecisions,
  hasLeft,
  lockDeparture,
  type Decision,
  type LockRefusal,
} from '#modules/dispatch/departure.server.ts'
import { lastBookableDate } from '#modules/rules/deadlines.ts'
import {
  deleteExtra,
  findCallsOfLine,
  listLeavingAt,
  makeExtra,
  type Line,
  type NewDeparture,
} from '#modules/timetable/extra-departures.server.ts'
import type { NewCall } from '#modules/timetable/new-times.server.ts'
import type { Actor } from '#platform/actor.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import { dateInCyprus, isBefore, TIME_ZONE } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { MAX_SEATS, MAX_WHEELCHAIRS } from './vehicle.ts'

/* Buses that the office adds beside the timetable, and takes away again while nobody needs them. */

/** What the office wants; undefined and NaN for what could not be read. */
export type ExtraWish = Line & {
  origin: NewDeparture['origin']
  date: Temporal.PlainDate | undefined
  /** By the clock of Cyprus, at the first stop. */
  time: Temporal.PlainTime | undefined
  seats: number
  wheelchairPlaces: number
  reason: string
  /** Who ordered a charter. */
  orderedBy: string
}

export type ExtraRefusal = { ok: false } & (
  | { reason: 'no-such-line' | 'date-missing' | 'date-past' | 'time-missing' | 'time-past' }
  /** The clocks skip this time in the spring night. */
  | { reason: 'no-such-time' }
  /** No seats are sold yet for days after this one. */
  | { reason: 'beyond-sale'; until: Temporal.PlainDate }
  | { reason: 'seats-missing'; most: number }
  | { reason: 'wheelchairs-missing'; most: number }
  | { reason: 'reason-missing' | 'orderer-missing' }
)

export type ExtraPlan = {
  ok: true
  calls: [NewCall, ...NewCall[]]
  /** Other departures of the route that leave the same stop in the same minute. */
  besides: string[]
}

/** The bus that would be added: writes nothing. Two buses of one minute are allowed, since one may be full. */
export async function planExtra(
  wish: ExtraWish,
  now: Temporal.Instant,
  tx: Tx | Database = db,
): Promise<ExtraPlan | ExtraRefusal> {
  const { date, time, seats, wheelchairPlaces, origin, routeId } = wish
  if (!date) return { ok: false, reason: 'date-missing' }
  const today = dateInCyprus(now)
  if (Temporal.PlainDate.compare(date, today) < 0) return { ok: false, reason: 'date-past' }
  const until = lastBookableDate(today)
  if (Temporal.PlainDate.compare(date, until) > 0) {
    return { ok: false, reason: 'beyond-sale', until }
  }
  if (!time) return { ok: false, reason: 'time-missing' }
  const leaves = date.toZonedDateTime({ timeZone: TIME_ZONE, plainTime: time })
  if (!leaves.toPlainTime().equals(time)) return { ok: false, reason: 'no-such-time' }
  const departsAt = leaves.toInstant()
  if (!isBefore(now, departsAt)) return { ok: false, reason: 'time-past' }
  if (!isWithin(seats, 1, MAX_SEATS)) return { ok: false, reason: 'seats-missing', most: MAX_SEATS }
  if (!isWithin(wheelchairPlaces, 0, MAX_WHEELCHAIRS)) {
    return { ok: false, reason: 'wheelchairs-missing', most: MAX_WHEELCHAIRS }
  }
  if (wish.reason === '') return { ok: false, reason: 'reason-missing' }
  if (origin === 'charter' && wish.orderedBy === '') return { ok: false, reason: 'orderer-missing' }
  if (!Number.isInteger(wish.directionId)) return { ok: false, reason: 'no-such-line' }
  const [first, ...others] = (await findCallsOfLine(tx, wish, { date, time, departsAt })) ?? []
  if (!first) return { ok: false, reason: 'no-such-line' }
  const besides = await listLeavingAt(tx, { routeId, stopId: first.stopId, departsAt })
  return { ok: true, calls: [first, ...others], besides }
}

function isWithin(number: number, least: number, most: number): boolean {
  return Number.isInteger(number) && least <= number && number <= most
}

export type AddOutcome = { ok: true; departureId: string } | ExtraRefusal

/** Adds the bus as it is planned now; an extra one is on sale from this moment on. */
export async function addExtra(
  wish: ExtraWish & { by: Actor; now: Temporal.Instant },
): Promise<AddOutcome> {
  const { origin, routeId, directionId, seats, wheelchairPlaces, reason, by, now } = wish
  return inTransaction(async (tx) => {
    const plan = await planExtra(wish, now, tx)
    if (!plan.ok) return plan
    const { calls } = plan
    const orderedBy = origin === 'charter' ? wish.orderedBy : null
    const bus = { origin, routeId, directionId, seats, wheelchairPlaces, orderedBy }
    const departureId = await makeExtra(tx, { ...bus, calls, reason, by, now })
    const after = { ...bus, departsAt: calls[0].departsAt.toString() }
    await auditDecision(tx, { departureId, by, reason, now }, { action: 'extra-added', after })
    return { ok: true, departureId } as const
  })
}

export type RemoveOutcome =
  | { ok: true; day: Temporal.PlainDate }
  | LockRefusal
  | { ok: false; reason: 'of-timetable' | 'has-left' }
  /** People, a vehicle, a duty or an incident belong to it: it can only be cancelled. */
  | { ok: false; reason: 'in-use' }

/** Deletes a departure that the office added, as long as nothing refers to it. */
export async function removeExtra(wish: Decision): Promise<RemoveOutcome> {
  const { departureId, now } = wish
  return inTransaction(async (tx) => {
    // Stronger than other acts lock: it also waits for buyers who have written a booking of it.
    await sql`select from departures where departure_id = ${departureId} for update`.execute(tx)
    const locked = await lockDeparture(tx, wish)
    if (!locked.ok) return locked
    const { departure } = locked
    if (departure.origin === 'timetable') return { ok: false, reason: 'of-timetable' } as const
    if (hasLeft(departure, now)) return { ok: false, reason: 'has-left' } as const
    if (await isInUse(tx, departureId)) return { ok: false, reason: 'in-use' } as const
    await forgetDecisions(tx, departureId)
    await deleteExtra(tx, departureId)
    const { origin, routeId, calls } = departure
    const { departsAt } = calls[0]
    const before = { origin, routeId, departsAt: departsAt.toString() }
    await auditDecision(tx, wish, { action: 'extra-removed', before })
    return { ok: true, day: dateInCyprus(departsAt) } as const
  })
}

const USES = [
  'bookings',
  'seat_holds',
  'seat_leases',
  'seat_blocks',
  'departure_vehicles',
  'duty_departures',
  'relief_buses',
  'departure_delays',
  'departure_messages',
  'incident_departures',
  'incident_offers',
  'taken_along',
]

async function isInUse(tx: Tx, departureId: string): Promise<boolean> {
  const of = (table: string) =>
    sql`exists (select from ${sql.table(table)} where departure_id = ${departureId})`
  const { rows } = await sql<{ isInUse: boolean }>`
    select ${sql.join(USES.map(of), sql` or `)} as is_in_use`.execute(tx)
  return rows[0]?.isInUse ?? true
}
