import { translation } from '#app/i18n/translation.ts'
import { Price } from '#app/ui/parts.tsx'
import { formatEuros } from '#platform/money.ts'

import type { CartPageView } from './view.ts'

/** The total including taxes; beside the form on wide screens. */
export function OrderSummary({ cart }: { cart: CartPageView }) {
  const { locale, messages } = translation()
  const { summary } = messages.cart
  return (
    <section className="card stack order-summary" aria-labelledby="summary-heading">
      <h2 id="summary-heading">{summary.title}</h2>
      <dl className="summary-lines">
        {cart.rides.map(({ bookingId, title, date, departs, total }) => (
          <div key={bookingId}>
            <dt>
              {title}
              <span className="soft small figures">
                {date}, {departs}
              </span>
            </dt>
            <dd className="figures">{formatEuros(total, locale)}</dd>
          </div>
        ))}
        <div className="summary-total">
          <dt>{summary.total}</dt>
          <dd>
            <Price large>{formatEuros(cart.total, locale)}</Price>
          </dd>
        </div>
        <div className="soft small">
          <dt>{summary.vat(cart.vatPercent)}</dt>
          <dd className="figures">{formatEuros(cart.vat, locale)}</dd>
        </div>
      </dl>
    </section>
  )
}
