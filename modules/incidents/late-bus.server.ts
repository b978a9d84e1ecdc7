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

type LateBus = {
  departureId: string
  /** Minutes at each stop where passengers board. */
  delays: readonly number[]
}

/**
 * Opens one incident for the locked departures that are very late by a report and in none yet, and
 * ends that of those that are not. Returns the incident that was opened.
 */
export async function keepLateIncidents(
  tx: Tx,
  buses: readonly LateBus[],
  { reason, by, now }: Pick<Decision, 'reason' | 'by' | 'now'>,
): Promise<string | undefined> {
  const late: string[] = []
  for (const { departureId, delays } of buses) {
    const isLate = delays.some((minutes) => minutes >= CHOICE_FROM_MINUTES)
    const incidentId = await findOpenIncident(departureId, tx, KIND)
    if (isLate && !incidentId) late.push(departureId)
    if (!isLate && incidentId) await takeOutDeparture(tx, departureId, now, KIND)
  }
  if (late.length === 0) return undefined
  return openIncident(tx, { departureIds: late, kind: KIND, cause: reason || KIND, by, now })
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
