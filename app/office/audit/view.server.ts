import { actInWords, reasonInWords } from '#app/components/office/act-in-words.ts'
import { nameActors } from '#app/components/office/actor-names.server.ts'
import { readKey, writeKey } from '#app/components/office/page-key.ts'
import { translation } from '#app/i18n/translation.ts'
import { withQuery } from '#app/ui/with-query.ts'
import { listReferences } from '#modules/orders/reads/list-references.server.ts'
import { listAllNames } from '#modules/staff/people/names.server.ts'
import * as paths from '#paths'
import { shortDate } from '#platform/format/dates.ts'
import { listAudit, type AuditedAct } from '#platform/list-audit.server.ts'
import { localePath } from '#platform/locale.ts'
import { clockTime, dateInCyprus, inCyprus } from '#platform/time.ts'

import { readFilter, toFilter } from './filter.server.ts'
import type { ActRow, AuditView, Change } from './view.ts'

const ROWS_OF_A_PAGE = 50

/** A page of the audit, as its address asks for it. */
export async function showAudit(url: URL, now: Temporal.Instant): Promise<AuditView> {
  const filter = readFilter(url.searchParams, now)
  const [olderThan, newerThan] = ['after', 'before'].map((name) =>
    readKey(url.searchParams.get(name), ['enteredAt', 'auditId']),
  )
  const most = ROWS_OF_A_PAGE + 1
  const [acts, people] = await Promise.all([
    listAudit(await toFilter(filter), { olderThan, newerThan, most }),
    listAllNames(),
  ])
  const isMore = acts.length > ROWS_OF_A_PAGE
  const shown = isMore ? (newerThan ? acts.slice(1) : acts.slice(0, ROWS_OF_A_PAGE)) : acts
  const [newest, oldest] = [shown[0], shown.at(-1)]
  const hasNewer = olderThan !== undefined || (newerThan !== undefined && isMore)
  const hasOlder = newerThan !== undefined || isMore
  const address = withQuery(localePath(translation().locale, paths.officeAudit()), {
    ...Object.fromEntries(url.searchParams),
    after: null,
    before: null,
  })
  return {
    filter,
    address,
    csv: address.replace(paths.officeAudit(), paths.officeAuditCsv()),
    people,
    rows: await showActs(shown),
    newer: hasNewer && newest ? writeKey(newest.enteredAt, newest.auditId) : undefined,
    older: hasOlder && oldest ? writeKey(oldest.enteredAt, oldest.auditId) : undefined,
  }
}

/** Entries as people read them: names, sentences, and the fields that changed. */
export async function showActs(acts: readonly AuditedAct[]): Promise<ActRow[]> {
  const nameOf = await nameActors(acts.map(({ actor }) => actor))
  const orderIds = acts.flatMap(({ subject }) => {
    const [kind, id = ''] = subject.split(':')
    return kind === 'order' ? [id] : []
  })
  const references = await listReferences(orderIds)
  return acts.map((act) => showAct(act, { nameOf, references }))
}

type Names = { nameOf: (actor: string) => string; references: Map<string, string> }

function showAct(act: AuditedAct, { nameOf, references }: Names): ActRow {
  const { locale, messages } = translation()
  const { audit, changes } = messages.office
  const codes: Record<string, string> = changes.overrule.codes
  const { auditId, enteredAt, actor, subject, action, reason, overrule, requestId } = act
  const [kind = '', id = ''] = subject.split(/[:/]/, 2)
  const reference = references.get(id)
  const to = addressOf(kind, reference ?? id)
  return {
    auditId,
    time: `${shortDate(dateInCyprus(enteredAt), locale)}, ${clockTime(enteredAt)}`,
    dateTime: inCyprus(enteredAt).toString({ timeZoneName: 'never', smallestUnit: 'second' }),
    who: nameOf(actor),
    what: actInWords({ subject, action }),
    subject: `${audit.kinds[kind] ?? kind}${id && `: ${reference ?? id}`}`,
    ...(to && (kind !== 'order' || reference) && { to }),
    ...(reason && { reason: reasonInWords(reason) }),
    ...(overrule && { overrule: codes[overrule] ?? overrule }),
    ...(requestId && { requestId }),
    changes: listChanges(act),
  }
}

function addressOf(kind: string, id: string): string | undefined {
  if (kind === 'order') return paths.officeBooking(id)
  if (kind === 'payment') return paths.officePayment(id)
  if (kind === 'refund') return paths.officeMoneyRefund(id)
  if (kind === 'departure') return paths.officeDeparture(id)
  if (kind === 'incident') return paths.officeIncident(id)
  if (kind === 'manifest') return paths.officeManifest(id)
  if (kind === 'phone') return paths.officePhones()
  if (kind === 'vehicle') return paths.officeVehicle(id)
  if (kind === 'driver') return paths.officeDriver(id)
  if (kind === 'duties') return paths.officeDuties(`day=${id}`)
  return kind === 'staff' ? paths.officeMember(id) : undefined
}

/** The fields of an entry whose value differs before and after, in the order of their names. */
function listChanges({ before, after }: Pick<AuditedAct, 'before' | 'after'>): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields]
    .map((field) => ({ field, before: textOf(before?.[field]), after: textOf(after?.[field]) }))
    .filter((change) => change.before !== change.after)
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
