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
import { changeByRule, nextBusByRule, overrule } from './actions.server.ts'
import { ChangeQuote, Journey } from './change-quote.tsx'
import { getItem } from './changing.server.ts'
import { ChooseDeparture } from './choose-departure.tsx'
import { MissedBus } from './missed-bus.tsx'
import { showChange } from './view.server.ts'

export const handle = { shell: 'office', styles } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.changes.change.title) }]

/** The new journey is in the address; its price is calculated for every request. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const moment = now()
  const booking = await getBooking(params.reference, moment)
  const item = getItem(booking.held, params.place)
  const mayWaive = mayWaiveCents(staffOf(context).roles, 'orders.overrule')
  return showChange({ ...booking, item, search: url.searchParams, mayWaive, now: moment })
}

export const action = officeAction('/office/bookings/:reference/journeys/:place/change', {
  change: changeByRule,
  'next-bus': nextBusByRule,
  overrule,
})

export default function ChangeJourney({ loaderData, actionData }: Route.ComponentProps) {
  const { changes } = translation().messages.office
  const { reference, now: journey, rule, next, quote, problem } = loaderData
  const said = actionData?.problems ?? []
  const problems = problem ? [...said, { fieldId: 'content', sentence: problem }] : said
  return (
    <ActPage reference={reference} title={changes.change.title} problems={problems}>
      <section className="card stack">
        <Journey label={changes.now} journey={journey} />
        <p className="soft">{rule}</p>
      </section>
      {quote && <ChangeQuote view={loaderData} quote={quote} refused={actionData} />}
      {!quote && <ChooseDeparture view={loaderData} />}
      {!quote && next && <MissedBus next={next} view={loaderData} refused={actionData} />}
    </ActPage>
  )
}
