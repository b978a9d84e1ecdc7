import { sql } from 'kysely'

import {
  auditDecision,
  hasLeft,
  leavesAt,
  lockDeparture,
  type Decision,
  type LockRefusal,
} from '#modules/dispatch/departure.server.ts'
import { seeToChoice } from '#modules/incidents/choices/decide-choices.server.ts'
import { giveChoice } from '#modules/incidents/choices/give-choice.server.ts'
import { byNeed } from '#modules/incidents/choices/offers.ts'
import { listBroken } from '#modules/incidents/choices/renew-choices.server.ts'
import { countConcerned, type Concerned } from '#modules/incidents/incident/concerned.server.ts'
import { findOpenIncident, openIncident } from '#modules/incidents/incident/incidents.server.ts'
import { hasInfant, hasOnwardRide } from '#modules/incidents/incident/needs.server.ts'
import type { ToldReason } from '#modules/incidents/incident/told-reason.ts'
import { enqueueMail, nextAttemptNo } from '#modules/mail/outbox.server.ts'
import { applyChange } from '#modules/orders/apply/apply-change.server.ts'
import {
  isToBoard,
  listBookings,
  lockOrder,
  statusForHolder,
} from '#modules/orders/order/rows.server.ts'
import { isCompanyCancelled } from '#modules/orders/self-service/changeable-order.server.ts'
import { HOURS_TO_CHOOSE } from '#modules/rules/rules.ts'
import { takeBackLeases } from '#modules/seats/leases.server.ts'
import { decideDeparture } from '#modules/timetable/decide-departure.server.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { eachAlone } from '#platform/jobs/each-alone.server.ts'
import { enqueueJob, type Job } from '#platform/jobs/jobs.server.ts'
import { cents, sum } from '#platform/money.ts'
import { inTransaction } from '#platform/transaction.server.ts'

/*
 * Cancellation of a departure that has sold seats. No passenger is moved silently: every holder
 * gets a mail and chooses another bus or a refund, both free. A holder who does not choose is
 * refunded after the day of travel.
 */

export const TELL_HOLDERS: Job<object> = {
  name: 'tell-holders',
  tries: 10,
  firstPause: 10,
  longestPause: 600,
}
export const REFUND_HOLDERS: Job<object> = {
  name: 'refund-holders',
  tries: 5,
  firstPause: 60,
  longestPause: 3600,
}

type Cancellation = Decision & {
  reason: string
  /** The reason that passengers read; without it they read none. */
  toldReason?: ToldReason | null | undefined
  /** The quote as it was shown; without it, none is compared. */
  shown?: Pick<Concerned, 'bookings' | 'paid'>
}

export type DepartureOutcome =
  | { ok: true; holders: number }
  | LockRefusal
  | { ok: false; reason: 'cancelled-already' }
  /** A cancellation cannot take back a ride that took place. */
  | { ok: false; reason: 'has-left'; leftAt: Temporal.Instant }
  /** Others bought or cancelled meanwhile. */
  | { ok: false; reason: 'quote-changed'; quote: Concerned }

/** The bookings that a cancellation would concern now, and what they paid. */
export function quoteCancelDeparture(departureId: string): Promise<Concerned> {
  return countConcerned([departureId], { isOfferedToo: true })
}

/**
 * Takes a departure off sale until it runs after all, and enqueues the mails to all holders of its
 * seats. An order that is being paid for keeps its seats until its payment ends; if it succeeds, the
 * next run of the job tells its holder as well.
 */
export async function cancelDeparture(wish: Cancellation): Promise<DepartureOutcome> {
  const { departureId, shown, reason: cause, toldReason, by, now } = wish
  return inTransaction(async (tx) => {
    const locked = await lockDeparture(tx, wish)
    if (!locked.ok) return locked
    const { departure } = locked
    if (departure.status === 'cancelled') {
      return { ok: false, reason: 'cancelled-already' } as const
    }
    if (hasLeft(departure, now)) {
      return { ok: false, reason: 'has-left', leftAt: leavesAt(departure) } as const
    }
    const quote = await countConcerned([departureId], { tx, isOfferedToo: true })
    if (shown && (shown.bookings !== quote.bookings || shown.paid !== quote.paid)) {
      return { ok: false, reason: 'quote-changed', quote } as const
    }
    await decideDeparture(tx, departureId, { status: 'cancelled' })
    await takeBackLeases(tx, departureId)
    await auditDecision(tx, wish, {
      action: 'cancelled',
      before: { status: departure.status },
      after: { status: 'cancelled', ...(toldReason && { toldReason }) },
    })
    await openIncident(tx, { departureIds: [departureId], cause, toldReason, by, now })
    await enqueueJob(tx, TELL_HOLDERS, {})
    return { ok: true, holders: quote.bookings } as const
  })
}

/**
 * Gives each booking on a cancelled departure its choice, and enqueues a mail about it; likewise a
 * mail for each booking that was told so and whose departure runs after all. Those who were offered
 * seats on a bus that does not run either are offered others, in the same order of need.
 */
export async function tellHolders(now: Temporal.Instant): Promise<void> {
  const stranded = await listStranded({ untold: true })
  const inNeed = [...stranded, ...(await listBroken())].toSorted(byNeed)
  await eachAlone([...inNeed, ...(await listRevived(now))], async (next) => {
    const { orderId } = next
    if ('token' in next) return seeToChoice({ orderId, token: next.token, now })
    const { bookingId } = next
    await inTransaction(async (tx) => {
      const order = await lockOrder(tx, orderId)
      const booking = (await listBookings(tx, orderId)).find((one) => one.bookingId === bookingId)
      if (!booking || order.status !== 'confirmed') return
      const kind = isCompanyCancelled(booking) ? 'departure-cancelled' : 'runs-after-all'
      const last = await findLastTold(tx, bookingId)
      if (last === kind || (!last && kind === 'runs-after-all')) return
      const incidentId = await findOpenIncident(booking.departureId, tx)
      if (incidentId) await giveChoice(tx, { order, booking, incidentId, now })
      const attemptNo = await nextAttemptNo(tx, orderId, kind)
      await enqueueMail(tx, { order, kind, attemptNo, bookingId, now })
    })
    crashPoint('incident:after-telling')
  })
}

const RUNS_OR_NOT = ['departure-cancelled', 'runs-after-all'] as const

/** The last mail about whether this ride's departure runs. */
async function findLastTold(tx: Tx, bookingId: string) {
  const last = await tx
    .selectFrom('mails')
    .select('kind')
    .where('bookingId', '=', bookingId)
    .where('kind', 'in', RUNS_OR_NOT)
    .orderBy('queuedAt', 'desc')
    .orderBy('kind', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.kind
}

/**
 * Bookings without a mail since the bus was cancelled last; a repeated job begins where it stopped.
 */
const isUntold = sql<boolean>`(
  select kind from mails where mails.booking_id = bookings.booking_id and kind = any(${RUNS_OR_NOT})
  order by queued_at desc, kind desc limit 1) is distinct from 'departure-cancelled'`

/** Refunds in full the holders who have not chosen in time. */
export async function refundHolders(now: Temporal.Instant): Promise<void> {
  const before = now.subtract({ hours: HOURS_TO_CHOOSE })
  await eachAlone(await listStranded({ before }), ({ orderId }) =>
    inTransaction(async (tx) => {
      const order = await lockOrder(tx, orderId)
      if (order.status !== 'confirmed') return
      const stranded = (await listBookings(tx, orderId)).filter(
        (booking) =>
          isCompanyCancelled(booking) && Temporal.Instant.compare(booking.departsAt, before) < 0,
      )
      if (stranded.length === 0) return
      const refund = sum(stranded.map(({ totalCents }) => cents(totalCents)))
      await applyChange(tx, {
        order,
        kind: 'company-refunded',
        by: { kind: 'job', name: 'refund-holders' },
        reason: 'the bus did not run, and the holder chose nothing',
        replacing: stranded.map((booking) => ({ before: booking, after: null })),
        money: { refund, fee: cents(0), forfeited: cents(0) },
        now,
      })
    }),
  )
}

/** Bookings that were told of a cancellation, and whose departures run after all. */
function listRevived(now: Temporal.Instant) {
  return db
    .selectFrom('mails')
    .innerJoin('bookings', 'bookings.bookingId', 'mails.bookingId')
    .innerJoin('orders', 'orders.orderId', 'bookings.orderId')
    .innerJoin('departures', 'departures.departureId', 'bookings.departureId')
    .select(['orders.orderId', 'bookings.bookingId'])
    .distinct()
    .where('mails.kind', '=', 'departure-cancelled')
    .where(statusForHolder, '=', 'planned')
    .where(isToBoard(now))
    .where('bookings.state', '=', 'live')
    .where('orders.status', '=', 'confirmed')
    .execute()
}

type Stranded = { before?: Temporal.Instant; untold?: boolean }

/**
 * Bookings on cancelled departures, with the facts that decide who is offered seats first; with
 * `before`, only on those that would have left before it; with `untold`, only those whose last mail
 * about it is another one.
 */
function listStranded({ before, untold = false }: Stranded) {
  return db
    .selectFrom('bookings')
    .innerJoin('orders', 'orders.orderId', 'bookings.orderId')
    .innerJoin('departures', 'departures.departureId', 'bookings.departureId')
    .select(['orders.orderId', 'bookings.bookingId'])
    .select((booking) => [
      sql<boolean>`wheelchair_users > 0`.as('hasWheelchair'),
      hasInfant.as('hasInfant'),
      hasOnwardRide.as('hasOnwardRide'),
      booking.fn.coalesce('confirmedAt', 'orders.createdAt').as('boughtAt'),
    ])
    .where(statusForHolder, '=', 'cancelled')
    .where('bookings.state', '=', 'live')
    .where('orders.status', '=', 'confirmed')
    .$if(untold, (query) => query.where(isUntold))
    .$if(before !== undefined, (query) => query.where('bookings.departsAt', '<', before ?? null))
    .orderBy('bookings.departsAt')
    .execute()
}
