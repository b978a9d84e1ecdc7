import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { giveGoodwill } from '#modules/orders/office/goodwill.server.ts'
import { closeTill } from '#modules/payments/till/till.server.ts'
import { now } from '#platform/clock.server.ts'
import { cents } from '#platform/money.ts'
import { dateInCyprus, startOfDay } from '#platform/time.ts'
import { addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { asks, ELENI, overrule } from '#test/simulation/office.ts'
import { addCashier, sellNow } from '#test/simulation/sales.ts'
import { anyBus } from '#test/simulation/simulation.ts'
import { addDeparture, addTimetable } from '#test/simulation/timetable.ts'
import { buy, ride } from '#test/simulation/travellers.ts'

import { loader as csv } from './csv.ts'
import { loader as one } from './one.tsx'
import { REPORTS } from './report.ts'
import type { ReportView } from './view.server.ts'

/* The reports on what staff gave and took, and what all reports have in common. */

let bank: SimulatedBank
let accountant: Colleague
let reference: string
beforeAll(async () => {
  await addTimetable()
  await addDeparture({ departsAt: startOfDay(dateInCyprus(now())).add({ hours: 12 }) })
  bank = await openBank()
  const { orderId, result } = await buy(bank, [ride(await anyBus(), 'A', 'C', { adult: 2 })])
  reference = result.reference
  await give(orderId, 500)
  await give(orderId, 300)
  await give(orderId, 1000, ELENI)
  const by = await addCashier(5000)
  await sellNow(by, ride(await anyBus(), 'A', 'C'))
  const terminal = { means: 'card-terminal', slip: '12' } as const
  await sellNow(by, ride(await anyBus(), 'A', 'C', { adult: 2 }), { handedOver: terminal })
  await closeTill({ by, counted: cents(6700), now: now() })
  await addCashier(2000)
  accountant = await addStaff('accountant')
})
afterAll(() => bank.stop())

describe.each(REPORTS)('the report of %s', (name) => {
  test('has a caption, rows and files in both languages', async () => {
    for (const prefix of ['', '/el']) {
      const { status, shown } = await openReport(name, { prefix })
      expect(status).toBe(200)
      expect(shown.rows.length).toBeGreaterThan(0)
      expect(shown.files.map(({ kind }) => kind)).toEqual(['csv', 'xlsx'])
    }
  })
})

test('overrules are summed by reason, by person and by rule, with bars that lie under their names', async () => {
  const { shown } = await openReport('overrules')
  expect(shown.rows.map(({ cells }) => cells)).toEqual([['Missed connection', '3', '€18.00']])
  expect(shown.totals).toEqual(['', '3', '€18.00'])
  const byPerson = (await openReport('overrules', { query: 'by=person' })).shown
  expect(byPerson.rows.map(({ cells }) => cells)).toEqual([
    ['eleni', '1', '€10.00'],
    ['maria', '2', '€8.00'],
  ])
  expect(byPerson.chart).toMatchObject({
    hasNames: true,
    series: ['Cost'],
    groups: [
      { label: 'eleni', values: [1000], texts: ['€10.00'] },
      { label: 'maria', values: [800] },
    ],
  })
  const byRule = (await openReport('overrules', { query: 'by=rule', prefix: '/el' })).shown
  expect(byRule.rows[0]?.cells[0]).toBe('Μείωση τιμής ως παροχή καλής θέλησης')
})

test('one by one, an overrule has its moment, rule, reason, giver, cost and booking', async () => {
  const { shown } = await openReport('overrules', { query: 'by=each' })
  expect(shown.rows[0]).toMatchObject({ to: `/office/bookings/${reference}` })
  expect(shown.rows[0]?.cells.slice(1)).toEqual([
    'Price reduction as goodwill',
    'Missed connection',
    'maria',
    reference,
    '€5.00',
  ])
  expect(shown.totals?.at(-1)).toBe('€18.00')
  expect(shown.chart?.groups.map(({ values }) => values)).toEqual([[500], [300], [1000]])
  const [, first] = await readCsv('overrules')
  expect(first?.slice(1, 4)).toEqual(['Price reduction as goodwill', 'Missed connection', CODE])
})

test('a till has its seller, count, difference, and its sales in cash and by terminal', async () => {
  const { shown } = await openReport('tills')
  const [closed, open] = shown.rows.map(({ cells }) => cells)
  expect(closed?.[1]).toBe('Maria')
  expect(closed?.slice(3)).toEqual([
    '€50.00',
    '€18.00',
    '€36.00',
    '€68.00',
    '€67.00',
    '−€1.00',
    '€0.00',
  ])
  // The sum expected in a drawer is not shown before it is counted.
  expect(open?.slice(2)).toEqual(['', '€20.00', '€0.00', '€0.00', '', '', '', ''])
  expect(shown.totals?.slice(4)).toEqual(['€18.00', '€36.00', '', '', '−€1.00', '€0.00'])
  expect(shown.chart?.series).toEqual(['Cash sales', 'Card terminal sales'])
  expect(shown.chart?.groups[0]?.values).toEqual([1800, 3600])
})

test('tills by day and by seller have the same totals as one by one, and so has the file', async () => {
  const [byDay, bySeller] = await Promise.all([
    openReport('tills', { query: 'by=day' }),
    openReport('tills', { query: 'by=seller' }),
  ])
  expect(byDay.shown.totals).toEqual(bySeller.shown.totals)
  expect(byDay.shown.totals?.slice(1)).toEqual([
    '2',
    '€18.00',
    '€36.00',
    '€0.00',
    '€0.00',
    '€0.00',
    '−€1.00',
    '€0.00',
  ])
  const lines = await readCsv('tills')
  expect(lines.at(-1)?.slice(4)).toEqual([
    '18.00',
    '36.00',
    '0.00',
    '0.00',
    '0.00',
    '',
    '',
    '-1.00',
    '0.00',
  ])
})

test('an address that was changed by hand shows the first page', async () => {
  for (const after of ['x', '2026-99-99T00:00:00Z_nonsense', `2026-11-22T99:00:00Z_${UUID}`]) {
    const { shown } = await openReport('tills', { query: `after=${after}` })
    expect(shown.rows).toHaveLength(2)
  }
  const later = await openReport('tills', { query: `after=2099-01-01T00:00:00Z_${UUID}` })
  expect(later.shown.rows).toEqual([])
})

const CODE = 'CONNECTION_BROKEN'
const UUID = '00000000-0000-4000-8000-000000000000'

async function give(orderId: string, amount: number, by?: typeof ELENI): Promise<void> {
  const staff = await asks(orderId, by)
  const wish = { orderId, amount: cents(amount), staff, overrule: overrule(), now: now() }
  expect(await giveGoodwill(wish)).toMatchObject({ ok: true })
}

async function readCsv(name: string): Promise<string[][]> {
  const pattern = '/office/reports/:name/csv'
  const params = { name }
  const asked = { pattern, as: accountant, params, query: span() } as const
  const { shown } = await openOffice<{ text: string }>(readFile, asked)
  return parse(shown.text, { bom: true })
}

async function readFile(args: Parameters<typeof csv>[0]) {
  return { text: await (await csv(args)).text() }
}

function openReport(name: string, more: { prefix?: string; query?: string } = {}) {
  return openOffice<ReportView>(one, {
    pattern: '/office/reports/:name',
    ...more,
    query: [span(), more.query ?? ''].join('&'),
    as: accountant,
    params: { name },
  })
}

/** The loads are of the days on which the buses run. */
function span(): string {
  const from = now().toZonedDateTimeISO('Asia/Nicosia').toPlainDate()
  return `from=${from.toString()}&until=${from.add({ days: 3 }).toString()}`
}
