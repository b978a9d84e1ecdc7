import type { ChosenRide } from '#app/components/journey/view.ts'
import { CategoryName } from '#app/components/ride/category-name.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Price } from '#app/ui/parts.tsx'
import { priceParty, totalOf } from '#modules/fares/fares.ts'
import type { Passengers } from '#modules/fares/passengers.ts'
import { formatEuros, sum } from '#platform/money.ts'

type PartyPriceProps = { rides: readonly ChosenRide[]; passengers: Passengers }

/**
 * The price per line and ride, and the total. The server calculates it again when the rides are
 * added.
 */
export function PartyPrice({ rides, passengers }: PartyPriceProps) {
  const { locale, messages } = translation()
  const sentences = messages.bookNow.party
  const priced = rides.map((ride) => ({ ride, lines: priceParty(ride.fares, passengers) }))
  const total = sum(priced.map(({ lines }) => totalOf(lines)))
  return (
    <div className="party-price">
      {priced.map(({ ride, lines }, index) => (
        <div key={ride.departureId + ride.fromStopId}>
          {rides.length > 1 && (
            <h3>
              {index === 0 ? sentences.thereLine : sentences.backLine}{' '}
              <span className="soft">{ride.departs}</span>
            </h3>
          )}
          <dl className="price-lines">
            {lines.map(({ category, count, total: lineTotal }) => (
              <div key={category}>
                <dt>
                  {count} × <CategoryName>{messages.common.categories[category].fare}</CategoryName>
                </dt>
                <dd>{lineTotal === 0 ? sentences.free : formatEuros(lineTotal, locale)}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
      <p className="party-total">
        <span>
          {sentences.total}
          <span className="hint">{sentences.vatIncluded}</span>
        </span>
        <output aria-live="polite">
          <Price large>{formatEuros(total, locale)}</Price>
        </output>
      </p>
    </div>
  )
}
