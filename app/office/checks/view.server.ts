import { translation } from '#app/i18n/translation.ts'
import { PROMISES } from '#modules/bookkeeping/invariants/check-invariants.server.ts'
import {
  findLastCheck,
  findLastWholeCheck,
  listBreaches,
} from '#modules/bookkeeping/invariants/find-checks.server.ts'

import { listHealth } from './health.server.ts'
import type { ChecksView, InvariantRow } from './view.ts'
import { agoText, momentText } from './words.server.ts'

/** Breaches of an invariant that are shown; all are told by `npm run invariants`. */
const MAX_SENTENCES = 5

/** Every invariant and everything else that has to work, as it was last looked at. */
export async function showChecks(now: Temporal.Instant): Promise<ChecksView> {
  const [check, whole, breaches, health] = await Promise.all([
    findLastCheck(),
    findLastWholeCheck(),
    listBreaches(),
    listHealth(now),
  ])
  const { checks } = translation().messages.office
  const sentences = breaches.map(({ sentence }) => sentence)
  const invariants = Object.keys(PROMISES).map((id): InvariantRow => {
    const own = sentences.filter((sentence) => sentence.startsWith(`${id}:`))
    const count = check?.breaches[id as keyof typeof PROMISES] ?? null
    return {
      id,
      promise: (checks.promises as Record<string, string>)[id] ?? '',
      breaches: count,
      found: count === null ? checks.notYet : checks.breaches(count),
      sentences: own.slice(0, MAX_SENTENCES),
    }
  })
  const everything = whole ? checks.everything(`${agoText(whole, now)} (${momentText(whole)})`) : ''
  const summary = summaryOf(check?.checkedAt, sentences.length, now)
  return { summary, everything, invariants, health }
}

function summaryOf(
  checkedAt: Temporal.Instant | undefined,
  breaches: number,
  now: Temporal.Instant,
): ChecksView['summary'] {
  const { checks } = translation().messages.office
  if (!checkedAt) return { tone: 'warning', text: checks.neverLooked }
  const when = `${agoText(checkedAt, now)} (${momentText(checkedAt)})`
  return breaches === 0
    ? { tone: 'positive', text: checks.allHolds(when) }
    : { tone: 'danger', text: checks.someBroken(breaches, when) }
}
