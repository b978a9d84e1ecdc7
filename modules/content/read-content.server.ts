import { MAIN_LOCALE } from '#platform/languages.ts'
import { LOCALES, type Locale } from '#platform/locale.ts'

import { fillInMarkdown, fillInPlain, placeholdersIn, type Placeholders } from './figures.ts'
import { splitFrontMatter } from './front-matter.ts'
import { renderMarkdown, type Content, type Section } from './render-markdown.ts'
import { listContent, readSource } from './sources.server.ts'

/**
 * Reads a text, such as content/en/faq.md, and fills in the figures.
 *
 * @throws when there is no such text, or it asks for an unknown figure
 */
export async function readContent(
  locale: Locale,
  name: string,
  figures: Placeholders,
): Promise<Content> {
  const { title, description, body } = splitFrontMatter(await readSource(locale, name))
  return {
    title: fillInPlain(title, figures),
    description: fillInPlain(description, figures),
    ...renderMarkdown(fillInMarkdown(body, figures), locale),
  }
}

/**
 * All problems of the texts, at once; empty if they can be shown. Every language must have the same
 * texts with the same headings, and ask only for figures in `figureNames`.
 */
export async function findContentProblems(figureNames: readonly string[]): Promise<string[]> {
  const stand = Object.fromEntries(figureNames.map((name) => [name, name]))
  const [first, ...others] = await Promise.all(
    LOCALES.map(async (locale) => ({ locale, names: await listContent(locale) })),
  )
  const problems: string[] = []
  for (const name of first?.names ?? []) {
    const outlines = new Set<string>()
    for (const locale of LOCALES) {
      const source = await readSource(locale, name).catch(() => undefined)
      if (source === undefined) {
        problems.push(`content/${locale}/${name}.md is missing`)
        continue
      }
      const unknown = placeholdersIn(source).filter((one) => !figureNames.includes(one))
      for (const one of unknown)
        problems.push(`content/${locale}/${name}.md: {{${one}}} is unknown`)
      if (unknown.length > 0) continue
      try {
        outlines.add(outlineOf((await readContent(locale, name, stand)).sections))
      } catch (error) {
        problems.push(`content/${locale}/${name}.md: ${(error as Error).message}`)
      }
    }
    if (outlines.size > 1) problems.push(`content/*/${name}.md: the headings have different ids`)
  }
  for (const { locale, names } of others) {
    const extra = names.filter((name) => !first?.names.includes(name))
    for (const name of extra)
      problems.push(`content/${MAIN_LOCALE}/${name}.md is missing, unlike in ${locale}`)
  }
  return problems
}

/** The ids of the headings in order; a link to a repeated id would find only the first. */
function outlineOf(sections: readonly Section[]): string {
  const ids = sections.flatMap(({ id, parts }) => [id, ...parts.map((part) => `.${part.id}`)])
  const bare = ids.map((id) => id.replace('.', ''))
  const twice = bare.find((id, place) => bare.indexOf(id) !== place)
  if (twice !== undefined) throw new Error(`two headings have the id ${twice}`)
  return ids.join(' ')
}
