import type { Locale } from '#platform/locale.ts'

import { el } from './el.ts'
import { en, type TicketWords } from './en.ts'

const WORDS: Record<Locale, TicketWords> = { en, el }

export function ticketWords(locale: Locale): TicketWords {
  return WORDS[locale]
}
