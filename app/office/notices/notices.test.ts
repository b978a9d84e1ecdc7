import { beforeAll, expect, test } from 'vitest'

import { findNoticesFor, findNoticesOfStops } from '#modules/notices/shown-notices.server.ts'
import { now } from '#platform/clock.server.ts'
import { act, addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { addTimetable } from '#test/simulation/timetable.ts'

import { action, loader as one } from './one.tsx'
import { loader as list } from './page.tsx'
import type { NoticeRow, NoticeView } from './view.server.ts'

const pattern = '/office/notices/:id'
const WORDS = { 'text-en': 'Strike on Sunday.', 'text-el': 'Απεργία την Κυριακή.' }
const FORM = { place: 'every-page', tone: 'warning', from: '', until: '', ...WORDS }
let editor: Colleague
beforeAll(async () => {
  await addTimetable()
  editor = await addStaff('editor')
})

type Refused = { problems: { fieldId: string; sentence: string }[] }

async function open(id: string, as = editor) {
  return (await openOffice<NoticeView>(one, { as, pattern, params: { id } })).shown
}

async function press(id: string, intent: string, form: Record<string, string> = {}, as = editor) {
  const { seen } = await open(id)
  const fields = { seen: String(seen), ...form }
  return act<Refused>(action, { as, pattern, params: { id }, intent, form: fields })
}

async function add(form: Partial<typeof FORM> = {}): Promise<string> {
  const { location } = await press('new', 'save', { ...FORM, ...form })
  return location.split('/').at(-1) ?? ''
}

test('an editor drafts a notice, publishes it, and takes it down', async () => {
  const id = await add()
  expect(await open(id)).toMatchObject({ state: 'draft', tone: 'warning' })
  await press(id, 'publish', FORM)
  const wanted = { locale: 'el', routeId: undefined, now: now() } as const
  expect(await findNoticesFor(wanted)).toEqual([{ tone: 'warning', text: WORDS['text-el'] }])
  const { shown } = await openOffice<{ rows: NoticeRow[] }>(list, {
    as: editor,
    pattern: '/office/notices',
  })
  expect(shown.rows[0]).toMatchObject({ noticeId: id, state: 'published', by: 'Maria Example' })
  await press(id, 'take-down')
  expect(await findNoticesFor(wanted)).toEqual([])
})

test('a notice is written and published with one press', async () => {
  const { location } = await press('new', 'publish', FORM)
  expect(await open(location.split('/').at(-1) ?? '')).toMatchObject({ state: 'published' })
})

test('a draft may lack a language, and publishing names the one that is missing', async () => {
  const id = await add({ 'text-el': '' })
  const { status, shown } = await press(id, 'publish', { ...FORM, 'text-el': '' })
  expect(status).toBe(422)
  expect(shown.problems).toEqual([
    { fieldId: 'text-el', sentence: expect.stringContaining('Ελληνικά') },
  ])
  expect((await press(id, 'publish', FORM)).status).toBe(303)
  expect((await press(id, 'save', FORM)).status).toBe(422)
})

test.each([
  ['text-en', { 'text-en': '', 'text-el': '' }],
  ['text-el', { 'text-el': 'α'.repeat(301) }],
  ['place', { place: 'route:' }],
  ['place', { place: 'stop:nowhere' }],
  ['until', { from: '2026-11-22T13:30', until: '2026-11-22T13:30' }],
  ['from', { from: 'tomorrow' }],
] as const)('a form is refused at %s', async (fieldId, changed) => {
  const { status, shown } = await press('new', 'save', { ...FORM, ...changed })
  expect(status).toBe(422)
  expect(shown.problems[0]?.fieldId).toBe(fieldId)
})

test('a notice is put at a stop, which the form and the list name', async () => {
  const id = await add({ place: 'stop:B' })
  const { place, places } = await open(id)
  expect(place).toBe('stop:B')
  const name = places.stops.find(({ value }) => value === place)?.name
  await press(id, 'publish', { ...FORM, place: 'stop:B' })
  const wanted = { locale: 'en', stopIds: ['B', 'C'], departsAt: now(), now: now() } as const
  expect(await findNoticesOfStops(wanted)).toEqual([
    { tone: 'warning', text: WORDS['text-en'], stop: name },
  ])
  const opened = { as: editor, pattern: '/office/notices' } as const
  const { shown } = await openOffice<{ rows: NoticeRow[] }>(list, opened)
  expect(shown.rows[0]).toMatchObject({ noticeId: id, place: name })
  await press(id, 'take-down')
})

test('an auditor reads the notices and changes none', async () => {
  const id = await add()
  const auditor = await addStaff('auditor')
  expect((await open(id, auditor)).words['en']).toBe(WORDS['text-en'])
  expect((await press(id, 'publish', FORM, auditor)).status).toBe(403)
  const unknown = { as: auditor, pattern, params: { id: 'x' } } as const
  expect((await openOffice(one, unknown)).status).toBe(404)
})
