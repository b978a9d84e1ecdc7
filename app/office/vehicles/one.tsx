import { useMay } from '#app/components/office/office-view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import { found } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { officeAction } from '#app/office/act.server.ts'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Badge } from '#app/ui/notice.tsx'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'

import type { Route } from './+types/one'
import { save } from './actions.server.ts'
import { VehicleFacts, VehicleForm } from './vehicle-form.tsx'
import { showVehicle, type RunRow } from './view.server.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: tabTitle(loaderData?.title ?? translation().messages.office.vehicles.title) },
]

export async function loader({ params }: Route.LoaderArgs) {
  return found(await showVehicle(params.id, now()))
}

export const action = officeAction('/office/vehicles/:id', { save })

export default function Page({ loaderData, actionData }: Route.ComponentProps) {
  const { common, office } = translation().messages
  const { vehicles } = office
  const { vehicleId, title, runs } = loaderData
  const refused = actionData && 'problems' in actionData ? actionData : undefined
  return (
    <div className="stack">
      <p className="not-printed">
        <PageLink to={paths.officeVehicles()}>{vehicles.title}</PageLink>
      </p>
      <h1>{title}</h1>
      <ErrorSummary title={common.errorSummary} problems={refused?.problems ?? []} />
      {useMay()('fleet.edit') ? (
        <VehicleForm vehicle={loaderData} refused={refused} />
      ) : (
        <VehicleFacts vehicle={loaderData} />
      )}
      {vehicleId && (
        <DataTable
          caption={vehicles.runs}
          columns={columns()}
          rows={runs}
          rowKey={({ departureId }) => departureId}
          rowTone={({ isInWorkshop }) => (isInWorkshop ? 'warning' : undefined)}
          empty={vehicles.noRuns}
          address={paths.officeVehicle(vehicleId)}
        />
      )}
    </div>
  )
}

function columns(): Column<RunRow>[] {
  const { vehicles } = translation().messages.office
  return [
    {
      key: 'time',
      head: vehicles.time,
      kind: 'name',
      cell: ({ departureId, time }) => (
        <PageLink to={paths.officeDeparture(departureId)}>{time}</PageLink>
      ),
    },
    { key: 'journey', head: vehicles.journey, cell: ({ way }) => way },
    {
      key: 'state',
      head: vehicles.state,
      cell: ({ isInWorkshop }) =>
        isInWorkshop && <Badge tone="warning">{vehicles.inWorkshopThen}</Badge>,
    },
  ]
}
