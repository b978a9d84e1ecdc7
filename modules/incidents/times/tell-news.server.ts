import { isDelayNews, newestAt } from '#modules/dispatch/delay.ts'
import { listDelays, listReportedDepartures } from '#modules/dispatch/delays.server.ts'
import { listMessagesSince } from '#modules/dispatch/messages.server.ts'
import { endIncidents } from '#modules/incidents/incident/end-incidents.server.ts'
import { enqueueAgain, enqueueMail, nextAttemptNo } from '#modules/mail/outbox.server.ts'
import { findTold } from '#modules/notifications/told-delay.server.ts'
import { listBookings, lockOrder } from '#modules/orders/order/rows.server.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { eachAlone } from '#platform/jobs/each-alone.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { giveLateChoice } from './late-bus.server.ts'
import { tellRetimed } from './retimed-bus.server.ts'

/*
 * News about a running departure, for those who hold seats on it. Each order has a transaction of
 * its own, and a mail names what it tells, so the job can be interrupted and repeated.
 */

export const TELL_NEWS: Job<object> = {
  name: 'tell-news',
  tries: 10,
  firstPause: 10,
  longestPause: 600,
}

/** A message that could not be enqueued for so long has no use any more. */
const MESSAGE_COUNTS_HOURS = 24

/**
 * Enqueues one mail for each booking that is owed news of a delay, or a message. A long delay brings
 * a choice, in the same transaction.
 */
export async function tellNews(now: Temporal.Instant): Promise<void> {
  await eachAlone(
    [tellDelays, tellMessages, (at: Temporal.Instant) => endIncidents('late', at), tellRetimed],
    (step) => step(now),
  )
}

async function tellDelays(now: Temporal.Instant): Promise<void> {
  const departureIds = await listReportedDepartures(now)
  const reports = await listDelays(departureIds)
  await eachAlone(await listHolding(departureIds), async ({ orderId, bookingId }) => {
    const isTold = await inTransaction(async (tx) => {
      const order = await lockOrder(tx, orderId)
      const booking = (await listBookings(tx, orderId)).find((one) => one.bookingId === bookingId)
      if (order.status !== 'confirmed' || booking?.departureStatus !== 'planned') return false
      const newest = newestAt(reports.get(booking.departureId), booking.fromPosition)
      if (!newest) return false
      const { minutes, delayNo } = newest
      const owed = await findOwed(tx, { bookingId, delayNo })
      if (owed && owed.state !== 'needless') return false
      // A needless letter is written by what was really sent, so that is asked before it is owed again.
      const told = await findTold(tx, { order, booking, before: owed && delayNo })
      if (!isDelayNews({ minutes, told })) return false
      if (isBefore(booking.departsAt.add({ minutes }), now)) return false
      const kind = 'running-late'
      await giveLateChoice(tx, { order, booking, minutes, now })
      if (owed) {
        await enqueueAgain(tx, { mailId: owed.mailId, order, now })
        return true
      }
      const attemptNo = await nextAttemptNo(tx, orderId, kind)
      await enqueueMail(tx, { order, kind, attemptNo, bookingId, delayNo, now })
      return true
    })
    if (isTold) crashPoint('incident:after-telling')
  })
}

/**
 * The mail about a report to this booking, whatever became of it; there is at most one. It was needless if its bus
 * was cancelled then, or if a mail about another report was still being sent.
 */
function findOwed(tx: Tx, { bookingId, delayNo }: { bookingId: string; delayNo: number }) {
  return tx
    .selectFrom('mails')
    .select(['mailId', 'state'])
    .where('bookingId', '=', bookingId)
    .where('delayNo', '=', delayNo)
    .executeTakeFirst()
}

async function tellMessages(now: Temporal.Instant): Promise<void> {
  const since = now.subtract({ hours: MESSAGE_COUNTS_HOURS })
  await eachAlone(await listMessagesSince(since), async (message) => {
    const { messageId, departureId, position, writtenAt } = message
    await eachAlone(await listHolding([departureId]), async (holding) => {
      const { orderId, bookingId, fromPosition } = holding
      const isConcerned = position === null || position === fromPosition
      if (!isConcerned || isBefore(writtenAt, holding.confirmedAt ?? writtenAt)) return
      await inTransaction(async (tx) => {
        const order = await lockOrder(tx, orderId)
        const booking = (await listBookings(tx, orderId)).find((one) => one.bookingId === bookingId)
        if (!booking || order.status !== 'confirmed') return
        if (await isToldOf(tx, messageId, booking)) return
        const kind = 'departure-message'
        const attemptNo = await nextAttemptNo(tx, orderId, kind)
        await enqueueMail(tx, { order, kind, attemptNo, bookingId, messageId, now })
      })
    })
  })
}

type Place = { orderId: string; bookingId: string; position: number }

/**
 * Whether a message was told about a booking, or about one that it replaces, as after giving up a part. A
 * letter that still waits is not written once its booking was replaced, so it tells nobody.
 */
async function isToldOf(
  tx: Tx,
  messageId: string,
  { orderId, bookingId, position }: Place,
): Promise<boolean> {
  const mail = await tx
    .selectFrom('mails')
    .innerJoin('bookings as told', 'told.bookingId', 'mails.bookingId')
    .select('mailId')
    .where('messageId', '=', messageId)
    .where('told.orderId', '=', orderId)
    .where('told.position', '=', position)
    .where((row) =>
      row.or([
        row('told.bookingId', '=', bookingId),
        row('mails.state', 'not in', ['queued', 'needless']),
      ]),
    )
    .executeTakeFirst()
  return mail !== undefined
}

/** The bookings that still buy one of these departures. */
function listHolding(departureIds: readonly string[]) {
  if (departureIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('bookings')
    .innerJoin('orders', 'orders.orderId', 'bookings.orderId')
    .select(['bookings.orderId', 'bookingId', 'departureId', 'fromPosition', 'confirmedAt'])
    .where('departureId', 'in', departureIds)
    .where('bookings.state', '=', 'live')
    .where('orders.status', '=', 'confirmed')
    .orderBy('bookings.departsAt')
    .orderBy('bookingId')
    .execute()
}
