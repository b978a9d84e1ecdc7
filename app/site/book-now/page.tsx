import { redirect, useLocation } from 'react-router'

import { JourneyLeg } from '#app/components/journey/journey-leg.tsx'
import { Remarks } from '#app/components/journey/remarks.tsx'
import { makeView } from '#app/components/journey/view.server.ts'
import type { BookNowView, LegView, PartyView } from '#app/components/journey/view.ts'
import type { Handle } from '#app/http/handle.ts'
import { pageMeta, tabTitle } from '#app/http/page-meta.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import script from '#app/live/book-now.js?url'
import { ErrorSummary, type FormProblem } from '#app/ui/error-summary.tsx'
import * as paths from '#paths'
import { keepWhileTrue } from '#platform/basis.server.ts'
import { now } from '#platform/clock.server.ts'
import { localePath } from '#platform/locale.ts'
import { ensureVisitor } from '#platform/session.server.ts'

import type { Route } from './+types/page'
import { takeIntoCart } from './actions.server.ts'
import { FarePairs } from './fare-pairs.tsx'
import first from './first.css?inline'
import { LockedParty, PartyForm } from './party-form.tsx'
import rest from './rest.css?url'
import { SearchBand } from './search-band.tsx'

export const handle = { sheets: { first, rest } } satisfies Handle

export function meta({ loaderData, location }: Route.MetaArgs) {
  const { bookNow } = translation().messages
  const { from, to } = loaderData?.search ?? {}
  const title = from && to ? bookNow.titleOf(from.name, to.name) : bookNow.title
  const isAnswer = location.search !== ''
  return [
    ...pageMeta(tabTitle(title), bookNow.intro),
    ...(isAnswer ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}

export async function loader({ url }: Route.LoaderArgs): Promise<BookNowView> {
  const view = await makeView(url.searchParams, now())
  keepWhileTrue()
  return view
}

export async function action({ request }: Route.ActionArgs) {
  const { visitor, setCookie } = ensureVisitor(request)
  const sent = await readForm(request)
  const outcome = await takeIntoCart({ sent, request, visitor, now: now() })
  if (!outcome.ok) return outcome.answer

  const headers = setCookie ? { 'Set-Cookie': setCookie } : {}
  const { locale } = translation()
  return redirect(localePath(locale, paths.cart()), { status: 303, headers })
}

/** Script makes choosing smoother (live/book-now.js), but is not required. */
export default function BookNow({ loaderData, actionData }: Route.ComponentProps) {
  const { search, remarks, refused, legs, party, missing, pairs } = loaderData
  const { common } = translation().messages
  const problems = actionData?.problems ?? refused
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
                  <Party party={party} missing={missing} answer={actionData} problems={problems} />
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
  answer: Route.ComponentProps['actionData']
  problems: FormProblem[]
}

/** Locked until every ride is chosen; a refused form keeps its typed values. */
function Party({ party, missing, answer, problems }: PartyProps) {
  const { pathname, search } = useLocation()
  if (missing) return <LockedParty missing={missing} party={party} />
  return (
    <PartyForm
      party={{ ...party, ...answer?.typed }}
      action={pathname + search}
      problems={problems}
      contact={answer?.contact}
    />
  )
}
