import { afterAll, beforeAll, expect, test } from 'vitest'

import { el } from '#app/i18n/el.ts'
import { en } from '#app/i18n/en.ts'
import { now } from '#platform/clock.server.ts'
import { writeXlsx } from '#platform/sheets/write-xlsx.server.ts'
import { dateInCyprus, startOfDay } from '#platform/time.ts'
import { addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import { buy, ride } from '#test/simulation/travellers.ts'

import { buildReport } from './build-report.server.ts'
import { loader as csv } from './csv.ts'
import { loader as one } from './one.tsx'
import { loader as list } from './page.tsx'
import { readPeriod } from './period.ts'
import type { PeriodView, ReportView } from './view.server.ts'
import { loader as xlsx } from './xlsx.ts'

let bank: SimulatedBank
let accountant: Colleague
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
  const bus = await addDeparture({ departsAt: now().add({ hours: 48 }), seats: 6 })
  await buy(bank, [ride(bus, 'A', 'C', { adult: 2, child: 1 })])
  await buy(bank, [ride(bus, 'B', 'D')])
  accountant = await addStaff('accountant')
})
afterAll(() => bank.stop())

test('the list of reports is for this month unless another is asked for', async () => {
  const { shown } = await openList('month=2026-02')
  expect(shown.period).toMatchObject({ from: '2026-02-01', until: '2026-02-28' })
  const [earlier, later] = shown.period.beside
  expect([earlier?.query, later?.query]).toEqual(['month=2026-01', 'month=2026-03'])
  expect((await openList('month=2026-13')).shown.period.month).toBe(
    (await openList('')).shown.period.month,
  )
})

test('a driver sees no report', async () => {
  const driver = await addStaff('driver')
  const answer = await openOffice(one, { ...pattern, as: driver, params: { name: 'revenue' } })
  expect(answer.status).toBe(403)
})

test('a report that does not exist is a 404', async () => {
  expect((await openReport('profits')).status).toBe(404)
})

test('revenue by category and by day have the same totals, which are those of the receipts', async () => {
  const byDay = await openReport('revenue')
  const byCategory = await openReport('revenue', { query: 'by=category' })
  const { rows } = byCategory.shown
  expect(rows.map(({ cells }) => cells[0])).toEqual(['Adult (over 12)', 'Child (2 to 12)'])
  expect(byCategory.shown.totals?.slice(1)).toEqual(byDay.shown.totals?.slice(1))
  const vat = await openReport('vat')
  expect(byDay.shown.totals?.[6]).toBe(vat.shown.totals?.[4])
  expect(byDay.shown.totals?.[6]).toBe('€63.00')
})

test('VAT has the numbers of the documents, and says that none is missing', async () => {
  const { shown } = await openReport('vat')
  expect(shown.rows[0]?.cells.slice(5)).toEqual(['2', 'R-000001', 'R-000002'])
  expect(shown.gap).toBe('The numbers have no gap.')
})

test('a document leads to its booking', async () => {
  const { shown } = await openReport('documents')
  const [row] = shown.rows
  expect(row?.to).toBe(`/office/bookings/${row?.cells[3]}`)
})

test('loads are listed leg by leg for a single day alone, in files too', async () => {
  const day = now().add({ hours: 48 }).toZonedDateTimeISO('Asia/Nicosia').toPlainDate()
  const listColumns = async (query: string) => {
    const period = readPeriod(new URLSearchParams(query), day)
    const wish = {
      period,
      by: undefined,
      after: null,
      file: 'csv',
      words: en,
      locale: 'en',
    } as const
    const { columns } = await buildReport('loads', wish)
    return columns.map(({ key }) => key).slice(0, 4)
  }
  expect(await listColumns(`from=${day.toString()}`)).toEqual(['day', 'route', 'time', 'from'])
  expect(
    await listColumns(`from=${day.toString()}&until=${day.add({ days: 1 }).toString()}`),
  ).toEqual(['day', 'route', 'departures', 'cancelled-departures'])
})

test('loads are those of the days until today, or of a single day ahead', async () => {
  const noon = startOfDay(dateInCyprus(now())).add({ hours: 12 })
  await addDeparture({ departsAt: noon })
  const ahead = dateInCyprus(now().add({ hours: 48 })).toString()
  expect(await listDays('by=day')).toEqual([dateInCyprus(now()).toString()])
  expect(await listDays(`by=day&from=${ahead}&until=${ahead}`)).toEqual([ahead])
})

test.each([
  ['csv', csv, 'text/csv; charset=utf-8'],
  ['xlsx', xlsx, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
] as const)('a report is a file to keep as %s', async (kind, loader, type) => {
  const answer = await openOffice(loader, {
    pattern: `/office/reports/:name/${kind}`,
    as: accountant,
    params: { name: 'vat' },
    query: 'month=2026-02',
  })
  expect(answer.headers.get('Content-Type')).toBe(type)
  expect(answer.headers.get('Content-Disposition')).toBe(
    `attachment; filename="vat-2026-02.${kind}"`,
  )
})

test.each([en, el])(
  'every report can give its name to the sheet of an Excel file',
  async (words) => {
    for (const title of Object.values(words.office.reports.names)) {
      const sheet = { title, locale: 'en', columns: [], rows: [] } as const
      expect((await writeXlsx(sheet)).length).toBeGreaterThan(0)
    }
  },
)

const pattern = { pattern: '/office/reports/:name' } as const

function openList(query: string) {
  return openOffice<{ period: PeriodView & { month?: string } }>(list, {
    pattern: '/office/reports',
    as: accountant,
    query,
  })
}

/** The days of the report of loads. */
async function listDays(query: string): Promise<string[]> {
  return (await openReport('loads', { query })).shown.rows.map(({ key }) => key)
}

function openReport(name: string, more: { prefix?: string; query?: string } = {}) {
  // The loads are of the days on which the buses run.
  const from = now().toZonedDateTimeISO('Asia/Nicosia').toPlainDate()
  const span = `from=${from.toString()}&until=${from.add({ days: 3 }).toString()}`
  const query = more.query?.includes('from=') ? more.query : [span, more.query ?? ''].join('&')
  return openOffice<ReportView>(one, {
    ...pattern,
    ...more,
    query,
    as: accountant,
    params: { name },
  })
}
