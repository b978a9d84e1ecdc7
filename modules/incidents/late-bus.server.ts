import type { Decision } from '#modules/dispatch/departure.server.ts'
import type { Booking, Order } from '#modules/orders/order/rows.server.ts'
import { CHOICE_FROM_MINUTES } from '#modules/rules/rules.ts'
import type { Tx } from '#platform/db.server.ts'

import { giveChoice } from './give-choice.server.ts'
import { findOpenIncident, openIncident, takeOutDeparture } from './incidents.server.ts'

/*
 * A bus that is very late. Its passengers are told at once, and the mail about the delay leads to a
 * choice: they stay unless they take another bus of the same day. It moves nobody and costs nothing, so
 * nobody has to confirm it.
 */

const KIND = 'late'

/**
 * Opens the incident of a locked departure that is very late by a report, or ends it once it is not.
 *
 * @param delays minutes at each stop where passengers board
 */
export async function keepLateIncident(
  tx: Tx,
  { departureId, reason, by, now }: Decision,
  delays: readonly number[],
): Promise<void> {
  const isLate = delays.some((minutes) => minutes >= CHOICE_FROM_MINUTES)
  const incidentId = await findOpenIncident(departureId, tx, KIND)
  if (isLate && !incidentId) {
    const departureIds = [departureId]
    await openIncident(tx, { departureIds, kind: KIND, cause: reason || KIND, by, now })
  }
  if (!isLate && incidentId) await takeOutDeparture(tx, departureId, now, KIND)
}

type Telling = { order: Order; booking: Booking; minutes: number; now: Temporal.Instant }

/** Gives passengers who are told of a long delay the choice of another bus. The order is locked. */
export async function giveLateChoice(
  tx: Tx,
  { order, booking, minutes, now }: Telling,
): Promise<void> {
  if (minutes < CHOICE_FROM_MINUTES) return
  const incidentId = await findOpenIncident(booking.departureId, tx, KIND)
  if (!incidentId) return
  await giveChoice(tx, {
    order,
    booking,
    incidentId,
    defaultOf: () => 'stay',
    isSameDay: true,
    now,
  })
}
