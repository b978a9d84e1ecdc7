type Language = {
  /** In the language itself, as the switch offers it. */
  name: string
  /** In English, for the company's own people. */
  englishName: string
  /** With the region whose spelling it follows, as social networks name it. */
  tag: string
  /** Under this code the pages of Stripe and JCC have it; where they do not, that of another language. */
  bankCode: string
  /** The alphabets beside the Latin one whose font a page loads ahead. */
  alphabets: readonly 'greek'[]
  /** Between units and tenths, and between thousands. */
  decimalMark: string
  groupMark: string
  /** An amount of euros; # stands for the figure. */
  euros: string
}

/**
 * The languages of the site, and everything that differs between them and is not a sentence. An entry
 * here is the first step of adding one; the compiler and the tests ask for the rest (STYLE.md).
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

/** Has the plain paths, and greets those whose language is none of ours. */
export const MAIN_LOCALE = 'en' satisfies keyof typeof LANGUAGES

/** The company's own people read their mails and lists in it. */
export const OFFICE_LOCALE = 'en' satisfies keyof typeof LANGUAGES
