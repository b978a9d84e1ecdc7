import { beforeEach, expect, test } from 'vitest'

import { makeDraft } from '#modules/gtfs/draft/drafts.server.ts'
import { listEditions } from '#modules/gtfs/draft/find-drafts.server.ts'
import { previewDraft } from '#modules/gtfs/draft/preview-draft.server.ts'
import { publishDrafts } from '#modules/gtfs/draft/publish-drafts.server.ts'
import { findFeedFile } from '#modules/gtfs/write/keep-feed.server.ts'
import { now } from '#platform/clock.server.ts'
import { act, addStaff, giveCodes, openOffice, type Colleague } from '#test/fixtures/office.ts'
import { putSampleOnSale } from '#test/fixtures/sample-on-sale.ts'
import { forgetTimetables } from '#test/simulation/timetable.ts'

import { loader as feed } from './feed.zip.ts'
import { action as actOnOne, loader as one } from './one.tsx'
import { action, loader as list } from './page.tsx'
import type { DraftView, TimetableView } from './view.server.ts'

const LIST = '/office/timetable'
const ONE = '/office/timetable/:id'

type Refused = { problems: { fieldId: string; sentence: string }[] }

let owner: Colleague
let codeOf: () => Promise<string>
beforeEach(async () => {
  await forgetTimetables()
  await putSampleOnSale()
  owner = await addStaff('owner')
  codeOf = await giveCodes(owner)
})

test('an upload needs a name and a file', async () => {
  const form = { name: ' ' }
  const nameless = await act<Refused>(action, { as: owner, pattern: LIST, intent: 'upload', form })
  expect(nameless.shown.problems).toMatchObject([{ fieldId: 'name' }])
  const named = { name: 'Winter' }
  const without = await act<Refused>(action, {
    as: owner,
    pattern: LIST,
    intent: 'upload',
    form: named,
  })
  expect(without.shown).toMatchObject({ problems: [{ fieldId: 'feed' }], typed: named })
})

test('a published timetable is brought back as a draft, previewed, and published in Greek as well', async () => {
  const [first] = await listEditions()
  await publishAgain()
  const shown = (await openOffice<TimetableView>(list, { as: owner, pattern: LIST, prefix: '/el' }))
    .shown
  expect(shown.editions).toMatchObject([
    { source: 'Copy', isOnSale: true },
    { importId: first?.importId, isKept: true },
  ])
  const restored = await act(action, {
    as: owner,
    pattern: LIST,
    intent: 'restore',
    form: { edition: first?.importId ?? '' },
  })
  const draftId = restored.location.split('/').at(-1) ?? ''
  expect(await look(draftId)).toMatchObject({ preview: null, isBusy: true })
  await previewDraft(draftId, now())
  expect(await look(draftId)).toMatchObject({ state: 'draft', isOld: false, isBusy: false })
  expect((await press(draftId, 'publish', { code: await codeOf() })).status).toBe(303)
  expect(await look(draftId)).toMatchObject({ state: 'scheduled', isBusy: true })
  await publishDrafts(now())
  expect(await look(draftId)).toMatchObject({ state: 'published', stateText: 'Published' })
})

test('a moment that nobody can read, or that has passed, is refused with what was typed', async () => {
  const draftId = await addDraft()
  await previewDraft(draftId, now())
  for (const at of ['soon', '2020-01-01T08:00']) {
    const { status, shown } = await press(draftId, 'publish', { at, code: await codeOf() })
    expect(status).toBe(422)
    expect(shown).toMatchObject({ problems: [{ fieldId: 'at' }], typed: { at } })
  }
})

test('a draft is scheduled, called off, previewed again and deleted', async () => {
  const draftId = await addDraft()
  await previewDraft(draftId, now())
  const at = '2030-01-01T08:00'
  await press(draftId, 'publish', { at, code: await codeOf() })
  expect(await look(draftId)).toMatchObject({ state: 'scheduled', isBusy: false })
  expect((await press(draftId, 'discard')).shown.problems).toMatchObject([{ fieldId: 'content' }])
  expect((await press(draftId, 'unschedule')).status).toBe(303)
  expect((await press(draftId, 'preview', {}, 0)).status).toBe(303)
  expect(await look(draftId)).toMatchObject({ preview: null, isBusy: true })
  expect((await press(draftId, 'discard')).location).toMatch(/\/office\/timetable$/)
  const gone = await openOffice(one, { as: owner, pattern: ONE, params: { id: draftId } })
  expect(gone.status).toBe(404)
})

test('an editor prepares timetables but publishes none, and an auditor only looks', async () => {
  const draftId = await addDraft()
  await previewDraft(draftId, now())
  const [editor, auditor] = [await addStaff('editor'), await addStaff('auditor')]
  expect((await press(draftId, 'publish', {}, 1, editor)).status).toBe(403)
  expect((await press(draftId, 'discard', {}, 1, auditor)).status).toBe(403)
  const params = { id: draftId }
  const file = await openOffice(feed, { as: auditor, pattern: `${ONE}/feed.zip`, params })
  expect(file.status).toBe(200)
  expect((await press(draftId, 'discard', {}, 1, editor)).status).toBe(303)
})

test.each(['new', '0b0b0b0b-0000-4000-8000-000000000000'])('there is no draft %s', async (id) => {
  const opened = await openOffice(one, { as: owner, pattern: ONE, params: { id } })
  expect(opened.status).toBe(404)
  expect((await press(id, 'discard')).status).not.toBe(303)
})

async function addDraft(): Promise<string> {
  const { feed: zip } = (await findFeedFile())!
  const by = { kind: 'staff', staffId: owner.staffId } as const
  const made = await makeDraft({ name: 'Copy', feed: zip, by, now: now() })
  return made.ok ? made.draftId : ''
}

async function publishAgain(): Promise<void> {
  const draftId = await addDraft()
  await previewDraft(draftId, now())
  await press(draftId, 'publish', { code: await codeOf() })
  await publishDrafts(now())
}

async function look(draftId: string): Promise<DraftView> {
  const opened = { as: owner, pattern: ONE, params: { id: draftId } } as const
  return (await openOffice<DraftView>(one, opened)).shown
}

function press(id: string, intent: string, form = {}, entries = 1, as = owner) {
  const pressed = { as, pattern: ONE, params: { id }, intent, form, entries } as const
  return act<Refused>(actOnOne, pressed)
}
