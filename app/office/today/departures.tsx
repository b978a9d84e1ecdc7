import { LateForm } from '#app/components/office/late-form.tsx'
import { useMay } from '#app/components/office/office-view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { LoadBars } from '#app/ui/load-bar.tsx'
import { Badge } from '#app/ui/notice.tsx'
import * as paths from '#paths'

import { useReported } from './reported.ts'
import { Undo } from './undo.tsx'
import type { LiveView, TodayRow } from './view.ts'

type DeparturesProps = {
  departures: LiveView['departures']
  /** The office could not be asked lately. */
  isOld: boolean
}

/** The departures of the next hours. */
export function Departures({ departures, isOld }: DeparturesProps) {
  const { departures: sentences } = translation().messages.office.today
  const { caption, empty, rows, hasMore } = departures
  return (
    <section
      id="departures"
      className={isOld ? 'today-live today-old stack' : 'today-live stack'}
      aria-labelledby="departures-title"
    >
      <h2 id="departures-title">{sentences.title}</h2>
      <DataTable
        caption={caption}
        columns={columns()}
        rows={rows}
        rowKey={({ departureId }) => departureId}
        name="departure"
        rowTone={({ tone }) => tone}
        empty={empty}
        address={paths.office()}
      />
      <p>
        <PageLink to={paths.officeDepartures()}>
          {hasMore ? sentences.more : sentences.rest}
        </PageLink>
      </p>
    </section>
  )
}

function columns(): Column<TodayRow>[] {
  const { departures, today } = translation().messages.office
  return [
    { key: 'time', head: departures.time, kind: 'name', cell: Time },
    {
      key: 'journey',
      head: departures.journey,
      cell: Journey,
    },
    {
      key: 'load',
      head: departures.load,
      cell: ({ legs, label }) => <LoadBars legs={legs} label={label} />,
    },
    {
      key: 'aboard',
      head: today.departures.aboard,
      cell: ({ aboard }) => aboard ?? <span className="today-none">–</span>,
    },
    { key: 'state', head: departures.state, cell: States },
    { key: 'acts', head: today.departures.acts, cell: Acts },
  ]
}

function Time({ departureId, time, expected }: TodayRow) {
  return (
    <PageLink to={paths.officeDeparture(departureId)} className="today-time">
      {time}
      {expected && <span className="small"> {expected}</span>}
    </PageLink>
  )
}

/** The line and the way, and below them the bus and its driver once they are known. */
function Journey({ routeName, way, crew }: TodayRow) {
  return (
    <>
      {routeName} {way}
      {crew && <span className="today-crew small soft">{crew}</span>}
    </>
  )
}

function States({ states }: TodayRow) {
  if (states.length === 0) return <>{translation().messages.office.today.departures.planned}</>
  return (
    <span className="row">
      {states.map(({ text, tone }) => (
        <Badge key={text} tone={tone} icon={tone === 'info' ? 'check' : 'warning'}>
          {text}
        </Badge>
      ))}
    </span>
  )
}

/** The passenger list, and the usual delays in one press. */
function Acts(row: TodayRow) {
  const { departureId, time, routeName, way, late, seen } = row
  const { departures: sentences } = translation().messages.office.today
  const may = useMay()
  const { afterAct } = useReported()
  return (
    <span className="today-acts">
      {may('manifest.see') && (
        <PageLink
          to={paths.officeManifest(departureId)}
          aria-label={`${sentences.manifest} ${time}`}
        >
          {sentences.manifest}
        </PageLink>
      )}
      {seen !== null && may('departures.delay') && (
        <details>
          <summary aria-label={`${sentences.late} ${time}`}>{sentences.late}</summary>
          <LateForm
            departureId={departureId}
            departure={`${time} ${routeName} ${way}`}
            seen={seen}
            onReported={(minutes) => afterAct({ departureId, was: late, now: minutes })}
          />
          <Undo {...row} />
        </details>
      )}
    </span>
  )
}
