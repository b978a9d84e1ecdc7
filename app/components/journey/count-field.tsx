import { CategoryName } from '#app/components/ride/category-name.tsx'
import { translation } from '#app/i18n/translation.ts'
import { attributes } from '#app/live/contract.ts'
import type { Count, Step } from '#app/live/ticket-search.ts'
import { CATEGORY_RULES, type PassengerCategory } from '#modules/fares/passengers.ts'

/**
 * The largest number that a field takes, far above the largest party: the browser stops a larger number with its own
 * words, and our refusal says whom to call instead.
 */
const MOST_TYPED = 999

type CountFieldProps = {
  category: PassengerCategory
  count: number
  /** A prefix of the id, for pages with two such fields. */
  prefix?: string
  /** The fare of one seat. */
  hint?: string | null
}

/**
 * The number of passengers of a category. It is a text field; live/ticket-search.ts adds the
 * buttons.
 */
export function CountField({ category, count, prefix = '', hint }: CountFieldProps) {
  const { bookNow, common } = translation().messages
  const name = CATEGORY_RULES[category].field
  const id = prefix + name
  const { field: label, oneInShort, many } = common.categories[category]
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
        <button
          type="button"
          {...attributes<Step>({ step: -1 })}
          aria-label={bookNow.party.fewer(many)}
        >
          −
        </button>
        <input
          id={id}
          name={name}
          aria-describedby={hintId}
          type="number"
          min={0}
          max={MOST_TYPED}
          defaultValue={count}
          {...attributes<Count>({ words: `${oneInShort}|${many}` })}
        />
        <button
          type="button"
          {...attributes<Step>({ step: 1 })}
          aria-label={bookNow.party.more(many)}
        >
          +
        </button>
      </span>
    </div>
  )
}
