/*
 * A debit is money we own or gave away. Per order
 *
 *   provider      captured, less refunds paid
 *   fares         price of live bookings
 *   fees          price of cancelling a booking
 *   forfeited     price of bookings cancelled too late
 *   refunds-due   owed, and not yet paid to the traveller
 *   unsettled     captured, and no booking for it (yet)
 *   made-good     paid by the company where less was captured than asked for
 *   other-means   paid back by the company by bank transfer or in cash
 *   disputes      taken back by the provider, less what was owed to the traveller anyway
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
