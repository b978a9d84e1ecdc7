import type { Ending } from '#modules/dispatch/ending.ts'
import { letterWords } from '#modules/notifications/words/words.ts'

import { translation } from './translation.ts'

/** Why a bus does not run, in the words of the mail about it. */
export function endingWords(ending: Ending) {
  return letterWords(translation().locale).departureCancelled.endings[ending]
}
