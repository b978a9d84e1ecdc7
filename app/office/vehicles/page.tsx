import { useMay } from '#app/components/office/office-view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { Badge } from '#app/ui/notice.tsx'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'

import type { Route } from './+types/page'
import { showVehicles, type VehicleRow } from './view.server.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.vehicles.title) }]

export async function loader() {
  return { rows: await showVehicles(now()) }
}

export default function Page({ loaderData }: Route.ComponentProps) {
  const { vehicles } = translation().messages.office
  return (
    <div className="stack">
      <h1>{vehicles.title}</h1>
      {useMay()('fleet.edit') && (
        <p className="not-printed">
          <PageLink className={buttonClass('action')} to={paths.officeVehicle('new')}>
            {vehicles.add}
          </PageLink>
        </p>
      )}
      <DataTable
        caption={vehicles.caption}
        isCaptionHidden
        columns={columns()}
        rows={loaderData.rows}
        rowKey={({ vehicleId }) => vehicleId}
        rowTone={({ state, next }) =>
          state === 'workshop' && next?.isInWorkshop ? 'warning' : undefined
        }
        empty={vehicles.empty}
        address={paths.officeVehicles()}
      />
    </div>
  )
}

function columns(): Column<VehicleRow>[] {
  const { vehicles } = translation().messages.office
  return [
    {
      key: 'plate',
      head: vehicles.plate,
      kind: 'name',
      cell: ({ vehicleId, plate }) => (
        <PageLink to={paths.officeVehicle(vehicleId)}>{plate}</PageLink>
      ),
    },
    { key: 'name', head: vehicles.name, cell: ({ name }) => name },
    { key: 'seats', head: vehicles.seats, kind: 'number', cell: ({ seats }) => seats },
    {
      key: 'wheelchairs',
      head: vehicles.wheelchairsShort,
      kind: 'number',
      cell: ({ wheelchairPlaces }) => wheelchairPlaces,
    },
    {
      key: 'lift',
      head: vehicles.liftHead,
      cell: ({ hasLift }) => (hasLift ? vehicles.yes : vehicles.no),
    },
    { key: 'state', head: vehicles.state, cell: ({ stateText }) => stateText },
    { key: 'next', head: vehicles.next, cell: Next },
  ]
}

function Next({ next }: VehicleRow) {
  const { vehicles } = translation().messages.office
  if (!next) return null
  return (
    <span className="row">
      <PageLink to={paths.officeDeparture(next.departureId)}>
        {next.time} {next.way}
      </PageLink>
      {next.isInWorkshop && <Badge tone="warning">{vehicles.inWorkshopThen}</Badge>}
    </span>
  )
}
