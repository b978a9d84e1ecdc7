/**
 * Why a payment waits for staff. `review`: another amount was captured than asked for. `lost`: the
 * database had lost it, and a search at the provider found the capture. `disputed`:
 * the cardholder disputes it. `without-end`: it has had no result for a day.
 */
export const WHY_WAITING = ['review', 'lost', 'disputed', 'without-end'] as const
export type WhyWaiting = (typeof WHY_WAITING)[number]
