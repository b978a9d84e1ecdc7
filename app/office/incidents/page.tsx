import { useMay } from '#app/components/office/office-view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import type { Route } from './+types/page'
import { showIncidents } from './view.server.ts'
import type { IncidentRow } from './view.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.incidents.title) }]

export async function loader() {
  return showIncidents()
}

/** The recent incidents, newest first, each with what is left to be done. */
export default function Page({ loaderData }: Route.ComponentProps) {
  const may = useMay()
  const { locale, messages } = translation()
  const words = messages.office.incidents
  const columns: Column<IncidentRow>[] = [
    {
      key: 'when',
      head: words.announced,
      kind: 'name',
      cell: linkOf,
    },
    { key: 'kind', head: words.kind, cell: ({ kind }) => kind },
    { key: 'cause', head: words.cause, cell: ({ cause }) => cause },
    { key: 'buses', head: words.departures, kind: 'number', cell: ({ departures }) => departures },
    { key: 'asked', head: words.asked, kind: 'number', cell: ({ asked }) => asked },
    { key: 'open', head: words.unanswered, kind: 'number', cell: ({ open }) => open },
    { key: 'closed', head: words.closed, cell: ({ closed }) => closed ?? words.stillOpen },
  ]
  return (
    <>
      <h1>{words.title}</h1>
      {may('departures.cancel') && (
        <p>
          <PageLink to={paths.officeNewIncident()}>{messages.office.incidentMany.title}</PageLink>
        </p>
      )}
      {may('departures.see') && (
        <p>
          <PageLink to={paths.officeDifferences()}>{messages.office.differences.title}</PageLink>
        </p>
      )}
      <DataTable
        caption={words.title}
        isCaptionHidden
        columns={columns}
        rows={loaderData}
        rowKey={({ incidentId }) => incidentId}
        name="incident"
        rowTone={({ closed }) => (closed === null ? 'warning' : undefined)}
        empty={words.none}
        address={localePath(locale, paths.officeIncidents())}
      />
    </>
  )
}

function linkOf({ incidentId, announced }: IncidentRow) {
  return <PageLink to={paths.officeIncident(incidentId)}>{announced}</PageLink>
}
