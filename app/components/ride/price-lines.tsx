import { translation } from '#app/i18n/translation.ts'
import type { PassengerCategory } from '#modules/fares/passengers.ts'
import { formatEuros, type Cents } from '#platform/money.ts'

import { CategoryName } from './category-name.tsx'

export type PriceLineView = {
  category: PassengerCategory
  count: number
  fare: Cents
  total: Cents
}

type PriceLinesProps = { lines: readonly PriceLineView[]; total: Cents; totalLabel: string }

/** A line for each category with passengers and price, and the total. */
export function PriceLines({ lines, total, totalLabel }: PriceLinesProps) {
  const { locale, messages } = translation()
  const { cart, common } = messages
  return (
    <table className="table price-table">
      <tbody>
        {lines.map(({ category, count, fare, total: lineTotal }) => (
          <tr key={category}>
            <th scope="row">
              <span className="figures">{count} ×</span>{' '}
              <CategoryName>{common.categories[category].fare}</CategoryName>{' '}
              {count > 1 && fare > 0 && (
                <span className="ages figures">{common.each(formatEuros(fare, locale))}</span>
              )}
            </th>
            <td className="number">
              {fare === 0 ? cart.ride.free : formatEuros(lineTotal, locale)}
            </td>
          </tr>
        ))}
        <tr className="price-sum">
          <th scope="row">{totalLabel}</th>
          <td className="number">{formatEuros(total, locale)}</td>
        </tr>
      </tbody>
    </table>
  )
}
