import { data, redirect } from 'react-router'

import { OrderView } from '#app/components/order/order-view.tsx'
import { showHeldOrder } from '#app/components/order/view.server.ts'
import { notFound } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { readForm, textIn } from '#app/http/read-form.server.ts'
import { explainChange, type ChangeRefusal } from '#app/i18n/change-refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import { resendConfirmation } from '#modules/notifications/resend-confirmation.server.ts'
import {
  askAboutPayments,
  giveUpChange,
} from '#modules/orders/self-service/awaited-change.server.ts'
import { findHeldOrder } from '#modules/orders/self-service/find-order.server.ts'
import * as paths from '#paths'
import { TRAVELLER } from '#platform/actor.ts'
import { now } from '#platform/clock.server.ts'
import { mayTry, mayTryAt } from '#platform/limits/rate-limit.server.ts'
import { noteLink } from '#platform/limits/traces.server.ts'
import { localePath } from '#platform/locale.ts'

import styles from '#app/components/order/order.css?inline'
import type { Route } from './+types/page'

/**
 * Above this limit the provider is not asked about an open payment, and the last known state is
 * shown.
 */
const LOOKS = { name: 'order-payments', tries: 60, seconds: 60 }
/** The limit per day of sending the tickets of an order again, for all visitors together. */
const RESENDS = { name: 'resend', tries: 5, seconds: 24 * 3600, shared: true }

export const handle = { personal: true, styles } satisfies Handle

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const title = `${translation().messages.order.title} ${loaderData?.reference ?? ''}`
  return [{ title: tabTitle(title) }]
}

/** Any visitor with the address may do everything with the booking; any other id is a 404. */
export async function loader({ params, url }: Route.LoaderArgs) {
  if (await mayTry(LOOKS)) await askAboutPayments(params.id, now())
  const held = await findHeldOrder(params.id, translation().locale, now())
  if (!held) {
    await noteLink('booking')
    throw notFound()
  }
  return showHeldOrder(held, url.searchParams.get('done') ?? '', now())
}

export async function action({ request, params }: Route.ActionArgs) {
  const read = await readForm(request)
  if (!read.ok) return data({ problems: read.problems }, 422)
  const intent = textIn(read.form, 'intent')
  if (intent === 'resend') {
    if (!(await mayTryAt(RESENDS, params.id))) {
      return refuse({ ok: false, reason: 'sent-too-often', most: RESENDS.tries })
    }
    const sent = await resendConfirmation({ manageId: params.id, by: TRAVELLER, now: now() })
    return sent.ok ? backTo(params.id, 'resent') : refuse(sent)
  }
  if (intent === 'give-up') {
    const given = await giveUpChange(params.id, now())
    return given.ok ? backTo(params.id, given.changeId ?? 'kept') : refuse(given)
  }
  throw notFound()
}

function backTo(manageId: string, done: string) {
  const { locale } = translation()
  return redirect(localePath(locale, paths.order(manageId, `done=${done}`)), 303)
}

function refuse(refusal: ChangeRefusal) {
  if (refusal.reason === 'no-such-booking') throw notFound()
  const problem: FormProblem = {
    fieldId: 'content',
    sentence: explainChange(translation().messages.changeRefusals, refusal),
  }
  return data({ problems: [problem] }, 422)
}

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  return <OrderView order={loaderData} problems={actionData?.problems ?? []} />
}
