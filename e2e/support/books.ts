import { checkInvariants } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import { createSandboxProvider } from '#modules/payments/providers/sandbox.server.ts'
import type { Database } from '#platform/db.server.ts'
import { until } from '#test/fixtures/until.ts'

import { BANK_KEY, type Company } from './processes.ts'

/* Facts from the database, independent of any page. */

/**
 * The broken invariants, including a comparison with the bank's records; empty when all is well.
 */
export function listBreaches(company: Company, books: Database): Promise<string[]> {
  const bank = createSandboxProvider({ url: company.bank.url, key: BANK_KEY, secret: '' })
  return checkInvariants(books, { now: company.now(), bank })
}

/** Seats of a departure that are sold, or held by orders not paid yet. */
export async function countSeats(
  books: Database,
  departureId: string,
): Promise<{ sold: number; held: number }> {
  const rows = await books
    .selectFrom('seatHolds')
    .select(['state', 'seats'])
    .where('departureId', '=', departureId)
    .execute()
  const sum = (isCounted: (state: string) => boolean) =>
    rows.filter(({ state }) => isCounted(state)).reduce((total, { seats }) => total + seats, 0)
  return { sold: sum((state) => state === 'sold'), held: sum((state) => state !== 'sold') }
}

/** Whether no payment and no refund is in progress. */
export async function isSettled(books: Database): Promise<boolean> {
  const passing = await Promise.all([
    books.selectFrom('payments').where('state', 'in', ['created', 'open', 'processing']).execute(),
    books.selectFrom('refunds').where('state', 'in', ['requested', 'pending']).execute(),
  ])
  return passing.every((rows) => rows.length === 0)
}

/** The same once no money is under way: between a company's answer and our entry of it, the two differ. */
export async function listBreachesAtRest(company: Company, books: Database): Promise<string[]> {
  await until('all payments and refunds are over', () => isSettled(books))
  return listBreaches(company, books)
}
