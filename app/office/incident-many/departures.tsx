import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import type { DepartureRow, LeftOut, ManyView } from './view.ts'

type Chosen = ManyView['chosen']

type DeparturesProps = { view: ManyView; departures: DepartureRow[] }

/** The departures that are to be changed, each with a link that leaves it out. */
export function Departures({ view: { chosen }, departures }: DeparturesProps) {
  const words = translation().messages.office.incidentMany
  return (
    <DataTable
      caption={words.departures}
      columns={columnsOf(chosen)}
      rows={departures}
      rowKey={({ departureId }) => departureId}
      name="departure"
      empty={words.noDepartures}
      address={addressOf(chosen)}
    />
  )
}

function columnsOf(chosen: Chosen): Column<DepartureRow>[] {
  const words = translation().messages.office.incidentMany
  const ofLate: Column<DepartureRow>[] = [
    { key: 'from', head: words.late.from, cell: ({ late }) => late?.from },
    { key: 'present', head: words.late.present, cell: ({ late }) => presentOf(late) },
  ]
  return [
    {
      key: 'leaves',
      head: words.leaves,
      kind: 'name',
      cell: ({ departureId, leaves }) => (
        <PageLink to={paths.officeDeparture(departureId)}>{leaves}</PageLink>
      ),
    },
    { key: 'journey', head: words.journey, cell: ({ journey }) => journey },
    ...(chosen.what === 'late' ? ofLate : []),
    { key: 'bookings', head: words.bookings, kind: 'number', cell: ({ bookings }) => bookings },
    { key: 'people', head: words.people, kind: 'number', cell: ({ passengers }) => passengers },
    {
      key: 'without',
      head: words.without.head,
      cell: (row) => <LeaveOut chosen={chosen} row={row} />,
    },
  ]
}

function presentOf(late: DepartureRow['late']): string {
  const words = translation().messages.office.incidentMany.late
  return words.presentOf(late?.present ?? 0)
}

function LeaveOut({ chosen, row }: { chosen: Chosen; row: DepartureRow }) {
  const words = translation().messages.office.incidentMany.without
  const without = [...chosen.without, row.departureId]
  return (
    <PageLink
      to={paths.officeNewIncident(queryOf({ ...chosen, without }))}
      aria-label={words.leaveOutOf(`${row.leaves}, ${row.journey}`)}
    >
      {words.leaveOut}
    </PageLink>
  )
}

/** The departures that were left out by hand, each with a link that takes it in again. */
export function LeftOutByHand({ view, without }: { view: ManyView; without: LeftOut[] }) {
  const words = translation().messages.office.incidentMany.without
  if (without.length === 0) return null
  const { chosen } = view
  return (
    <section className="stack" aria-labelledby="without">
      <h2 id="without">{words.title}</h2>
      <ul>
        {without.map(({ departureId, title }) => {
          const others = chosen.without.filter((one) => one !== departureId)
          const query = queryOf({ ...chosen, without: others })
          return (
            <li key={departureId}>
              {title}{' '}
              <PageLink to={paths.officeNewIncident(query)} aria-label={words.takeInOf(title)}>
                {words.takeIn}
              </PageLink>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The departures already reported with exactly this delay. */
export function AlreadyLate({ already, minutes }: { already: LeftOut[]; minutes: number }) {
  const words = translation().messages.office.incidentMany.late
  if (already.length === 0) return null
  return (
    <section className="stack" aria-labelledby="already">
      <h2 id="already">{words.already(minutes)}</h2>
      <ul>
        {already.map(({ departureId, title }) => (
          <li key={departureId}>
            <PageLink to={paths.officeDeparture(departureId)}>{title}</PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The address of this check, from which its pages are turned. */
export function addressOf(chosen: Chosen): string {
  return localePath(translation().locale, paths.officeNewIncident(queryOf(chosen)))
}

function queryOf({ routes, without, percent, lateFrom, ...chosen }: Chosen): URLSearchParams {
  const fields = { ...chosen, percent: String(percent), 'late-from': lateFrom }
  const query = new URLSearchParams(fields)
  for (const route of routes) query.append('route', route)
  for (const departureId of without) query.append('without', departureId)
  return query
}
