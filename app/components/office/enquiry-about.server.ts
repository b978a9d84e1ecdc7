import { translation } from '#app/i18n/translation.ts'
import type { EnquiryKind, Topic } from '#modules/enquiries/forms.ts'
import { enquiryWords } from '#modules/enquiries/words/words.ts'

/** The topic of a message, or the service of a request. */
export function aboutOf({ kind, topic }: { kind: EnquiryKind; topic: Topic | null }): string {
  const { inbox } = translation().messages.office
  return topic ? inbox.topics[topic] : enquiryWords(translation().locale).kinds[kind]
}
