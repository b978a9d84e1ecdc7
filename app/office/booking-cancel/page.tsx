import { ActPage } from '#app/components/office/act-page.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { officeAction } from '#app/office/act.server.ts'
import { getBooking } from '#app/office/booking-acts.server.ts'
import { staffOf } from '#app/office/guard.server.ts'
import { mayWaiveCents } from '#app/permissions.ts'
import { now } from '#platform/clock.server.ts'

import styles from '#app/components/office/act-page.css?inline'
import type { Route } from './+types/page'
import { cancelByOverrule, cancelByRule } from './actions.server.ts'
import { CancelQuote } from './cancel-quote.tsx'
import { ChooseWhat } from './choose-what.tsx'
import { showCancel } from './view.server.ts'

export const handle = { shell: 'office', styles } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.changes.cancel.title) }]

/** The selection is in the address; the refund is calculated for every request. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const moment = now()
  const booking = await getBooking(params.reference, moment)
  const mayWaive = mayWaiveCents(staffOf(context).roles, 'orders.overrule')
  return showCancel({ ...booking, search: url.searchParams, mayWaive, now: moment })
}

export const action = officeAction('/office/bookings/:reference/cancel', {
  cancel: cancelByRule,
  overrule: cancelByOverrule,
})

export default function CancelBooking({ loaderData, actionData }: Route.ComponentProps) {
  const { cancel } = translation().messages.office.changes
  const { reference, seen, journeys, quote, problem } = loaderData
  const said = actionData?.problems ?? []
  const problems = problem ? [...said, { fieldId: 'content', sentence: problem }] : said
  return (
    <ActPage reference={reference} title={cancel.title} problems={problems}>
      {journeys.length === 0 && <p>{cancel.none}</p>}
      {quote && <CancelQuote quote={quote} seen={seen} refused={actionData} />}
      {journeys.length > 0 && <ChooseWhat journeys={journeys} />}
    </ActPage>
  )
}
