import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { ConcernedFacts } from '#app/components/office/concerned-facts.tsx'
import { errorAt, typedFor } from '#app/components/office/refused-form.ts'
import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { formatEuros } from '#platform/money.ts'

import type { Route } from './+types/cancel'
import { cancelAction, makeCancelView, type CancelView } from './cancel.server.ts'
import { Reason } from './form-parts.tsx'

export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [
  { title: tabTitle(translation().messages.office.departure.cancel.title) },
]

export async function loader({ params }: Route.LoaderArgs): Promise<CancelView> {
  return makeCancelView(params.id, now())
}

export const action = cancelAction

/** Says what a cancellation will do before it is done; what is shown is compared at the press. */
export default function Page({ loaderData, actionData }: Route.ComponentProps) {
  const { departureId, seen, title, time, date, concerned } = loaderData
  const { bookings, passengers, paid } = concerned
  const { locale, messages } = translation()
  const words = messages.office.departure
  const { cancel } = words
  const refused = actionData && 'problems' in actionData ? actionData : undefined
  const sum = formatEuros(paid, locale)
  return (
    <>
      <PageHeader title={cancel.title} intro={`${title}, ${date}`} />
      <ErrorSummary title={words.problems} problems={refused?.problems ?? []} />
      <section className="card stack" aria-labelledby="concerns">
        <h2 id="concerns">{cancel.concerns}</h2>
        <ConcernedFacts concerned={concerned} />
        <p>{passengers === 0 ? cancel.nobody : cancel.story}</p>
        <ActForm intent="cancel" seen={seen} confirm="L2" className="stack">
          <input type="hidden" name="bookings" value={bookings} />
          <input type="hidden" name="paid" value={paid} />
          <Reason
            id="reason"
            typed={typedFor(refused, 'cancel')?.reason}
            error={errorAt(refused, 'reason')}
          />
          <ActButton kind="action">{cancel.button(time, passengers, sum)}</ActButton>
        </ActForm>
      </section>
      <p>
        <PageLink to={paths.officeDeparture(departureId)}>{cancel.back}</PageLink>
      </p>
    </>
  )
}
