import { isManyDelay } from '#modules/dispatch/delay.ts'
import { listDelays } from '#modules/dispatch/delays.server.ts'
import { findDepartures, type Call, type Departure } from '#modules/dispatch/departure.server.ts'
import {
  lockSelected,
  type ManyQuote,
} from '#modules/incidents/departures/cancel-departures.server.ts'
import {
  boardsFrom,
  countConcerned,
  MAX_DEPARTURES,
  type Boarding,
  type Selection,
} from '#modules/incidents/incident/concerned.server.ts'
import type { ToldReason } from '#modules/incidents/incident/told-reason.ts'
import type { Actor } from '#platform/actor.ts'
import type { Tx } from '#platform/db.server.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { recordDelays, refuseDelay } from './report-delay.server.ts'

/* Many buses that are late together, as when a motorway is closed, or on time again. */

/** The departures of a selection, those on the road as well. */
export type LateSelection = Selection & { isOnRoadToo: true }

/** The minutes that are reported for each bus, and from which of its stops on. */
export type ManyDelay = {
  /** Zero: on time again. At most MAX_DELAY_MINUTES. */
  minutes: number
  /** From this stop on; without it, from the first stop that the bus has not left yet. */
  fromStopId?: string | undefined
}

/** The figures of the check page, which are compared at the press. */
export type DelayQuote = Omit<ManyQuote, 'paid'> & {
  /** The number of the newest report about any of the departures; zero without one. */
  lastReport: number
}

/** A departure that is reported, and the delay at that stop so far. */
export type LateDeparture = Boarding & { fromStopId: string; present: number }

/** The effect of reporting a delay of some departures now. */
export type DelayPlan = {
  quote: DelayQuote
  late: LateDeparture[]
  /** Already reported with this delay. */
  already: string[]
}

type Wish = ManyDelay & {
  selection: LateSelection
  /** As in the audit, and the cause of the incident. */
  reason: string
  /** The reason that passengers read; without it they read none. */
  toldReason?: ToldReason | null | undefined
  shown: Pick<DelayQuote, 'departures' | 'bookings' | 'passengers' | 'lastReport'>
  by: Actor
  now: Temporal.Instant
}

export type DelayManyOutcome =
  /** The incident is that of a long delay, if any of the buses was in none yet. */
  | { ok: true; incidentId: string | undefined }
  | { ok: false; reason: 'minutes-missing' }
  /** No departure runs or is boarded any more, or all have this delay already. */
  | { ok: false; reason: 'none-chosen' }
  | { ok: false; reason: 'too-many'; most: number }
  /** A colleague or a driver has reported a delay of one of them. */
  | { ok: false; reason: 'reported-meanwhile' }
  /** A bus left or was cancelled, or others bought or cancelled meanwhile. */
  | { ok: false; reason: 'quote-changed'; quote: DelayQuote }

/**
 * Reports the same delay of many departures in one transaction. The selection is made again under the
 * locks, and refused if it is not what was shown, or if another person reported meanwhile.
 */
export async function delayDepartures(wish: Wish): Promise<DelayManyOutcome> {
  const { selection, minutes, fromStopId, reason, toldReason, shown, by, now } = wish
  if (!isManyDelay(minutes)) return { ok: false, reason: 'minutes-missing' }
  return inTransaction(async (tx) => {
    const departureIds = await lockSelected(tx, selection, now)
    if (departureIds.length > MAX_DEPARTURES) {
      return { ok: false, reason: 'too-many', most: MAX_DEPARTURES } as const
    }
    const departures = await findDepartures(departureIds, tx)
    const lastReport = await findLastReport(departureIds, tx)
    const { quote, late } = await planOf(departures, { minutes, fromStopId, lastReport, now, tx })
    if (shown.lastReport !== quote.lastReport) {
      return { ok: false, reason: 'reported-meanwhile' } as const
    }
    const reports = late.flatMap(({ departureId, fromPosition }) => {
      const departure = departures.find((one) => one.departureId === departureId)
      return departure ? [{ departure, fromPosition, minutes, reason, toldReason, by, now }] : []
    })
    const [first, ...others] = reports
    if (!first) return { ok: false, reason: 'none-chosen' } as const
    const isShown =
      shown.departures === quote.departures &&
      shown.bookings === quote.bookings &&
      shown.passengers === quote.passengers
    if (!isShown) return { ok: false, reason: 'quote-changed', quote } as const
    return { ok: true, incidentId: await recordDelays(tx, [first, ...others]) } as const
  })
}

/** The effect of reporting a delay of all of these departures now; nothing is written. */
export async function planDelay(
  departureIds: readonly string[],
  delay: ManyDelay & { now: Temporal.Instant },
): Promise<DelayPlan> {
  // Before the delays that the page shows: a report in between makes the press too old, not unseen.
  const lastReport = await findLastReport(departureIds)
  return planOf(await findDepartures(departureIds), { ...delay, lastReport })
}

async function findLastReport(departureIds: readonly string[], tx?: Tx): Promise<number> {
  const reports = await listDelays(departureIds, tx)
  return Math.max(0, ...[...reports.values()].flat().map(({ delayNo }) => delayNo))
}

type Planning = ManyDelay & { lastReport: number; now: Temporal.Instant; tx?: Tx }

async function planOf(
  departures: readonly Departure[],
  { minutes, fromStopId, lastReport, now, tx }: Planning,
): Promise<DelayPlan> {
  const late: LateDeparture[] = []
  const already: string[] = []
  for (const departure of departures) {
    const { departureId, calls } = departure
    const from = findLateFrom(calls, { fromStopId, now })
    if (!from) continue
    const { position, stopId, delay } = from
    const refusal = refuseDelay(departure, { fromPosition: position, minutes, now })
    if (refusal?.reason === 'reported-already') already.push(departureId)
    if (!refusal)
      late.push({ departureId, fromPosition: position, fromStopId: stopId, present: delay })
  }
  const ids = late.map(({ departureId }) => departureId)
  const { paid: _paid, ...counts } = await countConcerned(ids, { tx, where: boardsFrom(late) })
  const quote = { departures: late.length, ...counts, lastReport }
  return { quote, late, already }
}

/**
 * The stop from which on a bus is late: the first that it has not left, as late as it is, or the chosen
 * one. Undefined if nobody boards there any more.
 */
export function findLateFrom(
  calls: readonly Call[],
  { fromStopId, now }: { fromStopId?: string | undefined; now: Temporal.Instant },
): Call | undefined {
  return calls
    .slice(0, -1)
    .find(
      ({ stopId, departsAt, delay }) =>
        isBefore(now, departsAt.add({ minutes: delay })) &&
        (fromStopId === undefined || stopId === fromStopId),
    )
}
