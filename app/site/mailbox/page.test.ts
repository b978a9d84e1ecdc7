import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'

import { now } from '#platform/clock.server.ts'
import { sendMail } from '#platform/mail/mail.server.ts'
import { addBrowser, openPage } from '#test/fixtures/open-page.ts'

import { loader as attachmentLoader } from './attachment.ts'
import { loader as htmlLoader } from './html.ts'
import { loader as messageLoader } from './message.tsx'
import { loader } from './page.tsx'

const anna = addBrowser()
const mailId = randomUUID()
beforeAll(() =>
  sendMail({
    mailId,
    to: 'anna@example.com',
    language: 'el',
    subject: 'Το εισιτήριό σας',
    text: 'Γεια σας',
    html: '<html><head></head><body><a href="/">Γεια σας</a></body></html>',
    attachments: [{ fileName: 'ticket.pdf', contentType: 'application/pdf', content: '%PDF-' }],
    visitor: anna.key,
    now: now(),
  }),
)

test('a browser finds the emails of its own orders, and no others', async () => {
  const mine = await openPage<{ mails: object[] }>(loader, '/mailbox', { browser: anna })
  expect(mine.shown.mails).toMatchObject([{ subject: 'Το εισιτήριό σας' }])
  const other = await openPage(loader, '/mailbox', { browser: addBrowser() })
  expect(other.shown).toEqual({ mails: [] })
  expect((await openPage(loader, '/mailbox')).shown).toEqual({ mails: [] })
})

test('only its own browser can open an email, its page and its attachments', async () => {
  const params = { id: mailId, place: '1' }
  for (const page of [messageLoader, htmlLoader, attachmentLoader]) {
    expect(await openPage(page, '/mailbox/x', { browser: anna, params })).toMatchObject({
      status: 200,
    })
    expect(await openPage(page, '/mailbox/x', { browser: addBrowser(), params })).toMatchObject({
      status: 404,
    })
    expect(await openPage(page, '/mailbox/x', { params })).toMatchObject({ status: 404 })
  }
})

test('an unknown email is a 404', async () => {
  for (const place of ['0', '2', '-1', 'x']) {
    const params = { id: mailId, place }
    const answer = await openPage(attachmentLoader, '/mailbox/x', { browser: anna, params })
    expect(answer.status).toBe(404)
  }
  const params = { id: 'x' }
  expect(await openPage(messageLoader, '/mailbox/x', { browser: anna, params })).toMatchObject({
    status: 404,
  })
})
