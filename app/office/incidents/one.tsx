import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { useMay } from '#app/components/office/office-view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { staffOf } from '#app/office/guard.server.ts'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Facts } from '#app/ui/parts.tsx'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { localePath } from '#platform/locale.ts'
import { formatEuros } from '#platform/money.ts'

import type { Route } from './+types/one'
import { incidentAction } from './actions.server.ts'
import { Asking } from './asking.tsx'
import { Calls } from './calls.tsx'
import { Report } from './report.tsx'
import { Revive } from './revive.tsx'
import { StopPart } from './stop-part.tsx'
import { Told } from './told.tsx'
import { showIncident } from './view.server.ts'
import type { BookingRow, IncidentView } from './view.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const { one } = translation().messages.office.incidents
  return [{ title: tabTitle(loaderData?.title ?? one) }]
}

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { staffId } = staffOf(context)
  const by = { kind: 'staff', staffId } as const
  return showIncident(params.id, { by, now: now(), query: url.searchParams })
}

export const action = incidentAction

/** The outcome for the passengers of an incident, those to be called, and the end of it. */
export default function Page({ loaderData: incident, actionData }: Route.ComponentProps) {
  const may = useMay()
  const words = translation().messages.office.incidents
  const { title, announced, announcedBy, asking, closed, canClose, counts } = incident
  const refused = actionData && 'problems' in actionData ? actionData : undefined
  return (
    <>
      <PageHeader
        title={title}
        intro={asking ? words.notAnnounced : words.announcedBy(announced, announcedBy)}
      />
      <p>
        <PageLink to={paths.officeIncidents()}>{words.toList}</PageLink>
      </p>
      <ErrorSummary title={words.problems} problems={refused?.problems ?? []} />
      <Told incident={incident} refused={refused} />
      <Asking incident={incident} refused={refused} />
      <StopPart incident={incident} />
      <Revive incident={incident} refused={refused} />
      <Facts facts={counts} />
      <Calls incident={incident} />
      <Report incident={incident} />
      <Bookings incident={incident} />
      {closed && <p>{words.closedAt(closed)}</p>}
      {!closed && canClose && may('incidents.close') && <Close />}
    </>
  )
}

function Close() {
  const { close } = translation().messages.office.incidents
  return (
    <section id="close" className="card stack" aria-labelledby="close-title">
      <h2 id="close-title">{close.title}</h2>
      <p>{close.story}</p>
      <ActForm intent="close">
        <ActButton>{close.send}</ActButton>
      </ActForm>
    </section>
  )
}

function Bookings({ incident: { incidentId, bookings, next } }: { incident: IncidentView }) {
  const { locale, messages } = translation()
  const words = messages.office.incidents
  const columns: Column<BookingRow>[] = [
    {
      key: 'booking',
      head: words.booking,
      kind: 'name',
      cell: linkOf,
    },
    { key: 'name', head: words.name, cell: ({ name }) => name },
    { key: 'people', head: words.people, kind: 'number', cell: ({ people }) => people },
    { key: 'leaves', head: words.leaves, cell: ({ leaves }) => leaves },
    { key: 'state', head: words.state, cell: ({ state }) => state },
    { key: 'otherwise', head: words.silence, cell: ({ otherwise }) => otherwise },
    { key: 'mail', head: words.mail, cell: ({ mail }) => mail },
    {
      key: 'refunded',
      head: words.counts.refunded,
      kind: 'number',
      cell: ({ refunded }) => formatEuros(refunded, locale),
    },
  ]
  return (
    <DataTable
      caption={words.bookings}
      isWide
      columns={columns}
      rows={bookings}
      rowKey={({ bookingId }) => bookingId}
      name="booking"
      empty={words.nobody}
      address={localePath(locale, paths.officeIncident(incidentId))}
      pages={{ label: words.pages, next: next ? { text: words.more, after: next } : undefined }}
    />
  )
}

function linkOf({ reference }: BookingRow) {
  return <PageLink to={paths.officeBooking(reference)}>{reference}</PageLink>
}
