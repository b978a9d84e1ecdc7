import { BoughtOrder } from '#app/components/bookings/bought-order.tsx'
import type { OrderView } from '#app/components/bookings/view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/handle.ts'
import { translation } from '#app/i18n/translation.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { findMyBookings } from '#modules/orders/find-my-bookings.server.ts'
import { operator } from '#operator'
import { now } from '#platform/clock.server.ts'
import { readVisitor, VISITOR_DAYS, visitorKey } from '#platform/session.server.ts'

import type { Route } from './+types/bookings'
import { showOrder } from './bookings-view.server.ts'
import styles from './bookings.css?inline'

export const handle = { personal: true, styles } satisfies Handle

export const meta = () => [
  { title: `${translation().messages.bookings.title} · ${operator.shortName}` },
]

/** What was bought in this browser; whose it is tells its cookie alone. */
export async function loader({ request }: Route.LoaderArgs) {
  const secret = readVisitor(request)
  const nothing = { upcoming: [], earlier: [] }
  const { upcoming, earlier } = secret
    ? await findMyBookings(visitorKey(secret), translation().locale, now())
    : nothing
  const days = VISITOR_DAYS
  return { upcoming: upcoming.map(showOrder), earlier: earlier.map(showOrder), days }
}

export default function Bookings({ loaderData }: Route.ComponentProps) {
  const { bookings } = translation().messages
  const { upcoming, earlier, days } = loaderData
  const isEmpty = upcoming.length + earlier.length === 0
  return (
    <div className="wrap bookings-page">
      <PageHeader title={bookings.title} />
      {isEmpty && <NoBookings />}
      <OrderList title={bookings.upcoming} orders={upcoming} isAhead />
      <OrderList title={bookings.earlier} orders={earlier} />
      <section className="bookings-note soft">
        {!isEmpty && <p>{bookings.remembered(days)}</p>}
        <p>{bookings.elsewhere}</p>
      </section>
    </div>
  )
}

function NoBookings() {
  const { bookings } = translation().messages
  return (
    <div className="stack">
      <p className="bookings-empty">{bookings.empty}</p>
      <p>
        <PageLink className={buttonClass('action')} to="/book-now">
          {bookings.book}
        </PageLink>
      </p>
    </div>
  )
}

type OrderListProps = { title: string; orders: OrderView[]; isAhead?: boolean }

/** The ticket that is needed next is the one thing that most people come here for. */
function OrderList({ title, orders, isAhead = false }: OrderListProps) {
  if (orders.length === 0) return null
  return (
    <section className="stack">
      <h2>{title}</h2>
      {orders.map((order, index) => (
        <BoughtOrder key={order.reference} order={order} isNext={isAhead && index === 0} />
      ))}
    </section>
  )
}
