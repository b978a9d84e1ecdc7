import { BREACH_MUTANTS } from './breaches.ts'
import { CLOSED_STOP_MUTANTS } from './closed-stop.ts'
import { DATABASE_MUTANTS } from './database.ts'
import { DECISION_MUTANTS } from './decisions.ts'
import { FEED_MUTANTS } from './feeds.ts'
import { FLEET_MUTANTS } from './fleet.ts'
import { LATE_BUS_MUTANTS } from './late-bus.ts'
import { MONEY_MUTANTS } from './money.ts'
import { OFFICE_MUTANTS } from './office.ts'
import { PROCESS_MUTANTS } from './processes.ts'
import { REALTIME_MUTANTS } from './realtime.ts'
import { RETIMED_MUTANTS } from './retimed.ts'
import { SEARCH_MUTANTS } from './searches.ts'
import { SEAT_AND_ORDER_MUTANTS } from './seats-and-orders.ts'
import { SMALLER_BUS_MUTANTS } from './smaller-bus.ts'
import { STAFF_MUTANTS } from './staff.ts'
import { STAYING_MUTANTS } from './staying.ts'

/** All mutants that `npm run mutants` runs, one at a time. */
export const MUTANTS = [
  ...SEAT_AND_ORDER_MUTANTS,
  ...SEARCH_MUTANTS,
  ...MONEY_MUTANTS,
  ...DECISION_MUTANTS,
  ...FEED_MUTANTS,
  ...DATABASE_MUTANTS,
  ...PROCESS_MUTANTS,
  ...STAFF_MUTANTS,
  ...OFFICE_MUTANTS,
  ...BREACH_MUTANTS,
  ...FLEET_MUTANTS,
  ...SMALLER_BUS_MUTANTS,
  ...STAYING_MUTANTS,
  ...LATE_BUS_MUTANTS,
  ...REALTIME_MUTANTS,
  ...RETIMED_MUTANTS,
  ...CLOSED_STOP_MUTANTS,
]
