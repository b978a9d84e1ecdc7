import type { Ending } from '#modules/dispatch/ending.ts'
import { ticketWords } from '#modules/documents/words/words.ts'

import { translation } from './translation.ts'

/** How a bus does not run, in the words of the mail about it. */
export function endingWords(ending: Ending) {
  return ticketWords(translation().locale).letters.departureCancelled.endings[ending]
}
