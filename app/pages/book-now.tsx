import { useEffect } from 'react'
import { redirectDocument, useLocation, useNavigation } from 'react-router'

import { JourneyLeg } from '#app/components/booking/journey-leg.tsx'
import { LockedParty, PartyForm } from '#app/components/booking/party-form.tsx'
import { SearchBand } from '#app/components/booking/search-band.tsx'
import type { BookNowView } from '#app/components/booking/view.ts'
import type { Handle } from '#app/handle.ts'
import { translation } from '#app/i18n/translation.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { operator } from '#operator'
import { now } from '#platform/clock.server.ts'
import { localePath } from '#platform/locale.ts'
import { ensureVisitor } from '#platform/session.server.ts'

import type { Route } from './+types/book-now'
import styles from './book-now.css?inline'
import { takeIntoCart } from './book-now-order.server.ts'
import { makeView } from './book-now-view.server.ts'

/** Choosing is smoother with script, and works without. */
export const handle = { hydrate: true, styles } satisfies Handle

export function meta({ loaderData, location }: Route.MetaArgs) {
  const { bookNow } = translation().messages
  const { from, to } = loaderData?.search ?? {}
  const title = from && to ? bookNow.titleOf(from.name, to.name) : bookNow.title
  const isAnswer = location.search !== ''
  return [
    { title: `${title} · ${operator.shortName}` },
    { name: 'description', content: bookNow.intro },
    ...(isAnswer ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}

export function loader({ url }: Route.LoaderArgs): Promise<BookNowView> {
  return makeView(url.searchParams, now())
}

export async function action({ request }: Route.ActionArgs) {
  const { visitor, setCookie } = ensureVisitor(request)
  const outcome = await takeIntoCart(await readForm(request), visitor, now())
  if (!outcome.ok) return outcome.answer

  const headers = setCookie ? { 'Set-Cookie': setCookie } : {}
  const { locale } = translation()
  return redirectDocument(localePath(locale, '/cart'), { status: 303, headers })
}

/** A body that is no form says nothing, and is answered like an empty one. */
function readForm(request: Request): Promise<FormData> {
  return request.formData().catch(() => new FormData())
}

export default function BookNow({ loaderData, actionData }: Route.ComponentProps) {
  const { search, remarks, legs, missing } = loaderData
  const { common, bookNow } = translation().messages
  const isSearching = useNavigation().state === 'loading'
  useFocusWhereSent()

  const problems = actionData?.problems ?? []
  const isLocked = missing !== null
  return (
    <>
      <SearchBand search={search} passengers={loaderData.party.passengers} />
      <div className="wrap section booking" aria-busy={isSearching}>
        {isLocked && <ErrorSummary title={common.errorSummary} problems={problems} />}
        {remarks.length > 0 && (
          <Notice tone="warning" title={bookNow.remarks.heading}>
            <ul className="remarks">
              {remarks.map(({ field, sentence }) => (
                <li key={field + sentence}>{sentence}</li>
              ))}
            </ul>
          </Notice>
        )}
        {missing !== 'places' && (
          <div className="columns">
            <div className="stack stack-large">
              {legs.map((leg) => (
                <JourneyLeg key={leg.direction} leg={leg} />
              ))}
            </div>
            <aside id="party" tabIndex={-1}>
              <Party view={loaderData} answer={actionData} />
            </aside>
          </div>
        )}
      </div>
    </>
  )
}

type PartyProps = { view: BookNowView; answer: Route.ComponentProps['actionData'] }

/** Locked until every ride is chosen; what was refused comes back as it was typed. */
function Party({ view: { party, missing }, answer }: PartyProps) {
  const { pathname, search } = useLocation()
  if (missing === 'places') return null
  if (missing) return <LockedParty missing={missing} />

  const asTyped = { ...party, ...answer?.typed }
  return (
    <PartyForm
      key={search}
      party={asTyped}
      action={pathname + search}
      problems={answer?.problems ?? []}
    />
  )
}

/** With script, going on to a part of the page is told to those who cannot see it. */
function useFocusWhereSent(): void {
  const { hash, key } = useLocation()
  useEffect(() => {
    if (key !== 'default' && hash) document.getElementById(hash.slice(1))?.focus()
  }, [hash, key])
}
