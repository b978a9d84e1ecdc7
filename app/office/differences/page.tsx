import { useMay } from '#app/components/office/office-view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { localePath } from '#platform/locale.ts'

import type { Route } from './+types/page'
import { differencesAction } from './actions.server.ts'
import { CheckPart } from './check.tsx'
import { showDifferences } from './view.server.ts'
import type { DifferenceRow, DifferencesView } from './view.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.differences.title) }]

export async function loader({ url }: Route.LoaderArgs): Promise<DifferencesView> {
  return showDifferences(url.searchParams, now())
}

export const action = differencesAction

/** The departures that differ from the timetable, and what can be done about them. */
export default function Page({ loaderData, actionData }: Route.ComponentProps) {
  const words = translation().messages.office.differences
  const { check } = loaderData
  const refused = actionData && 'problems' in actionData ? actionData : undefined
  return (
    <>
      <PageHeader title={check ? words.take : words.title} intro={words.intro} />
      <ErrorSummary title={words.problems} problems={refused?.problems ?? []} />
      {check && (
        <p>
          <PageLink to={paths.officeDifferences()}>{words.toList}</PageLink>
        </p>
      )}
      {check ? <CheckPart check={check} refused={refused} /> : <List view={loaderData} />}
    </>
  )
}

function List({ view: { differences, takeAll } }: { view: DifferencesView }) {
  const may = useMay()
  const { locale, messages } = translation()
  const words = messages.office.differences
  return (
    <>
      {takeAll && may('departures.cancel') && (
        <p>
          <PageLink to={paths.officeDifferences(`take=${takeAll}`)}>{words.takeAll}</PageLink>
        </p>
      )}
      <DataTable
        caption={words.title}
        isCaptionHidden
        columns={columns(may('departures.cancel'))}
        rows={differences}
        rowKey={({ departureId }) => departureId}
        name="difference"
        empty={words.none}
        address={localePath(locale, paths.officeDifferences())}
      />
    </>
  )
}

function columns(mayDecide: boolean): Column<DifferenceRow>[] {
  const words = translation().messages.office.differences
  return [
    {
      key: 'leaves',
      head: words.leaves,
      kind: 'name',
      cell: ({ departureId, leaves }) => (
        <PageLink to={paths.officeDeparture(departureId)}>{leaves}</PageLink>
      ),
    },
    { key: 'from', head: words.from, cell: ({ from }) => from },
    { key: 'difference', head: words.difference, cell: ({ difference }) => difference },
    { key: 'bookings', head: words.bookings, kind: 'number', cell: ({ bookings }) => bookings },
    { key: 'act', head: words.act, cell: (row) => (mayDecide ? actOf(row) : '–') },
  ]
}

function actOf({ departureId, leaves, canTake, canCancel }: DifferenceRow) {
  const words = translation().messages.office.differences
  if (canTake) {
    return (
      <PageLink to={paths.officeDifferences(`take=${departureId}`)}>
        {words.take}
        <span className="visually-hidden">: {leaves}</span>
      </PageLink>
    )
  }
  if (!canCancel) return '–'
  return (
    <PageLink to={paths.officeCancelDeparture(departureId)}>
      {words.cancel}
      <span className="visually-hidden">: {leaves}</span>
    </PageLink>
  )
}
