import { afterEach, describe, expect, test } from 'vitest'

import { countEntries } from '#platform/audit.server.ts'
import { db } from '#platform/db.server.ts'
import { listMailbox, readMailboxMessage } from '#platform/mail/mailbox.server.ts'
import { sendMailNow } from '#test/simulation/jobs.ts'

import { addNote, sendAnswer, closeEnquiry, reopenEnquiry, takeEnquiry } from './answer.server.ts'
import type { Fields } from './check-fields.ts'
import { eraseEnquiries, exportEnquiries } from './enquiries-of.server.ts'
import { previewAnswer } from './enquiry-letters.server.ts'
import { findEnquiry, listDueEnquiries, listEnquiries, type InboxFilter } from './inbox.server.ts'
import { receiveEnquiry, type SentEnquiry } from './receive-enquiry.server.ts'
import { findThread, MAX_REPLIES, replyToAnswer } from './reply.server.ts'
import { tidyEnquiries } from './tidy-enquiries.server.ts'

const now = Temporal.Instant.from('2026-11-20T06:30:00Z')
const by = { kind: 'staff', staffId: 'maria' } as const
const eleni = { kind: 'staff', staffId: 'eleni' } as const
const CARD = '4111 1111 1111 1111'
const MESSAGE: Fields = {
  'first-name': 'Anna',
  'last-name': 'Georgiou',
  email: 'Anna@Example.com',
  topic: 'question',
  message: 'Is there a bus at noon?',
}

afterEach(async () => {
  await db.deleteFrom('enquiries').execute()
  await db.deleteFrom('mailboxMessages').execute()
})

async function send(fields: Fields = {}, changed: Partial<SentEnquiry> = {}) {
  const { reference } = await receiveEnquiry({
    kind: 'contact',
    fields: { ...MESSAGE, ...fields },
    suspicions: [],
    locale: 'en',
    visitor: 'anna',
    now,
    ...changed,
  })
  return reference
}

async function seenOf(reference: string) {
  const { enquiryId } = await get(reference)
  return countEntries(`enquiry:${enquiryId}`)
}

async function get(reference: string) {
  const enquiry = await findEnquiry(reference)
  if (!enquiry) throw new Error(`no enquiry ${reference}`)
  return enquiry
}

async function answer(reference: string, text = 'Yes, at 12:00.', settles = false) {
  const seen = await seenOf(reference)
  return sendAnswer({ reference, text, settles, seen, by, now })
}

async function threadOf(reference: string): Promise<string> {
  const { threadId } = await get(reference)
  if (!threadId) throw new Error('no thread yet')
  return threadId
}

async function reply(threadId: string, text: string, at = now.add({ hours: 1 })) {
  return replyToAnswer({ threadId, text, now: at })
}

async function listSent(visitor: string) {
  const mails = await db.selectFrom('mails').select('mailId').orderBy('queuedAt').execute()
  for (const { mailId } of mails) await sendMailNow(mailId, now)
  const entries = await listMailbox({ visitor })
  return Promise.all(
    entries.map(async ({ messageId }) => {
      const message = await readMailboxMessage({ visitor }, messageId)
      if (!message) throw new Error('no such message')
      return message
    }),
  )
}

async function listToDo(filter: Partial<InboxFilter>) {
  const { enquiries } = await listEnquiries({ which: 'to-do', ...filter })
  return enquiries.map((one) => one.reference)
}

async function listDueAt(moment: string) {
  const due = await listDueEnquiries(Temporal.Instant.from(moment))
  return due.map((one) => one.reference)
}

test.each([
  ['settled', true],
  ['asking', false],
] as const)('an answer is the mail of its preview (%s)', async (end, settles) => {
  const reference = await send({}, { locale: 'el' })
  const text = 'Ναι, στις 12:00.  \r\nΓράψτε μας.'
  const preview = previewAnswer({ reference, locale: 'el', text })
  await answer(reference, text, settles)
  const mail = (await listSent('anna')).find(({ subject }) => subject === preview.subject)
  expect(mail?.text).toBe(preview[end].replace('…', await threadOf(reference)))
})

describe('an answer', () => {
  test('goes to the writer by mail, in their language, with a link to the thread', async () => {
    const reference = await send({}, { locale: 'el' })
    expect(await answer(reference, 'Ναι, στις 12:00.')).toEqual({ ok: true })
    const threadId = await threadOf(reference)
    expect(threadId).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/)
    const mail = (await listSent('anna')).find(({ subject }) => subject.startsWith('Απάντηση'))
    expect(mail?.to).toBe('Anna@example.com')
    expect(mail?.text).toContain('Ναι, στις 12:00.')
    expect(mail?.text).toContain(`/el/enquiries/${threadId}`)
    expect(mail?.text).not.toMatch(/maria|eleni/)
  })

  test('waits for the writer, or settles the matter', async () => {
    const [asked, settled] = [await send(), await send({ message: 'Another question for you' })]
    await answer(asked)
    await answer(settled, 'Yes.', true)
    expect(await get(asked)).toMatchObject({ state: 'waiting', isToDo: true, waitsSince: null })
    expect(await get(settled)).toMatchObject({ state: 'answered', isToDo: false })
    expect(await get(asked)).toMatchObject({ assignedTo: 'staff:maria' })
  })

  test('to a thread that has gone on is refused, and the first one stands', async () => {
    const reference = await send()
    const answers = await Promise.all([
      sendAnswer({ reference, text: 'One', settles: true, seen: 0, by, now }),
      sendAnswer({ reference, text: 'Two', settles: true, seen: 0, by: eleni, now }),
    ])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const refused = answers.find(({ ok }) => !ok)
    expect(refused).toMatchObject({
      reason: 'changed-meanwhile',
      entries: [{ action: 'answered' }],
    })
    expect((await get(reference)).messages).toHaveLength(1)
    const mails = await db.selectFrom('mails').select('kind').execute()
    expect(mails.filter(({ kind }) => kind === 'enquiry-answer')).toHaveLength(1)
  })

  test('written while the writer replied is refused too', async () => {
    const reference = await send()
    await answer(reference)
    const seen = await seenOf(reference)
    await reply(await threadOf(reference), 'I meant Sunday.')
    const late = await sendAnswer({ reference, text: 'No.', settles: true, seen, by, now })
    expect(late).toMatchObject({ reason: 'changed-meanwhile', entries: [{ action: 'replied' }] })
  })

  test('has no card number, and is neither empty nor endless', async () => {
    const reference = await send()
    await answer(reference, `Was it ${CARD}?`)
    expect((await get(reference)).messages[0]?.body).toBe('Was it •••• 1111?')
    expect(await answer(reference, ' \n ')).toEqual({ ok: false, reason: 'missing' })
    expect(await answer(reference, 'x'.repeat(4001))).toMatchObject({ reason: 'too-long' })
    expect(await answer('00000000'.replace('0', '1'), 'x').catch(String)).toContain('no enquiry')
  })

  test('is in the audit with its author, and without its words', async () => {
    const reference = await send()
    const { enquiryId } = await get(reference)
    await answer(reference)
    const entries = db.selectFrom('auditEntries').where('subject', '=', `enquiry:${enquiryId}`)
    expect(
      await entries.select(['actor', 'action', 'before', 'after', 'reason']).execute(),
    ).toEqual([
      {
        actor: 'staff:maria',
        action: 'asked',
        before: { state: 'new' },
        after: { state: 'waiting' },
        reason: null,
      },
    ])
  })
})

describe('the writer', () => {
  test('reads the thread without our notes, and replies', async () => {
    const reference = await send()
    await addNote({ reference, text: 'She is nice', by, now })
    await answer(reference)
    const threadId = await threadOf(reference)
    expect(await reply(threadId, `Thanks.\r\nMy card is ${CARD}`)).toEqual({ ok: true })
    const thread = await findThread(threadId)
    expect(thread?.messages).toEqual([
      { kind: 'answer', body: 'Yes, at 12:00.', writtenAt: now },
      {
        kind: 'reply',
        body: 'Thanks.\nMy card is •••• 1111',
        writtenAt: now.add({ hours: 1 }),
      },
    ])
    expect(await get(reference)).toMatchObject({
      state: 'open',
      waitsSince: now.add({ hours: 1 }),
    })
    const [toCompany] = (await listSent('company')).filter(({ subject }) =>
      subject.startsWith('Reply'),
    )
    expect(toCompany?.text).toContain('My card is •••• 1111')
  })

  test('a writer who presses twice has replied once, and five replies wait for an answer', async () => {
    const reference = await send()
    await answer(reference)
    const threadId = await threadOf(reference)
    await Promise.all([reply(threadId, 'Hello?'), reply(threadId, 'Hello?')])
    expect((await findThread(threadId))?.messages).toHaveLength(2)
    for (let count = 2; count <= MAX_REPLIES; count++) {
      const at = now.add({ hours: count })
      expect(await reply(threadId, `Hello ${count}?`, at)).toEqual({ ok: true })
    }
    const at = now.add({ hours: 9 })
    expect(await reply(threadId, 'Hello again?', at)).toMatchObject({ reason: 'too-many-replies' })
  })

  test('finds no thread by guessing', async () => {
    await send()
    for (const guess of ['', 'x', '0'.repeat(26)]) {
      expect(await findThread(guess)).toBeUndefined()
      expect(await reply(guess, 'Hello')).toMatchObject({ reason: 'no-such-thread' })
    }
  })

  test('reopens an enquiry that was closed', async () => {
    const reference = await send()
    await answer(reference, 'Yes', true)
    await reply(await threadOf(reference), 'And on Sunday?')
    expect(await get(reference)).toMatchObject({ state: 'open', isToDo: true })
  })
})

describe('an enquiry', () => {
  test('is taken, closed with a reason as a note, and reopened', async () => {
    const reference = await send()
    const act = async () => ({ reference, seen: await seenOf(reference), by, now })
    await takeEnquiry(await act())
    expect(await get(reference)).toMatchObject({ state: 'open', assignedTo: 'staff:maria' })
    expect(await closeEnquiry({ ...(await act()), why: 'x' })).toMatchObject({
      reason: 'too-short',
    })
    await closeEnquiry({ ...(await act()), why: 'An advertisement' })
    expect(await get(reference)).toMatchObject({
      state: 'closed',
      messages: [{ kind: 'note', body: 'An advertisement' }],
    })
    expect(await closeEnquiry({ ...(await act()), why: 'Once more' })).toMatchObject({
      reason: 'not-in-this-state',
    })
    await reopenEnquiry(await act())
    expect(await get(reference)).toMatchObject({ state: 'open', waitsSince: now })
  })

  test('shows what its writer bought and wrote before', async () => {
    const first = await send({}, { now: now.subtract({ hours: 24 }) })
    const reference = await send({ email: 'anna@example.com', message: 'Hello again, it is me' })
    const { earlier, bookings } = await get(reference)
    expect(earlier.map((one) => one.reference)).toEqual([first])
    expect(bookings).toEqual([])
  })

  test('is erased and exported with its thread', async () => {
    const reference = await send()
    await answer(reference)
    await addNote({ reference, text: 'Call her', by, now })
    const [exported] = await exportEnquiries('anna@example.com')
    expect(exported?.messages).toMatchObject([{ kind: 'answer' }, { body: 'Call her' }])
    await db
      .transaction()
      .execute((tx) => eraseEnquiries(tx, { email: 'anna@example.com', until: now }))
    expect(await db.selectFrom('enquiryMessages').selectAll().execute()).toEqual([])
  })

  test('takes its thread along after its retention period', async () => {
    const reference = await send()
    await answer(reference)
    await tidyEnquiries(Temporal.Instant.from('2027-11-20T06:30:01Z'))
    expect(await db.selectFrom('enquiryMessages').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('mails').select('mailId').execute()).toEqual([])
  })
})

describe('the inbox', () => {
  test('has complaints by their legal date first, then the oldest', async () => {
    const old = await send(
      { message: 'An old question, really' },
      { now: now.subtract({ hours: 9 }) },
    )
    const fresh = await send()
    const complaint = await send({ topic: 'complaint' })
    const done = await send({ message: 'Something settled' })
    await answer(done, 'Yes', true)
    const { enquiries, hasMore } = await listEnquiries({ which: 'to-do' })
    expect(enquiries.map((one) => one.reference)).toEqual([complaint, old, fresh])
    expect(hasMore).toBe(false)
    expect(enquiries[0]).toMatchObject({ writer: 'Anna Georgiou', beginning: MESSAGE.message })
    const behind = await listEnquiries({ which: 'to-do', after: complaint })
    expect(behind.enquiries.map((one) => one.reference)).toEqual([old, fresh])
    const ended = await listEnquiries({ which: 'done' })
    expect(ended.enquiries.map((one) => one.reference)).toEqual([done])
  })

  test('is filtered by state, topic and colleague', async () => {
    const mine = await send()
    const complaint = await send({ topic: 'complaint' })
    await takeEnquiry({ reference: mine, seen: 0, by, now })
    expect(await listToDo({ state: 'open' })).toEqual([mine])
    expect(await listToDo({ topic: 'complaint' })).toEqual([complaint])
    expect(await listToDo({ assignedTo: 'staff:maria' })).toEqual([mine])
    expect(await listToDo({ assignedTo: null })).toEqual([complaint])
    expect(await listToDo({ kind: 'vip-taxi' })).toEqual([])
  })
})

describe('a legal date', () => {
  test('of a complaint is that of the first answer, then that of the decision, then none', async () => {
    const reference = await send({ topic: 'complaint' })
    expect((await get(reference)).dueOn?.toString()).toBe('2026-12-20')
    await answer(reference, 'We are looking into it.')
    expect((await get(reference)).dueOn?.toString()).toBe('2027-02-20')
    await answer(reference, 'We are sorry.', true)
    expect((await get(reference)).dueOn).toBeNull()
  })

  test('is watched from three days before, and a writer who waits from a day on', async () => {
    const complaint = await send({ topic: 'complaint' })
    expect(await listDueAt('2026-12-16T21:59:59Z')).toEqual([])
    expect(await listDueAt('2026-12-16T22:00:00Z')).toEqual([complaint])
    await answer(complaint, 'We are looking into it.')
    expect(await listDueAt('2027-02-16T21:59:59Z')).toEqual([])
    expect(await listDueAt('2027-02-16T22:00:00Z')).toEqual([complaint])

    const question = await send()
    expect(await listDueAt('2026-11-21T06:29:59Z')).toEqual([])
    expect(await listDueAt('2026-11-21T06:30:00Z')).toEqual([question])
    await answer(question)
    expect(await listDueAt('2026-12-21T06:30:00Z')).toEqual([])
  })
})
