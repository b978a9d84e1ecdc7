/**
 * Money that a member of staff gives away or takes out of a till.
 *   given           against the rules: overrules, goodwill, free sales, the rest of a payment that was too small
 *   refunded        by the rules, in cash out of the till
 *   paid-otherwise  a refund that the member says was paid without the provider
 *   paid-out        cash from the till to the safe
 *   undone          a sale at the door of a bus, before anybody rode
 *   undone-aboard   the same when its people may have travelled, or beyond the limit of a day
 *   card-in-cash    in cash for a sale whose money came in at the terminal
 *   own-till        a correction of the member's own closed till
 */
export const GIVEN_KINDS = [
  'given',
  'refunded',
  'paid-otherwise',
  'paid-out',
  'undone',
  'undone-aboard',
  'card-in-cash',
  'own-till',
] as const
export type GivenKind = (typeof GIVEN_KINDS)[number]

/** The most cents of a kind for one member and one day without a colleague. At 0 each act needs one. */
export const DAY_LIMITS: Record<GivenKind, number> = {
  given: 200_00,
  refunded: 300_00,
  'paid-otherwise': 300_00,
  undone: 200_00,
  'undone-aboard': 0,
  // No booking and no traveller stands behind cash for the safe, so a second person receives it.
  'paid-out': 0,
  'card-in-cash': 0,
  'own-till': 0,
}

/** A request that is older lapses, confirmed or not: by then something else may be true. */
export const APPROVAL_HOURS = 24

/** The roles whose members may confirm what a colleague asks for. */
export const APPROVERS = ['owner', 'dispatcher', 'accountant'] as const

/** An act that needs a colleague, as the request names it. */
export type Wanted = { kind: GivenKind; subject: string; amountCents: number }

/** Nothing was done: another member has to confirm it first. */
export type ColleagueRefusal = { ok: false; reason: 'needs-colleague'; wanted: Wanted }
