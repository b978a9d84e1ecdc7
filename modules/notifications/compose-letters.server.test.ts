import { expect, test } from 'vitest'

import { sendMail } from '#platform/mail/mail.server.ts'
import { listMailbox, readMailboxMessage } from '#platform/mail/mailbox.server.ts'
import { exampleOrder, exampleReceipt, exampleTicket } from '#test/fixtures/example-views.ts'

import { composeConfirmation } from './compose-letters.server.ts'

const order = {
  ...exampleOrder('el'),
  tickets: [exampleTicket({ locale: 'el' })],
  documents: [exampleReceipt({ locale: 'el' })],
  termsUrl: 'https://halcyon.example/el/terms-and-conditions',
  termsVersion: '2026-11-29',
}

test('the mail arrives with tickets, calendar and receipt, each openable by its name', async () => {
  const mailId = '6f6f6f6f-0000-4000-8000-0000000000aa'
  const now = Temporal.Instant.from('2026-11-10T10:00:05Z')
  const content = await composeConfirmation(order)
  await sendMail({
    ...content,
    mailId,
    to: 'maria@example.com',
    language: 'el',
    visitor: 'who-bought',
    now,
  })

  const mail = await readMailboxMessage({ visitor: 'who-bought' }, mailId)
  expect(mail?.subject).toBe(content.subject)
  expect(mail?.text).toContain('Να είστε στη στάση έως τις 08:20')
  expect(mail?.attachments.map(({ fileName, contentType }) => [fileName, contentType])).toEqual([
    ['halcyon-eisitiria-7KQ2M9XA.pdf', 'application/pdf'],
    ['halcyon-imerologio-7KQ2M9XA.ics', 'text/calendar'],
    ['halcyon-apodeixi-R-000042.pdf', 'application/pdf'],
  ])
  const [tickets, calendar, receipt] =
    mail?.attachments.map((one) => Buffer.from(one.content)) ?? []
  expect(tickets?.subarray(0, 5).toString()).toBe('%PDF-')
  expect(calendar?.toString()).toContain('METHOD:PUBLISH')
  expect(calendar?.toString()).not.toContain('/bookings/')
  expect(receipt?.subarray(0, 5).toString()).toBe('%PDF-')
  expect(await listMailbox({ visitor: 'who-bought' })).toHaveLength(1)
})

test('a letter composed twice is the same', async () => {
  expect(await composeConfirmation(order)).toEqual(await composeConfirmation(order))
})
