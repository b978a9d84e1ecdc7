import { setPriority } from 'node:os'
import { join } from 'node:path'

import { now } from '#platform/clock.server.ts'
import { log } from '#platform/log.server.ts'
import { env } from '#platform/settings/env.server.ts'

import { openDemonstrationBank } from './bank.ts'
import { endWithParent } from './end-with-parent.ts'
import { foundCompany } from './found-company.ts'
import { BOOKINGS_A_DAY } from './plan.ts'

/*
 * Started by the server of a demonstration, some seconds after it is open. It is a program of its
 * own, because it lives at other times than the site, and so that no visitor waits for it.
 */

/** A machine that is busy still gives it a tenth of a processor, so that it comes to an end. */
const LESS_URGENT = 10
const MILLISECONDS_BETWEEN_ACTS = 60
/** Fewer bookings a day, for tests. */
const [bookingsADay = BOOKINGS_A_DAY] = process.argv.slice(2).map(Number)

endWithParent()
if (env().MODE === 'live') throw new Error('a live company has a past of its own')

setPriority(LESS_URGENT)
const bank = await openDemonstrationBank(join(env().DATA_DIR, 'sandbox-bank.sqlite'))
const outcome = await foundCompany({
  bank,
  until: now(),
  bookingsADay,
  pace: MILLISECONDS_BETWEEN_ACTS,
})
log.info({ outcome }, 'The company of the demonstration has a past')
await bank.stop()
process.exit()
