import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { DateField, SelectField } from '#app/ui/field.tsx'
import { CATEGORY_RULES, PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import { MAX_PASSENGERS } from '#modules/rules/rules.ts'
import { formatEuros } from '#platform/money.ts'

import type { ChangeView, DepartureView, SearchView } from './view.ts'

/** Stops, day and party, and the departures that fit. */
export function ChooseDeparture({ view: { search, departures } }: { view: ChangeView }) {
  const { locale, messages } = translation()
  const { change } = messages.office.changes
  const rows = departures ?? []
  return (
    <section className="stack" aria-labelledby="search">
      <h2 id="search">{change.search}</h2>
      <Search search={search} />
      <DataTable<DepartureView>
        caption={change.departures(search.dayInWords)}
        rows={rows}
        rowKey={({ departureId }) => departureId}
        empty={change.none}
        address=""
        columns={[
          {
            key: 'time',
            head: change.time,
            kind: 'name',
            cell: timeOf,
          },
          { key: 'seats', head: change.seats, kind: 'number', cell: ({ seatsLeft }) => seatsLeft },
          {
            key: 'spaces',
            head: change.spaces,
            kind: 'number',
            cell: ({ spacesLeft }) => spacesLeft,
          },
          {
            key: 'price',
            head: change.price,
            kind: 'number',
            cell: ({ total }) => formatEuros(total, locale),
          },
        ]}
      />
    </section>
  )
}

function timeOf({ time, address, isSameBus }: DepartureView) {
  const { thisBus } = translation().messages.office.changes.change
  return <a href={address}>{isSameBus ? `${time} (${thisBus})` : time}</a>
}

function Search({ search }: { search: SearchView }) {
  const { common, office } = translation().messages
  const { change } = office.changes
  const { from, to, date, today, stops, passengers, wheelchairUsers } = search
  const options = stops.map(({ stopId, name }) => (
    <option key={stopId} value={stopId}>
      {name}
    </option>
  ))
  return (
    <form method="get" className="stack">
      <div className="counts-grid">
        <SelectField name="from" label={change.from} defaultValue={from}>
          {options}
        </SelectField>
        <SelectField name="to" label={change.to} defaultValue={to}>
          {options}
        </SelectField>
        <DateField name="date" label={change.date} defaultValue={date} min={today} />
        {PASSENGER_CATEGORIES.map((category) => (
          <Count
            key={category}
            name={CATEGORY_RULES[category].field}
            label={common.categories[category].field}
            chosen={passengers[category]}
          />
        ))}
        <Count name="wheelchairs" label={change.wheelchairs} chosen={wheelchairUsers} />
      </div>
      <p>
        <Button>{change.find}</Button>
      </p>
    </form>
  )
}

type CountProps = { name: string; label: string; chosen: number }

function Count({ name, label, chosen }: CountProps) {
  return (
    <SelectField name={name} label={label} defaultValue={chosen}>
      {Array.from({ length: MAX_PASSENGERS + 1 }, (_, count) => (
        <option key={count}>{count}</option>
      ))}
    </SelectField>
  )
}
