import { CategoryName } from '#app/components/ride/category-name.tsx'
import { translation } from '#app/i18n/translation.ts'
import type { PassengerCategory } from '#modules/fares/passengers.ts'
import { MAX_PASSENGERS } from '#modules/rules/rules.ts'

export const FIELD_NAMES: Record<PassengerCategory, string> = {
  adult: 'adults',
  child: 'children',
  student: 'students',
  infant: 'infants',
}

type CountFieldProps = {
  category: PassengerCategory
  count: number
  /** Before the name it makes the id, where a page asks twice. */
  prefix?: string
  /** What one seat costs. */
  hint?: string | null
}

/** How many of a category. The field can be typed into; live/ticket-search.js presses the buttons. */
export function CountField({ category, count, prefix = '', hint }: CountFieldProps) {
  const { bookNow, common } = translation().messages
  const name = FIELD_NAMES[category]
  const id = prefix + name
  const label = common.categories[category]
  const [, many = ''] = common.counted[category].split('|')
  const hintId = hint ? `${id}-fare` : undefined
  return (
    <div className="count-field">
      <div>
        <label htmlFor={id}>
          <CategoryName>{label}</CategoryName>
        </label>
        {hint && (
          <p className="hint" id={hintId}>
            {hint}
          </p>
        )}
      </div>
      <span className="stepper">
        <button type="button" data-step="-1" aria-label={bookNow.party.fewer(many)}>
          −
        </button>
        <input
          id={id}
          name={name}
          aria-describedby={hintId}
          type="number"
          min={0}
          max={MAX_PASSENGERS}
          defaultValue={count}
          data-words={common.counted[category]}
        />
        <button type="button" data-step="1" aria-label={bookNow.party.more(many)}>
          +
        </button>
      </span>
    </div>
  )
}
