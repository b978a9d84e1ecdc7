import type { ChoiceRefusal } from '#modules/incidents/choices/wish.ts'

import { explainChange } from './change-refusals.ts'
import { translation } from './translation.ts'

/** The reason why a choice in an incident was not made. */
export function explainChoice(refusal: ChoiceRefusal): string {
  const { changeRefusals, choose } = translation().messages
  const { refusals } = choose
  if (refusal.reason === 'choice-over') return refusals.over
  if (refusal.reason === 'runs-after-all') return refusals.runs
  if (refusal.reason === 'refunded-already') return refusals.refunded
  if (refusal.reason === 'counted-aboard') return refusals.aboard(refusal)
  if (
    refusal.reason === 'not-offered' ||
    refusal.reason === 'cannot-stay' ||
    refusal.reason === 'moved-already' ||
    refusal.reason === 'no-refund'
  ) {
    return refusals[refusal.reason]
  }
  return explainChange(changeRefusals, refusal)
}
