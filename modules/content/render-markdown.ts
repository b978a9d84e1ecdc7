import { Marked, TextRenderer, type Token, type Tokens } from 'marked'

import { localePath, type Locale } from '#platform/locale.ts'

/** A heading of the second level with its text; `parts` are the headings below it. */
export type Section = {
  /** The same in every language, so that a link into a text survives a change of language. */
  id: string
  heading: string
  html: string
  parts: Section[]
}

export type RenderedText = { lead: string; sections: Section[] }

/** A text as a page shows it; all of it is safe to insert into a page. */
export type Content = RenderedText & { title: string; description: string }

/** "## Changing and cancelling {#cancelling}" */
const HEADING = /^(?<words>.+?)\s*\{#(?<id>[a-z][a-z0-9-]*)\}$/
const EXTERNAL = /^https:\/\//
const ELSEWHERE = /^(?:mailto:|tel:|#)/

/**
 * Markdown as HTML, split at its headings. Only features that our texts need are allowed: a heading
 * has an id, a link leads to a page of ours, to https, a telephone or a mailbox; HTML and images
 * are refused.
 *
 * @throws when a text uses anything else
 */
export function renderMarkdown(markdown: string, locale: Locale): RenderedText {
  const [lead, ...sections] = cutAt(2, new Marked().lexer(markdown))
  return {
    lead: toHtml(lead?.tokens ?? [], locale),
    sections: sections.map(({ heading, tokens }) => {
      const { id, words } = readHeading(heading)
      const [start, ...parts] = cutAt(3, tokens)
      return {
        id,
        heading: words,
        html: toHtml(start?.tokens ?? [], locale, id),
        parts: parts.map((part) => {
          const { id: partId, words: partWords } = readHeading(part.heading)
          const html = toHtml(part.tokens, locale, partId)
          return { id: partId, heading: partWords, html, parts: [] }
        }),
      }
    }),
  }
}

type Cut = { heading: Tokens.Heading | undefined; tokens: Token[] }

/** The tokens before the first heading of this depth, and then each heading with its text. */
function cutAt(depth: number, tokens: readonly Token[]): Cut[] {
  const cuts: Cut[] = [{ heading: undefined, tokens: [] }]
  for (const token of tokens) {
    if (isHeading(token) && token.depth === depth) cuts.push({ heading: token, tokens: [] })
    else cuts.at(-1)?.tokens.push(token)
  }
  return cuts
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading'
}

function readHeading(heading: Tokens.Heading | undefined): { id: string; words: string } {
  const text = new Marked().Parser.parseInline(heading?.tokens ?? [], { renderer: plain })
  const { id, words } = HEADING.exec(text)?.groups ?? {}
  if (!id || !words) throw new Error(`The heading "${text}" has no id, such as {#luggage}`)
  return { id, words }
}

/* The TextRenderer of marked keeps the words and drops their markup. */
const plain = new TextRenderer() as never

function toHtml(tokens: Token[], locale: Locale, sectionId?: string): string {
  const marked = new Marked({
    renderer: {
      html: ({ text }) => refuse(`HTML, as in ${text.trim()}, has no place in a text`),
      image: ({ href }) => refuse(`Images, such as ${href}, have no place in a text`),
      heading: ({ text }) => refuse(`The heading "${text}" is of a level that texts do not use`),
      link({ href, tokens: words }) {
        return `<a ${linkTarget(href, locale)}>${this.parser.parseInline(words)}</a>`
      },
      table({ header, rows }) {
        const cell = (kind: string, { align, tokens: words }: Tokens.TableCell) =>
          `<${kind}${align === 'right' ? ' class="number"' : ''}>${this.parser.parseInline(words)}</${kind.slice(0, 2)}>`
        const hasHeadings = header.some(({ text }) => text !== '')
        const headings = header.map((one) => cell('th scope="col"', one)).join('')
        const body = rows.map((row) =>
          row.map((one, place) => cell(place === 0 ? 'th scope="row"' : 'td', one)).join(''),
        )
        const table = [
          '<table class="table">',
          ...(hasHeadings ? [`<thead><tr>${headings}</tr></thead>`] : []),
          `<tbody>${body.map((cells) => `<tr>${cells}</tr>`).join('')}</tbody></table>`,
        ].join('')
        return sectionId ? `${frame(sectionId)}${table}</section>` : table
      },
    },
  })
  return marked.parser(tokens).trim()
}

/** A table that is wider than a phone scrolls inside its frame, also by keyboard. */
function frame(sectionId: string): string {
  return `<section class="scroll" tabindex="0" aria-labelledby="${sectionId}">`
}

function linkTarget(href: string, locale: Locale): string {
  if (href.startsWith('/') && !href.startsWith('//')) {
    return `href="${escapeAttribute(localePath(locale, href))}"`
  }
  if (EXTERNAL.test(href)) return `href="${escapeAttribute(href)}" rel="external noopener"`
  if (ELSEWHERE.test(href)) return `href="${escapeAttribute(href)}"`
  return refuse(`A text does not link to ${href}`)
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

function refuse(why: string): never {
  throw new Error(why)
}
