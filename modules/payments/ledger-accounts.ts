import type { ProviderId } from './provider.ts'

/*
 * A debit is money we own or gave away. Per order
 *
 *   provider      captured, less refunds paid
 *   till          the same for money taken by staff, in cash or at the card terminal
 *   fares         price of live bookings
 *   fees          price of cancelling a booking
 *   forfeited     price of bookings cancelled too late
 *   refunds-due   owed, and not yet paid to the traveller
 *   unsettled     captured, and no booking for it (yet)
 *   made-good     paid by the company where less was captured than asked for
 *   other-means   paid back by the company by bank transfer or in cash
 *   disputes      taken back by the provider, less what was owed to the traveller anyway
 *   goodwill      given by the company beyond its rules: a price reduction, or a surcharge not asked for
 *
 * and per session of a till
 *
 *   till-difference   expected in the drawer and not counted, or the reverse
 */
export const LEDGER_ACCOUNTS = [
  'provider',
  'till',
  'fares',
  'fees',
  'forfeited',
  'refunds-due',
  'unsettled',
  'made-good',
  'other-means',
  'disputes',
  'goodwill',
  'till-difference',
] as const
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number]

/** The account of the money that this provider has taken for us. */
export function accountOf(provider: ProviderId): LedgerAccount {
  return provider === 'till' ? 'till' : 'provider'
}
