import { translation } from '#app/i18n/translation.ts'
import type { Entry } from '#platform/audit.server.ts'
import { dateAndTime } from '#platform/format/moments.ts'

import { nameActors } from './actor-names.server.ts'

/** Names the last of the changes that a page did not know, by person and time. */
export async function sayWhoChanged(
  entries: readonly Entry[],
  sentence: (name: string, when: string) => string,
): Promise<string> {
  const newest = entries.at(-1)
  if (!newest) return ''
  const nameOf = await nameActors([newest.actor])
  return sentence(nameOf(newest.actor), dateAndTime(newest.enteredAt, translation().locale))
}
