import { Places } from '#app/components/journey/ticket-search.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { DateField, SelectField } from '#app/ui/field.tsx'
import { Details } from '#app/ui/parts.tsx'
import { CATEGORY_RULES, PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import { MAX_PASSENGERS } from '#modules/rules/rules.ts'
import { localePath } from '#platform/locale.ts'

import type { ChangeSearchView } from './view.ts'

type ChangeSearchProps = {
  search: ChangeSearchView
  /** The page for cancelling seats: a smaller party is not a change of the ride. */
  fewer: string
}

/**
 * Asks for the day, and behind it for other changes. A GET form, so that results have an address.
 */
export function ChangeSearch({ search, fewer }: ChangeSearchProps) {
  const { locale, messages } = translation()
  const sentences = messages.change.search
  const { page, date, today, lastDate, more } = search
  return (
    <form method="get" action={localePath(locale, page)} className="card stack change-search">
      <div className="change-day">
        <DateField
          name="date"
          label={sentences.date}
          defaultValue={date}
          min={today}
          {...(lastDate && { max: lastDate })}
          required
        />
        <Button>{sentences.submit}</Button>
      </div>
      {more && (
        <Details summary={sentences.more} open={more.isOpen}>
          <More more={more} />
          <p className="change-fewer">
            {sentences.fewer} <PageLink to={fewer}>{sentences.fewerLink}</PageLink>
          </p>
        </Details>
      )}
    </form>
  )
}

function More({ more }: { more: NonNullable<ChangeSearchView['more']> }) {
  const { bookNow, common } = translation().messages
  const { from, to, places, passengers, wheelchairUsers } = more
  const counts = Array.from({ length: MAX_PASSENGERS + 1 }, (_, count) => count)
  return (
    <div className="counts-grid">
      <SelectField name="from" label={bookNow.search.from} defaultValue={from}>
        <Places places={places} />
      </SelectField>
      <SelectField name="to" label={bookNow.search.to} defaultValue={to}>
        <Places places={places} />
      </SelectField>
      {PASSENGER_CATEGORIES.map((category) => (
        <SelectField
          key={category}
          name={CATEGORY_RULES[category].field}
          label={common.categories[category].field}
          defaultValue={passengers[category]}
        >
          {counts.map((count) => (
            <option key={count}>{count}</option>
          ))}
        </SelectField>
      ))}
      <input type="hidden" name="wheelchairs" value={wheelchairUsers} />
    </div>
  )
}
