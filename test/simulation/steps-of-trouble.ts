import { sql } from 'kysely'

import { tellHolders } from '#modules/incidents/departures/cancel-departure.server.ts'
import { remindTravellers } from '#modules/notifications/remind.server.ts'
import { lockDepartures } from '#modules/seats/seats.server.ts'
import { renewDepartures } from '#modules/timetable/make-departures.server.ts'
import { shiftClock, now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'

import { doJobs, poll, sendMails } from './jobs.ts'
import type { Journey } from './journey.ts'
import { setFare } from './timetable.ts'
import { countPlacesTaken } from './travellers.ts'

/** Time, and every fault of docs/faults.md that one process can produce. */
export const OF_TROUBLE = {
  'a minute later': () => later({ minutes: 1 }),
  'eleven minutes later': () => later({ minutes: 11 }),
  'sixteen minutes later': () => later({ minutes: 16 }),
  'an hour later': () => later({ minutes: 61 }),
  'two days later': () => later({ hours: 48 }),
  'the worker is away for a day': () => later({ hours: 24 }),
  'three days later': () => later({ hours: 72 }),

  'card declined': async (journey: Journey) => {
    for (const { url } of await journey.attempts()) await journey.bank.payAtBank(url, 'declined')
  },
  'card in the making': async (journey: Journey) => {
    for (const { url } of await journey.attempts()) await journey.bank.payAtBank(url, 'processing')
  },
  'money comes after all': (journey: Journey) => surprise(journey, 'pay', (all) => all),
  'another sum comes': (journey: Journey) =>
    surprise(journey, 'pay', (all) => all.slice(0, 1), { amount: 1 }),
  'another currency comes': (journey: Journey) =>
    surprise(journey, 'pay', (all) => all.slice(0, 1), { currency: 'USD' }),
  'refunds come back': (journey: Journey) => surprise(journey, 'refund_fail', (all) => all),
  'a part goes back in the portal': (journey: Journey) =>
    surprise(journey, 'portal_refund', (all) => all.slice(0, 1), { amount: 500 }),

  'the bank is closed': ({ bank }: Journey) => bank.outage({ mode: '503', calls: 2 }),
  'an answer is lost': ({ bank }: Journey) => bank.outage({ mode: 'answer-lost', calls: 1 }),
  'the bank is thirty seconds slow': ({ bank }: Journey) => bank.line.delayNext(2),
  'what was slow arrives': ({ bank }: Journey) => bank.line.letThrough(),
  'callbacks come five times': ({ bank }: Journey) => bank.chaos({ duplicate: 4 }),
  'callbacks come in any order': ({ bank }: Journey) => bank.chaos({ reorder: true }),
  'callbacks are forged at first': ({ bank }: Journey) =>
    bank.chaos({ wrong_signature: 1, duplicate: 1 }),
  'callbacks never come': async (journey: Journey) => {
    journey.hearsCallbacks = false
  },

  'the mail server is down': async ({ cast }: Journey) => cast.mail.does('nothing'),
  'the mail server says later': async ({ cast }: Journey) => cast.mail.does('say later'),
  'the mail server refuses': async ({ cast }: Journey) => cast.mail.does('refuse'),
  'the mail server hangs up after the text': async ({ cast }: Journey) =>
    cast.mail.does('hang up after the text'),
  'the mail server is well again': async ({ cast }: Journey) => cast.mail.does('its work'),

  'dearer fares': () => setFare('A', 'C', 'adult', 2000),
  'cheaper fares': () => setFare('A', 'C', 'adult', 1800),
  'the bus is a smaller one': ({ buses: [departureId] }: Journey) => setSeats(departureId, 1),
  'the bus is a bigger one': ({ buses: [departureId] }: Journey) => setSeats(departureId, 4),
  'the timetable is another': () => renewDepartures(now()),

  'all lines to the database are cut': () => cutLines(),
  'a worker counts as dead, and two do the same': () =>
    Promise.all([doJobs(), doJobs(), poll(), poll()]),
  'two tell holders and remind travellers': () =>
    Promise.all([1, 2].flatMap(() => [tellHolders(now()), remindTravellers(now())])),
  'two send the same mails': () => Promise.all([sendMails(), sendMails()]),
} satisfies Record<string, (journey: Journey) => Promise<unknown>>

function later(by: Temporal.DurationLike): Promise<void> {
  shiftClock(by)
  return Promise.resolve()
}

type Which<All> = (all: All) => All

/**
 * The bank reverses a final state. Only its callback reports that, so this callback always arrives.
 */
async function surprise(
  journey: Journey,
  what: 'pay' | 'refund_fail' | 'portal_refund',
  which: Which<Awaited<ReturnType<Journey['attempts']>>>,
  asked: object = {},
): Promise<void> {
  for (const { providerRef } of which(await journey.attempts())) {
    journey.surprises.add(providerRef)
    await journey.bank.control(`/orders/${providerRef}/${what}`, asked)
  }
}

/** Staff assign another bus, with this many seats, but at least as many as are taken. */
async function setSeats(departureId: string, wished: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockDepartures(tx, [departureId])
    const seats = Math.max(wished, await countPlacesTaken(departureId))
    await tx
      .updateTable('departures')
      .set({ seats })
      .where('departureId', '=', departureId)
      .execute()
  })
}

/**
 * As when the database fails over to its standby; it is over when all our connections are alive
 * again.
 */
async function cutLines(): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user
      and pid <> pg_backend_pid()`.execute(db)
  for (;;) {
    const tries = Array.from({ length: 10 }, () => sql`select 1`.execute(db))
    const outcomes = await Promise.allSettled(tries)
    if (outcomes.every(({ status }) => status === 'fulfilled')) return
  }
}
