import { expect, test } from 'vitest'

import { answerSheet } from './sheet-response.server.ts'

const SHEET = {
  title: 'Days',
  locale: 'en',
  columns: [{ head: 'Day', kind: 'day' }],
  rows: [['2026-11-22']],
} as const

test('while too many files are being written, the next one is asked for again later', async () => {
  const request = new Request('http://localhost:3000/el/office/reports/vat/csv')
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => answerSheet(request, 'days', { format: 'csv', sheet: SHEET })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 503])
  const refusal = answers.at(-1)
  expect(refusal?.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  expect(refusal?.headers.get('Content-Language')).toBe('el')
  const [first] = answers
  expect(first?.headers.get('Content-Disposition')).toBe('attachment; filename="days.csv"')
  expect(await first?.text()).toBe('Day\r\n2026-11-22\r\n')
})
