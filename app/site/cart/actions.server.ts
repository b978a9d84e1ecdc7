import { data, redirect } from 'react-router'

import { contactProblem, contactFirstProblems } from '#app/components/contact-problems.server.ts'
import { textIn, type SentForm } from '#app/http/read-form.server.ts'
import { explain, type Refusal } from '#app/i18n/refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import {
  extendHold,
  removeRide,
  setWheelchairUsers,
  takeAgain,
  type FareChange,
} from '#modules/orders/cart/change-cart.server.ts'
import { findCart } from '#modules/orders/cart/find-cart.server.ts'
import { keepContact } from '#modules/orders/cart/keep-contact.server.ts'
import { checkOut, type CheckoutRefusal } from '#modules/orders/checkout/checkout.server.ts'
import { checkContact, guessEmail, isEmail, tidyContact } from '#modules/orders/order/contact.ts'
import { TERMS_VERSION } from '#modules/orders/order/terms-version.ts'
import { REFUND_TERMS } from '#modules/rules/rules.ts'
import * as paths from '#paths'
import { callersNetwork } from '#platform/callers-network.server.ts'
import { siteOrigin } from '#platform/env.server.ts'
import { localePath } from '#platform/locale.ts'
import { mayTry } from '#platform/rate-limit.server.ts'

import type { CartAnswer, FareChangeView, Typed } from './view.ts'

/**
 * Each order asks the provider for a page, so the number is limited; a hotel shares one address.
 */
const ORDERS = { name: 'checkout', tries: 60, triesOfAddress: 240, seconds: 600 }

/**
 * The prefix of a field that gives, for the booking with this id, the number of wheelchair users.
 */
const WHEELCHAIRS = 'wheelchairs-'
const WHEELCHAIRS_OF = /^wheelchairs-([\da-f-]{36})$/

type Asked = {
  visitor: string
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
export async function actOnCart({ form, ...asked }: Asked & { form: FormData }): Promise<Answer> {
  const [intent = '', bookingId = ''] = textIn(form, 'intent').split(':')
  const read = readTyped(form)
  const typed = { ...read, ...tidyContact(read) }
  if (intent === 'pay') return pay({ ...asked, form }, typed)
  if (intent === 'use-email') return answer({ ...typed, email: guess(typed) ?? typed.email })

  const { visitor, accountId, now } = asked
  if (form.has('name') && form.has('email')) await keepContact(visitor, typed)
  switch (intent) {
    case 'extend': {
      const extended = await extendHold(visitor, now)
      return extended.ok ? backToCart('hold') : refuse(typed, extended, 'hold')
    }
    case 'take-again': {
      const heldBy = await callersNetwork()
      const taken = await takeAgain(visitor, now, { heldBy, accountId })
      if (!taken.ok && taken.reason === 'contact-first') {
        return answer(typed, contactFirstProblems(taken, typed))
      }
      if (!taken.ok) return refuse(typed, taken, rideId(taken))
      return taken.fareChanges.length > 0
        ? answer(typed, [], taken.fareChanges)
        : backToCart('hold')
    }
    case 'remove': {
      const removed = await removeRide(visitor, bookingId, now)
      return removed.ok ? backToCart() : refuse(typed, removed, 'hold')
    }
    case 'wheelchair': {
      const wheelchairUsers = typed.wheelchairs[bookingId]
      if (wheelchairUsers === undefined) return backToCart()
      const set = await setWheelchairUsers({ visitor, bookingId, wheelchairUsers, now })
      const field = WHEELCHAIRS + bookingId
      return set.ok ? backToCart(`ride-${bookingId}`) : refuse(typed, set, field)
    }
    default:
      return backToCart()
  }
}

/** Counts a press of the pay button, and refuses it above the limit. */
export async function refusePresses(form: FormData, visitor: string): Promise<Answer | undefined> {
  if (await mayTry(ORDERS, visitor)) return undefined
  return refuse(readTyped(form), { ok: false, reason: 'too-many-tries' }, 'pay')
}

async function pay(asked: Asked & { form: FormData }, typed: Typed): Promise<Answer> {
  const { form, visitor, accountId, now } = asked
  const unsaved = await saveWheelchairs(visitor, typed, now)
  if (unsaved) return unsaved

  const contact = { name: typed.name, email: typed.email }
  const { termsAccepted } = typed
  const suggestion = guess(typed)
  const isAsked = textIn(form, 'email-asked') === typed.email
  if (suggestion && !isAsked) {
    const refusals: Refusal[] = checkContact(contact)
    if (!termsAccepted) refusals.push({ ok: false, reason: 'terms-not-accepted' })
    await keepContact(visitor, typed)
    const problems = [...refusals.map(contactProblem), didYouMean(suggestion)]
    return answer({ ...typed, suggestion }, problems)
  }

  const { locale } = translation()
  const outcome = await checkOut({
    visitor,
    accountId,
    contact,
    termsAccepted,
    termsVersion: TERMS_VERSION,
    refundTerms: REFUND_TERMS,
    locale,
    heldBy: await callersNetwork(),
    origin: siteOrigin(),
    now,
  })
  if (outcome.ok) return redirect(outcome.goTo, 303)
  await keepContact(visitor, typed)
  return refuseOrder(typed, outcome)
}

function refuseOrder(typed: Typed, refusal: CheckoutRefusal): Answer {
  if (refusal.reason === 'cart-empty') return backToCart()
  if (refusal.reason === 'contact') return answer(typed, refusal.refusals.map(contactProblem))
  if (refusal.reason === 'fares-changed') {
    const [changed] = refusal.changes
    const fieldId = changed ? `ride-${changed.bookingId}` : 'hold'
    const problem = { fieldId, sentence: sentenceOf({ ok: false, reason: 'fares-changed' }) }
    return answer(typed, [problem], refusal.changes)
  }
  return refuse(typed, refusal, 'bookingId' in refusal ? rideId(refusal) : 'pay')
}

/** A wheelchair that was ticked but not saved is saved before the payment. */
async function saveWheelchairs(
  visitor: string,
  typed: Typed,
  now: Temporal.Instant,
): Promise<Answer | undefined> {
  const cart = await findCart(visitor, translation().locale, now)
  for (const { bookingId, wheelchairUsers: before } of cart?.rides ?? []) {
    const wheelchairUsers = typed.wheelchairs[bookingId] ?? before
    if (wheelchairUsers === before) continue
    const set = await setWheelchairUsers({ visitor, bookingId, wheelchairUsers, now })
    if (!set.ok) return refuse(typed, set, WHEELCHAIRS + bookingId)
  }
  return undefined
}

function readTyped(form: FormData): Typed {
  const wheelchairs = [...form].flatMap(([name, value]) => {
    const bookingId = WHEELCHAIRS_OF.exec(name)?.[1]
    const isCount = typeof value === 'string' && /^\d{1,2}$/.test(value)
    return bookingId && isCount ? [[bookingId, Number(value)] as const] : []
  })
  return {
    name: textIn(form, 'name'),
    email: textIn(form, 'email'),
    termsAccepted: textIn(form, 'terms') === 'yes',
    suggestion: null,
    wheelchairs: Object.fromEntries(wheelchairs),
  }
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
