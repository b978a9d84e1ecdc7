import type { Locale } from '#platform/locale.ts'

/** Which wording of /terms-and-conditions somebody accepts: the date it took effect. */
export const TERMS_VERSION = '2026-11-20'

/** What that wording is, rules included; app/texts/terms.test.ts says what to do when it changes. */
export const TERMS_DIGESTS: Record<Locale, string> = {
  en: 'fc237ef4b6affaf0',
  el: '24837b34e5205804',
}
