import { JourneyLeg } from '#app/components/journey/journey-leg.tsx'
import { Remarks } from '#app/components/journey/remarks.tsx'
import type { BookNowView, LegView, PartyView } from '#app/components/journey/view.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import script from '#app/live/book-now.ts?worker&url'
import { ErrorSummary, type FormProblem } from '#app/ui/error-summary.tsx'

import type { Answer } from './actions.server.ts'
import { FarePairs } from './fare-pairs.tsx'
import { LockedParty, PartyForm } from './party-form.tsx'
import { SearchBand } from './search-band.tsx'

export type SearchProps = {
  view: BookNowView
  /** This page with its whole query. */
  address: string
  /** The refusal of the form, if it was sent. */
  answer: Answer | undefined
}

/**
 * All of the page that a search decides. It uses nothing of the router, since most searches are made
 * without it. Script makes choosing smoother (live/book-now.js), but is not required.
 */
export function Search({ view, address, answer }: SearchProps) {
  const { search, remarks, refused, legs, party, missing, pairs } = view
  const { common } = translation().messages
  const problems = answer?.problems ?? refused
  return (
    <>
      <SearchBand search={search} remarks={remarks} />
      <div className="wrap section booking">
        {missing && <ErrorSummary title={common.errorSummary} problems={problems} />}
        {missing === 'places' && <FarePairs pairs={pairs} />}
        {missing !== 'places' && missing !== 'search' && (
          <>
            <Remarks remarks={remarks} />
            <div className="columns">
              <div className="stack stack-large">
                {legs.map((leg) => (
                  <JourneyLeg key={leg.direction} leg={leg} />
                ))}
              </div>
              {legs.some(canChoose) && (
                <aside id="party" tabIndex={-1}>
                  <Party {...{ party, missing, address, answer, problems }} />
                </aside>
              )}
            </div>
          </>
        )}
        <script src={script} type="module" />
      </div>
    </>
  )
}

/** A direction without any bus has no party to enter. */
function canChoose({ chosen, situation }: LegView): boolean {
  return chosen !== null || situation?.found === 'departures'
}

type PartyProps = {
  party: PartyView
  missing: 'departure' | 'return' | null
  problems: FormProblem[]
} & Pick<SearchProps, 'address' | 'answer'>

/** Locked until every ride is chosen; a refused form keeps its typed values. */
function Party({ party, missing, address, answer, problems }: PartyProps) {
  if (missing) return <LockedParty missing={missing} party={party} />
  return (
    <PartyForm
      party={{ ...party, ...answer?.typed }}
      action={address}
      problems={problems}
      contact={answer?.contact}
    />
  )
}

/** The title of the page, as a browser's tab shows it. */
export function titleOf(view: BookNowView | undefined): string {
  const { bookNow } = translation().messages
  const { from, to } = view?.search ?? {}
  return tabTitle(from && to ? bookNow.titleOf(from, to) : bookNow.title)
}
