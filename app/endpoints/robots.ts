import { isListed } from '#app/http/is-listed.server.ts'
import * as paths from '#paths'
import { siteOrigin } from '#platform/settings/env.server.ts'

const HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'public, max-age=3600',
}

/**
 * Search engines may read everything: a page that must not be indexed says so itself, which they
 * only see if they may read it. The language switch is excluded. A demonstration lists no pages.
 */
export function loader() {
  const rules = ['User-agent: *', 'Disallow: /*?language=', 'Disallow: /*&language=']
  const map = isListed() ? [`Sitemap: ${siteOrigin()}${paths.sitemap()}`] : []
  return new Response(`${[...rules, '', ...map].join('\n').trim()}\n`, { headers: HEADERS })
}
