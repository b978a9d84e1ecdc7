import { reportLoads } from './loads.server.ts'
import { reportOverrules } from './overrules.server.ts'
import type { Period } from './period.ts'
import type { ReportWish, Way } from './report-wish.ts'
import type { Report, ReportName } from './report.ts'
import { reportRevenue } from './revenue.server.ts'
import { reportTills } from './tills.server.ts'
import { reportDocuments, reportVat } from './vat.server.ts'

/** The ways to sum up the rows of a report; the first is shown unless another is asked for. */
const WAYS: Record<ReportName, readonly Way[]> = {
  revenue: ['day', 'route', 'category', 'channel'],
  vat: [],
  documents: [],
  loads: ['day', 'route', 'leg'],
  overrules: ['reason', 'person', 'rule', 'each'],
  tills: ['till', 'day', 'seller'],
}

/** The way of summing up in the address, if the report has any. */
export function wayOf(name: ReportName, asked: string | null, period: Period): Way | undefined {
  const ways = waysOf(name, period)
  return ways.find((way) => way === asked) ?? ways[0]
}

/** Legs are too many for more than a day. */
export function waysOf(name: ReportName, { from, until }: Period): readonly Way[] {
  const isDay = from.equals(until)
  return WAYS[name].filter((way) => way !== 'leg' || isDay)
}

const BUILD = {
  revenue: reportRevenue,
  vat: reportVat,
  documents: reportDocuments,
  loads: reportLoads,
  overrules: reportOverrules,
  tills: reportTills,
} satisfies Record<ReportName, (wish: ReportWish) => Promise<Report>>

export function buildReport(name: ReportName, wish: ReportWish): Promise<Report> {
  return BUILD[name](wish)
}
