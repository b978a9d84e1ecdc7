import { afterAll, beforeEach, expect, test } from 'vitest'

import { parkMail } from '#modules/mail/deliver.server.ts'
import { SEND_MAIL } from '#modules/mail/outbox.server.ts'
import { shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { closeMail } from '#platform/mail/mail.server.ts'

import { listJobs, sendMailNow } from './jobs.ts'
import { openSimulatedMail } from './mail.ts'
import { anyBus, countAlerts, openSimulation } from './simulation.ts'
import { buy, ride } from './travellers.ts'

/*
 * docs/faults.md: while the mail server fails, tickets are sold, and every email arrives in the
 * end.
 */

const TROUBLE = /451|[Cc]onnection|closed|ECONN|socket/

// Must come before anything reads the settings.
const server = await openSimulatedMail()
process.env.SMTP_URL = server.url
const simulation = openSimulation()
let mailId: string

beforeEach(async () => {
  server.does('its work')
  server.received.splice(0)
  mailId = await buyForMail()
})
afterAll(async () => {
  closeMail()
  await server.stop()
})

test.each(['nothing', 'say later'] as const)(
  'a mail server that does %s for an hour: the ticket is sold, and its email arrives afterwards',
  async (mood) => {
    server.does(mood)
    for (const minutes of [0, 20, 40]) {
      shiftClock({ minutes })
      await expect(sendMailNow(mailId)).rejects.toThrow(TROUBLE)
    }
    expect(await stateOf(mailId)).toBe('queued')
    expect(await isPromised(mailId)).toBe(true)
    server.does('its work')
    await sendMailNow(mailId)
    expect(await stateOf(mailId)).toBe('sent')
    expect(server.received).toHaveLength(1)
  },
)

test('a server that hangs up after the text may have accepted it: the retry is the same email', async () => {
  server.does('hang up after the text')
  await expect(sendMailNow(mailId)).rejects.toThrow(TROUBLE)
  server.does('its work')
  await sendMailNow(mailId)
  expect(server.received).toHaveLength(2)
  for (const { raw } of server.received) expect(raw.toString()).toContain(`<${mailId}@`)
})

test('a server that does not know the recipient: no retry, and an alert', async () => {
  const alerts = await countAlerts('mail-refused')
  server.does('refuse')
  await sendMailNow(mailId)
  expect(await stateOf(mailId)).toBe('refused')
  expect(await countAlerts('mail-refused')).toBe(alerts + 1)
})

test('an email that fails on every attempt is parked with an alert, and others go out', async () => {
  const alerts = await countAlerts('mail-parked')
  await parkMail(mailId)
  expect(await stateOf(mailId)).toBe('parked')
  expect(await countAlerts('mail-parked')).toBe(alerts + 1)
  const another = await buyForMail()
  await sendMailNow(another)
  expect(await stateOf(another)).toBe('sent')
})

async function buyForMail(): Promise<string> {
  const { orderId } = await buy(simulation.bank, [ride(await anyBus(), 'A', 'C')])
  const owed = db.selectFrom('mails').select('mailId').where('orderId', '=', orderId)
  return (await owed.executeTakeFirstOrThrow()).mailId
}

async function stateOf(mail: string): Promise<string> {
  const row = db.selectFrom('mails').select('state').where('mailId', '=', mail)
  return (await row.executeTakeFirstOrThrow()).state
}

async function isPromised(mail: string): Promise<boolean> {
  const jobs = await listJobs([SEND_MAIL.name])
  return jobs.some(({ data }) => (data as { mailId: string }).mailId === mail)
}
