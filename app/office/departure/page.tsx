import { useMay } from '#app/components/office/office-view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { LoadBar } from '#app/ui/load-bar.tsx'
import { Badge } from '#app/ui/notice.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Facts } from '#app/ui/parts.tsx'
import { Timeline } from '#app/ui/timeline.tsx'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { localePath } from '#platform/locale.ts'

import type { Route } from './+types/page'
import { departureAction } from './actions.server.ts'
import { Blocks } from './blocks-form.tsx'
import { ExtraPart } from './extra-part.tsx'
import { Forms, MessageForm, ReviveForm, RunAnywayForm } from './forms.tsx'
import { makeDepartureView, type DepartureView, type LegRow, type StopRow } from './view.server.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = ({ loaderData }: Route.MetaArgs) => {
  const { title } = translation().messages.office.departure
  return [{ title: tabTitle(loaderData?.title ?? title) }]
}

export async function loader({ params }: Route.LoaderArgs): Promise<DepartureView> {
  return makeDepartureView(params.id, now())
}

export const action = departureAction

export default function Page({ loaderData: departure, actionData }: Route.ComponentProps) {
  const may = useMay()
  const words = translation().messages.office.departure
  const { departureId, status, states, title, date, route, isOnRoad, brokenAt } = departure
  const refused = actionData && 'problems' in actionData ? actionData : undefined
  const forms = { departure, refused }
  return (
    <>
      <PageHeader title={title} intro={`${date} · ${route}`} />
      <p className="row">
        {states.map(({ text, tone }) => (
          <Badge key={text} tone={tone}>
            {text}
          </Badge>
        ))}
        <PageLink to={paths.officeDepartures()}>{words.toList}</PageLink>
        {may('manifest.see') && (
          <PageLink to={paths.officeManifest(departureId)}>{words.passengers}</PageLink>
        )}
        {may('incidents.see') &&
          departure.incidents.map(({ incidentId, kind }) => (
            <PageLink key={incidentId} to={paths.officeIncident(incidentId)}>
              {words.incidents[kind]}
            </PageLink>
          ))}
        {status !== 'cancelled' && !brokenAt && may('departures.cancel') && (
          <PageLink to={paths.officeCancelDeparture(departureId)}>
            {isOnRoad ? words.breakOff.lead : words.cancel.lead}
          </PageLink>
        )}
      </p>
      {brokenAt && <p>{words.breakOff.done(brokenAt)}</p>}
      <ErrorSummary title={words.problems} problems={refused?.problems ?? []} />
      <Load departure={departure} />
      <Blocks {...forms} />
      <ExtraPart {...forms} />
      <section className="stack" aria-label={words.acts}>
        {status === 'planned' && <Forms {...forms} />}
        {status === 'cancelled' && may('departures.cancel') && <ReviveForm {...forms} />}
        {status === 'withdrawn' && may('departures.cancel') && <RunAnywayForm {...forms} />}
        {may('departures.message') && <MessageForm {...forms} />}
      </section>
      <Stops departure={departure} />
      <History id="changes" {...words.changes} events={departure.changes} />
      <History id="news" {...words.news} events={departure.news} />
    </>
  )
}

function Load({ departure }: { departure: DepartureView }) {
  const words = translation().messages.office.departure
  const { legs, seats, wanted, wheelchairPlaces, isPinned, departureId, vehicle, duty, relief } =
    departure
  const { leased } = departure
  const facts = [
    { name: words.facts.seats, value: seats },
    ...(wanted.seats === seats ? [] : [{ name: words.facts.wanted, value: wanted.seats }]),
    { name: words.facts.wheelchairs, value: wheelchairPlaces ?? '?' },
    ...(vehicle ? [{ name: words.facts.vehicle, value: <VehicleLink {...vehicle} /> }] : []),
    ...(duty ? [{ name: words.facts.driver, value: <DutyLink {...duty} /> }] : []),
    ...(relief.present
      ? [{ name: words.facts.relief, value: <ReliefLink {...relief.present} /> }]
      : []),
    ...(isPinned ? [{ name: words.facts.pinned, value: words.facts.on }] : []),
  ]
  return (
    <section className="stack">
      <Facts facts={facts} />
      {leased && <p>{words.load.leasedTo(leased.seats, leased.phones)}</p>}
      <DataTable
        caption={words.load.title}
        columns={legColumns(departure)}
        rows={legs}
        rowKey={({ key }) => key}
        empty={words.load.none}
        address={addressOf(departureId)}
      />
    </section>
  )
}

/** A link for those who may open its page. */
function VehicleLink({ vehicleId, plate }: NonNullable<DepartureView['vehicle']>) {
  return useMay()('fleet.see') ? (
    <PageLink to={paths.officeVehicle(vehicleId)}>{plate}</PageLink>
  ) : (
    plate
  )
}

/** The second bus, with its driver. */
function ReliefLink({ driver, ...vehicle }: NonNullable<DepartureView['relief']['present']>) {
  const { nobody } = translation().messages.office.departure.facts
  return (
    <>
      <VehicleLink {...vehicle} />, {driver ?? nobody}
    </>
  )
}

/** The driver, with a link to the duty for those who may open it. */
function DutyLink({ dutyId, driver }: NonNullable<DepartureView['duty']>) {
  const text = driver ?? translation().messages.office.departure.facts.nobody
  return useMay()('fleet.see') ? <PageLink to={paths.officeDuty(dutyId)}>{text}</PageLink> : text
}

function legColumns({ blocks }: DepartureView): Column<LegRow>[] {
  const { load } = translation().messages.office.departure
  const { way } = translation().messages.office.departures
  return [
    { key: 'leg', head: load.leg, kind: 'name', cell: ({ from, to }) => way(from, to) },
    { key: 'bar', head: load.bar, cell: ({ key: _key, ...leg }) => <LoadBar {...leg} /> },
    { key: 'sold', head: load.sold, kind: 'number', cell: ({ sold }) => sold },
    { key: 'held', head: load.held, kind: 'number', cell: ({ kept }) => kept },
    { key: 'leased', head: load.leased, kind: 'number', cell: ({ leased }) => leased },
    ...(blocks.length > 0 ? [blockedColumn()] : []),
    { key: 'free', head: load.free, kind: 'number', cell: ({ free }) => free },
    { key: 'wheel', head: load.wheelchairs, kind: 'number', cell: (leg) => leg.wheelchairs },
  ]
}

function blockedColumn(): Column<LegRow> {
  const { blocked } = translation().messages.office.departure.load
  return { key: 'blocked', head: blocked, kind: 'number', cell: (leg) => leg.blocked }
}

function linkToChange({ change }: StopRow) {
  const { stops } = translation().messages.office.departure
  return <PageLink to={paths.officeNewIncident(change)}>{stops.changeThis}</PageLink>
}

function Stops({ departure }: { departure: DepartureView }) {
  const may = useMay()
  const { locale, messages } = translation()
  const { stops: words } = messages.office.departure
  const columns: Column<StopRow>[] = [
    { key: 'stop', head: words.stop, kind: 'name', cell: ({ name }) => name },
    { key: 'planned', head: words.planned, cell: ({ planned }) => planned },
    { key: 'expected', head: words.expected, cell: (stop) => stop.expected ?? words.asPlanned },
    {
      key: 'bay',
      head: words.bay,
      cell: ({ bay, directions, isClosed, movedTo }) => {
        if (isClosed) return words.closed
        if (movedTo) return words.moved(movedTo[locale])
        return [bay, directions?.[locale]].filter(Boolean).join('. ') || words.asPlanned
      },
    },
    ...(may('departures.cancel') && departure.status === 'planned'
      ? [{ key: 'change', head: words.change, cell: linkToChange }]
      : []),
  ]
  return (
    <DataTable
      caption={words.title}
      columns={columns}
      rows={departure.stops}
      rowKey={({ position }) => String(position)}
      empty={words.asPlanned}
      address={addressOf(departure.departureId)}
    />
  )
}

type HistoryProps = { id: string; title: string; none: string; events: DepartureView['changes'] }

function History({ id, title, none, events }: HistoryProps) {
  return (
    <section id={id} className="stack">
      <h2>{title}</h2>
      {events.length === 0 ? <p>{none}</p> : <Timeline label={title} events={events} />}
    </section>
  )
}

function addressOf(departureId: string): string {
  return localePath(translation().locale, paths.officeDeparture(departureId))
}
