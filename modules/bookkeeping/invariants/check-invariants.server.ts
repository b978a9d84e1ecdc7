import { sql } from 'kysely'

import { compareWithProvider } from '#modules/bookkeeping/settlement/compare-with-provider.server.ts'
import type { PaymentProvider } from '#modules/payments/provider.ts'
import type { Database, Tx } from '#platform/db.server.ts'
import { invariant } from '#platform/invariant.ts'

import { invariantsOfBoarding } from './invariants-of-boarding.server.ts'
import { invariantsOfDepartures } from './invariants-of-departures.server.ts'
import { invariantsOfExtras } from './invariants-of-extras.server.ts'
import { invariantsOfFares } from './invariants-of-fares.server.ts'
import { invariantsOfFigures } from './invariants-of-figures.server.ts'
import { invariantsOfHistory } from './invariants-of-history.server.ts'
import { invariantsOfIncidents } from './invariants-of-incidents.server.ts'
import { invariantsOfMoney } from './invariants-of-money.server.ts'
import { invariantsOfOrders } from './invariants-of-orders.server.ts'
import { invariantsOfStaff } from './invariants-of-staff.server.ts'
import { invariantsOfTills } from './invariants-of-tills.server.ts'
import { invariantsOfTime } from './invariants-of-time.server.ts'
import { listChanged, MAX_NARROW, narrowed, type Invariant, type Query } from './narrow.server.ts'

/**
 * The invariants, checked on a live database; every fault test ends with this check. Each query
 * finds the breaches of one promise and describes them in sentences that begin with the promise's
 * id.
 */
export const PROMISES = {
  I1: 'no leg of a departure has more seats or wheelchair places sold and held than the bus has',
  I2: 'a confirmed order has its seats and tickets; money that bought nothing is refunded in full, or waits for a person',
  I3: 'the ledger adds up, and accounts for every cent',
  I4: 'the provider’s record agrees with ours',
  I5: 'an order was paid for once',
  I6: 'a confirmed order is owed one mail with its tickets',
  I7: 'the charge is the price shown, the documents say so, and their numbers have no gap',
  I8: 'a capture has one effect, however often it is reported',
  I9: 'every ticket that a buyer was shown exists',
  I10: 'no order, payment or job waits beyond its deadline',
  I11: 'every change and decision has an audit row with its actor, time and reason',
  I13: 'an active owner with a second factor exists, once there is active staff',
  I14: 'a departure with more taken on a leg than is wanted is closed, and has an alert and an open incident',
  I15: 'seats kept for a choice or leased to a phone belong to one that is there, and lapse in time',
  I16: 'a passenger of a cancelled bus has an answer, or what was announced, by the time that was told, and a mail says so',
  I17: 'passengers whose address takes mail know the newest delay of their bus, or it has left',
  I18: 'no more people of a booking, and of those it replaced, are ticked aboard than it has',
  I19: 'the cash of a counted till is its float and its entries; every payment and refund of the till has one',
  I20: 'whoever reads the published feed gets the timetable and the fares that are sold',
  I21: 'the fares on sale are the newest that were published',
  I22: 'every member of staff whom the audit names exists',
  I23: 'the figures that are kept of a day are what its ledger and documents say',
  I24: 'whoever was sold a seat pays a fare that was published for the day of boarding',
  I27: 'blocked seats belong to a block; what the office added stays until the office takes it away, and a charter is sold to nobody',
} as const

type Asked = {
  now: Temporal.Instant
  /** Looks only at what changed since then; the invariants that need all rows are left out. */
  since?: Temporal.Instant
  /** Invariants of which all rows are looked at even then, by their ids. */
  wholly?: ReadonlySet<string>
  /** The provider whose record is compared with ours (I4), payment by payment. */
  bank?: PaymentProvider
}

/** Most breaches that one query reports: fewer suffice to know a fault that touches every order. */
const MAX_TOLD = 1000

/** The breaches, one sentence each, at most a thousand of one query; empty if there is none. */
export async function checkInvariants(
  db: Database | Tx,
  { now, since, wholly = new Set(), bank }: Asked,
): Promise<string[]> {
  const breaches: string[] = []
  for (const query of await listQueries(db, { now, since, wholly })) {
    // The offset keeps the limit out of the plan: where nothing is broken, all rows are looked at.
    const told = sql<{ breach: string }>`
      select breach from (${query} offset 0) as found order by breach limit ${MAX_TOLD}`
    const { rows } = await told.execute(db)
    breaches.push(...rows.map(({ breach }) => breach))
  }
  if (bank) breaches.push(...(await compareWithProvider(db, bank)))
  return breaches.toSorted()
}

type Look = {
  now: Temporal.Instant
  since: Temporal.Instant | undefined
  wholly: ReadonlySet<string>
}

async function listQueries(db: Database | Tx, { now, since, wholly }: Look): Promise<Query[]> {
  const all = listInvariants(now)
  const payableIds = since && (await listChanged(db, since))
  if (!payableIds || payableIds.length > MAX_NARROW) return all.map(({ query }) => query)
  return all.flatMap((one) =>
    wholly.has(idOf(one, db)) ? one.query : (narrowed(one, { at: now, payableIds }) ?? []),
  )
}

/** The id with which the sentences of a query begin, in its text: "'I1: …". */
function idOf({ query }: Invariant, db: Database | Tx): string {
  const [, id] = /'(I\d+): /.exec(query.compile(db).sql) ?? []
  invariant(id, 'the sentences of a query begin with the id of its invariant')
  return id
}

/** The ids of the invariants that these breaches are of. */
export function idsOf(breaches: readonly string[]): Set<string> {
  return new Set(breaches.map((breach) => breach.slice(0, breach.indexOf(':'))))
}

function listInvariants(now: Temporal.Instant): Invariant[] {
  const at = sql`${now.toString()}::timestamptz`
  return [
    ...invariantsOfOrders(at),
    ...invariantsOfHistory(),
    ...invariantsOfMoney(),
    ...invariantsOfTime(at),
    ...invariantsOfBoarding(),
    ...invariantsOfDepartures(at),
    ...invariantsOfExtras(),
    ...invariantsOfFares(),
    ...invariantsOfIncidents(at),
    ...invariantsOfFigures(),
    ...invariantsOfTills(at),
    ...invariantsOfStaff(),
  ]
}
