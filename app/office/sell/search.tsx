import { Places } from '#app/components/journey/ticket-search.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { Segments } from '#app/ui/choice.tsx'
import { DateField, SelectField, TextField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { CATEGORY_RULES, PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import { MAX_PASSENGERS } from '#modules/rules/rules.ts'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import type { SellView } from './view.ts'

type SearchProps = Pick<SellView, 'search'> & { isInForm?: boolean }

/**
 * The journey and the party: a form of its own, sent with GET so that the departures have an address, or a part of the
 * form of the traveller, which leads to that address with all that was typed.
 */
export function Search({ search, isInForm = false }: SearchProps) {
  const { locale, messages } = translation()
  const { bookNow, office } = messages
  const { sell } = office
  const { from, to, date, isReturn, returnDate, places, remarks } = search
  const parts = (
    <>
      <h2>{sell.search}</h2>
      {remarks.map((sentence) => (
        <Notice key={sentence} tone="warning">
          <p>{sentence}</p>
        </Notice>
      ))}
      <Segments
        name="trip"
        legend={bookNow.search.trip}
        chosen={isReturn ? 'return' : 'one-way'}
        options={[
          { value: 'one-way', label: bookNow.search.oneWay },
          { value: 'return', label: bookNow.search.return },
        ]}
      />
      <div className="row">
        <SelectField name="from" label={sell.from} defaultValue={from}>
          <option value="">{sell.choose}</option>
          <Places places={places} />
        </SelectField>
        <SelectField name="to" label={sell.to} defaultValue={to}>
          <option value="">{sell.choose}</option>
          <Places places={places} />
        </SelectField>
        <DateField name="date" label={sell.date} defaultValue={date} />
        <div className="only-return">
          <DateField
            name="return-date"
            label={bookNow.search.returnDate}
            defaultValue={returnDate}
          />
        </div>
      </div>
      <Party search={search} />
      <div className="row">
        <Button
          kind={from && to ? 'secondary' : 'action'}
          {...(isInForm && { name: 'intent', value: 'choose' })}
        >
          {sell.find}
        </Button>
      </div>
    </>
  )
  if (isInForm) return <section className="sell-search card stack">{parts}</section>
  return (
    <form action={localePath(locale, paths.officeSell())} className="sell-search card stack">
      {parts}
    </form>
  )
}

function Party({ search: { passengers, wheelchairs } }: Pick<SellView, 'search'>) {
  const { common, office } = translation().messages
  const { sell } = office
  return (
    <fieldset>
      <legend className="label">{sell.party}</legend>
      <div className="sell-party">
        {PASSENGER_CATEGORIES.map((category) => (
          <TextField
            key={category}
            name={CATEGORY_RULES[category].field}
            type="number"
            min={0}
            max={MAX_PASSENGERS}
            label={common.categories[category].field}
            defaultValue={passengers[category]}
          />
        ))}
        <TextField
          name="wheelchairs"
          type="number"
          min={0}
          label={sell.wheelchairs}
          defaultValue={wheelchairs}
        />
      </div>
    </fieldset>
  )
}
