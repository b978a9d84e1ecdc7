import { afterEach, describe, expect, test } from 'vitest'

import { parkMail } from '#modules/mail/deliver.server.ts'
import { MAX_ASKED_A_DAY } from '#modules/rules/kept.ts'
import { operator } from '#operator'
import { db } from '#platform/db.server.ts'
import { listMailbox, readMailboxMessage } from '#platform/mail/mailbox.server.ts'
import { sendMailNow } from '#test/simulation/jobs.ts'
import { countAlerts } from '#test/simulation/simulation.ts'

import type { Fields } from './check-fields.ts'
import { findEnquiryReceipt } from './find-receipt.server.ts'
import { secondsSince, stampForm } from './form-stamp.server.ts'
import { receiveEnquiry, type SentEnquiry } from './receive-enquiry.server.ts'
import { tidyEnquiries } from './tidy-enquiries.server.ts'

const now = Temporal.Instant.from('2026-11-20T06:30:00Z')
const MESSAGE: Fields = {
  'first-name': 'Anna',
  'last-name': 'Georgiou',
  email: 'anna@example.com',
  topic: 'question',
  message: 'Is there a bus at noon?',
}

afterEach(async () => {
  await db.deleteFrom('enquiries').execute()
  await db.deleteFrom('mailboxMessages').execute()
})

function send(changed: Partial<SentEnquiry> = {}) {
  return receiveEnquiry({
    kind: 'contact',
    fields: MESSAGE,
    suspicions: [],
    locale: 'en',
    visitor: 'anna',
    now,
    ...changed,
  })
}

function listMails() {
  return db.selectFrom('mails').selectAll().orderBy('kind').execute()
}

/** Sends the outbox; the mails are in the demonstration's mailbox afterwards. */
async function sendOwed(at = now) {
  for (const { mailId } of await listMails()) await sendMailNow(mailId, at)
}

async function readOnly(visitor: string) {
  const [mail, ...more] = await listMailbox({ visitor })
  expect(more).toEqual([])
  const rows = await db.selectFrom('mailboxMessages').select(['messageId', 'raw']).execute()
  const raw = rows.find(({ messageId }) => messageId === mail?.messageId)?.raw.toString() ?? ''
  const message = mail && (await readMailboxMessage({ visitor }, mail.messageId))
  return { ...message, raw, text: message?.text ?? '', html: message?.html ?? '' }
}

describe('an enquiry', () => {
  test('is stored with a reference, and two mails are enqueued for it', async () => {
    const { reference } = await send()
    const rows = await db.selectFrom('enquiries').selectAll().execute()
    expect(rows).toMatchObject([
      { reference, kind: 'contact', topic: 'question', state: 'new', email: MESSAGE.email },
    ])
    expect(rows[0]?.fields).toEqual(MESSAGE)
    expect(await listMails()).toMatchObject([
      { kind: 'acknowledgement', address: MESSAGE.email, state: 'queued' },
      { kind: 'forwarded-enquiry', address: null, state: 'queued' },
    ])
  })

  test('is stored once when the button is pressed twice, and answered with the same reference', async () => {
    const [one, other] = await Promise.all([send(), send()])
    expect(other).toEqual(one)
    expect(await send({ now: now.add({ minutes: 59 }) })).toEqual(one)
    expect(await listMails()).toHaveLength(2)
    expect(await send({ now: now.add({ minutes: 61 }) })).not.toEqual(one)
    expect(await send({ fields: { ...MESSAGE, topic: 'complaint' } })).not.toEqual(one)
  })

  test('is stored without card numbers, in every field and in the mail', async () => {
    const card = '4111 1111 1111 1111'
    await send({ fields: { ...MESSAGE, 'last-name': card, message: `Charge ${card} please` } })
    await sendOwed()
    const { fields } = await db.selectFrom('enquiries').select('fields').executeTakeFirstOrThrow()
    expect(JSON.stringify(fields)).not.toContain('1111 1111')
    expect((await readOnly('company')).text).toContain('Charge •••• 1111 please')
  })

  test('is confirmed on the page by its reference alone, without any name', async () => {
    const { reference } = await send({ fields: { ...MESSAGE, topic: 'complaint' } })
    expect(await findEnquiryReceipt(reference)).toEqual({
      reference,
      kind: 'contact',
      topic: 'complaint',
      receivedAt: now,
    })
    expect(await findEnquiryReceipt('00000000')).toBeUndefined()
    expect(await findEnquiryReceipt(`${reference}' or true`)).toBeUndefined()
  })
})

describe('the mails', () => {
  test('show the company all of it, and a reply goes to the writer', async () => {
    const { reference } = await send({ locale: 'el', suspicions: ['many-links'] })
    await sendOwed()
    const { to, subject, text, html, raw } = await readOnly('company')
    expect({ to, subject }).toEqual({ to: operator.email, subject: `A question: ${reference}` })
    expect(raw).toMatch(/^Reply-To: anna@example\.com\r$/m)
    for (const said of ['Georgiou', 'Is there a bus at noon?', 'Greek', 'many-links']) {
      expect(text).toContain(said)
      expect(html).toContain(said)
    }
  })

  test('confirm the arrival in the writer’s language, without anything that was typed', async () => {
    const { reference } = await send({ locale: 'el' })
    await sendOwed()
    const { to, subject, text, html } = await readOnly('anna')
    expect({ to, subject }).toEqual({
      to: 'anna@example.com',
      subject: `Λάβαμε το μήνυμά σας: ${reference}`,
    })
    for (const form of [text, html]) {
      expect(form).toContain(reference)
      expect(form).not.toMatch(/Anna|Georgiou|noon|παραγγελίας/)
    }
  })

  test('give a complaint’s writer the dates of the answers', async () => {
    await send({ fields: { ...MESSAGE, topic: 'complaint' } })
    await sendOwed()
    const { text } = await readOnly('anna')
    expect(text).toContain('20 December 2026')
    expect(text).toContain('20 February 2027')
    expect((await readOnly('company')).text).toContain('20 February 2027')
  })

  test('show typed text as text, not markup', async () => {
    await send({ fields: { ...MESSAGE, message: '<img src=x onerror=alert(1)> "hello"' } })
    await sendOwed()
    const { html } = await readOnly('company')
    expect(html).toContain('&lt;img src=x')
    expect(html).not.toContain('<img')
  })

  test('are sent once, however often the job runs', async () => {
    await send()
    await sendOwed()
    await sendOwed(now.add({ hours: 1 }))
    expect(await db.selectFrom('mailboxMessages').select('messageId').execute()).toHaveLength(2)
    expect(await listMails()).toMatchObject([
      { state: 'sent', sentAt: now },
      { state: 'sent', sentAt: now },
    ])
  })
})

describe('mails that are not sent', () => {
  test('an address gets a limited number of acknowledgements a day, and no message is lost', async () => {
    for (let count = 0; count <= MAX_ASKED_A_DAY; count++) {
      const email = count % 2 === 0 ? 'anna@example.com' : 'Anna@Example.com'
      await send({ fields: { ...MESSAGE, email, message: `This is message ${count}` } })
    }
    const owed = await listMails()
    expect(owed.filter(({ address }) => address === null)).toHaveLength(MAX_ASKED_A_DAY + 1)
    expect(owed.filter(({ address }) => address !== null)).toHaveLength(MAX_ASKED_A_DAY)
    await send({ now: now.add({ hours: 24 }) })
    expect(await listMails()).toHaveLength(owed.length + 2)
  })

  test('mail to an address that is refused is not retried, and the company still gets its own', async () => {
    await send({ fields: { ...MESSAGE, email: 'not an address' } })
    await sendOwed()
    expect(await listMails()).toMatchObject([
      { kind: 'acknowledgement', state: 'refused' },
      { kind: 'forwarded-enquiry', state: 'sent' },
    ])
  })

  test('mails of an erased enquiry are not sent', async () => {
    await send()
    const owed = await listMails()
    await db.deleteFrom('enquiries').execute()
    for (const { mailId } of owed) {
      await expect(sendMailNow(mailId, now)).resolves.toBeUndefined()
      await expect(parkMail(mailId)).resolves.toBeUndefined()
    }
    expect(await db.selectFrom('mailboxMessages').selectAll().execute()).toEqual([])
  })

  test('a mail to the company that does not arrive raises an alert', async () => {
    const alerts = await countAlerts('enquiry-not-forwarded')
    await send()
    for (const { kind, mailId } of await listMails()) {
      if (kind === 'forwarded-enquiry') await parkMail(mailId)
    }
    expect(await countAlerts('enquiry-not-forwarded')).toBe(alerts + 1)
  })
})

test('a service’s form is kept and forwarded under the name of the service', async () => {
  const fields: Fields = {
    school: 'Lyceum, 1 School Street',
    from: 'Strovolos',
    pupils: '40',
    'school-runs': 'both-ways',
    date: '2026-12-01',
    'first-name': 'Anna',
    'last-name': 'Georgiou',
    email: 'anna@example.com',
  }
  await send({ kind: 'school-service', fields })
  await sendOwed()
  const { subject, text } = await readOnly('company')
  expect(subject).toMatch(/^School service: /)
  expect(text).toContain('Area where the pupils board:\nStrovolos')
  expect(text).toContain('To school and back, every school day')
  expect(text).toContain('Tuesday 1 December 2026')
})

test('a message is erased after a year and a complaint after three, and not before', async () => {
  await send()
  await send({ fields: { ...MESSAGE, topic: 'complaint' } })
  const { topic: _topic, ...taxi } = MESSAGE
  await send({ kind: 'vip-taxi', fields: taxi })
  await tidyEnquiries(Temporal.Instant.from('2027-11-20T06:30:00Z'))
  expect(await listLeft()).toEqual(['complaint', 'question', 'vip-taxi'])
  await tidyEnquiries(Temporal.Instant.from('2027-11-20T06:30:01Z'))
  expect(await listLeft()).toEqual(['complaint'])
  await tidyEnquiries(Temporal.Instant.from('2029-11-20T06:30:00Z'))
  expect(await listLeft()).toEqual(['complaint'])
  await tidyEnquiries(Temporal.Instant.from('2029-11-20T06:30:01Z'))
  expect(await listLeft()).toEqual([])
})

async function listLeft(): Promise<string[]> {
  const rows = await db.selectFrom('enquiries').select(['kind', 'topic']).execute()
  return rows.map(({ kind, topic }) => topic ?? kind).toSorted()
}

test('a form knows how long it has been open, and its stamp cannot be forged', async () => {
  const stamp = await stampForm('contact', now)
  const later = now.add({ milliseconds: 4500 })
  expect(await secondsSince('contact', stamp, later)).toBe(4.5)
  expect(await secondsSince('vip-taxi', stamp, later)).toBeUndefined()
  const [, signature] = stamp.split('.')
  expect(await secondsSince('contact', `abc.${signature}`, later)).toBeUndefined()
  for (const forged of ['', '.', 'x', `${stamp}x`]) {
    expect(await secondsSince('contact', forged, later)).toBeUndefined()
  }
})
