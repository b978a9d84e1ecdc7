import { ActButton, ActForm } from '#app/components/office/act-form.tsx'
import { ReasonField } from '#app/components/office/reason-field.tsx'
import { ToldReasonFields } from '#app/components/office/told-reason-fields.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { Facts } from '#app/ui/parts.tsx'
import * as paths from '#paths'
import { formatEuros } from '#platform/money.ts'

import { ChangeStop } from './change-stop.tsx'
import { addressOf, AlreadyLate, Departures, LeftOutByHand } from './departures.tsx'
import { Late } from './late.tsx'
import type { Event } from './selection.ts'
import type { BookingRow, Check, ManyView } from './view.ts'

type CheckProps = { view: ManyView; check: Check; refused: Refused | undefined }

/** The departures, those who have seats on them, and the button; nothing has been sent yet. */
export function CheckPart({ view, check, refused }: CheckProps) {
  const { locale, messages } = translation()
  const words = messages.office.incidentMany
  const { counts, paid, departures, isTooMany } = check
  const { what } = view.chosen
  const isLate = what === 'late'
  const sum = formatEuros(paid, locale)
  const minutes = Number(view.chosen.minutes)
  const facts = [
    ...words.facts
      .filter(({ of }) => !isLate || of !== 'lastBuses')
      .filter(({ of }) => of !== 'offered' || counts.offered > 0)
      .map(({ name, of }) => ({ name, value: counts[of] })),
    isLate
      ? { name: words.late.refunds, value: words.late.noRefunds }
      : { name: words.atMost, value: sum },
  ]
  return (
    <>
      <section className="card stack" aria-labelledby="concerns">
        <h2 id="concerns">{words.concerns(view.window ?? '')}</h2>
        <Facts facts={facts} />
        {isTooMany && <p>{words.tooMany(check.most)}</p>}
        {!isTooMany && departures.length > 0 && (
          <Press what={what} check={check} sum={sum} minutes={minutes} refused={refused} />
        )}
      </section>
      <Departures view={view} departures={departures} />
      {isLate && <AlreadyLate already={check.already} minutes={minutes} />}
      <LeftOutByHand view={view} without={check.without} />
      <DataTable
        caption={words.bookings}
        isWide
        columns={bookingColumns()}
        rows={check.bookings}
        rowKey={({ bookingId }) => bookingId}
        name="booking"
        empty={words.nobody}
        address={addressOf(view.chosen)}
        pages={{
          label: words.pages,
          next: check.next ? { text: words.next, after: check.next } : undefined,
        }}
      />
    </>
  )
}

type CancelProps = Omit<CheckProps, 'view'> & { sum: string }

type PressProps = CancelProps & { what: Event; minutes: number }

/** The form that does what was chosen, after what it will do. */
function Press({ what, minutes, ...props }: PressProps) {
  const { check, refused } = props
  if (what === 'cancel') return <Cancel {...props} />
  if (what === 'late') return <Late check={check} minutes={minutes} refused={refused} />
  return <ChangeStop {...props} isMoved={what === 'move'} />
}

function Cancel({ check: { counts, paid }, sum, refused }: CancelProps) {
  const words = translation().messages.office.incidentMany
  return (
    <>
      <p>{words.story}</p>
      <ActForm intent="cancel-many" confirm="L2" className="stack">
        <input type="hidden" name="departures" value={counts.departures} />
        <input type="hidden" name="bookings" value={counts.bookings} />
        <input type="hidden" name="paid" value={paid} />
        <ReasonField words={words} refused={refused} />
        <ToldReasonFields kind="not-running" refused={refused} />
        <ActButton kind="action">{words.send(counts.departures, counts.passengers, sum)}</ActButton>
      </ActForm>
    </>
  )
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
    { key: 'leaves', head: words.boards, cell: ({ leaves }) => leaves },
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
