import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, vi } from 'vitest'

import { checkInvariants } from '#modules/bookkeeping/check-invariants.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { env } from '#platform/env.server.ts'
import { asOwner } from '#test/fixtures/as-owner.ts'

import { Journey } from './journey.ts'
import { openCast, type OpenCast } from './open-cast.ts'
import { anyBus } from './simulation.ts'
import { PowerCut } from './steps-elsewhere.ts'
import { doAtOnce, type Step } from './steps.ts'
import { setFare } from './timetable.ts'

/*
 * Plays one journey from its plan: the invariants hold for any steps, in any order, also concurrent
 * ones (docs/faults.md).
 */

/**
 * The start of a journey: long before the nights on which the clocks change, or shortly before one.
 */
export const NIGHTS = ['2027-02-01T00:00Z', '2027-03-28T01:00Z', '2027-10-31T01:00Z'] as const

export type Plan = {
  night: (typeof NIGHTS)[number]
  hoursBefore: number
  alreadyBought: boolean
  /** Steps of one round run at the same time, rounds one after the other. */
  rounds: Step[][]
}

export type Company = { travel: (plan: Plan) => Promise<void> }

/** The simulation for all journeys of a file. */
export function openCompany(): Company {
  let cast: OpenCast
  beforeAll(async () => {
    cast = await openCast()
    vi.spyOn(process, 'kill').mockImplementation(() => {
      env().CRASH_AT = undefined
      throw new PowerCut()
    })
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await cast.stop()
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

/**
 * Invariants that no fault may break even briefly: seats, and a ledger that adds up. The others
 * have time to recover.
 */
function isAlwaysWrong(breach: string): boolean {
  return /^I[1357]:/.test(breach)
}

function demandNone(broken: readonly string[]): void {
  if (broken.length > 0) throw new Error(`These invariants are broken:\n${broken.join('\n')}`)
}

/** I6 and I9: facts that a traveller was told, or that we recorded as told, which are not true. */
async function listUntrue({ told, cast }: Journey): Promise<string[]> {
  const payments = await db.selectFrom('payments').select(['paymentId', 'state']).execute()
  const forgotten = [...told].filter(
    (id) => !payments.some(({ paymentId, state }) => paymentId === id && state === 'paid'),
  )
  const mails = await db
    .selectFrom('mails')
    .select(['mailId', 'bookingId', 'delayNo', 'kind', 'state'])
    .execute()
  const heads = await Promise.all(cast.mail.received.map(({ raw }) => PostalMime.parse(raw)))
  const arrived = new Set(heads.map(({ messageId = '' }) => messageId.slice(1, 37)))
  const wrong = mails.filter(
    ({ mailId, state }) => state === 'queued' || (state === 'sent' && !arrived.has(mailId)),
  )
  // A ticket may be replaced again; of everything else, and of each delay, a booking is told once.
  const aboutRides = mails.flatMap(({ bookingId, delayNo, kind }) =>
    bookingId && kind !== 'reissued' ? [`${kind} ${bookingId} ${delayNo ?? ''}`] : [],
  )
  return [
    ...forgotten,
    ...wrong.map(({ kind, state }) => `a mail (${kind}) is only ${state}`),
    ...aboutRides.filter((about, place) => aboutRides.indexOf(about) < place),
  ]
}

/**
 * Removes what a journey left behind. The next journey must not depend on it, or a failing one
 * could not be shrunk.
 */
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
  await cast.bank.endFaults()
  cast.mail.received.splice(0)
}
