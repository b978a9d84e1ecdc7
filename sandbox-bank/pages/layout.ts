import { createHash } from 'node:crypto'

import { html, verbatim, type Html } from '#platform/html.ts'
import { LANGUAGES, MAIN_LOCALE } from '#platform/languages.ts'
import { LOCALES, type Locale } from '#platform/locale.ts'

import { SCRIPT } from './script.ts'
import { sentences } from './sentences.ts'
import { STYLES } from './styles.ts'

export type Page = {
  locale: Locale
  title: string
  /** The path of this page without its language, for the link to the other one. */
  path: string
  hasErrors?: boolean
  main: Html
}

/** The frame of every page: the test banner first, then the bank's name, then the page. */
export function layout({ locale, title, path, hasErrors = false, main }: Page): Html {
  const words = sentences[locale]
  const others = LOCALES.filter((other) => other !== locale)
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${hasErrors && words.errorPrefix}${title} – ${words.bank}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style>
          ${verbatim(STYLES)}
        </style>
      </head>
      <body>
        <a class="skip" href="#main">${words.skip}</a>
        <header>
          <div class="test"><strong>${words.test}</strong> ${words.testNote}</div>
          <div class="top">
            <span class="mark">${MARK} ${words.bank}</span>
            ${others.map(
              (other) =>
                html`<a href="${path}?language=${other}" lang="${other}" hreflang="${other}"
                  >${LANGUAGES[other].name}</a
                >`,
            )}
          </div>
        </header>
        ${main}
        <script>
          ${verbatim(SCRIPT)}
        </script>
      </body>
    </html>`
}

export const FAVICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><path fill="#5a2a82" d="M2 2h24v24H2z"/><path fill="none" stroke="#fff" stroke-width="2.5" d="M7 9.5h14M7 14h14M7 18.5h8"/></svg>'

const MARK = html`<svg viewBox="0 0 28 28" aria-hidden="true">
  <path fill="currentColor" d="M2 2h24v24H2z" />
  <path fill="none" stroke="var(--sheet)" stroke-width="2.5" d="M7 9.5h14M7 14h14M7 18.5h8" />
</svg>`

/**
 * Allows our one script and our one style by their hashes, and no others. A form may redirect to
 * the shop, since browsers apply `form-action` to the redirect after a form too.
 */
export function securityPolicy(formTargets: readonly string[]): string {
  const shops = new Set(formTargets.map((target) => new URL(target).origin))
  return [
    "default-src 'none'",
    `style-src '${STYLE_HASH}'`,
    `script-src '${SCRIPT_HASH}'`,
    "img-src 'self'",
    ['form-action', "'self'", ...shops].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function between(text: string, start: string, end: string): string {
  return text.slice(text.indexOf(start) + start.length, text.indexOf(end))
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** The hashes cover the text between the tags with its spaces; it is the same on every page. */
const emptyPage = layout({ locale: MAIN_LOCALE, title: '', path: '', main: html`` }).markup
const STYLE_HASH = hash(between(emptyPage, '<style>', '</style>'))
const SCRIPT_HASH = hash(between(emptyPage, '<script>', '</script>'))
