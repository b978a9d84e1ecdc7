import { translation } from '#app/i18n/translation.ts'
import { shortDate } from '#platform/format/dates.ts'
import { clockTime, dateInCyprus } from '#platform/time.ts'

import type { Problem } from './view.ts'

/* What the lines of several kinds of problems have in common. */

/** Lines of one kind; further ones are counted in one line that leads to their list. */
export const MAX_OF_A_KIND = 5

/** The first lines of a kind, and a line for the rest of them. */
export function shorten(kind: string, problems: Problem[], to: string): Problem[] {
  const rest = problems.length - MAX_OF_A_KIND
  const [first] = problems
  if (rest <= 0 || !first) return problems
  const text = translation().messages.office.today.problems.more(rest)
  return [...problems.slice(0, MAX_OF_A_KIND), { id: `more-${kind}`, tone: first.tone, text, to }]
}

/** "Mon 23 Nov, 13:30" */
export function momentText(moment: Temporal.Instant): string {
  return `${shortDate(dateInCyprus(moment), translation().locale)}, ${clockTime(moment)}`
}
