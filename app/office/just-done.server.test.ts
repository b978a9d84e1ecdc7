import { beforeAll, expect, test } from 'vitest'

import { shiftClock } from '#platform/clock.server.ts'
import { act, addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'

import { loader } from './layout.tsx'
import { action } from './notices/one.tsx'

const pattern = '/office/notices/:id'
const FORM = { place: 'every-page', tone: 'info', from: '', until: '' }
const WORDS = { 'text-en': 'Strike on Sunday.', 'text-el': 'Απεργία την Κυριακή.' }

let editor: Colleague
beforeAll(async () => {
  editor = await addStaff('editor')
})

async function publish(as: Colleague): Promise<string> {
  const form = { ...FORM, ...WORDS }
  const params = { id: 'new' }
  const { location } = await act(action, { as, pattern, params, intent: 'publish', form })
  return location.split('/').at(-1) ?? ''
}

async function readSaid(as: Colleague, id: string, prefix = '') {
  const asked = { as, pattern, params: { id }, prefix } as const
  return (await openOffice<{ justDone?: string }>(loader, asked)).shown.justDone
}

test('the page to which an act leads says what was done, as the audit has it', async () => {
  const id = await publish(editor)
  expect(await readSaid(editor, id)).toMatch(/^Done at \d\d:\d\d: published the notice\.$/)
  shiftClock({ seconds: 31 })
  expect(await readSaid(editor, id)).toBeUndefined()
})

test('no other page and no other member is told', async () => {
  const id = await publish(editor)
  expect(await readSaid(editor, 'new')).toBeUndefined()
  expect(await readSaid(editor, id, '/el')).toBeUndefined()
  expect(await readSaid(await addStaff('editor'), id)).toBeUndefined()
})
