import { useMay } from '#app/components/office/office-view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import { found } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { officeAction } from '#app/office/act.server.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Facts } from '#app/ui/parts.tsx'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'

import type { Route } from './+types/one'
import styles from './duties.css?inline'
import { assign, deleteWhole, remove, save, vehicle } from './duty-actions.server.ts'
import { AddDepartureForm, DeleteForm, DutyForm, VehicleForm } from './duty-forms.tsx'
import { Findings, Runs } from './duty-parts.tsx'
import { showDuty } from './view.server.ts'
import type { DutyView } from './view.ts'

export const handle = { shell: 'office', styles } satisfies Handle

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: tabTitle(loaderData?.title ?? translation().messages.office.duties.title) },
]

export async function loader({ params }: Route.LoaderArgs): Promise<DutyView> {
  return found(await showDuty(params.id, now()))
}

export const action = officeAction('/office/duties/:id', {
  save,
  vehicle,
  assign,
  remove,
  delete: deleteWhole,
})

export default function Page({ loaderData: duty, actionData }: Route.ComponentProps) {
  const { duties: words } = translation().messages.office
  const { row, title, date, day } = duty
  const refused = actionData && 'problems' in actionData ? actionData : undefined
  const forms = { duty, refused }
  const mayEdit = useMay()('duties.edit')
  return (
    <div className="stack">
      <p className="not-printed">
        <PageLink to={paths.officeDuties(`day=${day}`)}>{words.titleOf(date)}</PageLink>
      </p>
      <PageHeader title={title} intro={date} />
      <ErrorSummary title={words.problems} problems={refused?.problems ?? []} />
      {(row.driver === null || row.findings.length > 0) && (
        <Notice tone="warning" title={words.checks}>
          <Findings {...row} />
        </Notice>
      )}
      <Facts
        facts={[
          { name: words.vehicle, value: row.vehicle || words.noVehicle },
          { name: words.driving, value: [row.driving, row.kilometres].filter(Boolean).join(', ') },
        ]}
      />
      <section id="departures" className="stack" aria-labelledby="departures-title">
        <h2 id="departures-title">{words.departures}</h2>
        <Runs runs={row.runs} {...(mayEdit && { seen: duty.seen })} />
      </section>
      {mayEdit && (
        <section className="stack not-printed" aria-label={words.dutyOf(row.driver, row.times)}>
          <AddDepartureForm {...forms} />
          <VehicleForm {...forms} />
          <DutyForm {...forms} />
          {!duty.hasBegun && <DeleteForm {...forms} />}
        </section>
      )}
      <p className="soft small">{words.law}</p>
    </div>
  )
}
