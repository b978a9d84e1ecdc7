import { isOfStop } from '#modules/incidents/incident/incident-states.ts'
import {
  listBookings,
  lockOrder,
  statusForHolder,
  type Order,
} from '#modules/orders/order/rows.server.ts'
import { endAwaitedChange } from '#modules/orders/self-service/changeable-order.server.ts'
import { releaseSeats } from '#modules/seats/seats.server.ts'
import type { Actor } from '#platform/actor.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { eachAlone } from '#platform/jobs/each-alone.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import {
  bestOf,
  findChoice,
  listOfferIds,
  listOffers,
  recordDecision,
  type Choice,
} from './choices.server.ts'
import { chooseLocked } from './choose.server.ts'
import { listBroken, renewChoice } from './renew-choices.server.ts'
import { refuseScanned } from './stay.server.ts'
import { isSeatNeeded, isSpaceNeeded, tellStaying } from './staying.server.ts'
import { lacksSpace } from './too-full.server.ts'

/** Ends the choices whose time is over, or that no longer need to be made. */
export const DECIDE_CHOICES: Job<object> = {
  name: 'decide-choices',
  tries: 3,
  firstPause: 10,
  longestPause: 60,
}

const JOB: Actor = { kind: 'job', name: 'decide-choices' }

/**
 * Makes the choice that was announced for each passenger who did not answer in time, one order after
 * the other, so that it can be interrupted and repeated. A choice ends as well if the bus runs after
 * all, or if the passenger changed or gave up the ride in the booking itself.
 */
export async function decideChoices(now: Temporal.Instant): Promise<void> {
  const due = [...(await listDue(now)), ...(await listBroken())]
  const orderOf = new Map(due.map(({ token, orderId }) => [token, orderId]))
  await eachAlone(orderOf, ([token, orderId]) => seeToChoice({ token, orderId, now }))
}

/** Ends one choice if that is due, or gives other offers if one of its buses does not run any more. */
export async function seeToChoice(due: Due): Promise<void> {
  const ended = await endAwaitedChange(due.orderId, due.now)
  if (!ended.ok) return
  const decided = await inTransaction((tx) => decideOne(tx, due))
  if (!decided.ok) await inTransaction((tx) => offerOthers(tx, due))
  crashPoint('incident:after-default')
}

/** Open choices whose time is over, or whose booking, departure or incident is no longer what it was. */
function listDue(now: Temporal.Instant): Promise<{ token: string; orderId: string }[]> {
  return db
    .selectFrom('incidentBookings')
    .innerJoin('bookings', 'bookings.bookingId', 'incidentBookings.bookingId')
    .innerJoin('departures', 'departures.departureId', 'bookings.departureId')
    .innerJoin('incidentDepartures as concerned', (join) =>
      join
        .onRef('concerned.incidentId', '=', 'incidentBookings.incidentId')
        .onRef('concerned.departureId', '=', 'bookings.departureId'),
    )
    .select(['token', 'orderId'])
    .where('incidentBookings.state', '=', 'told')
    .where((choice) =>
      choice.or([
        // Whose wheelchair space is missing waits for an answer, until there is a space again.
        choice.and([choice('decideBy', '<=', now), choice('defaultChoice', '<>', 'call')]),
        choice.and([choice('defaultChoice', '=', 'call'), choice.not(lacksSpace)]),
        choice('bookings.state', '<>', 'live'),
        choice('concerned.open', '=', false),
        choice.and([
          choice('kind', '=', 'not-running'),
          choice(statusForHolder, '<>', 'cancelled'),
        ]),
      ]),
    )
    .orderBy('decideBy')
    .orderBy('token')
    .execute()
}

type Due = { token: string; orderId: string; now: Temporal.Instant }

async function decideOne(tx: Tx, { token, orderId, now }: Due) {
  const order = await lockOrder(tx, orderId)
  const choice = await findChoice(tx, token)
  if (choice?.state !== 'told') return { ok: true } as const
  const elsewhere = await findDecisionElsewhere(tx, choice)
  if (elsewhere) {
    await endChoice(tx, choice, elsewhere, now)
    if (elsewhere === STAYS) await tellStaying(tx, choice, now)
    return { ok: true } as const
  }
  const waitsForSpace = choice.defaultChoice === 'call'
  if (waitsForSpace && !(await isSpaceNeeded(tx, choice))) {
    await endChoice(tx, choice, STAYS, now)
    await tellStaying(tx, choice, now)
    return { ok: true } as const
  }
  const best = bestOf(await listOffers(tx, choice))
  const mayBeAboard = choice.kind !== 'not-running' && !waitsForSpace
  if (mayBeAboard && !isGettingOffElsewhere(choice, best) && (await isAboard(tx, order, choice))) {
    await endChoice(tx, choice, STAYS, now)
    return { ok: true } as const
  }
  if (order.status === 'confirmed' && choice.hasBrokenOffer) {
    await renewChoice(tx, { order, choice, now })
    return { ok: true } as const
  }
  if (waitsForSpace || isBefore(now, choice.decideBy)) return { ok: true } as const
  if (choice.defaultChoice === 'stay') {
    await endChoice(tx, choice, STAYS, now)
    return { ok: true } as const
  }
  if (choice.kind === 'smaller-bus' && best && !(await isSeatNeeded(tx, choice, best))) {
    await endChoice(tx, choice, STAYS, now)
    await tellStaying(tx, choice, now)
    return { ok: true } as const
  }
  if (choice.kind === 'stop-closed' && choice.defaultChoice === 'refund') {
    const reason = 'no answer in time: refunded as announced'
    return chooseLocked(tx, orderId, { token, choice: { kind: 'refund' }, by: JOB, reason, now })
  }
  if (choice.defaultChoice === 'move' && best) {
    const reason = 'no answer in time: moved to the bus that was announced'
    const { offerId } = best
    return chooseLocked(tx, orderId, {
      token,
      choice: { kind: 'move', offerId },
      by: JOB,
      reason,
      now,
    })
  }
  await endChoice(tx, choice, { state: 'defaulted', chosenBookingId: null }, now)
  return { ok: true } as const
}

type ChosenOffer = Awaited<ReturnType<typeof listOffers>>[number]

/** Whether passengers stay on their bus to another stop, which may be done while they are aboard. */
function isGettingOffElsewhere(choice: Choice, best: ChosenOffer | undefined): boolean {
  return (
    choice.defaultChoice === 'move' &&
    best?.departureId === choice.departureId &&
    best.fromStopId === choice.fromStopId
  )
}

/**
 * Whether somebody of a booking boarded after all, as where a stop was closed at short notice. The order is
 * locked; a scan at the door waits from here on.
 */
async function isAboard(tx: Tx, order: Order, { bookingId }: Choice): Promise<boolean> {
  const bookings = await listBookings(tx, order.orderId)
  const booking = bookings.find((one) => one.bookingId === bookingId)
  return booking !== undefined && (await refuseScanned(tx, order, booking)) !== undefined
}

/** What was announced could not be done, since the seats were not to be had any more. */
async function offerOthers(tx: Tx, { token, orderId, now }: Due): Promise<void> {
  const order = await lockOrder(tx, orderId)
  const choice = await findChoice(tx, token)
  if (choice?.state !== 'told') return
  if (order.status === 'confirmed') return renewChoice(tx, { order, choice, now })
  await endChoice(tx, choice, { state: 'defaulted', chosenBookingId: null }, now)
}

type Decision = Parameters<typeof recordDecision>[2]

const STAYS: Decision = { state: 'stays', chosenBookingId: null }

async function endChoice(
  tx: Tx,
  choice: Choice,
  decision: Decision,
  now: Temporal.Instant,
): Promise<void> {
  await releaseSeats(tx, await listOfferIds(tx, choice))
  await recordDecision(tx, choice, decision, { by: JOB, now })
}

/**
 * A change that the passenger made in the booking itself, or the bus running as planned for them. Or it
 * left without them, since their wheelchair space was missing to the end.
 */
async function findDecisionElsewhere(tx: Tx, choice: Choice): Promise<Decision | undefined> {
  const { bookingId, kind, isOpen } = choice
  const now = await tx
    .selectFrom('bookings')
    .innerJoin('departures', 'departures.departureId', 'bookings.departureId')
    .leftJoin('changedBookings', 'changedBookings.beforeBookingId', 'bookings.bookingId')
    .leftJoin('bookings as after', (join) =>
      join
        .onRef('after.bookingId', '=', 'afterBookingId')
        .onRef('after.departureId', '=', 'bookings.departureId')
        .onRef('after.fromStopId', '=', 'bookings.fromStopId')
        .onRef('after.toStopId', '=', 'bookings.toStopId'),
    )
    .select(['bookings.state', statusForHolder.as('status'), 'afterBookingId'])
    .select('after.bookingId as onSameBus')
    .where('bookings.bookingId', '=', bookingId)
    .executeTakeFirstOrThrow()
  if (now.state === 'cancelled') return { state: 'chose-refund', chosenBookingId: null }
  // Of a group of which a part was refunded, the others are still on their bus.
  if (now.onSameBus) return { state: 'stays', chosenBookingId: now.onSameBus }
  if (now.state === 'replaced') {
    return { state: 'chose-offer', chosenBookingId: now.afterBookingId }
  }
  if (kind === 'not-running') return now.status === 'cancelled' ? undefined : STAYS
  // Of a stop of a bus that is cancelled, the choice about the cancellation is the one that counts.
  const isStanding = isOpen && !(isOfStop(kind) && now.status === 'cancelled')
  if (isStanding) return undefined
  const isRunning = now.status === 'planned'
  const isLeft = isRunning && choice.defaultChoice === 'call' && (await isSpaceNeeded(tx, choice))
  return isLeft ? { state: 'defaulted', chosenBookingId: null } : STAYS
}
