import { PageLink } from '#app/components/page-link.tsx'
import { StatusBadge } from '#app/components/status-badge.tsx'
import { endingWords } from '#app/i18n/ending.ts'
import { translation } from '#app/i18n/translation.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Badge } from '#app/ui/notice.tsx'
import { Clock } from '#app/ui/parts.tsx'
import * as paths from '#paths'

import type { BoughtRideView, OrderView } from './view.ts'

/**
 * One order: its rides with their tickets, and links to the rest. `isNext`: it has the next ride of
 * all.
 */
export function BoughtOrder({ order, isNext }: { order: OrderView; isNext: boolean }) {
  const { bookings } = translation().messages
  const { manageId, reference, status, rides } = order
  const next = isNext && rides.find(({ isOver, ticketId }) => !isOver && ticketId)
  return (
    <article className="card bought-order" aria-labelledby={`order-${reference}`}>
      <header>
        <h3 id={`order-${reference}`}>
          {bookings.order} <span className="reference">{reference}</span>
        </h3>
        <StatusBadge status={status} />
      </header>
      <ul>
        {rides.map((ride) => (
          <li key={ride.bookingId}>
            <BoughtRide
              ride={ride}
              manageId={manageId}
              kind={ride === next ? 'action' : 'secondary'}
            />
          </li>
        ))}
      </ul>
      <WayOn order={order} />
    </article>
  )
}

/** The link to the order page; while the payment is uncertain, to its status page. */
function WayOn({ order }: { order: OrderView }) {
  const { bookings } = translation().messages
  const { manageId, reference, status, paymentId, rides } = order
  const isUnclear = status === 'processing' || status === 'review'
  if (isUnclear && paymentId) {
    return (
      <PageLink className={buttonClass('quiet')} to={paths.paymentSuccess(paymentId)}>
        {bookings.follow}
      </PageLink>
    )
  }
  const canChange = rides.some(({ isOver, isCancelled }) => !isOver && !isCancelled)
  return (
    <PageLink className={buttonClass('quiet')} to={paths.order(manageId)}>
      {canChange && status !== 'refunded' ? bookings.manage : bookings.see}
      <span className="visually-hidden">: {reference}</span>
    </PageLink>
  )
}

type RideProps = { ride: BoughtRideView; manageId: string; kind: 'action' | 'secondary' }

function BoughtRide({ ride, manageId, kind }: RideProps) {
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
      {ride.ending && (
        <p>
          <Badge tone="danger" icon="warning">
            {endingWords(ride.ending).title}
          </Badge>
        </p>
      )}
      {ride.ending && (
        <PageLink className={buttonClass(kind)} to={paths.order(manageId)}>
          {bookings.choose}
          <span className="visually-hidden">: {ride.title}</span>
        </PageLink>
      )}
      {ride.ticketId && !ride.ending && (
        <PageLink className={buttonClass(kind)} to={paths.ticket(ride.ticketId)}>
          {bookings.ticket}
          <span className="visually-hidden">: {ride.title}</span>
        </PageLink>
      )}
    </div>
  )
}
