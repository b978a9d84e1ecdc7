import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { cancelDeparture } from '#modules/incidents/departures/cancel-departure.server.ts'
import { now } from '#platform/clock.server.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { openSimulation } from '#test/simulation/simulation.ts'
import { addDeparture } from '#test/simulation/timetable.ts'
import { buy, ride } from '#test/simulation/travellers.ts'

import { countAskedBookings, listIncidentsOf } from './find-incident.server.ts'

/*
 * A company has a million bookings, and a departure has fifty. In the few rows of a test the database would read
 * all of them, so it is told not to. A question that cannot use an index reads all of them even then.
 */

const OTHERS = 500
/** Plans that read whole tables, which pays in a small company. */
const READS_ALL = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']
const simulation = openSimulation()

test('an incident is looked up without reading the bookings of other departures', async () => {
  const [bus, other] = [await newBus(), await newBus()]
  await buy(simulation.bank, [ride(bus, 'A', 'C')])
  const { orderId } = await buy(simulation.bank, [ride(other, 'A', 'C')])
  await cancelDeparture({ departureId: bus, by: ADMIN, reason: 'no driver', now: now() })
  const [incidentId = ''] = await listIncidentsOf(bus)

  const rolledBack = new Error('rolled back')
  const looking = db.transaction().execute(async (tx) => {
    await addBookings(tx, orderId)
    for (const way of READS_ALL) await sql`set local ${sql.id(way)} = off`.execute(tx)
    const { answer, rows } = await readBy(tx, () => countAskedBookings(incidentId, now(), tx))
    expect(answer).toMatchObject([{ bookings: 1 }])
    expect(rows).toBeLessThan(OTHERS / 10)
    throw rolledBack
  })
  await expect(looking).rejects.toBe(rolledBack)
})

function newBus(): Promise<string> {
  return addDeparture({ departsAt: now().add({ hours: 48 }) })
}

async function addBookings(tx: Tx, orderId: string): Promise<void> {
  await sql`
    insert into bookings
    select (jsonb_populate_record(bookings, jsonb_build_object(
      'booking_id', gen_random_uuid(), 'position', 1 + n))).*
    from bookings cross join generate_series(1, ${OTHERS}::int) as n
    where order_id = ${orderId}`.execute(tx)
}

/** The rows of bookings that a piece of work reads. */
async function readBy<Answer>(tx: Tx, work: () => Promise<Answer>) {
  const before = await countRead(tx)
  const answer = await work()
  return { answer, rows: (await countRead(tx)) - before }
}

async function countRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables
    where relname = 'bookings'`.execute(tx)
  return rows[0]?.read ?? 0
}
