import { randomUUID } from 'node:crypto'

import type { Tx } from '#platform/db.server.ts'
import { invariant } from '#platform/invariant.ts'
import type { Cents } from '#platform/money.ts'

/*
 * Double entry, append-only (I3). What a debit is here: money we own or gave away. Per order
 *
 *   provider      what was captured, less what went back
 *   fares         what live bookings cost
 *   fees          what giving up a booking cost
 *   forfeited     what bookings cost that were given up too late
 *   refunds-due   promised back, and not yet with the traveller
 *   unsettled     captured, and no booking for it (yet)
 *   made-good     what the company adds where less was captured than asked for
 *   other-means   what it paid back by a bank transfer or in cash
 *   disputes      what the provider took back, less what was owed to the traveller anyway
 *
 * The accounts of one event sum to nothing, so the accounts of an order always do.
 */
export type Account =
  | 'provider'
  | 'fares'
  | 'fees'
  | 'forfeited'
  | 'refunds-due'
  | 'unsettled'
  | 'made-good'
  | 'other-means'
  | 'disputes'

type LedgerEvent = {
  /** Entered once, however often it is reported: `capture:<payment>`, `refund-due:<refund>` … */
  eventId: string
  payableId: string
  paymentId: string
  refundId?: string
  now: Temporal.Instant
  /** The accounts that receive and the accounts that give, each side summing to the same. */
  debit: Account
  credit: Account
  amount: Cents
}

/** Enters an event. An event that is in the book already is an error: its cause came twice. */
export async function enterInLedger(tx: Tx, event: LedgerEvent): Promise<void> {
  const { eventId, payableId, paymentId, refundId = null, now, debit, credit, amount } = event
  invariant(amount > 0, 'the ledger knows amounts, and which way they go')
  const entry = { eventId, payableId, paymentId, refundId, enteredAt: now }
  await tx
    .insertInto('ledgerEntries')
    .values([
      { ...entry, entryId: randomUUID(), account: debit, amountCents: amount },
      { ...entry, entryId: randomUUID(), account: credit, amountCents: 0 - amount },
    ])
    .execute()
}
