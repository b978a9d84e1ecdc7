import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, vi } from 'vitest'

import { checkInvariants } from '#modules/bookkeeping/check-invariants.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { env } from '#platform/env.server.ts'
import { closeMail } from '#platform/mail.server.ts'
import { asOwner } from '#test/fixtures/as-owner.ts'

import { openBank, type SimulatedBank } from './bank.ts'
import { Journey, type Cast } from './journey.ts'
import { openSimulatedMail } from './mail.ts'
import { openSecondProgram } from './second-program.ts'
import { anyBus } from './simulation.ts'
import { PowerCut } from './steps-elsewhere.ts'
import { doAtOnce, type Step } from './steps.ts'
import { addTimetable, setFare } from './timetable.ts'

/*
 * One journey from its plan: whatever happens in whatever order, and at the same time, the promises
 * hold (PROMISES.md, faults).
 */

/** When a journey begins: long before either night on which the clocks change, or shortly before it. */
export const NIGHTS = ['2027-02-01T00:00Z', '2027-03-28T01:00Z', '2027-10-31T01:00Z'] as const

export type Plan = {
  night: (typeof NIGHTS)[number]
  hoursBefore: number
  alreadyBought: boolean
  /** Steps of one round happen at once, rounds one after the other. */
  rounds: Step[][]
}

export type Company = { travel: (plan: Plan) => Promise<void> }
type OpenCast = Cast & { bank: SimulatedBank }

/** The world for all journeys of a file. */
export function openCompany(): Company {
  let cast: OpenCast
  beforeAll(async () => {
    const mail = await openSimulatedMail()
    process.env.SMTP_URL = mail.url
    await addTimetable()
    const bank = await openBank()
    const places = { bank: bank.origin, line: bank.line.origin, door: bank.door.origin }
    cast = { bank, mail, second: openSecondProgram({ ...places, mail: mail.url }) }
    vi.spyOn(process, 'kill').mockImplementation(() => {
      env().CRASH_AT = undefined
      throw new PowerCut()
    })
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    cast.second.stop()
    closeMail()
    await cast.bank.stop()
    await cast.mail.stop()
  })
  return { travel: (plan) => travel(cast, plan) }
}

async function travel(cast: OpenCast, plan: Plan): Promise<void> {
  await forgetEverything(cast)
  const begins = Temporal.Instant.from(plan.night).subtract({ hours: plan.hoursBefore })
  shiftClock(now().until(begins))
  const buses = [await anyBus({ seats: 2 }), await anyBus({ seats: 2 })] as const
  const journey = await Journey.start(cast, buses)
  if (plan.alreadyBought) {
    for (const first of ['press pay', 'pay the newest', 'come back'] as const) {
      await doAtOnce(journey, [first])
    }
  }
  for (const round of plan.rounds) {
    await doAtOnce(journey, round)
    demandNone((await checkInvariants(db, { now: now() })).filter(isAlwaysWrong))
  }
  await journey.end()
  demandNone(await checkInvariants(db, { now: now(), bank: cast.bank.provider }))
  demandNone(await listUntrue(journey))
}

/** What no fault excuses for a moment: seats, and a book that adds up. The rest has a time to be mended in. */
function isAlwaysWrong(breach: string): boolean {
  return /^I[1357]:/.test(breach)
}

function demandNone(broken: readonly string[]): void {
  if (broken.length > 0) throw new Error(`These promises are broken:\n${broken.join('\n')}`)
}

/** I6 and I9: what somebody was told, or what we believe to have told them, and is not so. */
async function listUntrue({ told, cast }: Journey): Promise<string[]> {
  const payments = await db.selectFrom('payments').select(['paymentId', 'state']).execute()
  const forgotten = [...told].filter(
    (id) => !payments.some(({ paymentId, state }) => paymentId === id && state === 'paid'),
  )
  const mails = await db
    .selectFrom('mails')
    .select(['mailId', 'bookingId', 'kind', 'state'])
    .execute()
  const heads = await Promise.all(cast.mail.received.map(({ raw }) => PostalMime.parse(raw)))
  const arrived = new Set(heads.map(({ messageId = '' }) => messageId.slice(1, 37)))
  const wrong = mails.filter(
    ({ mailId, state }) => state === 'queued' || (state === 'sent' && !arrived.has(mailId)),
  )
  const aboutRides = mails.flatMap(({ bookingId, kind }) =>
    bookingId ? [`${kind} ${bookingId}`] : [],
  )
  return [
    ...forgotten,
    ...wrong.map(({ kind, state }) => `a mail (${kind}) is only ${state}`),
    ...aboutRides.filter((about, place) => aboutRides.indexOf(about) < place),
  ]
}

/** What one journey left behind is no concern of the next, or a failing one could not be shortened. */
async function forgetEverything(cast: OpenCast): Promise<void> {
  await asOwner(async (owner) => {
    await sql`grant truncate on ledger_entries, audit_entries to current_user`.execute(owner)
    await sql`truncate departures, orders, bookings, changes, changed_bookings, receipt_lines,
      audit_entries, seat_holds, payments, payment_notices, refunds, receipts, ledger_entries, tickets,
      mails cascade`.execute(owner)
  })
  await sql`update receipt_counters set last_number = 0`.execute(db)
  await sql`delete from pgboss.job`.execute(db)
  await setFare('A', 'C', 'adult', 1800)
  await cast.bank.chaos({})
  cast.mail.received.splice(0)
}
