import { explain, type Refusal } from '#app/i18n/refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import type { ContactFirst } from '#modules/orders/contact-first.ts'
import type { Contact } from '#modules/orders/contact.ts'

/** What is wrong with a contact, at the field of the form that it is about. */
export function aboutContact(refusal: Refusal): FormProblem {
  const field = refusal.reason === 'terms-not-accepted' ? 'terms' : refusal.reason.split('-')[0]
  return { fieldId: field ?? '', sentence: sentenceOf(refusal) }
}

/** Who has typed nothing yet hears why it is asked, and not what is wrong with it. */
export function whyContactFirst(refusal: ContactFirst, { name, email }: Contact): FormProblem[] {
  const isTyped = name !== '' || email !== ''
  if (isTyped) return refusal.refusals.map(aboutContact)
  return [{ fieldId: 'name', sentence: sentenceOf(refusal) }]
}

function sentenceOf(refusal: Refusal): string {
  return explain(translation().messages.refusals, refusal)
}
