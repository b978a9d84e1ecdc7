import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { Segments } from '#app/ui/choice.tsx'
import { DateField, SelectField } from '#app/ui/field.tsx'
import { localePath } from '#platform/locale.ts'

export type PlaceOption = { code: string; name: string }

type SearchFormProps = {
  places: readonly PlaceOption[]
  /** ISO dates: the first that can be asked for, which is also the one proposed. */
  today: string
  mostPassengers: number
}

/** The question of every traveller. It is sent as an address, so the answer can be shared. */
export function SearchForm({ places, today, mostPassengers }: SearchFormProps) {
  const { locale, messages } = translation()
  const { home } = messages
  return (
    <search>
      <form className="search" action={localePath(locale, '/book-now')} aria-label={home.search}>
        <Segments
          name="trip"
          legend={home.trip}
          chosen="one-way"
          options={[
            { value: 'one-way', label: home.oneWay },
            { value: 'return', label: home.return },
          ]}
        />
        <div className="search-fields">
          <PlaceField name="from" label={home.from} places={places} />
          <PlaceField name="to" label={home.to} places={places} />
          <DateField label={home.date} name="date" min={today} defaultValue={today} required />
          <div className="search-return">
            <DateField label={home.returnDate} name="return-date" min={today} />
          </div>
          <div className="search-party">
            <SelectField label={home.passengers} name="passengers" defaultValue="1">
              {Array.from({ length: mostPassengers }, (_, before) => (
                <option key={before}>{before + 1}</option>
              ))}
            </SelectField>
          </div>
          <Button kind="action">{home.showDepartures}</Button>
        </div>
      </form>
    </search>
  )
}

type PlaceFieldProps = { name: string; label: string; places: readonly PlaceOption[] }

function PlaceField({ name, label, places }: PlaceFieldProps) {
  return (
    <SelectField label={label} name={name} defaultValue="" required>
      <option value="" disabled>
        {translation().messages.home.choosePlace}
      </option>
      {places.map((place) => (
        <option key={place.code} value={place.code}>
          {place.name}
        </option>
      ))}
    </SelectField>
  )
}
