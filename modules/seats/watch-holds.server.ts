import { sql } from 'kysely'

import { UNPAID_OF_A_BUS } from '#modules/rules/rules.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { inTransaction } from '#platform/transaction.server.ts'
import { raiseAlert } from '#platform/watch/alert.server.ts'
import { endAlerts } from '#platform/watch/alerts.server.ts'

import { holdCounts } from './holds.server.ts'

/** Checks whether many unpaid holds keep seats from paying buyers. */
export const WATCH_HOLDS: Job<object> = {
  name: 'watch-holds',
  tries: 3,
  firstPause: 60,
  longestPause: 300,
}

/** An alert needs more held places than the largest party, and more than this many for each one sold. */
const HELD_FOR_EACH_SOLD = 2

type Hoarded = { departureId: string; held: number; sold: number }

/**
 * Raises an alert about buses with many more seats held than sold: several networks together may do
 * what none may do alone. There is one alert for all of them while it lasts, about the fullest.
 */
export function watchHolds(now: Temporal.Instant): Promise<void> {
  return inTransaction(async (tx) => {
    const { rows } = await sql<Hoarded>`
      select departure_id,
        coalesce(sum(seats + wheelchair_places) filter (where state in ('cart', 'paying')), 0)::int as held,
        coalesce(sum(seats + wheelchair_places) filter (where state = 'sold'), 0)::int as sold
      from seat_holds
      where ${holdCounts(now)}
        and departure_id in (select departure_id from seat_holds where state in ('cart', 'paying'))
      group by departure_id
      order by held desc, departure_id`.execute(tx)
    const hoarded = rows.filter(
      ({ held, sold }) => held > UNPAID_OF_A_BUS.min && held > HELD_FOR_EACH_SOLD * sold,
    )
    const [fullest] = hoarded
    if (fullest) await raiseAlert(tx, 'seats-hoarded', { buses: hoarded.length, ...fullest })
    else await endAlerts(tx, { kinds: ['seats-hoarded'], now })
  })
}
