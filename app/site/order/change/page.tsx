import { data, redirect } from 'react-router'

import { CHANGES, orderAddress, readShown } from '#app/http/change-answer.server.ts'
import type { Handle } from '#app/http/handle.ts'
import { rememberHolder } from '#app/http/holder-cookie.server.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { readForm, textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { getHeldOrder } from '#app/site/order/held-order.server.ts'
import { amend } from '#modules/orders/self-service/amend.server.ts'
import { now } from '#platform/clock.server.ts'
import { callersNetwork } from '#platform/limits/callers-network.server.ts'
import { siteOrigin } from '#platform/settings/env.server.ts'

import type { Route } from './+types/page'
import { ChangeRide } from './change-ride.tsx'
import styles from './change.css?inline'
import { getItem, modeOf, readWish } from './mode.server.ts'
import { explainProblem, showChange } from './view.server.ts'

export const handle = { personal: true, styles } satisfies Handle

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: tabTitle(loaderData?.title ?? '') },
]

/** The new ride is in the URL; its price is recalculated on every request. */
export async function loader({ params, url }: Route.LoaderArgs) {
  const held = await getHeldOrder(params.id)
  const item = getItem(held, params.ride)
  return showChange({ held, item, search: url.searchParams, now: now() })
}

/**
 * Changes the ride as the query says at the price that was shown; with a surcharge, redirects to
 * the payment page.
 */
export async function action({ request, params, url }: Route.ActionArgs) {
  const sent = await readForm(request, CHANGES)
  if (!sent.ok) return refuse({ sentence: sent.problems[0]?.sentence ?? '', link: null })
  const { form } = sent
  const held = await getHeldOrder(params.id)
  const item = getItem(held, params.ride)
  const around = { held, item }
  const { locale } = translation()
  const wish = readWish({ item, search: url.searchParams })
  if (!wish || modeOf(item) === 'closed') {
    return refuse(explainProblem({ ok: false, reason: 'nothing-chosen' }, around))
  }
  const outcome = await amend({
    manageId: held.manageId,
    bookingId: item.bookingId,
    to: wish,
    shown: {
      surcharge: readShown(textIn(form, 'surcharge')),
      refund: readShown(textIn(form, 'refund')),
    },
    locale,
    origin: siteOrigin(),
    heldBy: await callersNetwork(),
    now: now(),
  })
  if (outcome.ok && 'goTo' in outcome) {
    const headers = { 'Set-Cookie': rememberHolder(held.manageId) }
    return redirect(outcome.goTo, { status: 303, headers })
  }
  if (outcome.ok) return redirect(orderAddress(held.manageId, `done=${outcome.changeId}`), 303)
  // Pressed twice, or in two tabs: the ride is changed already, and the booking shows that.
  if (outcome.reason === 'no-such-booking') return redirect(orderAddress(held.manageId), 303)
  return refuse(explainProblem(outcome, around))
}

function refuse(problem: ReturnType<typeof explainProblem>) {
  return data({ problem }, 422)
}

export default function ChangeRidePage({ loaderData, actionData }: Route.ComponentProps) {
  return <ChangeRide view={loaderData} problem={actionData?.problem ?? loaderData.problem} />
}
