import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { staffOf } from '#app/office/guard.server.ts'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'

import type { Route } from './+types/page'
import { showDrivers, type DriverRow } from './view.server.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.drivers.title) }]

export async function loader({ context }: Route.LoaderArgs) {
  return { rows: await showDrivers(staffOf(context), now()) }
}

export default function Page({ loaderData }: Route.ComponentProps) {
  const { drivers } = translation().messages.office
  return (
    <>
      <PageHeader title={drivers.title} intro={drivers.intro} />
      <DataTable
        caption={drivers.caption}
        isCaptionHidden
        columns={columns()}
        rows={loaderData.rows}
        rowKey={({ staffId }) => staffId}
        rowTone={({ isLicenceOver }) => (isLicenceOver ? 'warning' : undefined)}
        empty={drivers.empty}
        address={paths.officeDrivers()}
      />
    </>
  )
}

function columns(): Column<DriverRow>[] {
  const { drivers } = translation().messages.office
  return [
    {
      key: 'name',
      head: drivers.name,
      kind: 'name',
      cell: ({ staffId, name }) => <PageLink to={paths.officeDriver(staffId)}>{name}</PageLink>,
    },
    { key: 'languages', head: drivers.languagesHead, cell: ({ languages }) => languages },
    { key: 'phone', head: drivers.phone, cell: ({ phone }) => phone },
    { key: 'licence', head: drivers.licenceShort, cell: ({ licence }) => licence },
    { key: 'absence', head: drivers.absence, cell: ({ absence }) => absence },
  ]
}
