import { useRef, useSyncExternalStore } from 'react'

import { CategoryName } from '#app/components/ride/category-name.tsx'
import { translation } from '#app/i18n/translation.ts'
import type { PassengerCategory } from '#modules/fares/passengers.ts'
import { MOST_PASSENGERS } from '#modules/orders/cart.ts'
import { cents, formatEuros } from '#platform/money.ts'

import type { ChosenRide } from './view.ts'

export const FIELD_NAMES: Record<PassengerCategory, string> = {
  adult: 'adults',
  child: 'children',
  student: 'students',
  infant: 'infants',
}

type CountFieldProps = {
  category: PassengerCategory
  /** What one seat costs on all of them stands beside the label. */
  rides: readonly ChosenRide[]
  count: number
  onStep?: () => void
}

/** How many of a category. The buttons are there with script, the field itself always. */
export function CountField({ category, rides, count, onStep }: CountFieldProps) {
  const { messages } = translation()
  const sentences = messages.bookNow.party
  const field = useRef<HTMLInputElement>(null)
  const hasScript = useHasScript()
  const name = FIELD_NAMES[category]
  const label = messages.common.categories[category]
  const step = (by: 1 | -1) => {
    if (by > 0) field.current?.stepUp()
    else field.current?.stepDown()
    onStep?.()
  }
  return (
    <div className="count-field">
      <div>
        <label htmlFor={name}>
          <CategoryName>{label}</CategoryName>
        </label>
        <p className="hint" id={`${name}-fare`}>
          <Fare category={category} rides={rides} />
        </p>
      </div>
      <span className="stepper">
        {hasScript && (
          <button type="button" onClick={() => step(-1)} aria-label={sentences.fewer(label)}>
            −
          </button>
        )}
        <input
          ref={field}
          id={name}
          name={name}
          aria-describedby={`${name}-fare`}
          type="number"
          inputMode="numeric"
          min={0}
          max={MOST_PASSENGERS}
          defaultValue={count}
        />
        {hasScript && (
          <button type="button" onClick={() => step(1)} aria-label={sentences.more(label)}>
            +
          </button>
        )}
      </span>
    </div>
  )
}

function Fare({ category, rides }: Pick<CountFieldProps, 'category' | 'rides'>) {
  const { locale, messages } = translation()
  const { bookNow, common } = messages
  if (rides.length === 0) return null
  const fare = cents(rides.reduce((sum, { fares }) => sum + fares[category], 0))
  return fare === 0 ? bookNow.party.free : common.each(formatEuros(fare, locale))
}

function useHasScript(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}

function neverChanges() {
  return () => {}
}
