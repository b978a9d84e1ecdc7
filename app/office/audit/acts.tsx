import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { cents, formatEuros } from '#platform/money.ts'

import type { ActRow, AuditView, Change } from './view.ts'

/** One row for each entry: a sentence, and what it changed as a table. */
export function Acts({ view }: { view: AuditView }) {
  const { audit } = translation().messages.office
  const { rows, address, newer, older } = view
  return (
    <DataTable
      caption={audit.caption}
      columns={columns()}
      rows={rows}
      rowKey={({ auditId }) => auditId}
      rowTone={({ overrule }) => (overrule ? 'warning' : undefined)}
      empty={audit.empty}
      address={address}
      pages={{
        label: audit.pages,
        earlier: newer ? { text: audit.earlier, before: newer } : undefined,
        next: older ? { text: audit.next, after: older } : undefined,
      }}
    />
  )
}

function columns(): Column<ActRow>[] {
  const { audit } = translation().messages.office
  return [
    {
      key: 'time',
      head: audit.time,
      cell: ({ time, dateTime }) => <time dateTime={dateTime}>{time}</time>,
    },
    { key: 'what', head: audit.what, kind: 'name', cell: Sentence },
    { key: 'subject', head: audit.subject, cell: Subject },
    { key: 'change', head: audit.change, cell: Changed },
  ]
}

function Sentence({ who, what, reason, overrule }: ActRow) {
  const { audit } = translation().messages.office
  const facts = [
    ...(overrule ? [audit.overrule(overrule)] : []),
    ...(reason ? [audit.reason(reason)] : []),
  ]
  return (
    <>
      {who}: {what}
      {facts.length > 0 && <span className="soft audit-reason"> {facts.join(' ')}</span>}
    </>
  )
}

function Subject({ to, subject }: ActRow) {
  return to ? <PageLink to={to}>{subject}</PageLink> : <>{subject}</>
}

/** Folded, since most readers look for one entry. */
function Changed({ changes, requestId }: ActRow) {
  const { audit } = translation().messages.office
  if (changes.length === 0 && !requestId) return <>{audit.nothing}</>
  return (
    <details>
      <summary className="audit-summary">
        {changes.map(({ field }) => nameOf(field) ?? field).join(', ') || audit.request}
      </summary>
      {changes.length > 0 && <Changes changes={changes} />}
      {requestId && (
        <p className="soft small">
          {audit.request}: {requestId}
        </p>
      )}
    </details>
  )
}

function Changes({ changes }: { changes: Change[] }) {
  const { audit } = translation().messages.office
  return (
    <table className="audit-changes">
      <caption className="visually-hidden">{audit.changes}</caption>
      <thead>
        <tr>
          <th scope="col">{audit.field}</th>
          <th scope="col">{audit.before}</th>
          <th scope="col">{audit.after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{nameOf(field) ?? <code>{field}</code>}</th>
            <td>{inWords(field, before) || audit.nothing}</td>
            <td>{inWords(field, after) || audit.nothing}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The word for a field that staff meet; undefined for one that only the program knows. */
function nameOf(field: string): string | undefined {
  const words: Record<string, string> = translation().messages.office.audit.fields
  return words[field]
}

/** Fields that hold cents. */
const SUMS = new Set([
  'amountCents',
  'countedCents',
  'differenceCents',
  'expectedCents',
  'fee',
  'floatCents',
  'forfeited',
  'goodwill',
  'inPortal',
  'refund',
  'surcharge',
  'takenBack',
  'totalCents',
  'waived',
])

/** A sum in euros, anything else as it was entered. */
function inWords(field: string, value: string): string {
  const isSum = SUMS.has(field) && /^-?\d+$/.test(value)
  return isSum ? formatEuros(cents(Number(value)), translation().locale) : shorten(value)
}

/** Letters of a value on the page; an import of a timetable has thousands, all of them in the file. */
const MAX_LETTERS = 400

function shorten(value: string): string {
  return value.length > MAX_LETTERS ? `${value.slice(0, MAX_LETTERS)} …` : value
}
