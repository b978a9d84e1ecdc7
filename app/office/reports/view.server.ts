import { notFound } from '#app/http/found.ts'
import { translation } from '#app/i18n/translation.ts'
import { listNumbersElsewhere } from '#modules/bookkeeping/figures/vat-report.server.ts'
import { receiptNumber } from '#modules/tickets/ticket.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { dayMonthYear, shortDate } from '#platform/format/dates.ts'
import { listText } from '#platform/format/lists.ts'
import type { SheetFormat } from '#platform/sheets/sheet.ts'
import { dateInCyprus } from '#platform/time.ts'

import { buildReport, wayOf, waysOf } from './build-report.server.ts'
import { showCell } from './cells.ts'
import { MAX_FILE_ROWS } from './max-file-rows.ts'
import { monthPeriod, queryOf, readPeriod, type Period } from './period.ts'
import { isReport, type Report, type ReportName } from './report.ts'

/** The report that an address asks for, as a page shows it. */
export async function showReport(name: string | undefined, url: URL) {
  const { report, asked } = await findReport(name, url, null)
  const { locale } = translation()
  const { columns, rows, totals, next } = report
  const show = (cells: Report['rows'][number]['cells']) =>
    columns.map(({ kind }, place) => showCell(cells[place] ?? null, kind, locale))
  return {
    name: asked.name,
    way: asked.by,
    period: showPeriod(asked.period),
    ways: waysOf(asked.name, asked.period).map((way) => ({
      way,
      to: pathTo(asked.name, asked.period, way),
    })),
    files: [
      { kind: 'csv' as const, to: paths.officeReportCsv(asked.name, queryOf(asked.period)) },
      { kind: 'xlsx' as const, to: paths.officeReportXlsx(asked.name, queryOf(asked.period)) },
    ],
    columns,
    rows: rows.map(({ key, cells, to }) => ({ key, to: to ?? null, cells: show(cells) })),
    totals: totals && rows.length > 0 ? show(totals) : null,
    chart: rows.length > 1 ? showChart(report) : null,
    gap: asked.name === 'vat' && rows.length > 0 ? await showGap(asked.period) : null,
    refusal: refuseLongFile(url.searchParams.get(TOO_LONG)),
    isLaterPage: asked.after !== null,
    next: next ?? null,
  }
}

export type ReportView = Awaited<ReturnType<typeof showReport>>

/**
 * The report that an address names, with every row if it is for a file.
 *
 * @throws a 404 if there is no such report
 */
export async function findReport(name: string | undefined, url: URL, file: SheetFormat | null) {
  if (!name || !isReport(name)) throw notFound()
  const { locale, messages: words } = translation()
  const period = readPeriod(url.searchParams, dateInCyprus(now()))
  const by = wayOf(name, url.searchParams.get('by'), period)
  const after = file ? null : url.searchParams.get('after')
  const asked = { name, period, by, after }
  return { asked, report: await buildReport(name, { ...asked, file, words, locale }) }
}

const TOO_LONG = 'too-long'

/** The page of a report whose file would be too long, where it says so. */
export function pathOfRefusal(name: ReportName, period: Period, file: SheetFormat): string {
  return paths.officeReport(name, queryOf(period, { [TOO_LONG]: file }))
}

function refuseLongFile(file: string | null): string | null {
  const { locale, messages } = translation()
  const { csvTooLong, xlsxTooLong } = messages.office.reports
  const csvRows = showCell(MAX_FILE_ROWS.csv, 'count', locale)
  if (file === 'csv') return csvTooLong(csvRows)
  return file === 'xlsx'
    ? xlsxTooLong(showCell(MAX_FILE_ROWS.xlsx, 'count', locale), csvRows)
    : null
}

/** A period with the months beside it, and all that is needed to ask for another. */
export function showPeriod(period: Period) {
  const { locale, messages } = translation()
  const { months, days } = messages.office.reports
  const inWords = (month: Temporal.PlainYearMonth) => `${months[month.month - 1]} ${month.year}`
  const here = period.month ?? period.from.toPlainYearMonth()
  const beside = [here.subtract('P1M'), here.add('P1M')].map((month) => ({
    text: inWords(month),
    query: queryOf(monthPeriod(month)).toString(),
  }))
  const isDay = period.from.equals(period.until)
  const [first, last] = [period.from, period.until].map((day) => dayMonthYear(day, locale))
  const text = days(first ?? '', last ?? '')
  return {
    text: period.month ? inWords(period.month) : isDay ? dayMonthYear(period.from, locale) : text,
    from: period.from.toString(),
    until: period.until.toString(),
    query: queryOf(period).toString(),
    beside,
  }
}

export type PeriodView = ReturnType<typeof showPeriod>

function pathTo(name: ReportName, period: Period, by: string): string {
  return paths.officeReport(name, queryOf(period, { by }))
}

/** No bar is drawn below the line: a day on which more was credited than charged has none. */
function showChart({ chart, columns, rows }: Report) {
  if (!chart) return null
  const { locale } = translation()
  const shown = chart.columns.flatMap((place) => columns[place] ?? [])
  const show = (value: number) => showCell(value, shown[0]?.kind ?? 'count', locale)
  const groups = chart.labels.map((label, place) => {
    const cells = chart.columns.map((column) => Number(rows[place]?.cells[column] ?? 0))
    return { label: shortLabel(label), values: cells.map((value) => Math.max(0, value)) }
  })
  return {
    /** Rows by their names, and not along a line of days. */
    hasNames: columns[0]?.kind === 'text',
    series: shown.map(({ head }) => head),
    largest: show(Math.max(...groups.flatMap(({ values }) => values))),
    groups: groups.map((group) => ({ ...group, texts: group.values.map(show) })),
  }
}

/** "22 Nov" is enough beneath a bar; a name stays as it is. */
function shortLabel(label: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(label)) return label
  return shortDate(Temporal.PlainDate.from(label), translation().locale)
}

async function showGap(period: Period): Promise<string> {
  const { locale, messages } = translation()
  const { noGap, elsewhere } = messages.office.reports
  const missing = await listNumbersElsewhere(period)
  return missing.length === 0 ? noGap : elsewhere(listText(missing.map(receiptNumber), locale))
}

/** "revenue-2026-11", "loads-2026-11-22-2026-11-23" */
export function nameFile({ name, period }: { name: ReportName; period: Period }): string {
  const { month, from, until } = period
  return [name, ...(month ? [month] : [from, until])].join('-')
}
