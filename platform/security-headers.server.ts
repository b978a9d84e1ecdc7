import { siteOrigin } from './env.server.ts'

/** Nothing of these is used by any page, so no script that slips in can use it either. */
const PERMISSIONS = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'
const TWO_YEARS = 2 * 365 * 24 * 3600

let formTargets: readonly string[] = []

/** Where a form of ours may lead besides the site: the origins of the provider's payment pages. */
export function allowFormsTo(origins: readonly string[]): void {
  formTargets = origins
}

type PageContents = {
  /** Goes on every script of this one page. Without it a page may run no script at all. */
  nonce: string | undefined
  /** SHA-256 in base64 of the style sheet that stands in the page. */
  styleHash: string
}

/** What a page may load and run: our own files, and inline only what carries its nonce or hash. */
export function contentSecurityPolicy({ nonce, styleHash }: PageContents): string {
  return [
    "default-src 'self'",
    nonce ? `script-src 'self' 'nonce-${nonce}'` : "script-src 'self'",
    `style-src 'self' 'sha256-${styleHash}'`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ["form-action 'self'", ...formTargets].join(' '),
  ].join('; ')
}

const NOT_A_PAGE = ["base-uri 'none'", "frame-ancestors 'none'", "form-action 'none'"]

/**
 * Answers other than pages load nothing, but for a script that runs beside the pages and asks for them. A
 * document is left to the reader of the browser, which some browsers take for a part of it.
 */
function policyOf(type: string): string {
  if (type.startsWith('application/pdf')) return NOT_A_PAGE.join('; ')
  const isScript = /^(?:text|application)\/javascript/.test(type)
  return ["default-src 'none'", ...(isScript ? ["connect-src 'self'"] : []), ...NOT_A_PAGE].join(
    '; ',
  )
}

/**
 * On every answer. What a page said about what it may load stays, and about its own caching; saying
 * nothing of that means no-store. No other site may take any of it into its own.
 */
export function addSecurityHeaders(headers: Headers): void {
  const type = headers.get('Content-Type') ?? ''
  if (!headers.has('Content-Security-Policy')) {
    headers.set('Content-Security-Policy', policyOf(type))
  }
  headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  // A document would be shown by a reader of the browser's own, which is of another origin.
  if (type.startsWith('text/html')) headers.set('Cross-Origin-Embedder-Policy', 'require-corp')
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Referrer-Policy', 'same-origin')
  headers.set('Permissions-Policy', PERMISSIONS)
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  if (isHttps()) headers.set('Strict-Transport-Security', `max-age=${TWO_YEARS}; includeSubDomains`)
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store')
}

/** Cookies are kept off plain connections wherever the site itself is. */
export function isHttps(): boolean {
  return siteOrigin().startsWith('https:')
}
