import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { en } from '#app/i18n/en.ts'
import { giveGoodwill } from '#modules/orders/office/goodwill.server.ts'
import { now } from '#platform/clock.server.ts'
import { cents } from '#platform/money.ts'
import { addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { openBank, type SimulatedBank } from '#test/simulation/bank.ts'
import { asks, overrule } from '#test/simulation/office.ts'
import { addCashier } from '#test/simulation/sales.ts'
import { anyBus } from '#test/simulation/simulation.ts'
import { addTimetable } from '#test/simulation/timetable.ts'
import { buy, ride } from '#test/simulation/travellers.ts'

import { buildReport } from './build-report.server.ts'
import { loader as csv } from './csv.ts'
import { loader as one } from './one.tsx'
import { monthPeriod } from './period.ts'
import type { ReportView } from './view.server.ts'
import { loader as xlsx } from './xlsx.ts'

/* There are four overrules here, and two tills: as many rows as the files may have, or too many. */

vi.mock(import('./max-file-rows.ts'), () => ({ MAX_FILE_ROWS: { csv: 3, xlsx: 2 } }))

let bank: SimulatedBank
let accountant: Colleague
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
  const { orderId } = await buy(bank, [ride(await anyBus(), 'A', 'C', { adult: 2 })])
  for (const amount of [500, 300, 200, 100]) {
    const staff = await asks(orderId)
    const wish = { orderId, amount: cents(amount), staff, overrule: overrule(), now: now() }
    await giveGoodwill(wish)
  }
  await addCashier(5000)
  await addCashier(2000)
  accountant = await addStaff('accountant')
})
afterAll(async () => {
  vi.doUnmock('./max-file-rows.ts')
  await bank.stop()
})

test.each([
  {
    kind: 'csv',
    prefix: '',
    said: 'The CSV file was not made, because it would have more than 3 rows. Please choose a shorter period.',
  },
  {
    kind: 'xlsx',
    prefix: '',
    said: 'The Excel file was not made, because it would have more than 2 rows. Please choose CSV, which can have up to 3 rows, or a shorter period.',
  },
  {
    kind: 'csv',
    prefix: '/el',
    said: 'Το αρχείο CSV δεν δημιουργήθηκε, γιατί θα είχε πάνω από 3 γραμμές. Επιλέξτε μικρότερη χρονική περίοδο.',
  },
  {
    kind: 'xlsx',
    prefix: '/el',
    said: 'Το αρχείο Excel δεν δημιουργήθηκε, γιατί θα είχε πάνω από 2 γραμμές. Επιλέξτε αρχείο CSV, που μπορεί να έχει έως 3 γραμμές, ή μικρότερη χρονική περίοδο.',
  },
] as const)(
  'a file with too many rows leads back to its report, which says so: $prefix $kind',
  async ({ kind, prefix, said }) => {
    const answer = await open({ kind, name: 'overrules', prefix })
    expect(answer.status).toBe(303)
    const [path, query] = answer.location.split('?')
    expect(path).toBe(`${prefix}/office/reports/overrules`)
    const page = await openOffice<ReportView>(one, {
      pattern: '/office/reports/:name',
      as: accountant,
      params: { name: 'overrules' },
      prefix,
      query: query ?? '',
    })
    expect(page.shown.refusal).toBe(said)
    expect(page.shown.period.query).toBe(MONTH)
  },
)

test('a file with as many rows as it may have is made', async () => {
  for (const kind of ['csv', 'xlsx'] as const) {
    expect((await open({ kind, name: 'tills' })).status).toBe(200)
  }
  await addCashier(1000)
  expect((await open({ kind: 'csv', name: 'tills' })).status).toBe(200)
  expect((await open({ kind: 'xlsx', name: 'tills' })).status).toBe(303)
})

test.each([
  ['overrules', 'csv', 4],
  ['overrules', 'xlsx', 3],
  ['documents', 'csv', 4],
  ['documents', 'xlsx', 3],
] as const)(
  'of the %s the database is asked for one row more than a file may have: %s',
  async (name, file, rows) => {
    const wish = {
      period: PERIOD,
      by: undefined,
      after: null,
      file,
      words: en,
      locale: 'en',
    } as const
    expect((await buildReport(name, wish)).rows).toHaveLength(rows)
  },
)

const PERIOD = monthPeriod(
  now().toZonedDateTimeISO('Asia/Nicosia').toPlainDate().toPlainYearMonth(),
)
const MONTH = `month=${PERIOD.month?.toString()}`

type File = { kind: 'csv' | 'xlsx'; name: string; prefix?: string }

function open({ kind, name, prefix = '' }: File) {
  return openOffice(kind === 'csv' ? csv : xlsx, {
    pattern: `/office/reports/:name/${kind}`,
    as: accountant,
    params: { name },
    query: MONTH,
    prefix,
  })
}
