import { expectedAt } from '#modules/dispatch/delay.ts'
import { findDelays } from '#modules/dispatch/delays.server.ts'
import { listRidesBetween, type RideBetween } from '#modules/offers/rides-between.server.ts'
import { applyChange } from '#modules/orders/apply/apply-change.server.ts'
import {
  checkOverrule,
  findChangedMeanwhile,
  type StaffRefusal,
} from '#modules/orders/apply/overrules.server.ts'
import { propose } from '#modules/orders/apply/proposals.server.ts'
import { countRidesAboard, lockAgainstScans } from '#modules/orders/order/aboard.server.ts'
import type { Overrule, OverruleCode, StaffRequest } from '#modules/orders/order/overrule.ts'
import { headCount } from '#modules/orders/order/party.ts'
import { listBookings, rideOf, type Booking } from '#modules/orders/order/rows.server.ts'
import { mayMiss, type MissRefusal } from '#modules/orders/policy/missed-bus.ts'
import { NIGHT_ENDS_AT } from '#modules/rules/rules.ts'
import { quoteEach } from '#modules/seats/seats.server.ts'
import { TRAVELLER } from '#platform/actor.ts'
import { db, type Database, type Tx } from '#platform/db.server.ts'
import { ACCESS_TOKEN } from '#platform/ids.ts'
import { cents } from '#platform/money.ts'
import { dateInCyprus, isBefore, startOfDay } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { endAwaitedChange, isCompanyCancelled, lockChangeable } from './changeable-order.server.ts'

/** Hours ahead within which a later bus is searched. */
const LOOK_AHEAD_HOURS = 7 * 24

export type NextBus = {
  departureId: string
  departsAt: Temporal.Instant
  arrivesAt: Temporal.Instant
  /** Number of full buses before this one. */
  fullBefore: number
}

/** The next bus, and those that may be taken instead. */
export type NextBuses = NextBus & {
  /** Buses of the same day with room after this one; none once the own bus has left. */
  later: Pick<NextBus, 'departureId' | 'departsAt' | 'arrivesAt'>[]
}

/** The bus for which this ticket would become valid, and other ones of the day. Nothing is changed. */
export async function quoteNextBus(
  ticketId: string,
  now: Temporal.Instant,
  overrule?: OverruleCode,
): Promise<({ ok: true } & NextBuses) | MissRefusal> {
  const ticket = await findTicketed(ticketId)
  if (!ticket) return { ok: false, reason: 'no-such-booking' }
  const bookings = await listBookings(db, ticket.orderId)
  return pickBus(
    db,
    bookings.find(({ bookingId }) => bookingId === ticket.bookingId),
    { now, overrule },
  )
}

export type MissedOutcome =
  | { ok: true; ticketId: string }
  | MissRefusal
  /** The bus differs from the one shown; nothing was done. */
  | ({ ok: false; reason: 'quote-changed' } & NextBuses)

type NextBusPress = { shownDepartureId: string; now: Temporal.Instant }
type StaffNextBusPress = NextBusPress & { staff: StaffRequest; overrule?: Overrule | undefined }

/**
 * Reserves seats on the next scheduled bus of the route, or on the first later one with room, and
 * releases the old ones at once. Until their bus leaves, as it is expected to, travellers may
 * choose any later bus of the day. This is free, can be done once, or again by an overrule, and
 * gains no notice for a cancellation. This and a scan at the door lock the same row: a party that
 * is aboard is refused, and one that was moved first is counted under its new ticket.
 */
export function takeNextBus(ticketId: string, press: NextBusPress): Promise<MissedOutcome>
export function takeNextBus(
  ticketId: string,
  press: StaffNextBusPress,
): Promise<MissedOutcome | StaffRefusal>
export async function takeNextBus(
  ticketId: string,
  { shownDepartureId, staff, overrule, now }: NextBusPress & Partial<StaffNextBusPress>,
): Promise<MissedOutcome | StaffRefusal> {
  const ticket = await findTicketed(ticketId)
  if (!ticket) return { ok: false, reason: 'no-such-booking' }
  const ended = await endAwaitedChange(ticket.orderId, now)
  if (!ended.ok) return ended

  return inTransaction(async (tx) => {
    const changeable = await lockChangeable(tx, ticket.orderId)
    if (!changeable.ok) return changeable as MissRefusal
    const { order, bookings } = changeable
    const newer = staff && (await findChangedMeanwhile(tx, order.orderId, staff))
    if (newer) return newer
    const before = bookings.find(({ bookingId }) => bookingId === ticket.bookingId)
    if (before) await lockAgainstScans(tx, before.bookingId)
    const next = await pickBus(tx, before, { now, overrule: overrule?.code })
    if (!next.ok) return next
    const ride = [next, ...next.later].find((one) => one.departureId === shownDepartureId)?.ride
    if (!before || !ride) return { ...next, ok: false, reason: 'quote-changed' } as const
    if (staff && overrule) {
      const wish = { ...staff, overrule, waived: cents(0), now }
      const allowed = await checkOverrule(tx, order.orderId, wish)
      if (!allowed.ok) return allowed
    }
    const after = await propose(tx, before, {
      ride,
      passengers: before.passengers,
      wheelchairUsers: before.wheelchairUsers,
      fares: before.fares,
      noticeFrom: before.noticeFrom ?? before.departsAt,
      uses: 'missing',
    })
    const money = { refund: cents(0), fee: cents(0), forfeited: cents(0) }
    const replacing = [{ before, after }]
    const done = await applyChange(tx, {
      order,
      kind: 'missed',
      by: staff?.by ?? TRAVELLER,
      ...(staff?.reason && { reason: staff.reason }),
      overruled: overrule && { code: overrule.code, waived: cents(0) },
      replacing,
      money,
      now,
    })
    // The last seat was taken since the search; the next request offers a later bus.
    if (!done.ok) return { ok: false, reason: 'no-later-bus' } as const
    return { ok: true, ticketId: await validTicketOf(tx, after.bookingId) } as const
  })
}

type Moment = { now: Temporal.Instant; overrule: OverruleCode | undefined }

async function pickBus(tx: Tx | Database, before: Booking | undefined, { now, overrule }: Moment) {
  if (!before) return { ok: false, reason: 'no-such-booking' } as const
  const companyCancelled = isCompanyCancelled(before)
  const aboard = (await countRidesAboard(tx, before.orderId)).get(before.position) ?? 0
  const people = headCount(before.passengers)
  const allowed = mayMiss({ ...before, companyCancelled, aboard, people }, now, overrule)
  if (!allowed.ok) return allowed
  const rides = await listLater(tx, before, now)
  const dayEnds = endOfDay(before.departsAt)
  const today = rides.filter(({ departsAt }) => isBefore(departsAt, dayEnds))
  const open = await listWithRoom(tx, { before, rides: today, now })
  const [next, ...later] =
    open.length > 0 ? open : await findFirstWithRoom(tx, { before, rides, from: today.length, now })
  if (!next) return { ok: false, reason: 'no-later-bus' } as const
  const { departureId, departsAt, arrivesAt } = next
  const fullBefore = rides.findIndex((ride) => ride === next)
  const others = isBefore(now, await findExpected(tx, before)) ? later : []
  return {
    ok: true,
    departureId,
    departsAt,
    arrivesAt,
    fullBefore,
    ride: next,
    later: others.map((ride) => ({
      departureId: ride.departureId,
      departsAt: ride.departsAt,
      arrivesAt: ride.arrivesAt,
      ride,
    })),
  } as const
}

/** A late bus is not missed by its planned time. */
async function findExpected(tx: Tx | Database, before: Booking): Promise<Temporal.Instant> {
  const { departureId, fromPosition, departsAt } = before
  const delayAt = await findDelays([departureId], tx)
  return expectedAt(departsAt, delayAt(departureId, fromPosition))
}

type Looking = { before: Booking; rides: readonly RideBetween[]; now: Temporal.Instant }

async function listWithRoom(tx: Tx | Database, { before, rides, now }: Looking) {
  const wanted = rides.map(({ departureId, fromPosition, toPosition, departsAt, accessible }) => ({
    ...rideOf(before),
    departureId,
    ride: { fromPosition, toPosition },
    boardsAt: departsAt,
    accessible,
  }))
  const quotes = await quoteEach(tx, { rides: wanted, closing: 'for-ticket-holders', now })
  return rides.filter((_ride, place) => quotes[place]?.ok)
}

/** On a day after that of the ticket: one after the other, since few are full. */
async function findFirstWithRoom(
  tx: Tx | Database,
  { rides, from, ...looking }: Looking & { from: number },
): Promise<RideBetween[]> {
  for (const ride of rides.slice(from)) {
    const found = await listWithRoom(tx, { ...looking, rides: [ride] })
    if (found.length > 0) return found
  }
  return []
}

function endOfDay(departsAt: Temporal.Instant): Temporal.Instant {
  const day = dateInCyprus(departsAt.subtract({ hours: NIGHT_ENDS_AT }))
  return startOfDay(day.add({ days: 1 })).add({ hours: NIGHT_ENDS_AT })
}

async function listLater(
  tx: Tx | Database,
  before: Booking,
  now: Temporal.Instant,
): Promise<RideBetween[]> {
  const { fromStopId, toStopId, departsAt } = before
  const since = isBefore(departsAt, now) ? now : departsAt
  const until = since.add({ hours: LOOK_AHEAD_HOURS })
  const stops = { fromStopIds: [fromStopId], toStopIds: [toStopId] }
  const rides = await listRidesBetween(tx, { ...stops, since, until })
  return rides.filter(
    (ride) => ride.status === 'planned' && ride.departureId !== before.departureId,
  )
}

/** The order and booking of a ticket that is still valid. */
async function findTicketed(ticketId: string) {
  if (!ACCESS_TOKEN.test(ticketId)) return undefined
  return db
    .selectFrom('tickets')
    .innerJoin('bookings', 'bookings.bookingId', 'tickets.bookingId')
    .innerJoin('orders', 'orders.orderId', 'bookings.orderId')
    .select(['orders.orderId', 'bookings.bookingId'])
    .where('ticketId', '=', ticketId)
    .where('replacedAt', 'is', null)
    .where('orders.status', '=', 'confirmed')
    .executeTakeFirst()
}

async function validTicketOf(tx: Tx, bookingId: string): Promise<string> {
  const { ticketId } = await tx
    .selectFrom('tickets')
    .select('ticketId')
    .where('bookingId', '=', bookingId)
    .where('replacedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return ticketId
}
