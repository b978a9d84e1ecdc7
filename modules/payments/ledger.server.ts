import { randomUUID } from 'node:crypto'

import type { Tx } from '#platform/db.server.ts'
import { invariant } from '#platform/invariant.ts'
import type { Cents } from '#platform/money.ts'

import type { LedgerAccount } from './ledger-accounts.ts'

/*
 * Double entry, append-only (I3). The accounts of one event sum to zero, so the accounts of an
 * order always do.
 */

type LedgerEvent = {
  /** Entered once, however often it is reported: `capture:<payment>`, `refund-due:<refund>` … */
  eventId: string
  payableId: string
  /** Null if the payable has none, such as an order without a price or the session of a till. */
  paymentId: string | null
  refundId?: string
  now: Temporal.Instant
  /** The accounts that receive and the accounts that give, each side summing to the same. */
  debit: LedgerAccount
  credit: LedgerAccount
  amount: Cents
}

/** Enters an event. An event that is in the ledger already is an error: its cause occurred twice. */
export async function enterInLedger(tx: Tx, event: LedgerEvent): Promise<void> {
  await insertInLedger(tx, event).execute()
}

/** The same as an insert, to be written together with the cause. */
export function insertInLedger(tx: Tx, event: LedgerEvent) {
  const { eventId, payableId, paymentId, refundId = null, now, debit, credit, amount } = event
  invariant(amount > 0, 'the ledger has positive amounts, and a direction for each')
  const entry = { eventId, payableId, paymentId, refundId, enteredAt: now }
  return tx.insertInto('ledgerEntries').values([
    { ...entry, entryId: randomUUID(), account: debit, amountCents: amount },
    { ...entry, entryId: randomUUID(), account: credit, amountCents: 0 - amount },
  ])
}
