import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Locale } from '#platform/locale.ts'

const CONTENT = join(import.meta.dirname, '../../content')

/** The names of all texts in a language, without their ending. */
export async function listContent(locale: Locale): Promise<string[]> {
  const files = await readdir(join(CONTENT, locale))
  return files.map((file) => file.replace(/\.md$/, '')).toSorted()
}

/** A text as it was written, before any figure is put in. */
export function readSource(locale: Locale, name: string): Promise<string> {
  return readFile(join(CONTENT, locale, `${name}.md`), 'utf8')
}
