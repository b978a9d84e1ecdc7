import { ActForm } from '#app/components/office/act-form.tsx'
import { useMay } from '#app/components/office/office-view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'
import { Button } from '#app/ui/button.tsx'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { DateField } from '#app/ui/field.tsx'
import { Badge } from '#app/ui/notice.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { localePath } from '#platform/locale.ts'

import type { Route } from './+types/page'
import { faresAction } from './actions.server.ts'
import { fareColumns, pairColumn } from './fare-columns.ts'
import styles from './fares.css?inline'
import { showFares, type EditionRow, type FaresView } from './view.server.ts'

export const handle = { shell: 'office', styles } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.fares.title) }]

export function loader({ url }: Route.LoaderArgs) {
  return showFares(url.searchParams.get('on'), now())
}

export const action = faresAction

/** The fares of a day, those to come, and the form to begin others. */
export default function Page({ loaderData: view, actionData }: Route.ComponentProps) {
  const { locale, messages } = translation()
  const { drafts, editions, ...words } = messages.office.fares
  const may = useMay()
  const refused = actionData && 'problems' in actionData ? actionData : undefined
  const address = localePath(locale, paths.officeFares())
  return (
    <div className="stack">
      <PageHeader title={words.title} intro={words.intro} />
      <ErrorSummary title={messages.common.errorSummary} problems={refused?.problems ?? []} />
      <ChooseDay view={view} />
      <DataTable
        caption={words.caption(view.onText)}
        columns={[pairColumn(), ...fareColumns(({ texts }, category) => texts[category])]}
        rows={view.rows}
        rowKey={({ id }) => id}
        empty={words.empty}
        address={address}
      />
      {may('fares.draft') && <Begin refused={refused} />}
      <DataTable
        caption={drafts.caption}
        columns={draftColumns()}
        rows={view.drafts}
        rowKey={({ draftId }) => draftId}
        name="draft"
        empty={drafts.empty}
        address={address}
      />
      <DataTable
        caption={editions.caption}
        columns={editionColumns(may('fares.draft'))}
        rows={view.editions}
        rowKey={({ edition }) => String(edition)}
        name="edition"
        empty={editions.empty}
        address={address}
      />
    </div>
  )
}

function ChooseDay({ view: { on, later } }: { view: FaresView }) {
  const { locale, messages } = translation()
  const words = messages.office.fares
  return (
    <>
      <form
        method="get"
        action={localePath(locale, paths.officeFares())}
        className="row fares-row"
        aria-label={words.day}
      >
        <DateField name="on" label={words.day} defaultValue={on} />
        <Button>{words.show}</Button>
      </form>
      {later.length > 0 && (
        <p>
          {words.later}{' '}
          {later.map(({ day, text }, place) => (
            <span key={day}>
              {place > 0 && ' · '}
              <PageLink to={paths.officeFares(day)}>{text}</PageLink>
            </span>
          ))}
        </p>
      )}
    </>
  )
}

function Begin({ refused }: { refused: Refused | undefined }) {
  const { begin } = translation().messages.office.fares
  return (
    <ActForm intent="begin" className="card stack">
      <h2>{begin.title}</h2>
      <DateField
        name="begins"
        label={begin.day}
        hint={begin.hint}
        defaultValue={refused?.typed['begins']}
        error={refused?.problems.find(({ fieldId }) => fieldId === 'begins')?.sentence}
      />
      <Button kind="action">{begin.send}</Button>
    </ActForm>
  )
}

function draftColumns(): Column<FaresView['drafts'][number]>[] {
  const { drafts } = translation().messages.office.fares
  return [
    {
      key: 'name',
      head: drafts.name,
      kind: 'name',
      cell: ({ draftId, name }) => <PageLink to={paths.officeFareDraft(draftId)}>{name}</PageLink>,
    },
    { key: 'made', head: drafts.made, cell: ({ made }) => made },
  ]
}

function editionColumns(mayDraft: boolean): Column<EditionRow>[] {
  const { editions } = translation().messages.office.fares
  return [
    { key: 'what', head: editions.what, kind: 'name', cell: ({ what }) => what },
    { key: 'made', head: editions.made, cell: ({ made }) => made },
    { key: 'act', head: editions.act, cell: (row) => <EditionAct row={row} mayDraft={mayDraft} /> },
  ]
}

function EditionAct({ row, mayDraft }: { row: EditionRow; mayDraft: boolean }) {
  const { editions } = translation().messages.office.fares
  const { edition, what, isInForce } = row
  if (isInForce) return <Badge tone="positive">{editions.inForce}</Badge>
  if (!mayDraft) return '–'
  return (
    <ActForm intent="restore">
      <input type="hidden" name="edition" value={edition} />
      <Button kind="quiet">
        {editions.restore}
        <span className="visually-hidden">: {what}</span>
      </Button>
    </ActForm>
  )
}
