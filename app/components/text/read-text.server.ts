import { translation } from '#app/i18n/translation.ts'
import { findContentProblems, readContent } from '#modules/content/read-content.server.ts'
import type { Content } from '#modules/content/render-markdown.ts'
import { keepBriefly } from '#platform/answers/cache.server.ts'

import { settledFigures } from './placeholders.server.ts'
import { TIMETABLE_PLACEHOLDERS, timetablePlaceholders } from './timetable-placeholders.server.ts'

/** A text in the language of the page, with current figures: content/en/faq.md. */
export function readText(name: string): Promise<Content> {
  return readOnce(`${translation().locale} ${name}`)
}

const readFigures = keepBriefly(async () => ({
  ...settledFigures(),
  ...(await timetablePlaceholders()),
}))

const readOnce = keepBriefly(async (key) => {
  const { locale } = translation()
  return readContent(locale, key.slice(key.indexOf(' ') + 1), await readFigures(locale))
})

/** @throws during the build if a text is invalid: with all problems together */
export async function checkTexts(): Promise<void> {
  const problems = await findContentProblems([
    ...Object.keys(settledFigures()),
    ...TIMETABLE_PLACEHOLDERS,
  ])
  if (problems.length > 0) throw new Error(`These texts are invalid:\n${problems.join('\n')}`)
}
