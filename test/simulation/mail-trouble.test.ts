import { afterAll, beforeEach, expect, test } from 'vitest'

import { deliverMail, parkMail } from '#modules/notifications/deliver-mail.server.ts'
import { SEND_MAIL } from '#modules/orders/order/enqueue-mail.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { closeMail } from '#platform/mail.server.ts'

import { listJobs } from './jobs.ts'
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
      await expect(deliverMail(mailId, now())).rejects.toThrow(TROUBLE)
    }
    expect(await stateOf(mailId)).toBe('queued')
    expect(await isPromised(mailId)).toBe(true)
    server.does('its work')
    await deliverMail(mailId, now())
    expect(await stateOf(mailId)).toBe('sent')
    expect(server.received).toHaveLength(1)
  },
)

test('a server that hangs up after the text may have accepted it: the retry is the same email', async () => {
  server.does('hang up after the text')
  await expect(deliverMail(mailId, now())).rejects.toThrow(TROUBLE)
  server.does('its work')
  await deliverMail(mailId, now())
  expect(server.received).toHaveLength(2)
  for (const { raw } of server.received) expect(raw.toString()).toContain(`<${mailId}@`)
})

test('a server that does not know the recipient: no retry, and an alert', async () => {
  const alerts = await countAlerts('mail-refused')
  server.does('refuse')
  await deliverMail(mailId, now())
  expect(await stateOf(mailId)).toBe('refused')
  expect(await countAlerts('mail-refused')).toBe(alerts + 1)
})

test('an email that fails on every attempt is parked with an alert, and others go out', async () => {
  const alerts = await countAlerts('mail-parked')
  await parkMail(mailId)
  expect(await stateOf(mailId)).toBe('parked')
  expect(await countAlerts('mail-parked')).toBe(alerts + 1)
  const another = await buyForMail()
  await deliverMail(another, now())
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
