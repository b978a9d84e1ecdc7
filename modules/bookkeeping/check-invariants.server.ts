import { sql } from 'kysely'

import type { PaymentProvider } from '#modules/payments/provider.ts'
import type { Database, Tx } from '#platform/db.server.ts'

import { compareWithProvider } from './compare-with-provider.server.ts'
import { invariantsOfMoney } from './invariants-of-money.server.ts'
import { invariantsOfOrders } from './invariants-of-orders.server.ts'
import { invariantsOfTime } from './invariants-of-time.server.ts'

/**
 * The invariants, checked on a live database; every fault test ends with this check. Each query
 * finds the breaches of one promise and describes them in sentences that begin with the promise's
 * id.
 */
export const PROMISES = {
  I1: 'no leg of a departure has more seats or wheelchair places sold and held than the bus has',
  I2: 'a confirmed order has its seats and tickets; money that bought nothing goes back whole, or is with a person',
  I3: 'the ledger adds up, and says of every cent what became of it',
  I4: 'the provider’s record says what ours does',
  I5: 'an order was paid for once',
  I6: 'a confirmed order is owed one mail with its tickets',
  I7: 'what was charged is the price shown, and the papers say so without a gap in their numbers',
  I8: 'a capture has one effect, however often it was told of',
  I9: 'nobody was told of tickets that are not there',
  I10: 'nothing waits for longer than it may',
  I11: 'whatever was changed or decided says who, when and why',
} as const

type Asked = {
  now: Temporal.Instant
  /** The provider whose record is compared with ours (I4), payment by payment. */
  bank?: PaymentProvider
}

/** Every breach, one sentence each; empty if there is none. */
export async function checkInvariants(db: Database | Tx, { now, bank }: Asked): Promise<string[]> {
  const breaches: string[] = []
  const at = sql`${now.toString()}::timestamptz`
  for (const query of [
    ...invariantsOfOrders(at),
    ...invariantsOfMoney(),
    ...invariantsOfTime(at),
  ]) {
    const { rows } = await query.execute(db)
    breaches.push(...rows.map(({ breach }) => breach))
  }
  if (bank) breaches.push(...(await compareWithProvider(db, bank)))
  return breaches.toSorted()
}
