/*
 * What a debit is here: money we own or gave away. Per order
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
 */
export const LEDGER_ACCOUNTS = [
  'provider',
  'fares',
  'fees',
  'forfeited',
  'refunds-due',
  'unsettled',
  'made-good',
  'other-means',
  'disputes',
] as const
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number]
