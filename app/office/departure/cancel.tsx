import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { ConcernedFacts } from '#app/components/office/concerned-facts.tsx'
import { errorAt, typedFor } from '#app/components/office/refused-form.ts'
import { ToldReasonFields } from '#app/components/office/told-reason-fields.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import type { RidingOn } from '#modules/incidents/departures/break-off.server.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { localePath } from '#platform/locale.ts'
import { formatEuros } from '#platform/money.ts'

import type { Route } from './+types/cancel'
import { cancelAction, makeCancelView, type CancelView, type RoadView } from './cancel.server.ts'
import { Reason } from './form-parts.tsx'

export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [
  { title: tabTitle(translation().messages.office.departure.cancel.title) },
]

export async function loader({ params, request }: Route.LoaderArgs): Promise<CancelView> {
  return makeCancelView(params.id, new URL(request.url).searchParams, now())
}

export const action = cancelAction

/** Says what a cancellation will do before it is done; what is shown is compared at the press. */
export default function Page({ loaderData, actionData }: Route.ComponentProps) {
  const { departureId, seen, title, date, concerned, toTell, road } = loaderData
  const { bookings, passengers, paid } = concerned
  const words = translation().messages.office.departure
  const { cancel, breakOff } = words
  const refused = actionData && 'problems' in actionData ? actionData : undefined
  const { story, nobody } = road && road.from > 0 ? breakOff : cancel
  return (
    <>
      <PageHeader title={road ? breakOff.title : cancel.title} intro={`${title}, ${date}`} />
      <ErrorSummary title={words.problems} problems={refused?.problems ?? []} />
      {road && <ChooseStop road={road} />}
      <section className="card stack" aria-labelledby="concerns">
        <h2 id="concerns">{cancel.concerns}</h2>
        <ConcernedFacts concerned={concerned} />
        <p>{passengers === 0 ? nobody : story}</p>
        {toTell.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <ActForm intent="cancel" seen={seen} confirm="L2" className="stack">
          <input type="hidden" name="bookings" value={bookings} />
          <input type="hidden" name="paid" value={paid} />
          {road && <input type="hidden" name="from" value={road.from} />}
          <Reason
            id="reason"
            typed={typedFor(refused, 'cancel')?.reason}
            error={errorAt(refused, 'reason')}
          />
          <ToldReasonFields kind="not-running" refused={refused} />
          <ActButton kind="action">{sayButton(loaderData)}</ActButton>
        </ActForm>
      </section>
      {road && <Riding departureId={departureId} riding={road.riding} />}
      <p>
        <PageLink to={paths.officeDeparture(departureId)}>{cancel.back}</PageLink>
      </p>
    </>
  )
}

function sayButton({ time, concerned, road }: CancelView): string {
  const { locale, messages } = translation()
  const { cancel, breakOff } = messages.office.departure
  const { passengers, paid } = concerned
  const sum = formatEuros(paid, locale)
  const stop = road?.stops.find(({ position }) => position === road.from)
  if (!stop || stop.position === 0) return cancel.button(time, passengers, sum)
  return breakOff.button(stop.name, passengers, sum)
}

/** The first stop that is not reached; the figures below are those of the choice that was sent. */
function ChooseStop({ road }: { road: RoadView }) {
  const { breakOff } = translation().messages.office.departure
  return (
    <form method="get" className="stack">
      <SelectField name="from" label={breakOff.from} defaultValue={road.from}>
        {road.stops.map(({ position, name, planned }) => (
          <option key={position} value={position}>
            {planned} {name}
            {position === 0 && ` – ${breakOff.never}`}
          </option>
        ))}
      </SelectField>
      <p>
        <Button>{breakOff.choose}</Button>
      </p>
    </form>
  )
}

function linkToBooking({ name, reference }: RidingOn) {
  return <PageLink to={paths.officeBooking(reference)}>{name ?? reference}</PageLink>
}

/** The passengers who need a relief bus, for the office and the driver. */
function Riding({ departureId, riding }: { departureId: string; riding: RidingOn[] }) {
  const { locale, messages } = translation()
  const { breakOff } = messages.office.departure
  const columns: Column<RidingOn>[] = [
    {
      key: 'name',
      head: breakOff.passenger,
      kind: 'name',
      cell: linkToBooking,
    },
    { key: 'people', head: breakOff.people, kind: 'number', cell: ({ people }) => people },
    { key: 'aboard', head: breakOff.aboard, kind: 'number', cell: ({ aboard }) => aboard },
  ]
  return (
    <section className="stack">
      <DataTable
        caption={breakOff.riding}
        columns={columns}
        rows={riding}
        rowKey={({ bookingId }) => bookingId}
        empty={breakOff.ridingNone}
        address={localePath(locale, paths.officeCancelDeparture(departureId))}
      />
      {riding.length > 0 && <p>{breakOff.ridingHint}</p>}
    </section>
  )
}
