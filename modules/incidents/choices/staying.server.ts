import { enqueueMail, nextAttemptNo } from '#modules/mail/outbox.server.ts'
import { lockOrder } from '#modules/orders/order/rows.server.ts'
import { hasLeft } from '#modules/orders/self-service/changeable-order.server.ts'
import { lockDepartures } from '#modules/seats/seats.server.ts'
import type { Places } from '#modules/seats/seats.ts'
import type { Tx } from '#platform/db.server.ts'

import type { Choice } from './choices.server.ts'
import { listTooMany } from './too-full.server.ts'
import { isOnOneOf, shortOf } from './too-full.ts'

/* Passengers of a bus that was too full, who keep their seats in the end. */

/**
 * Whether a bus still has too few seats where these passengers travel. Counted under its lock and that of
 * the other bus, since others may leave it at the same moment.
 */
export async function isSeatNeeded(
  tx: Tx,
  choice: Choice,
  other: { departureId: string },
): Promise<boolean> {
  await lockDepartures(tx, [choice.departureId, other.departureId])
  return isShort(tx, choice, 'seats')
}

/** Whether a bus still has too few wheelchair spaces where these passengers travel, counted likewise. */
export async function isSpaceNeeded(tx: Tx, choice: Choice): Promise<boolean> {
  await lockDepartures(tx, [choice.departureId])
  return isShort(tx, choice, 'wheelchairPlaces')
}

async function isShort(tx: Tx, { bookingId, departureId }: Choice, kind: keyof Places) {
  const ride = await tx
    .selectFrom('bookings')
    .select(['fromPosition', 'toPosition'])
    .where('bookingId', '=', bookingId)
    .executeTakeFirstOrThrow()
  return isOnOneOf(shortOf(kind, await listTooMany(departureId, tx)), ride)
}

/** Enqueues the mail for passengers who were asked and keep their seats, if their bus is to come. */
export async function tellStaying(
  tx: Tx,
  { kind, bookingId, orderId, departureId, departsAt }: Choice,
  now: Temporal.Instant,
): Promise<void> {
  if (kind !== 'smaller-bus' || hasLeft({ departsAt }, now)) return
  const departure = await tx
    .selectFrom('departures')
    .select('status')
    .where('departureId', '=', departureId)
    .executeTakeFirstOrThrow()
  if (departure.status !== 'planned') return
  const order = await lockOrder(tx, orderId)
  const mail = 'seats-kept'
  const attemptNo = await nextAttemptNo(tx, orderId, mail)
  await enqueueMail(tx, { order, kind: mail, attemptNo, bookingId, now })
}
