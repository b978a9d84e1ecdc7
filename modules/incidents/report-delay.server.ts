import { MAX_DELAY_MINUTES } from '#modules/dispatch/delay.ts'
import { writeDelay } from '#modules/dispatch/delays.server.ts'
import {
  auditDecision,
  lockDeparture,
  type Decision,
  type LockRefusal,
} from '#modules/dispatch/departure.server.ts'
import { decideDeparture } from '#modules/timetable/decide-departure.server.ts'
import { raiseEdition } from '#modules/timetable/editions.server.ts'
import { crashPoint } from '#platform/crash-point.server.ts'
import { enqueueJob } from '#platform/jobs.server.ts'
import { isBefore } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { keepLateIncident } from './late-bus.server.ts'
import { TELL_NEWS } from './tell-news.server.ts'

type Report = Decision & {
  /** The stop from which on the bus is late; stops before it are not concerned. */
  fromPosition: number
  /** Negative: early. Zero: on time again. */
  minutes: number
}

export type DelayOutcome =
  | { ok: true }
  | LockRefusal
  | { ok: false; reason: 'not-running' }
  | { ok: false; reason: 'no-such-stop' }
  /** The journey ended so long ago that nobody can be late on it. */
  | { ok: false; reason: 'journey-over' }
  /** Exactly this was reported before, maybe by the driver. */
  | { ok: false; reason: 'reported-already'; minutes: number }

/**
 * Records that a bus is late from one of its stops on, and enqueues the mails to passengers who need
 * to know. Planned times are not rewritten: every page adds the delay to them.
 */
export async function reportDelay(report: Report): Promise<DelayOutcome> {
  const { departureId, fromPosition, minutes, by, now } = report
  return inTransaction(async (tx) => {
    const locked = await lockDeparture(tx, report)
    if (!locked.ok) return locked
    const { status, calls } = locked.departure
    if (status !== 'planned') return { ok: false, reason: 'not-running' } as const
    const from = calls.slice(0, -1).find(({ position }) => position === fromPosition)
    if (!from) return { ok: false, reason: 'no-such-stop' } as const
    const arrivesAt = calls.at(-1)?.arrivesAt ?? from.arrivesAt
    if (isBefore(arrivesAt.add({ minutes: MAX_DELAY_MINUTES }), now)) {
      return { ok: false, reason: 'journey-over' } as const
    }
    const onward = calls.filter(({ position }) => position >= fromPosition)
    if (onward.every(({ delay }) => delay === minutes)) {
      return { ok: false, reason: 'reported-already', minutes } as const
    }
    await writeDelay(tx, { departureId, fromPosition, minutes, by, now })
    await decideDeparture(tx, departureId, {})
    // Boards and schedules, which are kept for a minute, state the delay.
    await raiseEdition(tx)
    await auditDecision(tx, report, {
      action: minutes === 0 ? 'on-time' : 'late',
      before: { fromPosition, minutes: from.delay },
      after: { fromPosition, minutes },
    })
    const delays = calls
      .slice(0, -1)
      .map(({ position, delay }) => (position < fromPosition ? delay : minutes))
    await keepLateIncident(tx, report, delays)
    await enqueueJob(tx, TELL_NEWS, {})
    crashPoint('delay:before-commit')
    return { ok: true } as const
  })
}
