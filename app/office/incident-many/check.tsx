import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Facts } from '#app/ui/parts.tsx'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'
import { formatEuros } from '#platform/money.ts'

import { ChangeStop } from './change-stop.tsx'
import type { BookingRow, Check, DepartureRow, ManyView } from './view.ts'

type CheckProps = { view: ManyView; check: Check; refused: Refused | undefined }

/** The departures, those who have seats on them, and the button; nothing has been sent yet. */
export function CheckPart({ view, check, refused }: CheckProps) {
  const { locale, messages } = translation()
  const words = messages.office.incidentMany
  const { counts, paid, departures, isTooMany } = check
  const { what } = view.chosen
  const sum = formatEuros(paid, locale)
  const facts = [
    ...words.facts.map(({ name, of }) => ({ name, value: counts[of] })),
    { name: words.atMost, value: sum },
  ]
  return (
    <>
      <section className="card stack" aria-labelledby="concerns">
        <h2 id="concerns">{words.concerns(view.window ?? '')}</h2>
        <Facts facts={facts} />
        {isTooMany && <p>{words.tooMany(departures.length)}</p>}
        {!isTooMany && departures.length > 0 && what === 'cancel' && (
          <Cancel check={check} sum={sum} refused={refused} />
        )}
        {!isTooMany && departures.length > 0 && what !== 'cancel' && (
          <ChangeStop check={check} sum={sum} refused={refused} isMoved={what === 'move'} />
        )}
      </section>
      <DataTable
        caption={words.departures}
        columns={departureColumns()}
        rows={departures}
        rowKey={({ departureId }) => departureId}
        name="departure"
        empty={words.noDepartures}
        address={addressOf(view)}
      />
      <DataTable
        caption={words.bookings}
        isWide
        columns={bookingColumns()}
        rows={check.bookings}
        rowKey={({ bookingId }) => bookingId}
        name="booking"
        empty={words.nobody}
        address={addressOf(view)}
        pages={{
          label: words.pages,
          next: check.next ? { text: words.next, after: check.next } : undefined,
        }}
      />
    </>
  )
}

type CancelProps = Omit<CheckProps, 'view'> & { sum: string }

function Cancel({ check: { counts, paid }, sum, refused }: CancelProps) {
  const words = translation().messages.office.incidentMany
  const error = refused?.problems.find(({ fieldId }) => fieldId === 'reason')?.sentence
  return (
    <>
      <p>{words.story}</p>
      <ActForm intent="cancel-many" confirm="L2" className="stack">
        <input type="hidden" name="departures" value={counts.departures} />
        <input type="hidden" name="bookings" value={counts.bookings} />
        <input type="hidden" name="paid" value={paid} />
        <TextField
          name="reason"
          label={words.reason}
          hint={words.reasonHint}
          maxLength={200}
          defaultValue={refused?.typed.reason}
          error={error}
        />
        <ActButton kind="action">{words.send(counts.departures, counts.passengers, sum)}</ActButton>
      </ActForm>
    </>
  )
}

function departureColumns(): Column<DepartureRow>[] {
  const words = translation().messages.office.incidentMany
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
    { key: 'bookings', head: words.bookings, kind: 'number', cell: ({ bookings }) => bookings },
    { key: 'people', head: words.people, kind: 'number', cell: ({ passengers }) => passengers },
  ]
}

function bookingColumns(): Column<BookingRow>[] {
  const { locale, messages } = translation()
  const words = messages.office.incidentMany
  return [
    {
      key: 'booking',
      head: words.booking,
      kind: 'name',
      cell: ({ reference }) => <PageLink to={paths.officeBooking(reference)}>{reference}</PageLink>,
    },
    { key: 'name', head: words.name, cell: ({ name }) => name },
    { key: 'leaves', head: words.leaves, cell: ({ leaves }) => leaves },
    { key: 'people', head: words.people, kind: 'number', cell: ({ people }) => people },
    { key: 'needs', head: words.needs.title, cell: ({ needs }) => needs },
    { key: 'mail', head: words.mail, cell: ({ mail }) => mail },
    { key: 'phone', head: words.phone, cell: ({ phone }) => phone },
    {
      key: 'total',
      head: words.paid,
      kind: 'number',
      cell: ({ total }) => formatEuros(total, locale),
    },
  ]
}

/** The address of this check, from which its pages are turned. */
function addressOf({ chosen: { routes, percent, ...chosen } }: ManyView): string {
  const query = new URLSearchParams({ ...chosen, percent: String(percent) })
  for (const route of routes) query.append('route', route)
  return localePath(translation().locale, paths.officeNewIncident(query))
}
