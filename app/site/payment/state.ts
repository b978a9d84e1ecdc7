import { found } from '#app/http/found.ts'
import { findPaymentResult } from '#modules/orders/checkout/find-payment-result.server.ts'
import { reconcile } from '#modules/orders/settlement/reconcile.server.ts'
import { now } from '#platform/clock.server.ts'
import { MAIN_LOCALE } from '#platform/languages.ts'
import { mayTry } from '#platform/limits/rate-limit.server.ts'

import type { Route } from './+types/state'

/** The limit of asking the provider on behalf of a waiting page. */
const ASKING = { name: 'payment-state', tries: 40, seconds: 60 }

/** The endpoint that a waiting page polls: only the outcome, in one word. */
export async function loader({ params }: Route.LoaderArgs) {
  const paymentId = params.id
  if (await mayTry(ASKING)) await reconcile(paymentId, { now: now(), patience: 'request' })
  const asked = { visitor: undefined, locale: MAIN_LOCALE, now: now() } as const
  const { outcome } = found(await findPaymentResult(paymentId, asked))
  return Response.json({ outcome })
}
