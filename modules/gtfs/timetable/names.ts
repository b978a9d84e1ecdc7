import type { FeedTables } from '#modules/gtfs/feed/feed-tables.ts'
import type { Warnings } from '#modules/gtfs/feed/findings.ts'
import { MAIN_LOCALE } from '#platform/languages.ts'
import type { Locale } from '#platform/locale.ts'

/** The field of one record, with the text that the feed has for it in its own language. */
export type Wanted = { table: string; field: string; record: string; base: string | null }

export type Names = {
  /** In that language; else the feed's own text, which counts as a missing translation. */
  find(wanted: Wanted, locale: Locale): string
  /** In that language, or null: a wrong grammatical case is worse than none. */
  findExactly(wanted: Wanted, locale: Locale): string | null
  warnOfMissing(warnings: Warnings): void
}

/** Translations refer to the record's id, or to the text that they translate. */
export function readNames(tables: FeedTables): Names {
  const language = languageOfFeed(tables)
  const translations = new Map(
    tables.translations.map((row) => [
      key(row.table_name, row.field_name, primary(row.language), row.record_id, row.field_value),
      row.translation,
    ]),
  )
  const missing = new Map<Locale, Set<string>>()

  function translate({ table, field, record, base }: Wanted, locale: Locale): string | null {
    const byRecord = translations.get(key(table, field, locale, record, ''))
    const byText = base && translations.get(key(table, field, locale, '', base))
    return byRecord || byText || null
  }

  return {
    find(wanted, locale) {
      const translated = translate(wanted, locale)
      if (!translated && locale !== language && wanted.base) {
        missing.set(locale, (missing.get(locale) ?? new Set()).add(wanted.base))
      }
      return translated ?? wanted.base ?? ''
    },
    findExactly(wanted, locale) {
      return translate(wanted, locale) ?? (locale === language ? wanted.base || null : null)
    },
    warnOfMissing(warnings) {
      for (const [locale, texts] of missing) {
        const [example = ''] = texts
        const facts = { language: locale, missing: texts.size, example }
        warnings.add({
          file: 'translations.txt',
          line: null,
          code: 'missing-translations',
          ...facts,
        })
      }
    },
  }
}

/** "mul" means that the texts of the feed are in several languages; then the default one counts. */
function languageOfFeed({ feedInfo, agencies }: FeedTables): string {
  const given = [feedInfo?.feed_lang, feedInfo?.default_lang, agencies[0]?.agency_lang]
  const named = given.flatMap((language) => (language ? [primary(language)] : []))
  return named.find((language) => language !== 'mul') ?? MAIN_LOCALE
}

/** "el-CY" is Greek. */
function primary(language: string): string {
  return language.toLowerCase().split(/[-_]/)[0] ?? ''
}

function key(...parts: string[]): string {
  return parts.join('\u0000')
}
