import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import PostalMime from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'

import { openMailServer } from '#test/simulation/mail-server.ts'

import { type MailMessage, openSmtp, sendMail } from './mail.server.ts'
import { listMailbox, readMailboxMessage } from './mailbox.server.ts'

const now = Temporal.Instant.from('2026-11-20T06:30:00Z')
const MAIL: MailMessage = {
  mailId: '6f6f6f6f-0000-4000-8000-000000000001',
  to: 'maria@example.com',
  language: 'el',
  subject: 'Το εισιτήριό σας: από Λευκωσία προς Πρωταρά, 08:30 και αρκετά μεγάλο για δύο γραμμές',
  text: 'Γεια σας, Ζωή Ştefănescu',
  html: '<p>Γεια σας, <b>Ζωή Ştefănescu</b></p>',
  attachments: [
    {
      fileName: 'εισιτήρια.pdf',
      contentType: 'application/pdf',
      content: new Uint8Array([1, 2, 3, 0, 255]),
    },
    {
      fileName: 'rides.ics',
      contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
      content: 'SUMMARY:Λεωφορείο',
    },
  ],
  visitor: 'somebody',
  now,
}

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

async function mailServer(options: SMTPServerOptions = {}) {
  const { url, received, server, stop } = await openMailServer(options)
  closers.push(stop)
  const smtp = await openSmtp(url)
  closers.push(smtp.close)
  return { carry: smtp.carry, received, server }
}

function answers(code: number, text: string) {
  return Object.assign(new Error(text), { responseCode: code })
}

test('a mail arrives whole: Greek subject, names, file names and attachments', async () => {
  const { carry, received } = await mailServer()
  expect(await carry(MAIL)).toEqual({ ok: true })
  expect(received).toHaveLength(1)
  expect(received[0]?.recipients).toEqual(['maria@example.com'])

  const mail = await PostalMime.parse(received[0]?.raw ?? '')
  expect(mail.subject).toBe(MAIL.subject)
  expect(mail.from).toEqual({ name: 'Halcyon Airport Shuttle', address: 'tickets@halcyon.example' })
  expect(mail.replyTo?.[0]?.address).toBe('hello@halcyon.example')
  expect(mail.to).toEqual([{ name: '', address: 'maria@example.com' }])
  expect(mail.messageId).toBe('<6f6f6f6f-0000-4000-8000-000000000001@halcyon.example>')
  expect(mail.date).toBe('2026-11-20T06:30:00.000Z')
  expect(mail.text?.trim()).toBe(MAIL.text)
  expect(mail.html?.trim()).toBe(MAIL.html)
  const header = (key: string) => mail.headers.find((one) => one.key === key)?.value
  expect(header('auto-submitted')).toBe('auto-generated')
  expect(header('content-language')).toBe('el')

  const [pdf, ics] = mail.attachments
  expect(pdf).toMatchObject({ filename: 'εισιτήρια.pdf', mimeType: 'application/pdf' })
  expect(new Uint8Array(pdf?.content as ArrayBuffer)).toEqual(new Uint8Array([1, 2, 3, 0, 255]))
  expect(ics).toMatchObject({ filename: 'rides.ics', mimeType: 'text/calendar', method: 'PUBLISH' })
  expect(new TextDecoder().decode(ics?.content as ArrayBuffer).trim()).toBe('SUMMARY:Λεωφορείο')
})

test('an address the server does not know is refused, and left out of the stored problem', async () => {
  const { carry, received } = await mailServer({
    onRcptTo: (address, _session, callback) =>
      callback(answers(550, `<${address.address}> no such mailbox`)),
  })
  const outcome = await carry(MAIL)
  expect(outcome).toMatchObject({ ok: false, reason: 'refused' })
  expect(JSON.stringify(outcome)).toContain('no such mailbox')
  expect(JSON.stringify(outcome)).not.toContain('maria@')
  expect(received).toEqual([])
})

test('a mail whose text is refused permanently is refused', async () => {
  const { carry } = await mailServer({
    onData(stream, _session, callback) {
      stream.resume().on('end', () => callback(answers(554, 'not taken')))
    },
  })
  expect(await carry(MAIL)).toMatchObject({ ok: false, reason: 'refused' })
})

test('"later", at the address or after the text, is a temporary problem', async () => {
  const later = answers(451, 'try again later')
  const atAddress = await mailServer({ onRcptTo: (_to, _session, callback) => callback(later) })
  await expect(atAddress.carry(MAIL)).rejects.toThrow(/451/)

  const afterText = await mailServer({
    onData(stream, _session, callback) {
      stream.resume().on('end', () => callback(later))
    },
  })
  await expect(afterText.carry(MAIL)).rejects.toThrow(/451/)
})

test('a refused sender is ours to fix, so the mail waits', async () => {
  const { carry } = await mailServer({
    onMailFrom: (_from, _session, callback) => callback(answers(550, 'sender not allowed')),
  })
  await expect(carry(MAIL)).rejects.toThrow(/550/)
})

test('a mail whose connection is cut after the text is retried later, not straight away', async () => {
  let texts = 0
  const sockets: Socket[] = []
  const { carry, server } = await mailServer({
    onData(stream) {
      stream.resume().on('end', () => {
        texts += 1
        for (const socket of sockets) socket.destroy()
      })
    },
  })
  server.on('connection', (socket: Socket) => sockets.push(socket))
  await expect(carry(MAIL)).rejects.toThrow(/[Cc]onnection|closed|reset/)
  expect(texts).toBe(1)
})

test('a server that is down is a temporary problem', async () => {
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const { port } = free.address() as AddressInfo
  await new Promise((resolve) => free.close(resolve))
  const smtp = await openSmtp(`smtp://127.0.0.1:${port}`)
  closers.push(smtp.close)
  await expect(smtp.carry(MAIL)).rejects.toThrow(/ECONNREFUSED/)
})

test('typed text cannot add headers, recipients or parts', async () => {
  const { carry, received } = await mailServer()
  const subject = 'Your ticket\r\nBcc: victim@example.com\r\n\r\n<script>'
  expect(await carry({ ...MAIL, subject })).toEqual({ ok: true })
  const mail = await PostalMime.parse(received[0]?.raw ?? '')
  expect(mail.bcc).toBeUndefined()
  expect(mail.attachments).toHaveLength(2)
  expect(received[0]?.recipients).toEqual(['maria@example.com'])

  const addresses = [
    'maria@example.com, victim@example.com',
    'maria@example.com>\r\nRCPT TO:<victim@example.com',
    'Maria <victim@example.com>',
    'group:victim@example.com;',
  ]
  for (const to of addresses) {
    expect(await carry({ ...MAIL, to })).toMatchObject({ reason: 'refused' })
  }
  expect(received).toHaveLength(1)
})

test('without a mail server a mail is kept once, in the mailbox of its buyer and in no other', async () => {
  expect(await sendMail(MAIL)).toEqual({ ok: true })
  expect(await sendMail(MAIL)).toEqual({ ok: true })
  await sendMail({ ...MAIL, mailId: '6f6f6f6f-0000-4000-8000-000000000002', visitor: 'other' })

  const list = await listMailbox({ visitor: 'somebody' })
  expect(list).toEqual([
    {
      messageId: MAIL.mailId,
      receivedAt: now,
      to: 'maria@example.com',
      language: 'el',
      subject: MAIL.subject,
    },
  ])
  const mail = await readMailboxMessage({ visitor: 'somebody' }, MAIL.mailId)
  expect(mail).toMatchObject({ subject: MAIL.subject, html: MAIL.html })
  expect(mail?.attachments.map(({ fileName }) => fileName)).toEqual(['εισιτήρια.pdf', 'rides.ics'])
  expect(mail?.attachments[0]?.content).toEqual(new Uint8Array([1, 2, 3, 0, 255]))

  expect(await readMailboxMessage({ visitor: 'other' }, MAIL.mailId)).toBeUndefined()
  expect(await readMailboxMessage({ visitor: 'somebody' }, 'not-an-id')).toBeUndefined()
})
