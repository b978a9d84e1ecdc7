import { expect, test } from 'vitest'

import { openScene } from '#e2e/support/scene.ts'
import { makeLarge } from '#test/fixtures/large-timetable.ts'
import { until } from '#test/fixtures/until.ts'

const scene = openScene()
const PAGES = ['/', '/el', '/timetables', '/el/timetables', '/el/faq', '/book-now']

test('a timetable imported by another program appears within seconds, and no page fails meanwhile', async () => {
  const { site, books, company } = scene
  const statuses = new Set<number>()
  const read = async (path: string) => {
    const answer = await fetch(site.url + path, { headers: { 'sec-fetch-site': 'same-origin' } })
    statuses.add(answer.status)
    return answer.text()
  }
  const readAll = () => Promise.all(PAGES.map(read))

  expect((await readAll()).join('')).not.toContain('S1-19')
  const importing = books
    .transaction()
    .execute((tx) => makeLarge(tx, company.now(), { stops: 40, runsADay: 2, days: 3 }))
    .then(() => 'imported')
  while ((await Promise.race([importing, readAll()])) !== 'imported');
  await until('every page shows the new stops', async () => {
    const pages = await readAll()
    return pages.every((html) => html.includes('S1-19') || html.includes('Line 1'))
  })
  expect(await read('/el')).toContain('Στάση S1-19')
  expect([...statuses]).toEqual([200])
})
