import { data, redirect } from 'react-router'

import { contactProblem, contactFirstProblems } from '#app/components/contact-problems.server.ts'
import type { Buyer } from '#app/http/next-visitor.server.ts'
import type { SentForm } from '#app/http/read-form.server.ts'
import { explain, type Refusal } from '#app/i18n/refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import {
  extendHold,
  keepContact,
  removeRide,
  setWheelchairUsers,
  takeAgain,
  type FareChange,
} from '#modules/orders/cart/change-cart.server.ts'
import { checkOut } from '#modules/orders/checkout/checkout.server.ts'
import type {
  BuyerRefusal,
  CheckoutRefusal,
} from '#modules/orders/checkout/prepare-payment.server.ts'
import { TERMS_VERSION } from '#modules/orders/order/terms-version.ts'
import { REFUND_TERMS } from '#modules/rules/rules.ts'
import * as paths from '#paths'
import { crashPoint } from '#platform/crash-point.server.ts'
import { callersNetwork } from '#platform/limits/callers-network.server.ts'
import { mayTry } from '#platform/limits/rate-limit.server.ts'
import { localePath } from '#platform/locale.ts'
import { siteOrigin } from '#platform/settings/env.server.ts'
import { guessEmail, isEmail } from '#platform/text/email.ts'

import { readTyped, WHEELCHAIRS, type CartFields } from './form.server.ts'
import type { CartAnswer, FareChangeView, Typed } from './view.ts'

/**
 * Each order asks the provider for a page, so the number is limited; a hotel shares one address.
 */
const ORDERS = { name: 'checkout', tries: 60, triesOfAddress: 240, seconds: 600 }

type Asked = {
  fields: CartFields
  visitor: string
  /** The key of another press of the same form, which has led on meanwhile. */
  findOvertaken?: Buyer['findOvertaken']
  /** The account that is logged in. */
  accountId?: string | undefined
  now: Temporal.Instant
}
export type Answer = Response | ReturnType<typeof data<CartAnswer>>

/** The cart's form as typed, with the reason why it was refused. */
export function showAgain({ problems, cut }: Extract<SentForm, { ok: false }>): Answer {
  return answer(readTyped(cut), problems)
}

/**
 * Carries out the button that was pressed, "remove:<booking>" or "pay". Every button submits the
 * whole form, so that all typed values are kept.
 */
export async function actOnCart(asked: Asked): Promise<Answer> {
  const { fields, visitor, accountId, now } = asked
  const { intent, bookingId } = fields
  const typed = { ...fields.typed, ...fields.contact }
  const contact = fields.hasContact ? fields.contact : undefined
  switch (intent) {
    case 'pay':
      return pay(asked, typed)
    case 'use-email':
      return answer({ ...typed, email: guess(typed) ?? typed.email })
    case 'extend': {
      const extended = await extendHold(visitor, now, contact)
      return extended.ok ? backToCart('hold') : refuse(typed, extended, 'hold')
    }
    case 'take-again': {
      const heldBy = await callersNetwork()
      const taken = await takeAgain(visitor, now, { heldBy, accountId, contact })
      if (!taken.ok && taken.reason === 'contact-first') {
        return answer(typed, contactFirstProblems(taken, typed))
      }
      if (!taken.ok) return refuse(typed, taken, rideId(taken))
      return taken.fareChanges.length > 0
        ? answer(typed, [], taken.fareChanges)
        : backToCart('hold')
    }
    case 'remove': {
      const removed = await removeRide(visitor, bookingId, now, contact)
      return removed.ok ? backToCart() : refuse(typed, removed, 'hold')
    }
    case 'wheelchair': {
      const wheelchairUsers = typed.wheelchairs[bookingId]
      if (wheelchairUsers === undefined) break
      const wish = { visitor, bookingId, wheelchairUsers, contact, now }
      const set = await setWheelchairUsers(wish)
      const field = WHEELCHAIRS + bookingId
      return set.ok ? backToCart(`ride-${bookingId}`) : refuse(typed, set, field)
    }
    default:
  }
  await keepContact(visitor, contact)
  return backToCart()
}

/** Carries out “Pay now”. From the redirect to the payment page on, the visitor has a new key. */
export async function payAs(buyer: Buyer, asked: Asked): Promise<Answer> {
  const { visitor, hasPaidBefore, findOvertaken, goOn } = buyer
  const said = await actOnCart({ ...asked, visitor, findOvertaken })
  const isRefused = !(said instanceof Response)
  if (isRefused && !hasPaidBefore) return said
  const leading = isRefused ? backToCart() : said
  const setCookie = await goOn()
  crashPoint('checkout:moved')
  if (setCookie) leading.headers.append('Set-Cookie', setCookie)
  return leading
}

/** Counts a press of the pay button, and refuses it above the limit. */
export async function refusePresses(
  { typed }: CartFields,
  visitor: string,
): Promise<Answer | undefined> {
  if (await mayTry(ORDERS, visitor)) return undefined
  return refuse(typed, { ok: false, reason: 'too-many-tries' }, 'pay')
}

/** The cart of this key is empty as well when another press of the form has taken it along. */
async function pay(asked: Asked, typed: Typed): Promise<Answer> {
  const { fields, visitor, findOvertaken, accountId, now } = asked
  const { contact, emailAsked, timesSeen } = fields
  const { termsAccepted, wheelchairs } = typed
  const outcome = await checkOut({
    visitor,
    accountId,
    contact,
    emailAsked,
    wheelchairs,
    timesSeen,
    termsAccepted,
    termsVersion: TERMS_VERSION,
    refundTerms: REFUND_TERMS,
    locale: translation().locale,
    heldBy: await callersNetwork(),
    origin: siteOrigin(),
    now,
  })
  if (outcome.ok) return redirect(outcome.goTo, 303)
  const other = outcome.reason === 'cart-empty' ? await findOvertaken?.() : undefined
  if (other) return pay({ fields, visitor: other, accountId, now }, typed)
  return refuseOrder(typed, outcome)
}

function refuseOrder(typed: Typed, refusal: CheckoutRefusal): Answer {
  if (refusal.reason === 'cart-empty') return backToCart()
  if (refusal.reason === 'contact') return refuseBuyer(typed, refusal.refusals)
  if (refusal.reason === 'wheelchairs') {
    return refuse(typed, refusal.refusal, WHEELCHAIRS + refusal.bookingId)
  }
  if (refusal.reason === 'fares-changed') {
    const [changed] = refusal.changes
    const fieldId = changed ? `ride-${changed.bookingId}` : 'hold'
    const problem = { fieldId, sentence: sentenceOf({ ok: false, reason: 'fares-changed' }) }
    return answer(typed, [problem], refusal.changes)
  }
  return refuse(typed, refusal, 'bookingId' in refusal ? rideId(refusal) : 'pay')
}

function refuseBuyer(typed: Typed, refusals: readonly BuyerRefusal[]): Answer {
  const suggestions = refusals.flatMap((one) => ('suggestion' in one ? [one.suggestion] : []))
  const problems = refusals.map((one) =>
    'suggestion' in one ? didYouMean(one.suggestion) : contactProblem(one),
  )
  return answer({ ...typed, suggestion: suggestions[0] ?? null }, problems)
}

function guess({ email }: Typed): string | undefined {
  return isEmail(email) ? guessEmail(email) : undefined
}

function didYouMean(suggestion: string): FormProblem {
  const { checkout } = translation().messages.cart
  return { fieldId: 'email', sentence: `${checkout.suggestion(suggestion)} ${checkout.keepTyped}` }
}

function rideId(refusal: object): string {
  return 'bookingId' in refusal ? `ride-${String(refusal.bookingId)}` : 'hold'
}

function refuse(typed: Typed, refusal: Refusal, fieldId: string): Answer {
  return answer(typed, [{ fieldId, sentence: sentenceOf(refusal) }])
}

function sentenceOf(refusal: Refusal): string {
  return explain(translation().messages.refusals, refusal)
}

function answer(
  typed: Typed,
  problems: FormProblem[] = [],
  fareChanges: readonly FareChange[] = [],
): Answer {
  const changes: FareChangeView[] = [...fareChanges]
  return data({ problems, fareChanges: changes, typed }, problems.length > 0 ? 422 : 200)
}

function backToCart(part?: string): Response {
  const path = localePath(translation().locale, paths.cart())
  return redirect(part ? `${path}#${part}` : path, 303)
}
