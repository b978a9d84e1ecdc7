import { PageLink } from '#app/components/page-link.tsx'
import { PriceLines } from '#app/components/ride/price-lines.tsx'
import { RideStops } from '#app/components/ride/ride-stops.tsx'
import { endingWords } from '#app/i18n/ending.ts'
import { translation } from '#app/i18n/translation.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { Badge, Notice, type Tone } from '#app/ui/notice.tsx'
import { Details } from '#app/ui/parts.tsx'
import * as paths from '#paths'
import { formatEuros } from '#platform/money.ts'

import { ItemActions } from './item-actions.tsx'
import { NotRunning, Reason } from './not-running.tsx'
import type { ItemView } from './view.ts'

type OrderItemProps = { item: ItemView; manageId: string }

const TONES: Partial<Record<ItemView['state'], Tone>> = { 'not-running': 'danger' }

/** One ride of the order. Past and cancelled rides are shown without details. */
export function OrderItem({ item, manageId }: OrderItemProps) {
  const { locale, messages } = translation()
  const sentences = messages.order
  const { bookingId, state, party } = item
  const isShort = state === 'cancelled' || state === 'over'
  return (
    <article className="card stack order-item" aria-labelledby={`ride-${bookingId}`}>
      <header>
        <div className="item-head">
          <p className="soft small">{sentences.item(item.itemId)}</p>
          <ItemState item={item} />
        </div>
        <h3 id={`ride-${bookingId}`}>{item.title}</h3>
        <p className="ride-date">{item.date}</p>
        {item.night && <p className="ride-night">{item.night}</p>}
      </header>
      {state === 'not-running' && <NotRunning item={item} manageId={manageId} />}
      {isShort ? (
        <p className="figures">
          {item.departs} – {item.arrives}
          {item.arrivesOn && `, ${item.arrivesOn}`}
        </p>
      ) : (
        <RideStops ride={item} />
      )}
      {!isShort && state !== 'not-running' && <News item={item} />}
      {item.hasToBeThere && (
        <p className="be-there">
          <Icon name="clock" />
          <span>
            {sentences.beThere} <strong className="figures">{item.beThere}</strong>
          </span>
        </p>
      )}
      {item.wheelchair.state === 'granted' && (
        <p className="item-fact">
          <Icon name="wheelchair" />
          <span>
            {sentences.wheelchair.granted}{' '}
            <strong className="figures">{item.wheelchair.number}</strong>
          </span>
        </p>
      )}
      <Details
        summary={
          <span className="item-party">
            <span>{party}</span>
            <span className="price">{formatEuros(item.total, locale)}</span>
          </span>
        }
      >
        <PriceLines lines={item.lines} total={item.total} totalLabel={sentences.total} />
      </Details>
      {state !== 'not-running' && <ItemActions item={item} manageId={manageId} />}
    </article>
  )
}

/** The differences from the booking, and the choice while it can be made. */
function News({ item }: { item: ItemView }) {
  const { stopNews, late, retimedFrom, departs, choiceToken, reason } = item
  const { order, ticket } = translation().messages
  return (
    <>
      {retimedFrom && (
        <Notice tone="warning" title={ticket.retimed.title}>
          <p>{ticket.retimed.story(retimedFrom, departs)}</p>
        </Notice>
      )}
      {[stopNews, late].filter(Boolean).map((news) => (
        <Notice key={news} tone="warning">
          <p>
            <strong>{news}</strong>
          </p>
        </Notice>
      ))}
      {reason && <Reason reason={reason} />}
      {choiceToken && (
        <p>
          <PageLink className={buttonClass('action')} to={paths.choose(choiceToken)}>
            {order.choose}
          </PageLink>
        </p>
      )}
    </>
  )
}

function ItemState({ item: { state, ending } }: { item: ItemView }) {
  const { states } = translation().messages.order
  if (state === 'to-come') return null
  const words = state === 'not-running' ? endingWords(ending ?? 'cancelled').title : states[state]
  const tone = TONES[state]
  return <Badge {...(tone && { tone, icon: 'warning' })}>{words}</Badge>
}
