import type { Locale } from '#platform/locale.ts'

/** The version of /terms-and-conditions that a buyer accepts: the date on which it took effect. */
export const TERMS_VERSION = '2026-11-29'

/**
 * The first version by which passengers of a cancelled bus who do not answer are moved to one that
 * leaves soon after it. Those who accepted an earlier one are refunded.
 */
export const MOVES_SINCE = '2026-11-23'

/**
 * Digests of that version, rules included; app/components/text/terms.test.ts explains what to do
 * when they change.
 */
export const TERMS_DIGESTS: Record<Locale, string> = {
  en: '48bb174cfc18e831',
  el: 'cabb2243a292f11e',
}
