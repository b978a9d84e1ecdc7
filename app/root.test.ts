import { beforeAll, expect, test } from 'vitest'

import { addNotice, takeDownNotice } from '#modules/notices/notices.server.ts'
import { now } from '#platform/clock.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { openPage } from '#test/fixtures/open-page.ts'
import { addTimetable } from '#test/simulation/timetable.ts'

import { loader } from './root.tsx'

beforeAll(addTimetable)

type Site = { notices?: { tone: string; text: string }[] }

async function openSite(path: string, id?: string) {
  const pattern = id ? path.replace(id, ':id') : path
  const asked = { pattern, ...(id && { params: { id } }) }
  return (await openPage<Site>(loader, path, asked)).shown
}

async function publish(routeId: string | null, words: { en: string; el: string }) {
  const place = routeId ? 'route' : 'every-page'
  const time = { from: now(), until: null }
  const content = { place, routeId, stopId: null, tone: 'info', words, ...time } as const
  const outcome = await addNotice({ content, publishes: true, by: ADMIN, now: now() })
  if (!outcome.ok) throw new Error(outcome.reason)
  const act = { noticeId: outcome.noticeId, by: ADMIN, now: now() }
  return () => takeDownNotice({ ...act, seen: 1 })
}

test('a page without a notice has not one byte of notices', async () => {
  expect(await openSite('/')).not.toHaveProperty('notices')
})

test('every page has the notices of every page, a timetable also those of its route', async () => {
  const everywhere = { en: 'Strike on Sunday.', el: 'Απεργία την Κυριακή.' }
  const ofRoute = { en: 'Another stop in Almond Square.', el: 'Άλλη στάση στην Πλατεία.' }
  const takeDown = [await publish(null, everywhere), await publish('1', ofRoute)]
  const texts = async (path: string, id?: string) => {
    const { notices = [] } = await openSite(path, id)
    return notices.map(({ text }) => text)
  }
  expect(await texts('/')).toEqual([everywhere.en])
  expect(await texts('/el/contact')).toEqual([everywhere.el])
  expect(await texts('/schedules/1', '1')).toEqual([everywhere.en, ofRoute.en])
  expect(await texts('/schedules/2', '2')).toEqual([everywhere.en])
  expect(await texts('/tickets/1', '1')).toEqual([everywhere.en])

  for (const act of takeDown) expect(await act()).toEqual({ ok: true })
  expect(await openSite('/')).not.toHaveProperty('notices')
})
