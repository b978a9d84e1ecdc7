import { translation } from '#app/i18n/translation.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import type { FieldProblem } from '#modules/enquiries/check-fields.ts'
import type { EnquiryKind } from '#modules/enquiries/forms.ts'
import { labelOf } from '#modules/enquiries/words/words.ts'

/** The problem of a field as a sentence that says what to do. */
export function sentenceOf(kind: EnquiryKind, problem: FieldProblem): FormProblem {
  const { locale, messages } = translation()
  const label = labelOf(locale, kind, problem.field)
  return { fieldId: problem.field, sentence: sentence(messages.enquiries, label, problem) }
}

type Sentences = ReturnType<typeof translation>['messages']['enquiries']

function sentence(words: Sentences, label: string, problem: FieldProblem): string {
  switch (problem.reason) {
    case 'missing':
      return words.missing[problem.field]
    case 'too-short':
      return words.tooShort(label, problem.least)
    case 'too-long':
      return words.tooLong(label, problem.most, problem.typed)
    case 'with-site':
      return words.withSite(label)
    case 'malformed':
      return words.malformed[problem.type]
    case 'out-of-range':
      return words.outOfRange(label, problem.least, problem.most)
    case 'in-the-past':
      return words.inThePast
    case 'too-far-ahead':
      return words.tooFarAhead(problem.years)
    case 'back-before-there':
    default:
      return words.backBeforeThere
  }
}
