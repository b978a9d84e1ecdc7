import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { TABLE_OWNERS } from '#db/owners.ts'
import * as kept from '#modules/rules/kept.ts'
import { MAILBOX_DAYS_KEPT } from '#platform/mail/mailbox.server.ts'

import { JOBS } from '../jobs.ts'

/* The table of docs/operations.md, which says for each table of the database how long it keeps its rows. */

type Kept = { tables: string[]; howLong: string; why: string; jobs: string[] }

const rows = readRows()

test('each table says how long its rows are kept', () => {
  const owned = Object.values(TABLE_OWNERS).flat().map(inSnakeCase)
  expect(rows.flatMap(({ tables }) => tables).toSorted()).toEqual(owned.toSorted())
})

test('rows that are not kept for ever are deleted by a job that runs', () => {
  const names = JOBS.filter(({ cron }) => cron).map(({ job }) => job.name)
  for (const { tables, howLong, jobs } of rows) {
    expect([tables, jobs.filter((job) => !names.includes(job))]).toEqual([tables, []])
    const isEndless = /for ever|until their owner erases/.test(howLong)
    expect([tables, isEndless || jobs.length > 0]).toEqual([tables, true])
  }
})

test('whatever is kept for ever has a reason', () => {
  const endless = rows.filter(({ howLong }) => howLong === 'for ever')
  expect(endless.filter(({ why }) => why === '–')).toEqual([])
})

test('whatever is kept for ever says how much that is', () => {
  const endless = rows.filter(({ howLong }) => howLong === 'for ever')
  expect(endless.length).toBeGreaterThan(5)
  expect(endless.filter(({ why }) => !/\bbytes?\b|[kM]B\b|megabyte|\brows?\b/.test(why))).toEqual(
    [],
  )
})

test.each([
  ['seat_holds', `${kept.CART_DAYS_KEPT} days`],
  ['orders', `${kept.BOOKS_YEARS_KEPT} years`],
  ['payment_notices', `${kept.WEBHOOK_MONTHS_KEPT} months`],
  ['mails', `${kept.ACCOUNT_MAIL_DAYS_KEPT} days`],
  ['mailbox_messages', `${MAILBOX_DAYS_KEPT} days`],
  ['link_requests', `${kept.LINK_REQUEST_DAYS_KEPT} days`],
  ['enquiries', `${kept.ENQUIRY_MONTHS_KEPT} months`],
  ['enquiries', `complaints ${kept.COMPLAINT_MONTHS_KEPT}`],
  ['alerts', `${kept.ALERT_MONTHS_KEPT} months`],
  ['duties', `${kept.DUTY_MONTHS_KEPT} months`],
  ['notices', `${kept.NOTICE_MONTHS_KEPT} months`],
  ['account_sessions', `${kept.SESSION_DAYS} days`],
])('the rows of %s: %s', (table, figure) => {
  expect(rows.find(({ tables }) => tables.includes(table))?.howLong).toContain(figure)
})

function readRows(): Kept[] {
  const text = readFileSync('docs/operations.md', 'utf8')
  const section = text.split('## What is kept, and how long')[1]?.split('\n## ')[0] ?? ''
  const lines = section.split('\n').filter((line) => line.startsWith('| `'))
  return lines.map((line) => {
    const [tables = '', howLong = '', why = '', jobs = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim())
    return { tables: namesIn(tables), howLong, why, jobs: namesIn(jobs) }
  })
}

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name)
}

function inSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
