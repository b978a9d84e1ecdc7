import { expect, test } from 'vitest'

import { sendAnswer } from '#modules/enquiries/answer.server.ts'
import { findEnquiry } from '#modules/enquiries/inbox.server.ts'
import { receiveEnquiry } from '#modules/enquiries/receive-enquiry.server.ts'
import { replyToAnswer } from '#modules/enquiries/reply.server.ts'
import { now } from '#platform/clock.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { openPage } from '#test/fixtures/open-page.ts'

import { action, loader } from './page.tsx'
import type { Said } from './view.server.ts'

let asked = 0

/** Each enquiry has another text, since the same one is kept once. */
async function addThread(): Promise<string> {
  const fields = {
    'first-name': 'Anna',
    'last-name': 'Georgiou',
    email: 'anna@example.com',
    topic: 'question',
    message: `Is there a bus at noon? (${(asked += 1)})`,
  }
  const sent = { kind: 'contact', fields, suspicions: [], locale: 'en', visitor: 'anna' } as const
  const { reference } = await receiveEnquiry({ ...sent, now: now() })
  const act = { reference, by: ADMIN, seen: 0, now: now() }
  await sendAnswer({ ...act, text: 'Yes, at 12:00.', settles: false })
  return (await findEnquiry(reference))?.threadId ?? ''
}

type Shown = { said: Said[]; isSent: boolean }
type Refused = { problems: { fieldId: string; sentence: string }[]; typed: string }

const read = (id: string, query = '', prefix = '') =>
  openPage<Shown>(loader, `${prefix}/enquiries/${id}${query}`, { params: { id } })
const reply = (id: string, message: string, prefix = '') =>
  openPage<Refused>(action, `${prefix}/enquiries/${id}`, { params: { id }, form: { message } })

test('the link in our answer opens the thread, in both languages', async () => {
  const id = await addThread()
  const { shown } = await read(id)
  expect(shown.said.map(({ author, text, isOurs }) => [author, text, isOurs])).toEqual([
    ['You', 'Is there a bus at noon? (1)', false],
    ['Halcyon', 'Yes, at 12:00.', true],
  ])
  expect((await read(id, '', '/el')).shown.said[0]?.author).toBe('Εσείς')
})

test('a reply is in the thread, and the page says that it was sent', async () => {
  const id = await addThread()
  expect(await reply(id, 'Thank you!')).toMatchObject({
    status: 303,
    location: `/enquiries/${id}?sent`,
  })
  const { shown } = await read(id, '?sent')
  expect(shown.isSent).toBe(true)
  expect(shown.said.at(-1)).toMatchObject({ author: 'You', text: 'Thank you!' })
  expect((await reply(id, 'Ευχαριστώ!', '/el')).location).toBe(`/el/enquiries/${id}?sent`)
})

test('an empty or endless reply is returned with what was typed', async () => {
  const id = await addThread()
  expect((await reply(id, '  ')).shown.problems[0]?.sentence).toBe('Write your message.')
  const { status, shown } = await reply(id, 'x'.repeat(4001))
  expect(status).toBe(422)
  expect(shown.typed).toHaveLength(4001)
  expect(shown.problems[0]?.sentence).toContain('4000 characters')
})

test('the sixth reply waits until we have answered', async () => {
  const id = await addThread()
  for (const text of ['One', 'Two', 'Three', 'Four', 'Five']) {
    await replyToAnswer({ threadId: id, text, now: now() })
  }
  const { status, shown } = await reply(id, 'Six')
  expect({ status, typed: shown.typed }).toEqual({ status: 422, typed: 'Six' })
})

test('no other address opens a thread', async () => {
  for (const id of ['x', '0'.repeat(26)]) {
    expect((await read(id)).status).toBe(404)
    expect((await reply(id, 'Hello')).status).toBe(404)
  }
})
