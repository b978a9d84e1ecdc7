import type { Messages } from '#app/i18n/en.ts'
import {
  listFigures,
  sumFigures,
  type Dimension,
} from '#modules/bookkeeping/figures/figures.server.ts'
import {
  addFigures,
  grossOf,
  netOf,
  NO_FIGURES,
  type Figures,
} from '#modules/bookkeeping/figures/figures.ts'
import { listRouteNames } from '#modules/timetable/list-route-names.server.ts'
import * as paths from '#paths'
import type { Cell } from '#platform/sheets/sheet.ts'

import type { ReportWish } from './report-wish.ts'
import type { Report, ReportColumn } from './report.ts'

/** Revenue by day, route, passenger category or channel; in files by all four together. */
export async function reportRevenue(wish: ReportWish): Promise<Report> {
  const { file, words } = wish
  const by = DIMENSIONS.find((one) => one === wish.by) ?? 'day'
  const names = await namesOf(wish)
  const nameOf = (dimension: Dimension, of: string) => names[dimension]?.get(of) ?? of
  const rows = file
    ? (await listFigures(wish.period)).map(({ day, routeId, category, channel, ...figures }) => {
        const of = { day: day.toString(), route: routeId, category, channel }
        return { keys: DIMENSIONS.map((one) => nameOf(one, of[one])), figures }
      })
    : (await sumFigures(wish.period, by)).map(({ of, ...figures }) => {
        return { keys: [nameOf(by, of)], figures, ...(by === 'day' && { to: documentsOf(of) }) }
      })
  const dimensions = file ? DIMENSIONS : [by]
  const total = rows.reduce((all, { figures }) => addFigures(all, figures), NO_FIGURES)
  return {
    columns: [...dimensions.map((one) => dimensionColumn(one, words)), ...figureColumns(words)],
    rows: rows.map(({ keys, figures, ...link }) => {
      return { key: keys.join(' '), cells: [...keys, ...cellsOf(figures)], ...link }
    }),
    totals: [...dimensions.map(() => null), ...cellsOf(total)],
    chart: {
      columns: [dimensions.length + REVENUE],
      labels: rows.map(({ keys }) => keys[0] ?? ''),
    },
  }
}

const DIMENSIONS = ['day', 'route', 'category', 'channel'] as const satisfies Dimension[]

type Names = Partial<Record<Dimension, ReadonlyMap<string, string>>>

/** The names of what is not called by its own key. */
async function namesOf({ words, locale }: ReportWish): Promise<Names> {
  const routes = await listRouteNames(locale)
  return {
    route: new Map(routes.map(({ routeId, code }) => [routeId, code])),
    category: new Map(
      Object.entries(words.common.categories).map(([category, { fare }]) => [category, fare]),
    ),
    channel: new Map(Object.entries(words.office.reports.channels)),
  }
}

function documentsOf(day: string): string {
  return paths.officeReport('documents', `from=${day}`)
}

/** The place of the revenue among the figures. */
const REVENUE = 5

function cellsOf(figures: Figures): Cell[] {
  return [
    figures.passengers,
    figures.soldCents,
    figures.cancelledCents,
    figures.feesCents,
    figures.goodwillCents,
    grossOf(figures),
    figures.vatCents,
    netOf(figures),
    figures.forfeitedCents,
  ]
}

function figureColumns({ office }: Messages): ReportColumn[] {
  const { columns } = office.reports
  return [
    { key: 'passengers', head: columns.passengers, kind: 'count' },
    { key: 'sold', head: columns.sold, kind: 'cents' },
    { key: 'cancelled', head: columns.cancelled, kind: 'cents' },
    { key: 'fees', head: columns.fees, kind: 'cents' },
    { key: 'goodwill', head: columns.goodwill, kind: 'cents' },
    { key: 'revenue', head: columns.revenue, kind: 'cents' },
    { key: 'vat', head: columns.vat, kind: 'cents' },
    { key: 'net', head: columns.net, kind: 'cents' },
    { key: 'forfeited', head: columns.forfeited, kind: 'cents' },
  ]
}

function dimensionColumn(dimension: string, { office }: Messages): ReportColumn {
  const { day, route, category, channel } = office.reports.columns
  if (dimension === 'route') return { key: dimension, head: route, kind: 'text' }
  if (dimension === 'category') return { key: dimension, head: category, kind: 'text' }
  if (dimension === 'channel') return { key: dimension, head: channel, kind: 'text' }
  return { key: dimension, head: day, kind: 'day' }
}
