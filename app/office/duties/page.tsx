import { useMay } from '#app/components/office/office-view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { officeAction } from '#app/office/act.server.ts'
import { staffOf } from '#app/office/guard.server.ts'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { withQuery } from '#app/ui/with-query.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { localePath } from '#platform/locale.ts'

import type { Route } from './+types/page'
import { add, assignOnDay, copy } from './day-actions.server.ts'
import { AddForm, CopyForm, Loose } from './day-forms.tsx'
import styles from './duties.css?inline'
import { Findings, Runs } from './duty-parts.tsx'
import { showDay } from './view.server.ts'
import type { DayView, DutyRow } from './view.ts'

export const handle = { shell: 'office', styles } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.duties.title) }]

export async function loader({ url, context }: Route.LoaderArgs): Promise<DayView> {
  return showDay(staffOf(context), url.searchParams, now())
}

export const action = officeAction('/office/duties', { add, assign: assignOnDay, copy })

export default function Page({ loaderData, actionData }: Route.ComponentProps) {
  const { duties: words } = translation().messages.office
  const { title, dayBefore, dayAfter, isToday, isOwn, duties } = loaderData
  const refused = actionData && 'problems' in actionData ? actionData : undefined
  const mayEdit = useMay()('duties.edit')
  const path = localePath(translation().locale, paths.officeDuties())
  return (
    <>
      <PageHeader title={words.titleOf(title)} intro={words.intro} />
      <nav className="row duty-days not-printed" aria-label={words.day}>
        <a href={withQuery(path, { day: dayBefore })} rel="prev">
          {words.dayBefore}
        </a>
        {!isToday && <a href={path}>{words.today}</a>}
        <a href={withQuery(path, { day: dayAfter })} rel="next">
          {words.dayAfter}
        </a>
      </nav>
      <ErrorSummary title={words.problems} problems={refused?.problems ?? []} />
      <DataTable
        caption={words.caption}
        isCaptionHidden
        columns={columns()}
        rows={duties}
        rowKey={({ dutyId }) => dutyId}
        name="duty"
        rowTone={({ driver, findings }) =>
          driver === null || findings.length > 0 ? 'warning' : undefined
        }
        empty={isOwn ? words.emptyOwn : words.empty}
        address={path}
      />
      <p className="soft small">{words.law}</p>
      {mayEdit && duties.length === 0 && <CopyForm day={loaderData} refused={refused} />}
      {mayEdit && <AddForm day={loaderData} refused={refused} />}
      {!isOwn && <Loose day={loaderData} refused={refused} mayEdit={mayEdit} />}
    </>
  )
}

function columns(): Column<DutyRow>[] {
  const { duties: words } = translation().messages.office
  return [
    { key: 'driver', head: words.driver, kind: 'name', cell: DriverName },
    {
      key: 'times',
      head: words.times,
      cell: ({ times }) => <span className="whole">{times}</span>,
    },
    { key: 'vehicle', head: words.vehicle, cell: VehiclePlate },
    { key: 'departures', head: words.departures, cell: ({ runs }) => <Runs runs={runs} /> },
    { key: 'driving', head: words.driving, cell: Driving },
    { key: 'checks', head: words.checks, cell: Findings },
  ]
}

/** Does not break, however narrow its column is. */
function VehiclePlate({ vehicle }: DutyRow) {
  const { noVehicle } = translation().messages.office.duties
  return vehicle ? <span className="whole">{vehicle}</span> : noVehicle
}

/** The time at the wheel and the length of the way. */
function Driving({ driving, kilometres }: DutyRow) {
  return (
    <>
      {driving}
      {kilometres && <span className="duty-kilometres small soft">{kilometres}</span>}
    </>
  )
}

/** Leads to the duty, for those who see all of them. */
function DriverName({ dutyId, driver }: DutyRow) {
  const name = driver ?? translation().messages.office.duties.nobody
  return useMay()('fleet.see') ? <PageLink to={paths.officeDuty(dutyId)}>{name}</PageLink> : name
}
