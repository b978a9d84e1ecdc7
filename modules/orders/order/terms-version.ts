import type { Locale } from '#platform/locale.ts'

/** The version of /terms-and-conditions that a buyer accepts: the date on which it took effect. */
export const TERMS_VERSION = '2026-11-22'

/**
 * Digests of that version, rules included; app/components/text/terms.test.ts explains what to do
 * when they change.
 */
export const TERMS_DIGESTS: Record<Locale, string> = {
  en: '9f02a491bf0b7183',
  el: '555fabaca6d6d052',
}
