import type { Page } from 'playwright-core'

import type { Locale } from '#platform/locale.ts'

/*
 * The text of a finished page, email or document, and what it must never contain: leftovers of a
 * template, a missing value, or words of the other language.
 */

/** A piece of text with its language. */
type Said = { text: string; language: string }

/** The parsed HTML: its text and its structured data. */
type Read = { said: Said[]; structured: string[] }

/** Parsed by a browser, without running scripts or fetching files. */
function readHtml(page: Page, html: string): Promise<Read> {
  return page.evaluate((source) => {
    const heard =
      'alt title placeholder label aria-label aria-description aria-roledescription aria-valuetext'
    const document = new DOMParser().parseFromString(source, 'text/html')
    const said: { text: string; language: string }[] = []
    const say = (element: Element | null, text: string | null) => {
      const language = element?.closest('[lang]')?.getAttribute('lang') ?? ''
      if (text?.trim()) said.push({ text: text.trim(), language })
    }
    const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { parentElement: parent, data } = texts.currentNode as Text
      if (!parent?.closest('script, style, .visually-hidden[aria-hidden=true]')) say(parent, data)
    }
    for (const element of document.querySelectorAll('*')) {
      for (const name of heard.split(' ')) say(element, element.getAttribute(name))
      const isShown = element.matches(
        'input:not([type=hidden], [type=checkbox], [type=radio], [hidden])',
      )
      if (isShown) say(element, element.getAttribute('value'))
      const isMeta = element.matches(
        '[name=description], [property="og:title"], [property="og:description"], [property="og:image:alt"]',
      )
      if (isMeta) say(element, element.getAttribute('content'))
    }
    const scripts = document.querySelectorAll('script[type="application/ld+json"]')
    return { said, structured: [...scripts].map(({ textContent }) => textContent) }
  }, html)
}

/** Leftovers of Markdown, of a template, and of missing values. */
const UNFINISHED =
  /\]\(|\{\{|\}\}|\*\*|\\[[\]_*]|\bundefined\b|\bNaN\b|\[object|\bnull\b|\bInvalid \w+|\$\{/

/** Each leftover with the text around it. */
function findUnfinished(texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    const found = UNFINISHED.exec(text)
    return found
      ? [`unfinished: ${text.slice(Math.max(0, found.index - 40), found.index + 40)}`]
      : []
  })
}

/** Latin text that is no word in any language: addresses, ids and references. */
const NO_WORDS = [
  /https?:\/\/\S+|(?:localhost|127\.0\.0\.1)(?::\d+)?/g,
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  /(?<!\S)\/[\w/-]+/g, // the path of a missing page
  /[\w-]+\.(?:pdf|ics|json)\b/g,
  /\b[\dA-Z]{26}\b|\b[\da-z]{26}\b/g, // the code of a ticket
  /\b[\dA-Z]{8}(?:-\d+)*\b|\b[RCW]-\w{6,}\b/g, // bookings, tickets, receipts, wheelchair spaces
  /\b\d{4}-\d\d-\d\dT[\d:]+[+Z]?/g, // a timestamp in JSON-LD
  /\bCY\d{8}X\b|\bHE \d+/g, // the registration numbers of the company
  /__Host-/g, // the prefix of our cookies
]

/** Latin words that are also used in Greek. A person checks a new word before it is listed. */
const LATIN_IN_GREEK = new Set(
  [
    'Halcyon Airport Shuttle Ltd', // the brand
    'Facebook Instagram LinkedIn',
    'Apple Pay Google', // other ways to pay
    'Visa Mastercard CVC', // printed on a card
    'GTFS Realtime', // a format, named as its readers name it
    'OpenStreetMap', // the map of a stop
    'NL LN NP PN LP PL FL LF', // the routes
    'LCA PFO', // the airports, as on a flight ticket
    'email Email VIP Wi-Fi cookie cookies Cookies PDF QR JavaScript IP pixel km kg', // used in Greek
    'WCAG AA EN ISO', // standards
    'EET EEST', // the names of the time zone
    'visitor presses holder session browser locale', // the names of our cookies
  ].flatMap((words) => words.split(' ')),
)

/** Latin words that a Greek reader does not expect; `also` lists those that travellers typed. */
export function findForeignWords(texts: readonly string[], also: readonly string[] = []): string[] {
  return texts.flatMap((text) => {
    const bare = NO_WORDS.reduce((rest, known) => rest.replaceAll(known, ' '), text)
    const words = bare.match(/\p{Script=Latin}[\p{Script=Latin}’'-]*/gu) ?? []
    const strange = words.filter((word) => !LATIN_IN_GREEK.has(word) && !also.includes(word))
    return strange.length > 0 ? [`not Greek: ${strange.join(' ')} (in: ${text.slice(0, 80)})`] : []
  })
}

type Reader = { locale: Locale; also?: readonly string[] }

/** The faults in the text of one page, email or document, each once. */
export function findFaults(said: readonly Said[], { locale, also = [] }: Reader): string[] {
  const texts = said.map(({ text }) => text)
  const greek = said.filter(({ language }) => (language || locale) === 'el').map(({ text }) => text)
  return [...new Set([...findUnfinished(texts), ...findForeignWords(greek, also)])]
}

/** The same for HTML as sent, including its structured data. */
export async function findFaultsInHtml(page: Page, html: string, reader: Reader) {
  const { said, structured } = await readHtml(page, html)
  const faults = findFaults(said, reader)
  for (const [name, value] of structured.flatMap((json) => valuesIn(JSON.parse(json)))) {
    if (!FOR_PROGRAMS.test(name)) {
      const texts = value.includes('<')
        ? (await readHtml(page, value)).said
        : [{ text: value, language: '' }]
      faults.push(...findFaults(texts, reader).map((fault) => `in JSON-LD ${fault}`))
    }
    const near = [...value.matchAll(/(?:href|src)="(?!https?:|mailto:|tel:)[^"]*"/g)].map(
      ([link]) => link,
    )
    if (ADDRESSES.test(name) && !/^https?:/.test(value)) near.push(value)
    faults.push(...near.map((link) => `in JSON-LD, leads nowhere: ${link}`))
  }
  return faults
}

const ADDRESSES = /^(?:@id|url|item|logo|image|sameAs)$/
/** Words of schema.org, codes and timestamps, which people do not read. */
const FOR_PROGRAMS =
  /^@|^(?:url|item|logo|image|sameAs|dayOfWeek|availability|itemCondition|priceCurrency|addressCountry|areaServed|availableLanguage|contactType|identifier)$/

/** Each text in a piece of JSON, with its key. */
function valuesIn(value: unknown, name = ''): [name: string, value: string][] {
  if (typeof value === 'string') return [[name, value]]
  if (Array.isArray(value)) return value.flatMap((one) => valuesIn(one, name))
  if (typeof value !== 'object' || value === null) return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, one]) => valuesIn(one, key))
}
