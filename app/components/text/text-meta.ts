import { pageMeta } from '#app/http/page-meta.ts'
import { company } from '#operator'

/** The metadata of a text for browsers and search engines; empty if the text could not be read. */
export function textMeta(text: { title: string; description: string } | undefined) {
  if (!text) return []
  return pageMeta(`${text.title} · ${company().name}`, text.description)
}
