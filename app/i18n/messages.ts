import type { Locale } from '#platform/locale.ts'

import { el } from './el.ts'
import { en, type Messages } from './en.ts'

/** The sentences of the site in every language; a browser is sent those of one page in one of them. */
export const MESSAGES: Record<Locale, Messages> = { en, el }
