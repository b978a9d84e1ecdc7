import { renderToString } from 'react-dom/server'

import { makeView } from '#app/components/journey/view.server.ts'
import { fillFrame, findFrame } from '#app/http/frames.server.ts'
import { inLanguage } from '#app/http/locale.server.ts'
import { readSiteFacts } from '#app/http/site-facts.server.ts'
import { withWordGaps } from '#app/http/word-gaps.ts'
import * as paths from '#paths'
import { answerWith } from '#platform/answers/known-body.server.ts'
import { now } from '#platform/clock.server.ts'
import { localeOf, localePath, type Locale } from '#platform/locale.ts'
import { notePattern } from '#platform/requests/request-id.server.ts'

import { Search, titleOf } from './search.tsx'

/**
 * A search without the router, which would cost more than the search itself. The page is the one that
 * the router makes, byte for byte (answer-search.test.ts). Undefined for everything but a plain search,
 * until the router has made the first page of its kind, and after a fault, which the router meets
 * again, reports and answers.
 */
export async function answerSearch(request: Request): Promise<Response | undefined> {
  if (request.method !== 'GET') return undefined
  const url = new URL(request.url)
  const locale = localeOf(url.pathname)
  const isSearch = url.pathname === localePath(locale, paths.bookNow()) && url.search !== ''
  if (!isSearch || url.searchParams.has('language')) return undefined
  return inLanguage(locale, () => makeAnswer(url, locale).catch(() => undefined))
}

async function makeAnswer(url: URL, locale: Locale): Promise<Response | undefined> {
  const frame = findFrame(locale, await readSiteFacts())
  if (!frame) return undefined

  const { pathname, searchParams } = url
  const query = `?${searchParams}` // spelled as the router spells it
  notePattern(pathname)
  const view = await makeView(searchParams, now())
  const content = renderToString(
    <Search view={view} address={pathname + query} answer={undefined} />,
  )
  const html = fillFrame(frame, {
    title: titleOf(view),
    pathname,
    query,
    content: withWordGaps(content),
  })
  return answerWith(html, { headers: frame.headers })
}
