import type { Member } from '#platform/actor.ts'

/** The member of staff at a till, who opened it and answers for it. */
export type Cashier = Member

/** How money comes into the till, or leaves it. Only cash is in the drawer. */
export const TILL_MEANS = ['cash', 'card-terminal'] as const
export type TillMeans = (typeof TILL_MEANS)[number]

/** The terminal gave this number to another payment of the same day. */
export type SlipRefusal = { ok: false; reason: 'slip-used' }

/** Whether this can be the number of a slip: it has a digit, not just dashes. */
export function isSlip(typed: string): boolean {
  return /\d/.test(typed)
}

/**
 * `paid-in` and `paid-out`: cash brought from the safe or taken there. `correction`: an entry that an
 * accountant adds to a closed session, where one was forgotten or wrong.
 */
export const TILL_ENTRY_KINDS = ['sale', 'refund', 'paid-in', 'paid-out', 'correction'] as const
export type TillEntryKind = (typeof TILL_ENTRY_KINDS)[number]

type Counted = { kind: TillEntryKind; means: TillMeans; amountCents: number }

/** The cash that must be in the drawer when it is counted: the float, and every move of cash since. */
export function expectedCash(floatCents: number, entries: readonly Counted[]): number {
  return entries
    .filter(({ kind, means }) => means === 'cash' && kind !== 'correction')
    .reduce((sum, { amountCents }) => sum + amountCents, floatCents)
}
