import type { Database, Tx } from '#platform/db.server.ts'
import { LOCALES, type Locale } from '#platform/locale.ts'

import type { NoticeWords } from './notice.ts'

/** The texts of these notices in every language; an empty one is missing. */
export async function readWords(
  tx: Tx | Database,
  noticeIds: readonly string[],
): Promise<(noticeId: string) => NoticeWords> {
  if (noticeIds.length === 0) return () => wordsFrom([])
  const rows = await tx
    .selectFrom('noticeWords')
    .select(['noticeId', 'locale', 'body'])
    .where('noticeId', 'in', noticeIds)
    .execute()
  return (noticeId) => wordsFrom(rows.filter((row) => row.noticeId === noticeId))
}

function wordsFrom(rows: readonly { locale: Locale; body: string }[]): NoticeWords {
  const entries = LOCALES.map((locale) => {
    return [locale, rows.find((row) => row.locale === locale)?.body ?? '']
  })
  return Object.fromEntries(entries) as NoticeWords
}
