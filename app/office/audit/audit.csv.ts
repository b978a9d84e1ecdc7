import { answerSheet } from '#app/http/sheet-response.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { now } from '#platform/clock.server.ts'
import { listAudit } from '#platform/list-audit.server.ts'
import { dateInCyprus } from '#platform/time.ts'

import type { Route } from './+types/audit.csv'
import { readFilter, toFilter } from './filter.server.ts'
import { showActs } from './view.server.ts'

/** More do not fit into the time of a request; a shorter time between two dates has them all. */
const MAX_ROWS = 10_000

/** The filtered audit as a CSV file, the newest entry first; a row for each field that changed. */
export async function loader({ request, url }: Route.LoaderArgs) {
  const { locale, messages } = translation()
  const { audit } = messages.office
  const moment = now()
  const filter = await toFilter(readFilter(url.searchParams, moment))
  const acts = await showActs(await listAudit(filter, { most: MAX_ROWS }))
  const heads = [
    audit.time,
    audit.who,
    audit.what,
    audit.subject,
    audit.reasonHead,
    audit.overruleHead,
  ]
  const rows = acts.flatMap(({ dateTime, who, what, subject, reason, overrule, changes }) => {
    const act = [dateTime, who, what, subject, reason ?? '', overrule ?? '']
    if (changes.length === 0) return [[...act, '', '', '']]
    return changes.map(({ field, before, after }) => [...act, field, before, after])
  })
  const columns = [...heads, audit.field, audit.before, audit.after]
  const sheet = {
    title: audit.title,
    locale,
    columns: columns.map((head) => ({ head, kind: 'text' as const })),
    rows,
  }
  const name = `audit-${dateInCyprus(moment).toString()}`
  return answerSheet(request, name, { format: 'csv', sheet })
}
