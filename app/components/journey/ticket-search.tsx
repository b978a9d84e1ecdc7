import { translation } from '#app/i18n/translation.ts'
import script from '#app/live/ticket-search.ts?worker&url'
import { Button } from '#app/ui/button.tsx'
import { Segments } from '#app/ui/choice.tsx'
import { DateField, SelectField, TextField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icons.tsx'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import { PartyField } from './party-field.tsx'
import type { PlaceOptions, SearchFormView } from './view.ts'

type TicketSearchProps = {
  search: SearchFormView
  /** Whether the form asks for a time as well; without one the search covers the whole day. */
  asksTime?: boolean
  /** The page loads the script of the form itself. */
  hasScript?: boolean
}

/** Origin, destination and date: a GET form, so that results have an address. */
export function TicketSearch({ search, asksTime = false, hasScript = false }: TicketSearchProps) {
  const { locale, messages } = translation()
  const sentences = messages.bookNow.search
  const { values, today, lastDate, swapHref, problems } = search
  const errorOf = (field: string) => problems.find(({ fieldId }) => fieldId === field)?.sentence
  const days = { min: today, ...(lastDate && { max: lastDate }) }
  return (
    <search aria-label={sentences.heading}>
      <form className="ticket-search" action={localePath(locale, paths.bookNow())}>
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
          <a className="swap" href={swapHref} aria-label={sentences.swap}>
            <Icon name="swap" />
          </a>
        )}
        <PlaceField name="to" label={sentences.to} search={search} />
        <div className="half">
          <DateField
            name="date"
            label={sentences.date}
            defaultValue={values.date}
            error={errorOf('date')}
            {...days}
            required
          />
        </div>
        <div className="half only-return">
          <DateField
            name="return-date"
            label={sentences.returnDate}
            defaultValue={values.returnDate}
            error={errorOf('return-date')}
            {...days}
          />
        </div>
        {asksTime && (
          <div className="half">
            <TextField name="time" type="time" label={sentences.time} defaultValue={values.time} />
          </div>
        )}
        <PartyField values={values} problems={problems} />
        <Button kind="action">{sentences.submit}</Button>
      </form>
      {!hasScript && <SearchScript async />}
    </search>
  )
}

/** As a module it could not block, so it is one only during development, where it imports. */
export function SearchScript({ async }: { async?: boolean }) {
  return <script src={script} async={async} {...(import.meta.env.DEV && { type: 'module' })} />
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

/** A visitor may choose a whole area or one of its stops. */
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
