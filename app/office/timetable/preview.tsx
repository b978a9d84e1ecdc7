import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Details, Facts } from '#app/ui/parts.tsx'
import * as paths from '#paths'

import type { ConcernedRow, PreviewView } from './view.server.ts'

/** The problems of a feed, or what publishing it would change and for whom. */
export function Preview({ preview: { problems, warnings, effects } }: { preview: PreviewView }) {
  const { draft } = translation().messages.office.timetable
  return (
    <section className="card stack" aria-labelledby="preview">
      <h2 id="preview">{draft.preview}</h2>
      {problems.length > 0 && (
        <Notice tone="danger" title={draft.problems(problems.length)}>
          <List sentences={problems} />
        </Notice>
      )}
      {effects && <Effects effects={effects} />}
      {warnings.length > 0 && (
        <Details summary={draft.warnings(warnings.length)}>
          <List sentences={warnings} />
        </Details>
      )}
    </section>
  )
}

function List({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

const COUNTS = ['made', 'removed', 'withdrawn', 'moved', 'differing', 'restored', 'pinned'] as const

function Effects({ effects }: { effects: NonNullable<PreviewView['effects']> }) {
  const { draft } = translation().messages.office.timetable
  const counts = COUNTS.map((kind) => ({
    name: draft.departures[kind],
    value: effects.departures[kind],
  }))
  return (
    <>
      <Facts
        facts={[
          { name: draft.people, value: effects.people },
          ...counts,
          { name: draft.fares, value: effects.faresChanged },
          { name: draft.until, value: effects.until },
        ]}
      />
      <p>{effects.people === 0 ? draft.nobody : draft.silence}</p>
      {effects.concerned.length > 0 && (
        <DataTable
          caption={draft.concerned}
          columns={columns()}
          rows={effects.concerned}
          rowKey={({ departureId }) => departureId}
          empty={draft.nobody}
          address=""
        />
      )}
    </>
  )
}

function columns(): Column<ConcernedRow>[] {
  const { draft } = translation().messages.office.timetable
  return [
    {
      key: 'leaves',
      head: draft.leaves,
      kind: 'name',
      cell: ({ departureId, leaves }) => (
        <PageLink to={paths.officeDeparture(departureId)}>{leaves}</PageLink>
      ),
    },
    { key: 'route', head: draft.route, cell: ({ route }) => route },
    { key: 'people', head: draft.passengers, kind: 'number', cell: ({ people }) => people },
    { key: 'change', head: draft.change, cell: ({ change }) => change },
  ]
}
