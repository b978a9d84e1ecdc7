import { explain, type Refusal } from '#app/i18n/refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import type { ContactFirst } from '#modules/orders/order/contact-first.ts'
import type { Contact } from '#modules/orders/order/contact.ts'

/** The problems of the contact details, each at its form field. */
export function contactProblem(refusal: Refusal): FormProblem {
  const field = refusal.reason === 'terms-not-accepted' ? 'terms' : refusal.reason.split('-')[0]
  return { fieldId: field ?? '', sentence: sentenceOf(refusal) }
}

/**
 * A visitor who has typed nothing yet reads why we ask, instead of an error about an empty field.
 */
export function contactFirstProblems(
  refusal: ContactFirst,
  { name, email }: Contact,
): FormProblem[] {
  const isTyped = name !== '' || email !== ''
  if (isTyped) return refusal.refusals.map(contactProblem)
  return [{ fieldId: 'name', sentence: sentenceOf(refusal) }]
}

function sentenceOf(refusal: Refusal): string {
  return explain(translation().messages.refusals, refusal)
}
