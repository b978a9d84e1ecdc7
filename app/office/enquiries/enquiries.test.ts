import { expect, test } from 'vitest'

import { findEnquiry } from '#modules/enquiries/inbox.server.ts'
import { receiveEnquiry } from '#modules/enquiries/receive-enquiry.server.ts'
import { replyToAnswer } from '#modules/enquiries/reply.server.ts'
import { now } from '#platform/clock.server.ts'
import { act, addStaff, openOffice, type Colleague } from '#test/fixtures/office.ts'

import { action, loader as one } from './one.tsx'
import { loader as list } from './page.tsx'
import type { EnquiryView } from './view.server.ts'

const pattern = '/office/enquiries/:reference'
let sent = 0

async function addEnquiry(topic = 'question'): Promise<string> {
  const message = `Is there a bus at noon? (${(sent += 1)})`
  const name = { 'first-name': 'Anna', 'last-name': 'Georgiou' }
  const { reference } = await receiveEnquiry({
    kind: 'contact',
    fields: { ...name, email: 'anna@example.com', topic, message },
    suspicions: [],
    locale: 'el',
    visitor: 'anna',
    now: now(),
  })
  return reference
}

async function open(reference: string, as: Colleague, prefix = '') {
  const opened = { as, pattern, params: { reference }, prefix } as const
  return (await openOffice<EnquiryView>(one, opened)).shown
}

type Refused = {
  problems: { sentence: string }[]
  typed: Record<string, string>
  shown?: Record<string, string>
}

async function press(
  reference: string,
  as: Colleague,
  intent: string,
  form: Record<string, string> = {},
) {
  const { seen } = await open(reference, as)
  const fields = { seen: String(seen), ...form }
  return act<Refused>(action, { as, pattern, params: { reference }, intent, form: fields })
}

test('an enquiry is taken, noted, answered, closed and reopened', async () => {
  const as = await addStaff('seller')
  const reference = await addEnquiry('complaint')
  expect((await press(reference, as, 'assign')).location).toBe(`/office/enquiries/${reference}`)
  await press(reference, as, 'note', { message: 'Wrote last week too' })
  await press(reference, as, 'answer', { message: 'Ναι.', settles: 'no' })
  expect(await open(reference, as)).toMatchObject({
    state: 'waiting',
    assigned: 'Maria Example',
    language: { code: 'el', name: 'Ελληνικά' },
    messages: [
      { kind: 'note', author: 'Maria Example', text: 'Wrote last week too' },
      { kind: 'answer', author: 'Maria Example', text: 'Ναι.' },
    ],
  })
  await press(reference, as, 'close', { message: 'Found the bag' })
  expect(await open(reference, as)).toMatchObject({ state: 'closed', isToDo: false })
  await press(reference, as, 'reopen')
  const greek = await open(reference, as, '/el')
  expect(greek).toMatchObject({ state: 'open', about: 'Παράπονο' })
  await press(reference, as, 'answer', { message: 'Λυπούμαστε.', settles: 'yes' })
  expect(await open(reference, as)).toMatchObject({ state: 'answered' })
})

test('the second of two who answer is told who was first, and keeps the typed text', async () => {
  const [maria, eleni] = [await addStaff('dispatcher'), await addStaff('seller')]
  const reference = await addEnquiry()
  const { seen } = await open(reference, eleni)
  await press(reference, maria, 'answer', { message: 'Yes.', settles: 'no' })
  const late = { message: 'No.', settles: 'yes', seen: String(seen) }
  const { status, shown } = await press(reference, eleni, 'answer', late)
  expect(status).toBe(422)
  expect(shown.problems[0]?.sentence).toContain('Maria Example')
  expect(shown.typed['message']).toBe('No.')

  const before = (await open(reference, eleni)).seen
  const threadId = (await findEnquiry(reference))?.threadId ?? ''
  await replyToAnswer({ threadId, text: 'I meant Sunday.', now: now() })
  const again = { message: 'No.', settles: 'yes', seen: String(before) }
  const replied = await press(reference, eleni, 'answer', again)
  expect(replied.shown.problems[0]?.sentence).toContain('The sender')
})

test('a ready sentence is put below what was typed, in the language of the writer', async () => {
  const as = await addStaff('seller')
  const reference = await addEnquiry('complaint')
  expect((await open(reference, as)).ready).toContain('decision')
  const draft = { message: 'Ναι.', step: 'insert', ready: 'thanks' }
  const { status, shown } = await press(reference, as, 'answer', draft)
  expect(status).toBe(200)
  expect(shown.typed['message']).toBe('Ναι.\n\nΣας ευχαριστούμε για το μήνυμά σας.')
  const plain = await addEnquiry()
  expect((await open(plain, as)).ready).not.toContain('decision')
  const other = { message: '', step: 'insert', ready: 'decision' }
  expect((await press(plain, as, 'answer', other)).shown.typed['message']).toBe('')
  for (const ready of (await open(reference, as)).ready) {
    const inserted = await press(reference, as, 'answer', { message: '', step: 'insert', ready })
    expect(inserted.shown.typed['message']).toMatch(/\p{Script=Greek}/u)
  }
})

test('the preview of an answer shows its mail, and sends nothing', async () => {
  const as = await addStaff('seller')
  const reference = await addEnquiry()
  const draft = { message: 'Ναι, στις 12:00.', step: 'preview' }
  const { status, shown } = await press(reference, as, 'answer', draft)
  expect(status).toBe(200)
  expect(shown.shown?.['subject']).toContain(reference)
  expect(shown.shown?.['settled']).toContain('Ναι, στις 12:00.')
  expect(await open(reference, as)).toMatchObject({ state: 'new', messages: [] })
  const empty = await press(reference, as, 'answer', { message: ' ', step: 'preview' })
  expect(empty.status).toBe(422)
})

test('an empty answer, and an act that the state does not allow, are refused', async () => {
  const as = await addStaff('dispatcher')
  const reference = await addEnquiry()
  const empty = await press(reference, as, 'answer', { message: ' ', settles: 'yes' })
  expect(empty.shown.problems[0]?.sentence).toBe('Write something first.')
  expect((await press(reference, as, 'reopen')).status).toBe(422)
  expect((await press(reference, as, 'close', { message: 'x' })).status).toBe(422)
})

test('the inbox filters by what its address says, and an accountant only reads', async () => {
  const as = await addStaff('accountant')
  const reference = await addEnquiry('lost-property')
  const inbox = { as, pattern: '/office/enquiries' } as const
  type Shown = { rows: { reference: string; about: string }[] }
  const { shown } = await openOffice<Shown>(list, { ...inbox, query: 'about=lost-property' })
  expect(shown.rows).toMatchObject([{ reference, about: 'Lost property' }])
  for (const query of ['about=vip-taxi', 'to=me', 'state=done', `after=${reference}`]) {
    const { shown: other } = await openOffice<Shown>(list, { ...inbox, query })
    expect(other.rows.map((row) => row.reference)).not.toContain(reference)
  }
  const answered = { message: 'Yes', settles: 'no' }
  expect((await press(reference, as, 'answer', answered)).status).toBe(403)
})

test('an unknown reference is not found', async () => {
  const as = await addStaff('owner')
  const params = { reference: '00000000' }
  expect((await openOffice(one, { as, pattern, params })).status).toBe(404)
})
