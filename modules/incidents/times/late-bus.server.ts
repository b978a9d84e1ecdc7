import type { Decision } from '#modules/dispatch/departure.server.ts'
import { giveChoice } from '#modules/incidents/choices/give-choice.server.ts'
import {
  findOpenIncident,
  openIncident,
  takeOutDeparture,
} from '#modules/incidents/incident/incidents.server.ts'
import type { ToldReason } from '#modules/incidents/incident/told-reason.ts'
import type { Booking, Order } from '#modules/orders/order/rows.server.ts'
import { CHOICE_FROM_MINUTES } from '#modules/rules/rules.ts'
import type { Tx } from '#platform/db.server.ts'

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

type Report = Pick<Decision, 'reason' | 'by' | 'now'> & {
  toldReason?: ToldReason | null | undefined
}

/**
 * Opens one incident for the locked departures that a report makes very late and that have none
 * yet, and ends the incident of those that are no longer very late. Returns the incident that was
 * opened. Passengers of an incident without a reason, as a driver reports it, are told the first
 * one that the office gives.
 */
export async function keepLateIncidents(
  tx: Tx,
  buses: readonly LateBus[],
  { reason, toldReason, by, now }: Report,
): Promise<string | undefined> {
  const late: string[] = []
  const known: string[] = []
  for (const { departureId, delays } of buses) {
    const isLate = delays.some((minutes) => minutes >= CHOICE_FROM_MINUTES)
    const incidentId = await findOpenIncident(departureId, tx, KIND)
    if (isLate && !incidentId) late.push(departureId)
    if (isLate && incidentId) known.push(incidentId)
    if (!isLate && incidentId) await takeOutDeparture(tx, departureId, now, KIND)
  }
  if (toldReason && known.length > 0) await giveReason(tx, known, toldReason)
  if (late.length === 0) return undefined
  const cause = reason || KIND
  return openIncident(tx, { departureIds: late, kind: KIND, cause, toldReason, by, now })
}

async function giveReason(tx: Tx, incidentIds: readonly string[], toldReason: ToldReason) {
  await tx
    .updateTable('incidents')
    .set({ toldReason: JSON.stringify(toldReason) })
    .where('incidentId', 'in', incidentIds)
    .where('toldReason', 'is', null)
    .execute()
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
