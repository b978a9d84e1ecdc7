import { useOwnAddress } from '#app/components/office/own-address.ts'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { officeAction } from '#app/office/act.server.ts'
import { staffOf } from '#app/office/guard.server.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { now } from '#platform/clock.server.ts'

import type { Route } from './+types/page'
import { again, cash, choose, free, link, terminal } from './actions.server.ts'
import { Departures } from './departures.tsx'
import { SaleForm } from './sale-form.tsx'
import { Search } from './search.tsx'
import styles from './sell.css?inline'
import { Sold } from './sold.tsx'
import { showSell } from './view.server.ts'

export const handle = { shell: 'office', styles } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.sell.title) }]

export async function loader({ context, url }: Route.LoaderArgs) {
  const { staffId } = staffOf(context)
  return showSell({ search: url.searchParams, staffId, now: now() })
}

export const action = officeAction('/office/sell', {
  cash,
  terminal,
  link,
  free,
  choose,
  again,
})

/**
 * A sale in four parts: journey, departures, traveller, payment. All but the traveller is in the address. Once there is
 * a traveller all parts are one form, so that another journey loses nothing that was typed.
 */
export default function Sell({ loaderData, actionData }: Route.ComponentProps) {
  const { office, common } = translation().messages
  const { search, ways, chosen, isTillOpen, sold } = loaderData
  const answer = actionData && 'problems' in actionData ? actionData : undefined
  const isForm = chosen !== null || answer !== undefined
  const here = useOwnAddress()
  const listed = ways.map((way) => <Departures key={way.direction} way={way} isInForm={isForm} />)
  return (
    <div className="stack stack-large">
      <h1>{office.sell.title}</h1>
      <ErrorSummary title={common.errorSummary} problems={answer?.problems ?? []} />
      {sold ? (
        <Sold sale={sold} />
      ) : (
        <>
          {!isForm && <Search search={search} />}
          {!isForm && listed}
          {isForm && (
            <form method="post" action={here} className="stack stack-large" noValidate>
              <DefaultButton />
              <Search search={search} isInForm />
              {listed}
              <SaleForm {...{ chosen, isTillOpen, answer }} />
            </form>
          )}
        </>
      )}
    </div>
  )
}

/** Enter in a field presses the first button of its form, which would otherwise choose a departure. */
function DefaultButton() {
  return <button className="visually-hidden" tabIndex={-1} aria-hidden="true" />
}
