import type { ColleagueRefusal } from '#modules/approvals/limits.ts'
import type { CartRefusal, RideWish } from '#modules/orders/order/limits.ts'
import type { OverruleRefusal } from '#modules/orders/order/overrule.ts'
import type { Cashier, SlipRefusal } from '#modules/payments/till/till-entry.ts'
import type { Locale } from '#platform/locale.ts'
import { isEmail } from '#platform/text/email.ts'
import { checkName, type NameRefusal } from '#platform/text/name.ts'
import { readPhone } from '#platform/text/phone.ts'

/** The traveller of a sale. Without an address nothing is mailed, and the tickets are printed. */
export type Customer = {
  name: string
  email: string | null
  /** As typed; empty for none. */
  phone: string
}

export type Sale = {
  /** The key of this sale, made with its form. */
  saleKey: `sale:${string}`
  by: Cashier
  rides: readonly RideWish[]
  customer: Customer
  /** The language of the traveller. */
  locale: Locale
  now: Temporal.Instant
}

export type CustomerRefusal =
  | NameRefusal
  | { ok: false; reason: 'email-missing' }
  | { ok: false; reason: 'email-malformed' }
  | { ok: false; reason: 'phone-malformed' }

export type SaleRefusal =
  | CartRefusal
  | CustomerRefusal
  | OverruleRefusal
  | ColleagueRefusal
  /** No till of the seller is open, and none was opened with the sale. */
  | { ok: false; reason: 'till-closed' }
  | { ok: false; reason: 'slip-missing' }
  | SlipRefusal
  /** The bus leaves before anybody could pay by a link. */
  | { ok: false; reason: 'too-late-to-pay' }
  | { ok: false; reason: 'not-expired' }

/** The order is written; its seats are sold, or held until the link is paid. */
export type Sold = { ok: true; orderId: string; reference: string }

/**
 * The state of a sale, as its seller sees it.
 *   sold       tickets are issued
 *   settling   money was taken, and the tickets follow in a moment
 *   waiting    for the link to be paid
 *   over       the link was not paid in time
 *   changed    it was sold, and changed or cancelled since
 */
export type SaleState = 'sold' | 'settling' | 'waiting' | 'over' | 'changed'

/** The first thing to correct. A link can only be sent to an address. */
export function checkCustomer(
  { name, email, phone }: Customer,
  { needsEmail }: { needsEmail: boolean },
): CustomerRefusal | undefined {
  const refusal = checkName(name)
  if (refusal) return refusal
  if (email === null && needsEmail) return { ok: false, reason: 'email-missing' }
  if (email !== null && !isEmail(email)) return { ok: false, reason: 'email-malformed' }
  if (phone !== '' && !readPhone(phone)) return { ok: false, reason: 'phone-malformed' }
  return undefined
}
