import { redirect } from 'react-router'

import { found } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { translation } from '#app/i18n/translation.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { localePath } from '#platform/locale.ts'

import type { Route } from './+types/fail'
import { PaymentResult } from './payment-result.tsx'
import styles from './payment.css?inline'
import { titleOf } from './title.ts'
import { showPayment } from './view.server.ts'

export const handle = { personal: true, styles } satisfies Handle

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: titleOf(loaderData) }]

/**
 * The page for visitors who did not pay. If the payment went through all the same, redirects to
 * success (edge case 9).
 */
export async function loader({ request, params }: Route.LoaderArgs) {
  const payment = found(await showPayment(request, params.id, now()))
  if (payment.outcome === 'confirmed') {
    throw redirect(localePath(translation().locale, paths.paymentSuccess(params.id)))
  }
  return payment
}

export default function PaymentFail({ loaderData }: Route.ComponentProps) {
  return <PaymentResult payment={loaderData} emailAnswer={undefined} />
}
