import { LRUCache } from 'lru-cache'
import { renderToString } from 'react-dom/server'

import { localeOf, LOCALES, type Locale } from '#platform/locale.ts'

import type { SiteFacts } from './site-facts.server.ts'

/*
 * The frame of a search page: all that the router and the layout make around its content. It is the
 * same for every search in a language, except for the title and the links to other languages, so it is
 * cut out of the first page that the router makes, and filled for the others.
 */

/** The parts of a frame that differ between two searches. */
type Filling = { title: string; pathname: string; query: string; content: string }

type Hole = 'title' | 'content' | Locale
/** Markup, and in between a hole each time. */
type Frame = { pieces: readonly string[]; holes: readonly Hole[]; headers: [string, string][] }

const MAX_FRAMES = 20
const CONTENT = /(?<=<main id="content">).*(?=<\/main>)/s
const TITLE = /(?<=<title>)[^<]*(?=<\/title>)/
/** Stands for a hole while a frame is cut; the markup of no page contains it. */
const MARK = '\u{F0000}'

const BODY = '<body'

const frames = new LRUCache<string, Frame>({ max: MAX_FRAMES })

/** A frame of these facts in this language, if the router has made such a page before. */
export function findFrame(locale: Locale, facts: SiteFacts): Frame | undefined {
  return frames.get(keyOf(locale, facts))
}

type Page = {
  html: string
  headers: Headers
  facts: SiteFacts
  pathname: string
  search: string
}

/** Cuts the frame out of a page of the router, unless it is known. */
export function learnFrame({ html, headers, facts, pathname, search }: Page): void {
  const key = keyOf(localeOf(pathname), facts)
  const [content] = CONTENT.exec(html) ?? []
  const [title] = TITLE.exec(html) ?? []
  if (frames.has(key) || content === undefined || !title || html.includes(MARK)) return

  const [head = '', body = ''] = html.replace(content, hole('content')).split(BODY)
  const titled = head.replaceAll(title, hole('title')) + BODY + body
  const marked = LOCALES.reduce(
    (text, other) => text.replace(languageLink(other, pathname, search), hole(other)),
    titled,
  )
  const parts = marked.split(MARK)
  const frame = {
    pieces: parts.filter((_, place) => place % 2 === 0),
    holes: parts.filter((_, place) => place % 2 === 1) as Hole[],
    headers: [...headers],
  }
  frames.set(key, frame)
}

function hole(name: Hole): string {
  return MARK + name + MARK
}

/** The page with this content, as the router would make it. */
export function fillFrame({ pieces, holes }: Frame, filling: Filling): string {
  const { title, pathname, query, content } = filling
  const [first = '', ...rest] = pieces
  const values = holes.map((name) => {
    if (name === 'content') return content
    return name === 'title' ? renderToString(title) : languageLink(name, pathname, query)
  })
  return rest.reduce((text, piece, place) => text + (values[place] ?? '') + piece, first)
}

/** As the header of the site writes it: see SiteHeader. */
function languageLink(other: Locale, pathname: string, search: string): string {
  const query = new URLSearchParams(search)
  query.set('language', other)
  return renderToString(`"${pathname}?${query}"`).replaceAll('&quot;', '"')
}

function keyOf(locale: Locale, facts: SiteFacts): string {
  return JSON.stringify([locale, facts])
}
