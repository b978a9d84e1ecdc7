import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { buttonClass } from '#app/ui/button.tsx'
import type { IconName } from '#app/ui/icons.tsx'
import { Badge, type Tone } from '#app/ui/notice.tsx'
import { Clock } from '#app/ui/parts.tsx'

import type { BoughtRideView, OrderView } from './view.ts'

const SIGNS: Record<OrderView['state'], { tone?: Tone; icon: IconName }> = {
  confirmed: { tone: 'positive', icon: 'check' },
  processing: { tone: 'info', icon: 'clock' },
  'given-back': { tone: 'warning', icon: 'info' },
  review: { tone: 'warning', icon: 'warning' },
  cancelled: { icon: 'cross' },
}

/** One order: its rides with their tickets, and what else there is to it. `isNext`: nothing is needed sooner. */
export function BoughtOrder({ order, isNext }: { order: OrderView; isNext: boolean }) {
  const { bookings } = translation().messages
  const { reference, state, receiptId, paymentId, rides } = order
  const next = isNext && rides.find(({ isOver, ticketId }) => !isOver && ticketId)
  return (
    <article className="card bought-order" aria-labelledby={`order-${reference}`}>
      <header>
        <h3 id={`order-${reference}`}>
          {bookings.order} <span className="reference">{reference}</span>
        </h3>
        <Badge {...SIGNS[state]}>{bookings.states[state]}</Badge>
      </header>
      <ul>
        {rides.map((ride) => (
          <li key={ride.bookingId}>
            <BoughtRide ride={ride} kind={ride === next ? 'action' : 'secondary'} />
          </li>
        ))}
      </ul>
      {state === 'confirmed' && receiptId && (
        <PageLink className={buttonClass('quiet')} to={`/bookings/${receiptId}/receipt.pdf`}>
          {bookings.receipt}
          <span className="unseen">: {reference}</span>
        </PageLink>
      )}
      {state !== 'confirmed' && paymentId && (
        <PageLink className={buttonClass('quiet')} to={`/payment/success/${paymentId}`}>
          {bookings.follow}
        </PageLink>
      )}
    </article>
  )
}

type RideProps = { ride: BoughtRideView; kind: 'action' | 'secondary' }

function BoughtRide({ ride, kind }: RideProps) {
  const { bookings } = translation().messages
  return (
    <div className="bought-ride">
      <p className="bought-when">
        <Clock time={ride.departs} dateTime={ride.departsAt} />
        <span>{ride.date}</span>
        {ride.night && <span className="ride-night">{ride.night}</span>}
      </p>
      <p>
        <strong>{ride.title}</strong>
        <span className="soft">{ride.party}</span>
      </p>
      {ride.isCancelled && <p className="soft">{bookings.states.cancelled}</p>}
      {ride.ticketId && (
        <PageLink className={buttonClass(kind)} to={`/tickets/${ride.ticketId}`}>
          {bookings.ticket}
          <span className="unseen">: {ride.title}</span>
        </PageLink>
      )}
    </div>
  )
}
