import { DATABASE_SABOTEURS } from './database.ts'
import { DECISION_SABOTEURS } from './decisions.ts'
import { FEED_SABOTEURS } from './feeds.ts'
import { MONEY_SABOTEURS } from './money.ts'
import { SEAT_AND_ORDER_SABOTEURS } from './seats-and-orders.ts'

/** Everybody whom `npm run mutants` sends out, one at a time. */
export const SABOTEURS = [
  ...SEAT_AND_ORDER_SABOTEURS,
  ...MONEY_SABOTEURS,
  ...DECISION_SABOTEURS,
  ...FEED_SABOTEURS,
  ...DATABASE_SABOTEURS,
]
