import { pageMeta } from '#app/http/page-meta.ts'
import { operator } from '#operator'

/** What a browser and a search engine are told of a text; nothing when it could not be read. */
export function textMeta(text: { title: string; description: string } | undefined) {
  if (!text) return []
  return pageMeta(`${text.title} · ${operator.name}`, text.description)
}
