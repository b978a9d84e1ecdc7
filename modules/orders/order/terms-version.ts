import type { Locale } from '#platform/locale.ts'

/** Which wording of /terms-and-conditions somebody accepts: the date it took effect. */
export const TERMS_VERSION = '2026-11-22'

/** What that wording is, rules included; app/components/text/terms.test.ts says what to do when it changes. */
export const TERMS_DIGESTS: Record<Locale, string> = {
  en: '9f02a491bf0b7183',
  el: '555fabaca6d6d052',
}
