import { data } from 'react-router'

import type { Handle } from '#app/http/handle.ts'
import { withCookies } from '#app/http/headers.server.ts'
import { findLostVisitor, newPress, whoPays } from '#app/http/next-visitor.server.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import script from '#app/live/cart.ts?worker&url'
import { findSignedIn } from '#modules/accounts/sessions.server.ts'
import { findCart, type CartView } from '#modules/orders/cart/find-cart.server.ts'
import { findLatestPayment } from '#modules/orders/checkout/find-latest-payment.server.ts'
import { reconcile } from '#modules/orders/settlement/reconcile.server.ts'
import { now } from '#platform/clock.server.ts'
import { mayTry } from '#platform/limits/rate-limit.server.ts'
import { readVisitorKey } from '#platform/requests/session.server.ts'

import type { Route } from './+types/page'
import { actOnCart, payAs, refusePresses, showAgain } from './actions.server.ts'
import { CartForm } from './cart-form.tsx'
import styles from './cart.css?inline'
import { EmptyCart } from './empty-cart.tsx'
import { readCartForm } from './form.server.ts'
import { showCart } from './view.server.ts'

/** Above this limit the provider is not asked about an open payment. */
const LOOKS = { name: 'cart-payment', tries: 60, triesOfAddress: 240, seconds: 60 }

export const handle = { personal: true, styles } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.cart.title) }]

export async function loader({ request }: Route.LoaderArgs) {
  const visitor = readVisitorKey(request)
  if (!visitor) return data({ cart: null, press: '', latestPayment: null })
  const cart = await findPresentCart(visitor)
  if (cart) return showPresent(request, cart)

  const lost = await findLostVisitor(request)
  const found = lost && (await findPresentCart(lost.visitor))
  if (lost && found) return showPresent(request, found, lost.setCookie)
  const headers = withCookies(lost ? [lost.setCookie] : [])
  const latestPayment = await findLatestPayment(lost?.visitor ?? visitor, now())
  return data({ cart: null, press: '', latestPayment: latestPayment ?? null }, { headers })
}

async function showPresent(request: Request, cart: CartView, visitorCookie?: string) {
  const saved = await findSignedIn(request, now())
  const { press, headers } = newPress(request)
  if (visitorCookie) headers.append('Set-Cookie', visitorCookie)
  return data({ cart: showCart(cart, now(), saved), press, latestPayment: null }, { headers })
}

/**
 * After the Back button from the payment page, an order that has been paid is not shown as a cart.
 */
async function findPresentCart(visitor: string) {
  const { locale } = translation()
  const cart = await findCart(visitor, locale, now())
  if (!cart?.openPayment || !(await mayTry(LOOKS, visitor))) return cart
  await reconcile(cart.openPayment.paymentId, { now: now(), patience: 'request' })
  return findCart(visitor, locale, now())
}

export async function action({ request }: Route.ActionArgs) {
  const sent = await readForm(request)
  if (!sent.ok) return showAgain(sent)
  const fields = readCartForm(sent.form)
  const visitor = readVisitorKey(request) ?? ''
  const isPaying = fields.intent === 'pay'
  const refused = isPaying && (await refusePresses(fields, visitor))
  if (refused) return refused

  const accountId = (await findSignedIn(request, now()))?.accountId
  const asked = { fields, visitor, accountId, now: now() }
  return isPaying ? payAs(await whoPays(request, sent.form), asked) : actOnCart(asked)
}

/** With script the countdown runs, and a mistyped address is noticed during typing (live/cart.js). */
export default function Cart({ loaderData, actionData }: Route.ComponentProps) {
  const { cart, press, latestPayment } = loaderData
  return (
    <div className="wrap cart-page">
      {cart ? (
        <CartForm cart={cart} press={press} answer={actionData} />
      ) : (
        <EmptyCart latestPayment={latestPayment} />
      )}
      <script src={script} type="module" />
    </div>
  )
}
