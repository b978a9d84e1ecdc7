import { delayAt, MAX_DELAY_MINUTES } from '#modules/dispatch/delay.ts'
import { listDelays, writeDelay } from '#modules/dispatch/delays.server.ts'
import {
  auditDecision,
  lockDeparture,
  type Decision,
  type Departure,
  type LockRefusal,
} from '#modules/dispatch/departure.server.ts'
import type { ToldReason } from '#modules/incidents/incident/told-reason.ts'
import { CHOICE_FROM_MINUTES } from '#modules/rules/rules.ts'
import { decideDeparture } from '#modules/timetable/decide-departure.server.ts'
import { raiseEdition } from '#modules/timetable/editions.server.ts'
import { actorText } from '#platform/actor.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import type { Tx } from '#platform/db.server.ts'
import { enqueueJob } from '#platform/jobs/jobs.server.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { keepLateIncidents } from './late-bus.server.ts'
import { TELL_NEWS } from './tell-news.server.ts'

type Report = Decision & {
  /** The stop from which on the bus is late; stops before it are not concerned. */
  fromPosition: number
  /** Negative: early. Zero: on time again. */
  minutes: number
  /** The reason that passengers read if the bus is very late; without it they read none. */
  toldReason?: ToldReason | null | undefined
}

/** The reasons for which a report about a bus is refused. */
export type DelayRefusal =
  | { ok: false; reason: 'not-running' }
  | { ok: false; reason: 'no-such-stop' }
  /** The journey ended so long ago that nobody can be late on it. */
  | { ok: false; reason: 'journey-over' }
  /** Exactly this was reported before, maybe by the driver. */
  | { ok: false; reason: 'reported-already'; minutes: number }

export type DelayOutcome = { ok: true } | LockRefusal | DelayRefusal

/**
 * Records that a bus is late from one of its stops on, and enqueues the mails to passengers who need
 * to know. Planned times are not rewritten: every page adds the delay to them.
 */
export async function reportDelay(report: Report): Promise<DelayOutcome> {
  return inTransaction(async (tx) => {
    const locked = await lockReportable(tx, report)
    if (!locked.ok) return locked
    const { minutes } = report
    // A shorter delay opens no incident, and its mail has no reason.
    const toldReason = minutes >= CHOICE_FROM_MINUTES ? report.toldReason : null
    await recordDelays(tx, [{ ...report, toldReason, departure: locked.departure }])
    return { ok: true } as const
  })
}

type DriversReport = Omit<Report, 'toldReason'> & {
  /** The number of the newest report that the driver knew; zero without one. */
  lastReport: number
}

export type DriversDelayOutcome =
  | DelayOutcome
  /** Another person has reported since: the bus is so late now at that stop. */
  | { ok: false; reason: 'reported-meanwhile'; minutes: number }

/**
 * The same for a press at the door, which may arrive long after it was made. It is refused if another
 * person reported anything about the bus that the driver did not know: the newest knowledge counts, and
 * not the newest message. Presses of the same driver follow each other.
 */
export async function reportDriversDelay({
  lastReport,
  ...report
}: DriversReport): Promise<DriversDelayOutcome> {
  return inTransaction(async (tx) => {
    const locked = await lockReportable(tx, report)
    if (!locked.ok) return locked
    const { departureId, fromPosition, by } = report
    const reports = (await listDelays([departureId], tx)).get(departureId) ?? []
    const isUnknown = reports.some(
      ({ delayNo, enteredBy }) => delayNo > lastReport && enteredBy !== actorText(by),
    )
    if (isUnknown) {
      const minutes = delayAt(reports, fromPosition)
      return { ok: false, reason: 'reported-meanwhile', minutes } as const
    }
    await recordDelays(tx, [{ ...report, departure: locked.departure }])
    return { ok: true } as const
  })
}

/** The departure, if the report says anything new about it. */
async function lockReportable(tx: Tx, report: Report) {
  const locked = await lockDeparture(tx, report)
  if (!locked.ok) return locked
  return refuseDelay(locked.departure, report) ?? locked
}

/** The reason why nothing is recorded about this departure; undefined if it may be. */
export function refuseDelay(
  { status, calls }: Pick<Departure, 'status' | 'calls'>,
  { fromPosition, minutes, now }: Pick<Report, 'fromPosition' | 'minutes' | 'now'>,
): DelayRefusal | undefined {
  if (status !== 'planned') return { ok: false, reason: 'not-running' }
  const from = calls.slice(0, -1).find(({ position }) => position === fromPosition)
  if (!from) return { ok: false, reason: 'no-such-stop' }
  const arrivesAt = calls.at(-1)?.arrivesAt ?? from.arrivesAt
  if (isBefore(arrivesAt.add({ minutes: MAX_DELAY_MINUTES }), now)) {
    return { ok: false, reason: 'journey-over' }
  }
  const onward = calls.filter(({ position }) => position >= fromPosition)
  const isKnown = onward.every(({ delay }) => delay === minutes)
  return isKnown ? { ok: false, reason: 'reported-already', minutes } : undefined
}

/** A report about a departure that is locked and for which refuseDelay has no reason. */
type Accepted = Omit<Report, 'departureId' | 'seen'> & { departure: Departure }

/**
 * Records delays that were reported together, by one person for one reason, with one edition and at
 * most one incident. Returns that incident, if it was opened.
 */
export async function recordDelays(
  tx: Tx,
  reports: readonly [Accepted, ...Accepted[]],
): Promise<string | undefined> {
  // Boards and schedules, which are kept for a minute, state the delay.
  await raiseEdition(tx)
  for (const report of reports) await recordDelay(tx, report)
  const [first] = reports
  const buses = reports.map(({ departure: { departureId, calls }, fromPosition, minutes }) => ({
    departureId,
    delays: calls
      .slice(0, -1)
      .map(({ position, delay }) => (position < fromPosition ? delay : minutes)),
  }))
  const incidentId = await keepLateIncidents(tx, buses, first)
  await enqueueJob(tx, TELL_NEWS, {})
  crashPoint('delay:before-commit')
  return incidentId
}

async function recordDelay(
  tx: Tx,
  { departure: { departureId, calls }, fromPosition, minutes, toldReason, ...decision }: Accepted,
): Promise<void> {
  const { by, now } = decision
  await writeDelay(tx, { departureId, fromPosition, minutes, by, now })
  await decideDeparture(tx, departureId, {})
  const before = calls.find(({ position }) => position === fromPosition)?.delay
  await auditDecision(
    tx,
    { departureId, ...decision },
    {
      action: minutes === 0 ? 'on-time' : 'late',
      before: { fromPosition, minutes: before },
      after: { fromPosition, minutes, ...(toldReason && { toldReason }) },
    },
  )
}
