/**
 * How the ledger of a day compares with a provider's record. `no-answer`: the provider did not answer
 * for some payments, so the result is not known yet.
 */
export const SETTLEMENT_STATES = ['agrees', 'differs', 'no-answer'] as const
export type SettlementState = (typeof SETTLEMENT_STATES)[number]
