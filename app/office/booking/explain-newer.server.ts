import { nameActors } from '#app/components/office/actor-names.server.ts'
import { translation } from '#app/i18n/translation.ts'
import type { Entry } from '#platform/audit.server.ts'
import { clockTime } from '#platform/time.ts'

/** Names the latest of the changes that a form did not know of. */
export async function explainNewer(entries: readonly Entry[]): Promise<string> {
  const { changedMeanwhile, timeline } = translation().messages.office.booking
  const latest = entries.at(-1)
  if (!latest) return ''
  const nameOf = await nameActors([latest.actor])
  const what = timeline.entries[latest.action] ?? latest.action
  return changedMeanwhile(nameOf(latest.actor), what, clockTime(latest.enteredAt))
}
