import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { ReasonField } from '#app/components/office/reason-field.tsx'
import { ToldReasonFields } from '#app/components/office/told-reason-fields.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { Facts } from '#app/ui/parts.tsx'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'
import { formatEuros } from '#platform/money.ts'

import type { RetimeCheck, RetimingRow } from './view.ts'

type CheckProps = { check: RetimeCheck; refused: Refused | undefined }

/** The departures with their old and new times, whom they concern, and the button. */
export function CheckPart({ check, refused }: CheckProps) {
  const { locale, messages } = translation()
  const words = messages.office.differences
  const { counts, paid, departures } = check
  const facts = [
    ...words.facts.map(({ name, of }) => ({ name, value: counts[of] })),
    { name: words.atMost, value: formatEuros(paid, locale) },
  ]
  return (
    <>
      <section id="check" className="card stack" aria-labelledby="concerns">
        <h2 id="concerns">{words.checkTitle}</h2>
        <Facts facts={facts} />
        {counts.departures === 0 ? (
          <p>{words.nothing}</p>
        ) : (
          <Take check={check} refused={refused} />
        )}
      </section>
      <DataTable
        caption={words.retimed}
        isWide
        columns={columns()}
        rows={departures}
        rowKey={({ departureId }) => departureId}
        name="retiming"
        empty={words.nothing}
        address={localePath(locale, paths.officeDifferences())}
      />
    </>
  )
}

function Take({ check, refused }: CheckProps) {
  const { locale, messages } = translation()
  const words = messages.office.differences
  const { counts, paid, departureIds, version } = check
  return (
    <>
      <p>{words.story}</p>
      <p>{words.silence}</p>
      <ActForm intent="retime" confirm="L2" className="stack">
        <input type="hidden" name="take" value={departureIds} />
        <input type="hidden" name="version" value={version} />
        <ReasonField words={words} refused={refused} />
        <ToldReasonFields kind="retimed" refused={refused} />
        <ActButton kind="action">
          {words.send(counts.departures, counts.passengers, formatEuros(paid, locale))}
        </ActButton>
      </ActForm>
    </>
  )
}

function columns(): Column<RetimingRow>[] {
  const words = translation().messages.office.differences
  return [
    { key: 'leaves', head: words.leaves, kind: 'name', cell: linkOf },
    { key: 'times', head: words.times, cell: ({ times }) => <Lines lines={times} /> },
    { key: 'bookings', head: words.bookings, kind: 'number', cell: ({ bookings }) => bookings },
    { key: 'people', head: words.people, kind: 'number', cell: ({ passengers }) => passengers },
    { key: 'notes', head: words.notes, cell: ({ notes }) => <Lines lines={notes} /> },
  ]
}

function linkOf({ departureId, leaves }: RetimingRow) {
  return <PageLink to={paths.officeDeparture(departureId)}>{leaves}</PageLink>
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return '–'
  return lines.map((line) => <div key={line}>{line}</div>)
}
