import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { getProvider, rememberAddress } from '#modules/payments/providers.server.ts'
import { openSmtp } from '#platform/mail/mail.server.ts'

/* The timeouts for a peer that accepts a connection and never responds. */

let silent: Server
let address: string
const lines = new Set<Socket>()

beforeAll(async () => {
  silent = createServer((line) => lines.add(line)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  address = `127.0.0.1:${(silent.address() as AddressInfo).port}`
  rememberAddress('sandbox', `http://${address}`)
})
afterAll(() => {
  for (const line of lines) line.destroy()
  silent.close()
})

test('a bank has four seconds in a request and ten in a job, a mail server ten', async () => {
  const smtp = await openSmtp(`smtp://${address}`)
  const [request, job, mail] = await Promise.all([
    secondsOf(getProvider('sandbox', 'request').fetch('x')),
    secondsOf(getProvider('sandbox', 'job').fetch('x')),
    secondsOf(smtp.carry({ ...MAIL, now: Temporal.Instant.from('2026-11-20T06:30:00Z') })),
  ])
  smtp.close()
  const unknown = { ok: false, reason: 'unknown' }
  expect([request.outcome, job.outcome]).toEqual([unknown, unknown])
  expect(String(mail.outcome)).toMatch(/[Gg]reeting/)
  expect(request.seconds).toBeGreaterThan(3.9)
  expect(request.seconds).toBeLessThan(7)
  for (const { seconds } of [job, mail]) {
    expect(seconds).toBeGreaterThan(9.9)
    expect(seconds).toBeLessThan(14)
  }
})

const MAIL = {
  mailId: '6f6f6f6f-0000-4000-8000-000000000001',
  to: 'maria@example.com',
  language: 'en',
  subject: 'Your ticket',
  text: 'Here it is.',
  html: '<p>Here it is.</p>',
  attachments: [],
  visitor: 'somebody',
}

async function secondsOf(work: Promise<unknown>) {
  const started = performance.now()
  const outcome = await work.catch((fault: unknown) => fault)
  return { outcome, seconds: (performance.now() - started) / 1000 }
}
