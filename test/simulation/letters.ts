import PostalMime, { type Email } from 'postal-mime'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'

import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { decideChoices } from '#modules/incidents/choices/decide-choices.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'
import { closeMail } from '#platform/mail/mail.server.ts'

import { openBank, type SimulatedBank } from './bank.ts'
import type { Held } from './holders.ts'
import { doJobs, sendMailNow, sendMails } from './jobs.ts'
import { openMailServer, type MailServer } from './mail-server.ts'
import { addDeparture, addTimetable } from './timetable.ts'

/*
 * Emails as they are really sent: enqueued by a real act, composed by the job, and received by a
 * real mail server.
 */

export type LetterSimulation = {
  bank: SimulatedBank
  /** In two days, and three hours after that. */
  leaves: Temporal.Instant
  bus: string
  later: string
}

let server: MailServer

/** At the end of the file, no order that its tests touched still waits for an email. */
export function openLetterSimulation(): LetterSimulation {
  const simulation = {} as LetterSimulation
  beforeAll(async () => {
    server = await openMailServer()
    process.env.SMTP_URL = server.url
    await addTimetable()
    simulation.bank = await openBank()
  })
  beforeEach(async () => {
    simulation.leaves = now().add({ hours: 48 })
    simulation.bus = await addDeparture({ departsAt: simulation.leaves })
    simulation.later = await addDeparture({ departsAt: simulation.leaves.add({ hours: 3 }) })
  })
  afterEach(async () => {
    await decideChoices(now())
    await doJobs()
    await sendMails()
    const untold = db.selectFrom('mails').select(['kind', 'state'])
    const breaches = await checkInvariants(db, { now: now(), bank: simulation.bank.provider })
    const stuck = await untold.where('state', 'not in', ['sent', 'needless']).execute()
    if (breaches.length + stuck.length > 0) throw new Error(JSON.stringify({ breaches, stuck }))
  })
  afterAll(async () => {
    await simulation.bank.stop()
    closeMail()
    await server.stop()
  })
  return simulation
}

export type Posted = { kind: string; recipient: string; mail: Email }

/** Sends the waiting emails of an order, as the job does, and reads what the server received. */
export async function post({ orderId }: Held): Promise<Posted[]> {
  const owed = await db
    .selectFrom('mails')
    .select(['mailId', 'kind'])
    .where('orderId', '=', orderId)
    .where('state', '=', 'queued')
    .orderBy('kind')
    .orderBy('attemptNo')
    .execute()
  const posted: Posted[] = []
  for (const { mailId, kind } of owed) {
    const before = server.received.length
    await sendMailNow(mailId)
    for (const { raw, recipients } of server.received.slice(before)) {
      posted.push({ kind, recipient: recipients.join(), mail: await PostalMime.parse(raw) })
    }
  }
  return posted
}

/** The one waiting email of this kind for an order, sent to the address it was bought with. */
export async function letter(order: Held, kind: string): Promise<Email> {
  const [found, ...others] = (await post(order)).filter((one) => one.kind === kind)
  expect(others).toEqual([])
  expect(found?.recipient).toBe('anna@example.com')
  return found?.mail as Email
}

/** The words that are missing from at least one form of the email, ignoring white space. */
export function unsaid(mail: Email | undefined, words: readonly string[]): string[] {
  const forms = [mail?.text, mail?.html].map((form) => form?.replaceAll(/\s+/g, ' ') ?? '')
  return words.filter((word) => !forms.every((form) => form.includes(word)))
}

/** The words of one language. */
export function says(locale: Locale, words: Record<Locale, string>): string {
  return words[locale]
}

export function textOf(attachment: Email['attachments'][number] | undefined): string {
  const content = attachment?.content ?? ''
  return typeof content === 'string' ? content : new TextDecoder().decode(content)
}
