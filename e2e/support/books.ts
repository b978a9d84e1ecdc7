import { checkInvariants } from '#modules/bookkeeping/check-invariants.server.ts'
import { createSandboxProvider } from '#modules/payments/providers/sandbox.server.ts'
import type { Database } from '#platform/db.server.ts'

import { BANK_KEY, type Company } from './processes.ts'

/* What the database says, which no page can talk us out of. */

/** What does not hold of PROMISES.md, the bank's own record included; nothing when all is well. */
export function listBreaches(company: Company, books: Database): Promise<string[]> {
  const bank = createSandboxProvider({ url: company.bank.url, key: BANK_KEY, secret: '' })
  return checkInvariants(books, { now: company.now(), bank })
}

/** Seats of a departure that are sold, or held now by those who have not paid. */
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

/** No payment and no refund is under way any more. */
export async function isSettled(books: Database): Promise<boolean> {
  const passing = await Promise.all([
    books.selectFrom('payments').where('state', 'in', ['created', 'open', 'processing']).execute(),
    books.selectFrom('refunds').where('state', 'in', ['requested', 'pending']).execute(),
  ])
  return passing.every((rows) => rows.length === 0)
}
