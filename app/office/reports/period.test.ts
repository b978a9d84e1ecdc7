import { expect, test } from 'vitest'

import { queryOf, readPeriod } from './period.ts'

const TODAY = Temporal.PlainDate.from('2026-11-22')

test.each([
  ['', 'month=2026-11'],
  ['month=2026-02', 'month=2026-02'],
  ['month=2026-99', 'month=2026-11'],
  ['from=2026-02-01&until=2026-02-28', 'month=2026-02'],
  ['from=2026-02-01&until=2026-03-01', 'from=2026-02-01&until=2026-03-01'],
  ['from=2026-02-30', 'month=2026-11'],
  ['from=2026-11-20', 'from=2026-11-20&until=2026-11-20'],
  ['from=2026-11-20&until=2026-11-19', 'month=2026-11'],
  ['from=2020-01-01&until=2026-11-22', 'from=2020-01-01&until=2020-12-31'],
])('%j means %j', (asked, meant) => {
  expect(queryOf(readPeriod(new URLSearchParams(asked), TODAY)).toString()).toBe(meant)
})
