import type { Messages } from '#app/i18n/en.ts'
import {
  listLoadsOfRoutes,
  sumLoads,
  type LoadOfRoute,
} from '#modules/bookkeeping/figures/daily-loads.server.ts'
import type { Span } from '#modules/bookkeeping/figures/figures.server.ts'
import { listLegLoads, type LegLoad } from '#modules/bookkeeping/figures/leg-loads.server.ts'
import { listRouteNames } from '#modules/timetable/list-route-names.server.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { UUID } from '#platform/ids.ts'
import type { Cell, SheetFormat } from '#platform/sheets/sheet.ts'
import { clockTime, dateInCyprus } from '#platform/time.ts'

import type { ReportWish } from './report-wish.ts'
import type { Report, ReportColumn } from './report.ts'

/**
 * How full the buses are, by day or route, in files by both together. Of a single day also leg by
 * leg, in pages and in files. Days ahead, which are still sold, are counted only one at a time.
 */
export async function reportLoads(wish: ReportWish): Promise<Report> {
  const { period, file, locale, words } = wish
  const by = wish.by === 'route' ? 'route' : 'day'
  const routes = await listRouteNames(locale)
  const codes = new Map(routes.map(({ routeId, code }) => [routeId, code]))
  const isDay = period.from.equals(period.until)
  if (isDay && (file || wish.by === 'leg')) return reportLegs(wish, codes)
  const span = isDay ? period : untilToday(period)
  const dimensions: ('day' | 'route')[] = file ? ['day', 'route'] : [by]
  const rows = file
    ? (await listLoadsOfRoutes(span)).map(({ day, routeId, ...load }) => {
        return { keys: [day.toString(), codes.get(routeId) ?? routeId], load }
      })
    : (await sumLoads(span, by)).map(({ of, ...load }) => {
        return { keys: [codes.get(of) ?? of], load, ...(by === 'day' && { to: dayPath(of) }) }
      })
  const total = rows.reduce((all, { load }) => addLoads(all, load), NO_LOAD)
  return {
    columns: [...dimensions.map((one) => dimensionColumn(one, words)), ...loadColumns(words)],
    rows: rows.map(({ keys, load, ...link }) => {
      return { key: keys.join(' '), cells: [...keys, ...cellsOf(load)], ...link }
    }),
    totals: [...dimensions.map(() => null), ...cellsOf(total)],
    chart: { columns: [dimensions.length + LOAD], labels: rows.map(({ keys }) => keys[0] ?? '') },
  }
}

/** The days of a period that have begun; none has if it begins after today. */
function untilToday({ from, until }: Span): Span {
  const today = dateInCyprus(now())
  return { from, until: Temporal.PlainDate.compare(until, today) > 0 ? today : until }
}

function dimensionColumn(dimension: 'day' | 'route', { office }: Messages): ReportColumn {
  const { day, route } = office.reports.columns
  if (dimension === 'route') return { key: dimension, head: route, kind: 'text' }
  return { key: dimension, head: day, kind: 'day' }
}

function dayPath(day: string): string {
  return paths.officeReport('loads', `from=${day}&by=leg`)
}

type Load = Omit<LoadOfRoute, 'day' | 'routeId'>
const NO_LOAD: Load = { departures: 0, cancelled: 0, seats: 0, sold: 0, fullDepartures: 0 }

function addLoads(one: Load, other: Load): Load {
  return {
    departures: one.departures + other.departures,
    cancelled: one.cancelled + other.cancelled,
    seats: one.seats + other.seats,
    sold: one.sold + other.sold,
    fullDepartures: one.fullDepartures + other.fullDepartures,
  }
}

/** The place of the load among the figures. */
const LOAD = 4

function cellsOf({ departures, cancelled, seats, sold, fullDepartures }: Load): Cell[] {
  return [departures, cancelled, seats, sold, percentOf(sold, seats), fullDepartures]
}

function loadColumns({ office }: Messages): ReportColumn[] {
  const { columns } = office.reports
  return [
    { key: 'departures', head: columns.departures, kind: 'count' },
    { key: 'cancelled-departures', head: columns.cancelledDepartures, kind: 'count' },
    { key: 'seats', head: columns.seats, kind: 'count' },
    { key: 'seats-sold', head: columns.seatsSold, kind: 'count' },
    { key: 'load', head: columns.load, kind: 'percent' },
    { key: 'full', head: columns.full, kind: 'count' },
  ]
}

/** Departures on a page; each has some five legs. */
const DEPARTURES_OF_PAGE = 20

async function reportLegs(
  { period, words, locale, file, after }: ReportWish,
  codes: ReadonlyMap<string, string>,
): Promise<Report> {
  const { columns, statuses } = words.office.reports
  const day = period.from
  const place = UUID.test(after ?? '') ? (after ?? undefined) : undefined
  const found = await listLegLoads({
    day,
    locale,
    ...(!file && { after: place, limit: DEPARTURES_OF_PAGE + 1 }),
  })
  const { legs, next } = cutLegs(found, file)
  return {
    columns: [
      { key: 'day', head: columns.day, kind: 'day' },
      { key: 'route', head: columns.route, kind: 'text' },
      { key: 'time', head: columns.time, kind: 'text' },
      { key: 'from', head: columns.from, kind: 'text' },
      { key: 'to', head: columns.to, kind: 'text' },
      { key: 'status', head: columns.status, kind: 'text' },
      { key: 'seats', head: columns.seats, kind: 'count' },
      { key: 'seats-sold', head: columns.seatsSold, kind: 'count' },
      { key: 'wheelchairs', head: columns.wheelchairs, kind: 'count' },
      { key: 'load', head: columns.load, kind: 'percent' },
      { key: 'max-load', head: columns.maxLoad, kind: 'percent' },
    ],
    rows: legs.map((leg) => ({
      key: `${leg.departureId}-${leg.departsAt.epochMilliseconds}-${leg.from}`,
      to: paths.officeDeparture(leg.departureId),
      cells: [
        leg.day.toString(),
        codes.get(leg.routeId) ?? leg.routeId,
        clockTime(leg.departsAt),
        leg.from,
        leg.to,
        statuses[leg.status],
        leg.seats,
        leg.sold,
        leg.wheelchairPlaces,
        percentOf(leg.sold, leg.seats),
        percentOf(leg.mostSold, leg.seats),
      ],
    })),
    ...(next && { next }),
  }
}

/** The legs of a page, and its last departure if others follow. */
function cutLegs(found: readonly LegLoad[], file: SheetFormat | null) {
  const departures = [...new Set(found.map(({ departureId }) => departureId))]
  if (file || departures.length <= DEPARTURES_OF_PAGE) return { legs: found }
  const extra = departures.at(-1)
  const legs = found.filter(({ departureId }) => departureId !== extra)
  return { legs, next: departures.at(-2) }
}

/** In whole percent; 0 of nothing. */
function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((100 * part) / whole)
}
