import { useMay } from '#app/components/office/office-view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import { found } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { officeAction } from '#app/office/act.server.ts'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { company } from '#operator'
import * as paths from '#paths'

import type { Route } from './+types/page'
import { tickParty } from './actions.server.ts'
import styles from './manifest.css?inline'
import { SpareLines } from './spare-lines.tsx'
import { TickForm } from './tick-form.tsx'
import { showManifest, type ManifestView, type PartyRow, type StopGroup } from './view.server.ts'

export const handle = { shell: 'office', styles } satisfies Handle

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const { title } = translation().messages.office.manifest
  const bus = loaderData && `${loaderData.time} ${loaderData.way}`
  return [{ title: tabTitle([title, bus].filter(Boolean).join(', ')) }]
}

export async function loader({ params }: Route.LoaderArgs) {
  return found(await showManifest(params.id))
}

export const action = officeAction('/office/departures/:id/manifest', {
  tick: (press) => tickParty(press, 'tick'),
  untick: (press) => tickParty(press, 'untick'),
})

export default function Page({ loaderData, actionData }: Route.ComponentProps) {
  const { common, office } = translation().messages
  const sentences = office.manifest
  const answer = actionData && 'problems' in actionData ? actionData : undefined
  return (
    <div className="stack manifest">
      <Head {...loaderData} />
      {loaderData.isCancelled && (
        <Notice tone="danger">
          <p>{sentences.cancelled}</p>
        </Notice>
      )}
      <ErrorSummary title={common.errorSummary} problems={answer?.problems ?? []} />
      {loaderData.stops.map((stop) => (
        <Stop key={stop.position} stop={stop} departureId={loaderData.departureId} />
      ))}
      <Legs {...loaderData} />
      {company().sellsOnBoard && <SpareLines />}
    </div>
  )
}

function Head({
  departureId,
  time,
  route,
  way,
  date,
  aboard,
  people,
  buses,
  blocked,
  madeAt,
}: ManifestView) {
  const sentences = translation().messages.office.manifest
  const may = useMay()
  return (
    <header className="stack">
      <h1>
        {time} {way}
      </h1>
      <p>
        {route} · {date} · <strong>{sentences.aboard(aboard, people)}</strong>
      </p>
      {buses && <p>{buses}</p>}
      {blocked && <p>{blocked}</p>}
      <p className="soft small">
        {sentences.madeAt(madeAt)} <span className="on-screen">{sentences.reload}</span>
      </p>
      <p className="row not-printed">
        <PageLink to={paths.officeManifestPdf(departureId)}>{sentences.pdf}</PageLink>
        <PageLink to={paths.officeManifestCsv(departureId)}>{sentences.csv}</PageLink>
        {may('departures.see') && (
          <PageLink to={paths.officeDeparture(departureId)}>{sentences.toDeparture}</PageLink>
        )}
      </p>
    </header>
  )
}

/** The people who board at a stop, a row for each party, and the names of those who leave. */
function Stop({ stop, departureId }: { stop: StopGroup; departureId: string }) {
  const sentences = translation().messages.office.manifest
  const mayTick = useMay()('boarding.tick')
  const { position, time, name, boarding, leaving, parties, closed } = stop
  return (
    <section className="stack" aria-labelledby={`stop-${position}`}>
      <h2 id={`stop-${position}`}>
        {time} {name}
      </h2>
      {leaving.people > 0 && (
        <p>
          <strong>{sentences.leaves(leaving.people)}</strong> {leaving.names}
        </p>
      )}
      {closed && <p>{closed}</p>}
      {boarding.people > 0 && <p>{sentences.boards(boarding.people, boarding.seats)}</p>}
      {parties.length > 0 && (
        <DataTable
          caption={sentences.boardsAt(name)}
          isCaptionHidden
          name="party"
          columns={columns(mayTick)}
          rows={parties}
          rowKey={({ rowId }) => rowId}
          rowTone={({ aboard, people }) => (aboard === people ? 'positive' : undefined)}
          empty=""
          address={paths.officeManifest(departureId)}
        />
      )}
    </section>
  )
}

function columns(mayTick: boolean): Column<PartyRow>[] {
  const { columns: heads } = translation().messages.office.manifest
  return [
    { key: 'leader', head: heads.leader, kind: 'name', cell: ({ leader }) => leader },
    { key: 'aboard', head: heads.aboard, cell: (row) => <TickForm row={row} mayTick={mayTick} /> },
    { key: 'party', head: heads.party, cell: ({ party }) => party },
    { key: 'to', head: heads.to, cell: ({ to }) => to },
    {
      key: 'ticket',
      head: heads.ticket,
      cell: ({ ticket }) => (
        <span className="ticket-number">
          {ticket.start}
          <strong>{ticket.bold}</strong>
          {ticket.end}
        </span>
      ),
    },
    { key: 'notes', head: heads.notes, cell: ({ notes }) => notes.join('. ') || '–' },
  ]
}

function Legs({ departureId, legs }: ManifestView) {
  const { columns: heads, legs: caption } = translation().messages.office.manifest
  return (
    <DataTable
      caption={caption}
      columns={[
        { key: 'way', head: heads.way, kind: 'name', cell: ({ way }) => way },
        { key: 'seats', head: heads.seats, kind: 'number', cell: ({ seats }) => seats },
        {
          key: 'wheelchairs',
          head: heads.wheelchairs,
          kind: 'number',
          cell: ({ wheelchairs }) => wheelchairs,
        },
      ]}
      rows={legs}
      rowKey={({ way }) => way}
      empty=""
      address={paths.officeManifest(departureId)}
    />
  )
}
