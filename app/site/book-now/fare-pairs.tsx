import type { FarePairsView } from '#app/components/journey/view.ts'
import { translation } from '#app/i18n/translation.ts'
import { Icon } from '#app/ui/icons.tsx'
import { Price } from '#app/ui/parts.tsx'
import { formatEuros } from '#platform/money.ts'

/** All destinations, for visitors who have not chosen one yet: one tap leads to the departures. */
export function FarePairs({ pairs }: { pairs: FarePairsView }) {
  const { locale, messages } = translation()
  const sentences = messages.bookNow.pairs
  return (
    <section className="stack stack-large">
      <h2>{sentences.heading}</h2>
      <div className="fare-pairs">
        {pairs.map(({ from, to }) => (
          <section key={from.name}>
            <h3>{sentences.from(from)}</h3>
            <ul className="board">
              {to.map(({ place, adultFare, href }) => (
                <li key={place.name}>
                  <a className="departure fare-pair" href={href}>
                    <strong>{place.name}</strong>
                    <Price>{formatEuros(adultFare, locale)}</Price>
                    <Icon name="chevron" />
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <p className="soft small">{sentences.perAdult}</p>
    </section>
  )
}
