import { siteOrigin } from '#platform/settings/env.server.ts'

/** No page uses any of these, so an injected script cannot use them either. */
const FORBIDDEN = 'geolocation=(), microphone=(), payment=(), usb=()'
const PERMISSIONS = `camera=(), ${FORBIDDEN}`
const TWO_YEARS = 2 * 365 * 24 * 3600

let formTargets: readonly string[] = []

/** The origins that our forms may lead to besides the site: the provider's payment pages. */
export function allowFormsTo(origins: readonly string[]): void {
  formTargets = origins
}

/**
 * The sources of a page: our own files, and the inline style sheet by its hash, which unlike a nonce
 * stays true when the same bytes are sent to the next visitor. Inline scripts run by their hashes too, on
 * pages of the office that hydrate and nowhere else.
 *
 * @param styleHash SHA-256 in base64 of the inline style sheet
 * @param scriptHashes the same of each inline script
 */
export function contentSecurityPolicy(
  styleHash: string,
  scriptHashes: readonly string[] = [],
): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes.map((hash) => `'sha256-${hash}'`)].join(' '),
    `style-src 'self' 'sha256-${styleHash}'`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ["form-action 'self'", ...formTargets].join(' '),
  ].join('; ')
}

/** Lets this page use the camera, which every other response is denied. */
export function allowCamera(headers: Headers): void {
  headers.set('Permissions-Policy', `camera=(self), ${FORBIDDEN}`)
}

const SCRIPT = /^(?:text|application)\/javascript/
const NOT_A_PAGE = ["base-uri 'none'", "frame-ancestors 'none'", "form-action 'none'"]

/**
 * Responses other than pages load nothing, except for a script that runs beside the pages and
 * fetches them. A PDF has no limit on sources: some browsers treat their viewer as a part of the
 * document.
 */
function policyOf(type: string): string {
  if (type.startsWith('application/pdf')) return NOT_A_PAGE.join('; ')
  const sources = ["default-src 'none'", ...(SCRIPT.test(type) ? ["connect-src 'self'"] : [])]
  return [...sources, ...NOT_A_PAGE].join('; ')
}

/**
 * Added to every response. A page keeps its own policies and its own caching; without the latter it
 * is not stored. No other site may embed any response.
 */
export function addSecurityHeaders(headers: Headers): void {
  const type = headers.get('Content-Type') ?? ''
  if (!headers.has('Content-Security-Policy')) {
    headers.set('Content-Security-Policy', policyOf(type))
  }
  headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  // A script may run beside a page, which takes only one that says the same. A PDF would be shown by the
  // browser's own viewer, which is of another origin.
  const isOfPage = type.startsWith('text/html') || SCRIPT.test(type)
  if (isOfPage) headers.set('Cross-Origin-Embedder-Policy', 'require-corp')
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Referrer-Policy', 'same-origin')
  if (!headers.has('Permissions-Policy')) headers.set('Permissions-Policy', PERMISSIONS)
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  if (isHttps()) headers.set('Strict-Transport-Security', `max-age=${TWO_YEARS}; includeSubDomains`)
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store')
}

/** Whether the site is served over https; its cookies then never use plain connections. */
export function isHttps(): boolean {
  return siteOrigin().startsWith('https:')
}
