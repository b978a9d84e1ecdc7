import { may } from '#app/office/guard.server.ts'
import type { SignedIn } from '#modules/staff/sign-in/find-staff.server.ts'
import { exactClock } from '#platform/format/moments.ts'

import { showApprovals, showGiven } from './approvals.server.ts'
import { showDepartures } from './departures.server.ts'
import { listProblems } from './problems.server.ts'
import { showSales, showSeats } from './sales.server.ts'
import type { LiveView, TodayView } from './view.ts'

export async function showToday(staff: SignedIn, now: Temporal.Instant): Promise<TodayView> {
  const [live, approvals, given, sales, seats] = await Promise.all([
    showLive(staff, now),
    may(staff, 'approvals.decide') ? showApprovals(staff.staffId, now) : [],
    may(staff, 'audit.see') ? showGiven(now) : undefined,
    may(staff, 'reports.see') ? showSales(now) : undefined,
    showSeats(now),
  ])
  const waiting = approvals.length > 0 ? approvals : undefined
  return { live, approvals: waiting, given, sales, seats }
}

/** The problems, and the departures of the next hours. */
export async function showLive(staff: SignedIn, now: Temporal.Instant): Promise<LiveView> {
  const [problems, departures] = await Promise.all([listProblems(staff, now), showDepartures(now)])
  return { time: exactClock(now), problems, departures }
}
