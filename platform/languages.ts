type Language = {
  /** In the language itself, as the language switch shows it. */
  name: string
  /** In English, for the company's staff. */
  englishName: string
  /** With the region whose spelling it follows, as social networks expect it. */
  tag: string
  /**
   * Language code for the payment pages of Stripe and JCC; if they lack the language, that of
   * another.
   */
  bankCode: string
  /** Alphabets besides Latin whose font a page preloads. */
  alphabets: readonly 'greek'[]
  /** Decimal mark and thousands separator. */
  decimalMark: string
  groupMark: string
  /** The pattern of an amount in euros; # is the figure. */
  euros: string
}

/**
 * The languages of the site, with all their differences except sentences. An entry here is the
 * first step of adding one; the compiler and the tests demand the rest (STYLE.md).
 */
export const LANGUAGES = {
  en: {
    name: 'English',
    englishName: 'English',
    tag: 'en-GB',
    bankCode: 'en',
    alphabets: [],
    decimalMark: '.',
    groupMark: ',',
    euros: '€#',
  },
  el: {
    name: 'Ελληνικά',
    englishName: 'Greek',
    tag: 'el-GR',
    bankCode: 'el',
    alphabets: ['greek'],
    decimalMark: ',',
    groupMark: '.',
    euros: '#\u00A0€',
  },
} as const satisfies Record<string, Language>

/** Its paths have no prefix, and visitors with another language than ours get it. */
export const MAIN_LOCALE = 'en' satisfies keyof typeof LANGUAGES

/** The language of the staff's mails and lists. */
export const OFFICE_LOCALE = 'en' satisfies keyof typeof LANGUAGES
