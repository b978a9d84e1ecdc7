import { operator } from '#operator'
import { now } from '#platform/clock.server.ts'
import { siteOrigin } from '#platform/env.server.ts'
import { LOCALES } from '#platform/locale.ts'

const HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'public, max-age=3600',
}
/** RFC 9116: less than a year, so that nobody relies on what is out of date. */
const HOURS_VALID = 180 * 24

/** Whom to tell of a hole in the site (RFC 9116). */
export function loader() {
  const expires = now().add({ hours: HOURS_VALID }).round({ smallestUnit: 'second' })
  const lines = [
    `Contact: mailto:${operator.email}`,
    `Expires: ${expires.toString()}`,
    `Preferred-Languages: ${LOCALES.join(', ')}`,
    `Canonical: ${siteOrigin()}/.well-known/security.txt`,
  ]
  return new Response(`${lines.join('\n')}\n`, { headers: HEADERS })
}
