import { translation } from '#app/i18n/translation.ts'
import type { EnquiryKind, Topic } from '#modules/enquiries/forms.ts'
import { enquiryWords } from '#modules/enquiries/words/words.ts'
import { listStaffNames } from '#modules/staff/people/names.server.ts'

/** The topic of a message, or the service of a request. */
export function aboutOf({ kind, topic }: { kind: EnquiryKind; topic: Topic | null }): string {
  const { inbox } = translation().messages.office
  return topic ? inbox.topics[topic] : enquiryWords(translation().locale).kinds[kind]
}

/** Names of the people behind these entries of the audit, by the entry: "staff:<id>". */
export async function namesOf(
  actors: readonly (string | null)[],
): Promise<(actor: string | null) => string> {
  const ids = actors.flatMap((actor) => actor?.replace(/^staff:/, '') ?? [])
  const names = await listStaffNames(ids)
  return (actor) => (actor && (names.get(actor.replace(/^staff:/, '')) ?? actor)) || ''
}
