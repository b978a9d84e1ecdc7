import { PriceLines } from '#app/components/ride/price-lines.tsx'
import { Retimed } from '#app/components/ride/retimed.tsx'
import { RideStops } from '#app/components/ride/ride-stops.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { FieldError } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { BE_THERE_MINUTES, FEE_PER_REFUND, LUGGAGE_KG, NOTICE_HOURS } from '#modules/rules/rules.ts'
import { formatEuros } from '#platform/money.ts'

import type { CartAnswer, CartRideView } from './view.ts'
import { WheelchairChoice } from './wheelchair-choice.tsx'

type CartRideProps = {
  ride: CartRideView
  place: number
  of: number
  answer: CartAnswer | undefined
}

/** One ride: time, exact place, passengers, price, and its deadlines. */
export function CartRide({ ride, place, of, answer }: CartRideProps) {
  const sentences = translation().messages.cart.ride
  const { bookingId, title, date, night, lines, total } = ride
  const headingId = `heading-${bookingId}`
  return (
    <li>
      <section
        className="card stack cart-ride"
        id={`ride-${bookingId}`}
        tabIndex={-1}
        aria-labelledby={headingId}
      >
        <header>
          {of > 1 && <p className="soft small">{sentences.place(place, of)}</p>}
          <div className="ride-title">
            <h2 id={headingId}>{title}</h2>
            <Button
              kind="quiet"
              name="intent"
              value={`remove:${bookingId}`}
              aria-label={`${sentences.remove}: ${title}`}
            >
              {sentences.remove}
            </Button>
          </div>
          <p className="ride-date">{date}</p>
          {night && <p className="ride-night">{night}</p>}
        </header>
        {ride.retimed && <Retimed bookingId={bookingId} retimed={ride.retimed} />}
        <RideMailData ride={ride} answer={answer} />
        <RideStops ride={ride} />
        <p className="be-there">
          <Icon name="clock" />
          <span>
            {sentences.beThere} <strong className="figures">{ride.beThere}</strong>{' '}
            <span className="soft small">{sentences.beThereWhy(BE_THERE_MINUTES)}</span>
          </span>
        </p>
        <PriceLines lines={lines} total={total} totalLabel={sentences.total} />
        <WheelchairChoice ride={ride} answer={answer} />
        <RideRules ride={ride} />
      </section>
    </li>
  )
}

/** A message about this ride after a form, for example that it is sold out or has a new price. */
function RideMailData({ ride, answer }: { ride: CartRideView; answer: CartAnswer | undefined }) {
  const { locale, messages } = translation()
  const sentences = messages.cart.ride
  const problem = answer?.problems.find(({ fieldId }) => fieldId === `ride-${ride.bookingId}`)
  const change = answer?.fareChanges.find(({ bookingId }) => bookingId === ride.bookingId)
  if (change) {
    const prices = [change.before, change.after].map((price) => formatEuros(price, locale))
    return (
      <Notice tone="warning">
        <p>{sentences.priceChanged(prices[0] ?? '', prices[1] ?? '')}</p>
      </Notice>
    )
  }
  if (!problem) return null
  return (
    <Notice tone="danger">
      <FieldError>{problem.sentence}</FieldError>
      <p>
        <a href={ride.searchHref}>{sentences.soldOutAdvice}</a>
      </p>
    </Notice>
  )
}

function RideRules({ ride: { cancelUntil } }: { ride: CartRideView }) {
  const { locale, messages } = translation()
  const sentences = messages.cart.ride
  const fee = formatEuros(FEE_PER_REFUND, locale)
  return (
    <ul className="ride-rules small">
      <li>
        <Icon name="swap" />
        {cancelUntil ? sentences.cancel(cancelUntil, fee) : sentences.cancelOver(NOTICE_HOURS)}
      </li>
      <li>
        <Icon name="luggage" />
        {sentences.luggage(LUGGAGE_KG)}
      </li>
    </ul>
  )
}
