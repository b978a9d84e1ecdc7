import { data } from 'react-router'

import { explain, type Refusal } from './i18n/refusals.ts'
import { translation } from './i18n/translation.ts'

/** A refusal as a page shows it: the sentence, and the field it is about, if it is about one. */
export type Problem = { reason: Refusal['reason']; field: string | null; sentence: string }

/**
 * The request was understood and the answer is no: 422, and the page explains why. The sentences
 * are made here, on the server, because only it can say a moment in words.
 */
export function refuse(...refusals: readonly (Refusal | { field: string; refusal: Refusal })[]) {
  const { refusals: sentences } = translation().messages
  const problems = refusals.map((entry): Problem => {
    const { field, refusal } = 'refusal' in entry ? entry : { field: null, refusal: entry }
    return { reason: refusal.reason, field, sentence: explain(sentences, refusal) }
  })
  return data({ problems }, 422)
}
