import { beforeAll, expect, test } from 'vitest'

import type { BookNowView } from '#app/components/journey/view.ts'
import { loader as bookNow } from '#app/site/book-now/page.tsx'
import { now } from '#platform/clock.server.ts'
import { inPatientTransaction } from '#platform/transaction.server.ts'
import { makeLarge } from '#test/fixtures/large-timetable.ts'
import { openPage } from '#test/fixtures/open-page.ts'

import { readText } from './read-text.server.ts'

/*
 * A company with 1,000 stops and 19,000 fares. The cost of a page must depend on what it shows: a
 * table of every pair of stops once blocked the site for 99 seconds, longer than any test may take.
 */
beforeAll(() =>
  inPatientTransaction((tx) => makeLarge(tx, now(), { stops: 1000, runsADay: 1, days: 2 })),
)

test('the FAQ links to the timetables, which list every fare, stop and time', async () => {
  const { shown } = await openPage<Awaited<ReturnType<typeof readText>>>(
    () => readText('faq'),
    '/faq',
  )
  const answers = new Map(
    shown.sections.flatMap(({ parts }) => parts).map(({ id, html }) => [id, html]),
  )
  for (const id of ['where', 'fares']) {
    expect(answers.get(id)).toContain('<a href="/timetables">')
    expect(answers.get(id)?.length).toBeLessThan(1000)
  }
  expect(answers.get('how-long')).toContain('Line 49')
})

test('a search without places lists no pairs, and one from a stop lists those of the stop', async () => {
  const { pairs, search: form } = await search('')
  expect([pairs, form.places.length]).toEqual([[], 1000])
  const [from, other] = (await search('?from=S7-0')).pairs
  expect([from?.from.name, from?.to.length, other]).toEqual(['Stop S7-0', 19, undefined])
})

async function search(query: string): Promise<BookNowView> {
  return (await openPage<BookNowView>(bookNow, `/book-now${query}`)).shown
}
