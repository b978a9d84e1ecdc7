import type { DepartureRow } from '#app/components/office/departure-row.server.ts'
import type { Tone } from '#app/ui/notice.tsx'
import type { GivenKind } from '#modules/approvals/limits.ts'

/** One line of the list of problems. */
export type Problem = {
  /** The same for the same matter at every look, so that the page can tell what is new. */
  id: string
  tone: Extract<Tone, 'danger' | 'warning'>
  text: string
  /** Where it is dealt with; none if the member may not open that page. */
  to?: string
  /** "since 13:05, 3 times" */
  note?: string
  /** The alert that can be marked as seen. */
  alertId?: string
}

export type TodayRow = DepartureRow & {
  /** "12/31" by the ticks of the passenger list; null before its boarding. */
  aboard: string | null
  /**
   * The number of its audit entries, sent with a delay that is reported here; null if none can be:
   * it does not run, or has left.
   */
  seen: number | null
  /** "KAA 104 · Giorgos Example"; empty without a vehicle or a driver. */
  crew: string
}

/** The part of Today that refreshes itself. */
export type LiveView = {
  /** The clock time of the figures. */
  time: string
  problems: Problem[]
  departures: {
    caption: string
    empty: string
    rows: TodayRow[]
    /** There are later ones within these hours. */
    hasMore: boolean
  }
}

export type SalesView = {
  chart: string
  largest: string
  series: [string, string]
  groups: { label: string; values: number[] }[]
  soFar: string
  before: string
  rows: { hour: string; today: string; lastWeek: string }[]
}

export type SeatsView = {
  chart: string
  largest: string
  rows: { date: string; label: string; seats: number }[]
}

/** A request of a member that another one has to confirm. */
export type ApprovalView = {
  approvalId: string
  kind: GivenKind
  amount: string
  who: string
  reason: string | null
  since: string
  /** The member on this page asked for it, and may not decide it. */
  isOwn: boolean
  about: string
  to: string
}

/** The sum of one member and one kind today. */
export type GivenRow = {
  key: string
  who: string
  kind: GivenKind | 'on-terminal'
  times: string
  amount: string
  confirmed: string
}

export type TodayView = {
  live: LiveView
  /** For those who may decide; undefined if nothing waits. */
  approvals: ApprovalView[] | undefined
  given: GivenRow[] | undefined
  sales: SalesView | undefined
  seats: SeatsView
}
