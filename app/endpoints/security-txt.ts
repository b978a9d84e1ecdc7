import { company } from '#operator'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { LOCALES } from '#platform/locale.ts'
import { siteOrigin } from '#platform/settings/env.server.ts'

const HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'public, max-age=3600',
}
/** RFC 9116 asks for less than a year, so that outdated contacts are not used. */
const HOURS_VALID = 180 * 24

/** The contact for reporting a vulnerability (RFC 9116). */
export function loader() {
  const expires = now().add({ hours: HOURS_VALID }).round({ smallestUnit: 'second' })
  const lines = [
    `Contact: mailto:${company().email}`,
    `Expires: ${expires.toString()}`,
    `Preferred-Languages: ${LOCALES.join(', ')}`,
    `Canonical: ${siteOrigin()}${paths.securityTxt()}`,
  ]
  return new Response(`${lines.join('\n')}\n`, { headers: HEADERS })
}
