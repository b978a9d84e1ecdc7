import { partyText } from '#app/i18n/party.ts'
import { translation } from '#app/i18n/translation.ts'
import { attributes } from '#app/live/contract.ts'
import type { Count, Party } from '#app/live/ticket-search.ts'
import { Choice } from '#app/ui/choice.tsx'
import { FieldError } from '#app/ui/field.tsx'
import { PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'

import { CountField } from './count-field.tsx'
import type { SearchFormView } from './view.ts'

const ERROR_ID = 'party-error'

/** The party as one line, which opens for changes, even without script. */
export function PartyField({ values, problems }: Pick<SearchFormView, 'values' | 'problems'>) {
  const { bookNow, common } = translation().messages
  const { passengers, wheelchairUsers } = values
  const error = problems.find(({ fieldId }) => fieldId === 'search-adults')?.sentence
  return (
    <details className="half party" open={error !== undefined}>
      <summary>
        <span className="label">{bookNow.search.passengers}</span>
        <span className="input" {...attributes<Party>({ party: '' })}>
          {partyText(passengers, wheelchairUsers)}
        </span>
      </summary>
      <fieldset className="counts" {...(error && { 'aria-describedby': ERROR_ID })}>
        <legend className="visually-hidden">{bookNow.search.passengers}</legend>
        {error && <FieldError id={ERROR_ID}>{error}</FieldError>}
        {PASSENGER_CATEGORIES.map((category) => (
          <CountField
            key={category}
            category={category}
            count={passengers[category]}
            prefix="search-"
          />
        ))}
        <Choice
          type="checkbox"
          name="wheelchairs"
          value={Math.max(1, wheelchairUsers)}
          defaultChecked={wheelchairUsers > 0}
          {...attributes<Count>({ words: common.wheelchairSpaces })}
        >
          {bookNow.search.wheelchair}
        </Choice>
      </fieldset>
    </details>
  )
}
