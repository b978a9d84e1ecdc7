import { isListed } from '#app/http/is-listed.server.ts'
import { siteOrigin } from '#platform/env.server.ts'

const HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'public, max-age=3600',
}

/**
 * Search engines may read everything: what is not theirs says so itself, and to be told that they
 * must be let in. Only the switch of languages is kept from them. A demonstration names no pages.
 */
export function loader() {
  const rules = ['User-agent: *', 'Disallow: /*?language=', 'Disallow: /*&language=']
  const map = isListed() ? [`Sitemap: ${siteOrigin()}/sitemap.xml`] : []
  return new Response(`${[...rules, '', ...map].join('\n').trim()}\n`, { headers: HEADERS })
}
