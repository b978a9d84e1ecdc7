import { ActForm } from '#app/components/office/act-form.tsx'
import { useMay } from '#app/components/office/office-view.ts'
import { found } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Badge } from '#app/ui/notice.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import type { CompanyFields } from '#modules/company/company-fields.ts'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import type { Route } from './+types/page'
import { companyAction } from './actions.server.ts'
import { Check } from './check.tsx'
import { CompanyForm } from './company-form.tsx'
import { showCompany, type CompanyView, type EditionRow } from './view.server.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.company.title) }]

export async function loader() {
  return found(await showCompany())
}

export const action = companyAction

/** The company details in a form, the changes before they are saved, and the earlier editions. */
export default function Page({ loaderData: view, actionData }: Route.ComponentProps) {
  const { locale, messages } = translation()
  const { title, intro, editions } = messages.office.company
  const may = useMay()
  const answer = actionData && 'problems' in actionData ? actionData : undefined
  return (
    <div className="stack">
      <PageHeader title={title} intro={intro} />
      <ErrorSummary title={messages.common.errorSummary} problems={answer?.problems ?? []} />
      {answer && 'shown' in answer && <Check view={view} after={answer.shown as CompanyFields} />}
      <CompanyForm view={view} answer={answer} mayEdit={may('company.edit')} />
      <DataTable
        caption={editions.caption}
        columns={columnsOf(view, may('company.edit'))}
        rows={view.editions}
        rowKey={({ edition }) => String(edition)}
        name="edition"
        empty="–"
        address={localePath(locale, paths.officeCompany())}
      />
    </div>
  )
}

function columnsOf({ base }: CompanyView, mayEdit: boolean): Column<EditionRow>[] {
  const { editions } = translation().messages.office.company
  return [
    { key: 'edition', head: editions.edition, kind: 'name', cell: ({ edition }) => edition },
    { key: 'made', head: editions.made, cell: ({ made }) => made },
    { key: 'changed', head: editions.changed, cell: ({ changed }) => changed },
    {
      key: 'act',
      head: editions.act,
      cell: (row) => <EditionAct row={row} base={base} mayEdit={mayEdit} />,
    },
  ]
}

type EditionActProps = { row: EditionRow; base: number; mayEdit: boolean }

function EditionAct({ row: { edition, isShown }, base, mayEdit }: EditionActProps) {
  const { editions } = translation().messages.office.company
  if (isShown) return <Badge tone="positive">{editions.shown}</Badge>
  if (!mayEdit) return '–'
  return (
    <ActForm intent="restore">
      <input type="hidden" name="base" value={base} />
      <input type="hidden" name="edition" value={edition} />
      <Button kind="quiet">
        {editions.restore}
        <span className="visually-hidden">: {edition}</span>
      </Button>
    </ActForm>
  )
}
