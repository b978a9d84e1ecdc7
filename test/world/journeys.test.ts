import { array, assert, asyncProperty, constantFrom } from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { checkInvariants } from '#modules/orders/check-invariants.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'

import { openBank, type WorldBank } from './bank.ts'
import { Journey, STEPS } from './journey.ts'
import { addTimetable } from './timetable.ts'

/*
 * Whatever happens in whatever order, and at the same time, the promises hold. On failure the seed
 * is printed with the shortest journey that fails; JOURNEY_SEED tries it again.
 */

let bank: WorldBank
beforeAll(async () => {
  await addTimetable()
  bank = await openBank()
})
afterAll(() => bank.stop())

/** Steps of one round happen at once, rounds one after the other. */
const rounds = array(array(constantFrom(...STEPS), { minLength: 1, maxLength: 4 }), {
  minLength: 2,
  maxLength: 10,
})

/** What one journey left behind is no concern of the next, or a failing one could not be shortened. */
async function forgetEverything(): Promise<void> {
  await sql`grant truncate on ledger_entries, audit_entries to current_user`.execute(db)
  await sql`truncate orders, bookings, changes, changed_bookings, receipt_lines, audit_entries, seat_holds, payments, payment_notices, refunds, receipts,
    ledger_entries, tickets, mails cascade`.execute(db)
  await sql`update receipt_counters set last_number = 0`.execute(db)
  await sql`delete from pgboss.job`.execute(db)
}

const seed = process.env.JOURNEY_SEED
const numRuns = Number(process.env.JOURNEYS ?? 12)

test.each([
  ['from a cart', (at: WorldBank) => Journey.start(at)],
  ['from an order that is paid for', (at: WorldBank) => Journey.startBought(at)],
])(
  'however steps cross each other %s, seats, tickets and money come out right',
  async (_, start) => {
    await assert(
      asyncProperty(rounds, async (journey) => {
        await forgetEverything()
        const traveller = await start(bank)
        for (const round of journey) await traveller.doAtOnce(round)
        await traveller.end()
        expect(await checkInvariants(db, { now: now(), bank: bank.provider })).toEqual([])
      }),
      { numRuns, ...(seed && { seed: Number(seed) }) },
    )
  },
  600_000,
)
