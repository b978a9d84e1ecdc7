import { data, redirect } from 'react-router'

import { readLeaving } from '#app/components/journey/leaving.server.ts'
import { CHANGES, orderAddress, readShown } from '#app/http/change-answer.server.ts'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { readForm, textIn } from '#app/http/read-form.server.ts'
import { explainChange, type ChangeRefusal } from '#app/i18n/change-refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import { getHeldOrder } from '#app/site/order/held-order.server.ts'
import { OrderPage } from '#app/site/order/order-page.tsx'
import { cancel } from '#modules/orders/self-service/cancel.server.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { localePath } from '#platform/locale.ts'

import type { Route } from './+types/page'
import { CancelQuote } from './cancel-quote.tsx'
import styles from './cancel.css?inline'
import { ChooseWhat } from './choose-what.tsx'
import { refuseForeign, showCancel } from './view.server.ts'

export const handle = { personal: true, styles } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.cancel.title) }]

/** The selection is in the URL; the refund is recalculated on every request. */
export async function loader({ params, url }: Route.LoaderArgs) {
  const held = await getHeldOrder(params.id)
  const view = await showCancel({ held, search: url.searchParams, now: now() })
  const isOneChoice = view.rides.length === 1 && view.rides[0]?.counts.length === 0
  if (view.whole && isOneChoice && !view.quote && !view.problem) {
    throw redirect(localePath(translation().locale, paths.cancel(params.id, 'what=all')))
  }
  return view
}

/** Cancels the selection at the refund that was shown. */
export async function action({ request, params, url }: Route.ActionArgs) {
  const sent = await readForm(request, CHANGES)
  if (!sent.ok) return data({ problem: sent.problems[0]?.sentence ?? '' }, 422)
  const shownRefund = readShown(textIn(sent.form, 'refund'))
  const held = await getHeldOrder(params.id)
  refuseForeign(held, url.searchParams)
  const chosen = readLeaving(held, url.searchParams)
  if (!chosen.ok) return refuse(chosen)
  const { leaving } = chosen
  const isGone = leaving.length === 0 && !held.items.some(({ can }) => can.cancel)
  const outcome = isGone
    ? ({ ok: false, reason: 'no-such-booking' } as const)
    : await cancel({ manageId: params.id, leaving, shownRefund, now: now() })
  if (outcome.ok) return redirect(orderAddress(params.id, `done=${outcome.changeId}`), 303)
  // Pressed twice, or in two tabs: it is cancelled already, and the booking shows that.
  if (outcome.reason === 'no-such-booking') return redirect(orderAddress(params.id), 303)
  return refuse(outcome)
}

function refuse(refusal: ChangeRefusal) {
  return data({ problem: explainChange(translation().messages.changeRefusals, refusal) }, 422)
}

export default function CancelBooking({ loaderData, actionData }: Route.ComponentProps) {
  const { cancel: sentences } = translation().messages
  const { manageId, reference, rides, quote, problem } = loaderData
  const title = quote ? sentences.quote.title : sentences.title
  const said = actionData?.problem ?? problem
  return (
    <OrderPage manageId={manageId} reference={reference} title={title} problem={said}>
      {quote && <CancelQuote quote={quote} manageId={manageId} />}
      {!quote && rides.length > 0 && <ChooseWhat view={loaderData} />}
      {!quote && rides.length === 0 && <p>{sentences.none}</p>}
    </OrderPage>
  )
}
