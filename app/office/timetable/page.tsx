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
import { TextField } from '#app/ui/field.tsx'
import { Badge } from '#app/ui/notice.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { MAX_DRAFT_NAME, MAX_FEED_MEBIBYTES } from '#modules/gtfs/draft/draft.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { localePath } from '#platform/locale.ts'

import type { Route } from './+types/page'
import { timetableAction } from './actions.server.ts'
import { showTimetable, type DraftRow, type EditionRow } from './view.server.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.timetable.title) }]

export function loader() {
  return showTimetable(now())
}

export const action = timetableAction

/** The timetables that are prepared and those that were published, and the form to upload one. */
export default function Page({ loaderData, actionData }: Route.ComponentProps) {
  const { locale, messages } = translation()
  const { drafts, editions, ...words } = messages.office.timetable
  const may = useMay()
  const refused = actionData && 'problems' in actionData ? actionData : undefined
  const address = localePath(locale, paths.officeTimetable())
  return (
    <div className="stack">
      <PageHeader title={words.title} intro={words.intro} />
      <ErrorSummary title={messages.common.errorSummary} problems={refused?.problems ?? []} />
      <DataTable
        caption={drafts.caption}
        columns={draftColumns()}
        rows={loaderData.drafts}
        rowKey={({ draftId }) => draftId}
        name="draft"
        empty={drafts.empty}
        address={address}
      />
      {may('timetable.draft') && <Upload refused={refused} />}
      <DataTable
        caption={editions.caption}
        columns={editionColumns(may('timetable.draft'))}
        rows={loaderData.editions}
        rowKey={({ importId }) => importId}
        name="edition"
        empty={editions.notKept}
        address={address}
      />
    </div>
  )
}

function Upload({ refused }: { refused: Refused | undefined }) {
  const { upload } = translation().messages.office.timetable
  const errorOf = (field: string) =>
    refused?.problems.find(({ fieldId }) => fieldId === field)?.sentence
  return (
    <ActForm intent="upload" className="card stack" encType="multipart/form-data">
      <h2>{upload.title}</h2>
      <p>
        <a href={paths.gtfs()}>{upload.download}</a>
      </p>
      <TextField
        name="name"
        label={upload.name}
        hint={upload.nameHint}
        maxLength={MAX_DRAFT_NAME}
        defaultValue={refused?.typed['name']}
        error={errorOf('name')}
        autoComplete="off"
      />
      <TextField
        type="file"
        name="feed"
        label={upload.file}
        hint={upload.fileHint(MAX_FEED_MEBIBYTES)}
        accept=".zip,application/zip"
        error={errorOf('feed')}
      />
      <Button kind="action">{upload.send}</Button>
    </ActForm>
  )
}

function draftColumns(): Column<DraftRow>[] {
  const { drafts } = translation().messages.office.timetable
  return [
    {
      key: 'name',
      head: drafts.name,
      kind: 'name',
      cell: ({ draftId, name }) => <PageLink to={paths.officeDraft(draftId)}>{name}</PageLink>,
    },
    { key: 'state', head: drafts.state, cell: (row) => row.stateText },
    { key: 'made', head: drafts.made, cell: ({ made }) => made },
  ]
}

function editionColumns(mayDraft: boolean): Column<EditionRow>[] {
  const { editions } = translation().messages.office.timetable
  return [
    { key: 'source', head: editions.source, kind: 'name', cell: ({ source }) => source },
    { key: 'published', head: editions.published, cell: ({ published }) => published },
    { key: 'until', head: editions.until, cell: ({ until }) => until },
    { key: 'act', head: editions.act, cell: (row) => <EditionAct row={row} mayDraft={mayDraft} /> },
  ]
}

function EditionAct({ row, mayDraft }: { row: EditionRow; mayDraft: boolean }) {
  const { editions } = translation().messages.office.timetable
  const { importId, source, isOnSale, isKept } = row
  if (isOnSale) return <Badge tone="positive">{editions.onSale}</Badge>
  if (!isKept || !mayDraft) return isKept ? '–' : editions.notKept
  return (
    <ActForm intent="restore">
      <input type="hidden" name="edition" value={importId} />
      <Button kind="quiet">
        {editions.restore}
        <span className="visually-hidden">: {source}</span>
      </Button>
    </ActForm>
  )
}
