import type { ChosenRide } from '#app/components/journey/view.ts'
import { CategoryName } from '#app/components/ride/category-name.tsx'
import { translation } from '#app/i18n/translation.ts'
import type { Euros, OfCategory } from '#app/live/book-now.ts'
import { attributes } from '#app/live/contract.ts'
import { Price } from '#app/ui/parts.tsx'
import { priceParty, totalOf } from '#modules/fares/fares.ts'
import { CATEGORY_RULES, PASSENGER_CATEGORIES, type Passengers } from '#modules/fares/passengers.ts'
import { LANGUAGES } from '#platform/languages.ts'
import { cents, formatEuros, sum } from '#platform/money.ts'

type PartyPriceProps = { rides: readonly ChosenRide[]; passengers: Passengers }

/**
 * The price per line and ride, and the total. It has a line for each category, hidden while nobody
 * of it travels, so that live/book-now.ts can follow the typing. The server calculates it again when
 * the rides are added.
 */
export function PartyPrice({ rides, passengers }: PartyPriceProps) {
  const { locale, messages } = translation()
  const sentences = messages.bookNow.party
  const amountOf = (amount: number) =>
    amount === 0 ? sentences.free : formatEuros(cents(amount), locale)
  const total = sum(rides.map(({ fares }) => totalOf(priceParty(fares, passengers))))
  const { euros, decimalMark, groupMark } = LANGUAGES[locale]
  return (
    <div
      className="party-price"
      {...attributes<Euros>({ euros: [euros, decimalMark, groupMark].join('|') })}
    >
      {rides.map((ride, index) => (
        <div key={ride.departureId + ride.fromStopId}>
          {rides.length > 1 && (
            <h3>
              {index === 0 ? sentences.thereLine : sentences.backLine}{' '}
              <span className="soft">{ride.departs}</span>
            </h3>
          )}
          <dl className="price-lines">
            {PASSENGER_CATEGORIES.map((category) => (
              <div
                key={category}
                {...attributes<OfCategory>({
                  of: CATEGORY_RULES[category].field,
                  fare: ride.fares[category],
                })}
                hidden={passengers[category] === 0}
              >
                <dt>
                  {`${passengers[category]} × `}
                  <CategoryName>{messages.common.categories[category].fare}</CategoryName>
                </dt>
                <dd>{amountOf(ride.fares[category] * passengers[category])}</dd>
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
