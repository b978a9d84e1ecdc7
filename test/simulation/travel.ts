import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, vi } from 'vitest'

import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { keepTicketKeys } from '#modules/tickets/ticket-keys.server.ts'
import { now, shiftClock } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { env } from '#platform/settings/env.server.ts'
import { asOwner } from '#test/fixtures/as-owner.ts'

import { findSale } from './door.ts'
import { Journey } from './journey.ts'
import { openCast, type OpenCast } from './open-cast.ts'
import { anyBus } from './simulation.ts'
import { PowerCut } from './steps-elsewhere.ts'
import { doAtOnce, type Step } from './steps.ts'
import { addDeparture, setFare } from './timetable.ts'

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
  /** Whether the buses leave soon, with seats for people who walk up. */
  leavesSoon?: boolean
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
  await keepTicketKeys(now())
  const buses = await addBuses(plan)
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

/** Two buses with two seats in two days; those that leave soon follow each other in twenty minutes. */
async function addBuses({ leavesSoon = false }: Plan): Promise<readonly [string, string]> {
  if (!leavesSoon) return [await anyBus({ seats: 2 }), await anyBus({ seats: 2 })]
  const departsAt = now().add({ minutes: 75 })
  const later = departsAt.add({ minutes: 20 })
  return [
    await addDeparture({ departsAt, seats: 10 }),
    await addDeparture({ departsAt: later, seats: 10 }),
  ]
}

/**
 * Invariants that no fault may break even briefly: seats, a ledger that adds up, a bus that is too full
 * and not on sale, choices with one result, and people aboard. The others have time to recover, as have
 * an incident that a job opens, a choice that a job ends (I14, I16), and the news of a delay (I17).
 */
function isAlwaysWrong(breach: string): boolean {
  return /^I(?:[1357]|15|18):|^I14: .* (?:on sale|without an alert)$|^I16: .* is decided as /.test(
    breach,
  )
}

function demandNone(broken: readonly string[]): void {
  if (broken.length > 0) throw new Error(`These invariants are broken:\n${broken.join('\n')}`)
}

/** I6 and I9: facts that a traveller was told, or that we recorded as told, which are not true. */
async function listUntrue({ told, cast, phones, soldAtDoor }: Journey): Promise<string[]> {
  const payments = await db.selectFrom('payments').select(['paymentId', 'state']).execute()
  const forgotten = [...told].filter(
    (id) => !payments.some(({ paymentId, state }) => paymentId === id && state === 'paid'),
  )
  const mails = await db
    .selectFrom('mails')
    .select(['mailId', 'bookingId', 'delayNo', 'incidentId', 'kind', 'state'])
    .execute()
  const heads = await Promise.all(cast.mail.received.map(({ raw }) => PostalMime.parse(raw)))
  const arrived = new Set(heads.map(({ messageId = '' }) => messageId.slice(1, 37)))
  const wrong = mails.filter(
    ({ mailId, state }) => state === 'queued' || (state === 'sent' && !arrived.has(mailId)),
  )
  // A ticket may be replaced again; of everything else, of each delay, and of each change of the times
  // or of a stop, a booking is told once.
  const aboutRides = mails.flatMap(({ bookingId, delayNo, incidentId, kind }) =>
    bookingId && kind !== 'reissued' ? [`${kind} ${bookingId} ${delayNo ?? incidentId ?? ''}`] : [],
  )
  const unsent = Object.values(phones).flatMap((phone) => phone.waiting())
  const sales = await Promise.all(soldAtDoor.map(findUnsold))
  return [
    ...forgotten,
    ...unsent.map(({ ride }) => `a phone still has a scan of ${ride}`),
    ...sales.flat(),
    ...wrong.map(({ kind, state }) => `a mail (${kind}) is only ${state}`),
    ...aboutRides.filter((about, place) => aboutRides.indexOf(about) < place),
  ]
}

/** A sale at a door that is not in the books once, with its cash in one till, and no alert says so. */
async function findUnsold(reference: string): Promise<string[]> {
  const [sale, ...more] = await findSale(reference)
  if (sale?.tills === 1 && more.length === 0) return []
  const { rows } = await sql`
    select from alerts where kind = 'walk-up-unknown' and facts ->> 'reference' = ${reference}`.execute(
    db,
  )
  return !sale && rows.length > 0
    ? []
    : [`the sale ${reference} at a door is not in the books once`]
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
      mails, till_sessions cascade`.execute(owner)
  })
  await sql`update receipt_counters set last_number = 0`.execute(db)
  await sql`delete from pgboss.job`.execute(db)
  await setFare('A', 'C', 'adult', 1800)
  await cast.bank.endFaults()
  cast.mail.received.splice(0)
}
