import { redirect, useLocation } from 'react-router'

import { makeView } from '#app/components/journey/view.server.ts'
import type { BookNowView } from '#app/components/journey/view.ts'
import type { Handle } from '#app/http/handle.ts'
import { pageMeta } from '#app/http/page-meta.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { localePath } from '#platform/locale.ts'
import { ensureVisitor } from '#platform/requests/session.server.ts'

import type { Route } from './+types/page'
import { takeIntoCart } from './actions.server.ts'
import first from './first.css?inline'
import rest from './rest.css?url'
import { Search, titleOf } from './search.tsx'

export const handle = { sheets: { first, rest }, keep: 'seats' } satisfies Handle

export function meta({ loaderData, location }: Route.MetaArgs) {
  const { bookNow } = translation().messages
  const isAnswer = location.search !== ''
  return [
    ...pageMeta(titleOf(loaderData), bookNow.intro),
    ...(isAnswer ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}

export function loader({ url }: Route.LoaderArgs): Promise<BookNowView> {
  return makeView(url.searchParams, now())
}

export async function action({ request }: Route.ActionArgs) {
  const { visitor, setCookie } = ensureVisitor(request)
  const sent = await readForm(request)
  const isNewVisitor = setCookie !== undefined
  const outcome = await takeIntoCart({ sent, request, visitor, isNewVisitor, now: now() })
  if (!outcome.ok) return outcome.answer

  const headers = setCookie ? { 'Set-Cookie': setCookie } : {}
  const { locale } = translation()
  return redirect(localePath(locale, paths.cart()), { status: 303, headers })
}

export default function BookNow({ loaderData, actionData }: Route.ComponentProps) {
  const { pathname, search } = useLocation()
  return <Search view={loaderData} address={pathname + search} answer={actionData} />
}
