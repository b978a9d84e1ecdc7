import type { Locale } from '#platform/locale.ts'

import { formatWords } from './words/words.ts'

/** "a", "a and b", "a, b and c" */
export function listText(items: readonly string[], locale: Locale): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : formatWords(locale).listEnd(items.slice(0, -1).join(', '), last)
}
