import { Form, Link } from 'react-router'

import { translation } from '#app/i18n/translation.ts'
import type { Passengers } from '#modules/fares/passengers.ts'
import { MOST_PASSENGERS } from '#modules/orders/cart.ts'
import { Button } from '#app/ui/button.tsx'
import { Segments } from '#app/ui/choice.tsx'
import { DateField, SelectField, TextField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { localePath } from '#platform/locale.ts'

import type { PlaceOptions, SearchFormView } from './view.ts'

type TicketSearchProps = {
  search: SearchFormView
  /** Kept by category as long as the plain count says the same. */
  passengers?: Passengers
  /** Whether to ask also for the hour; without it the whole day is meant. */
  asksTime?: boolean
}

/** Where from, where to and when: a form that asks with GET, so an answer has an address. */
export function TicketSearch({ search, passengers, asksTime = false }: TicketSearchProps) {
  const { locale, messages } = translation()
  const sentences = messages.bookNow.search
  const { values, today, lastDate, swapHref } = search
  const days = { min: today, ...(lastDate && { max: lastDate }) }
  return (
    <search aria-label={sentences.heading}>
      <Form
        className="ticket-search"
        method="get"
        action={localePath(locale, '/book-now')}
        key={JSON.stringify(values)}
      >
        <Segments
          name="trip"
          legend={sentences.trip}
          chosen={values.trip}
          options={[
            { value: 'one-way', label: sentences.oneWay },
            { value: 'return', label: sentences.return },
          ]}
        />
        <PlaceField name="from" label={sentences.from} search={search} />
        {swapHref && (
          <Link className="swap" to={swapHref} aria-label={sentences.swap}>
            <Icon name="swap" />
          </Link>
        )}
        <PlaceField name="to" label={sentences.to} search={search} />
        <div className="half">
          <DateField
            name="date"
            label={sentences.date}
            defaultValue={values.date}
            {...days}
            required
          />
        </div>
        <div className="half only-return">
          <DateField
            name="return-date"
            label={sentences.returnDate}
            defaultValue={values.returnDate}
            {...days}
          />
        </div>
        {asksTime && (
          <div className="half">
            <TextField name="time" type="time" label={sentences.time} defaultValue={values.time} />
          </div>
        )}
        <div className="half party">
          <HowMany count={values.passengers} />
        </div>
        {passengers && <Categories passengers={passengers} />}
        <Button kind="action">{sentences.submit}</Button>
      </Form>
    </search>
  )
}

type PlaceFieldProps = { name: 'from' | 'to'; label: string; search: SearchFormView }

function PlaceField({ name, label, search }: PlaceFieldProps) {
  const { choosePlace } = translation().messages.bookNow.search
  return (
    <SelectField name={name} label={label} defaultValue={search.values[name]} required>
      <option value="">{choosePlace}</option>
      <Places places={search.places} />
    </SelectField>
  )
}

/** An area can be chosen whole, or one of its stops. */
export function Places({ places }: { places: PlaceOptions }) {
  const { allStops } = translation().messages.bookNow.search
  return places.map(({ code, name, stops }) =>
    stops ? (
      <optgroup key={code} label={name}>
        <option value={code}>{allStops(name)}</option>
        {stops.map((stop) => (
          <option key={stop.code} value={stop.code}>
            {stop.name}
          </option>
        ))}
      </optgroup>
    ) : (
      <option key={code} value={code}>
        {name}
      </option>
    ),
  )
}

function HowMany({ count }: { count: number }) {
  const { passengers } = translation().messages.bookNow.search
  return (
    <SelectField name="passengers" label={passengers} defaultValue={count}>
      {Array.from({ length: MOST_PASSENGERS }, (_, before) => (
        <option key={before}>{before + 1}</option>
      ))}
    </SelectField>
  )
}

function Categories({ passengers }: { passengers: Passengers }) {
  const { adult, child, student, infant } = passengers
  if (child + student + infant === 0) return null
  const counts = { adults: adult, children: child, students: student, infants: infant }
  return Object.entries(counts).map(([name, count]) => (
    <input key={name} type="hidden" name={name} value={count} />
  ))
}
