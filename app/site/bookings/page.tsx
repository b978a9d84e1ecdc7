import { data, redirect } from 'react-router'

import { ForgetDevice } from '#app/components/forget-device.tsx'
import { KeepTickets } from '#app/components/keep-tickets.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { forgetVisitor } from '#app/http/next-visitor.server.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { readForm, textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { findSignedIn } from '#modules/accounts/sessions.server.ts'
import { findMyBookings } from '#modules/orders/reads/find-my-bookings.server.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { momentInSentence } from '#platform/format/moments.ts'
import { localePath } from '#platform/locale.ts'
import { readVisitorKey, VISITOR_DAYS } from '#platform/requests/session.server.ts'

import type { Route } from './+types/page'
import styles from './bookings.css?inline'
import { BoughtOrder } from './bought-order.tsx'
import { showOrder } from './view.server.ts'
import type { OrderView } from './view.ts'

export const handle = { personal: true, styles } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.bookings.title) }]

/** Orders bought in this browser, and those of the account that is logged in. */
export async function loader({ request, url }: Route.LoaderArgs) {
  const account = await findSignedIn(request, now())
  const buyer = { visitor: readVisitorKey(request), accountId: account?.accountId }
  const moment = now()
  const { locale } = translation()
  const { upcoming, earlier } = await findMyBookings(buyer, locale, moment)
  return {
    upcoming: upcoming.map(showOrder),
    earlier: earlier.map(showOrder),
    days: VISITOR_DAYS,
    isSignedIn: account !== undefined,
    isForgotten: url.searchParams.has('forgotten'),
    savedAt: momentInSentence(moment, locale),
  }
}

/** Makes the browser forget a guest's bookings. */
export async function action({ request }: Route.ActionArgs) {
  const sent = await readForm(request)
  if (!sent.ok) return data({ problems: sent.problems }, 422)
  const isMeant = textIn(sent.form, 'intent') === 'forget'
  const list = localePath(translation().locale, paths.bookings())
  if (!isMeant) return redirect(list, 303)
  return redirect(`${list}?forgotten`, { status: 303, headers: await forgetVisitor(request) })
}

export default function Bookings({ loaderData, actionData }: Route.ComponentProps) {
  const { bookings, common } = translation().messages
  const { upcoming, earlier, days, isSignedIn, isForgotten, savedAt } = loaderData
  const isEmpty = upcoming.length + earlier.length === 0
  return (
    <div className="wrap bookings-page">
      <PageHeader title={bookings.title} />
      <ErrorSummary title={common.errorSummary} problems={actionData?.problems ?? []} />
      <div className="saved-copy" hidden>
        <Notice tone="warning">
          <p>{bookings.savedAt(savedAt)}</p>
          <ul className="kept-tickets" />
        </Notice>
      </div>
      {isForgotten && isEmpty && (
        <Notice tone="positive">
          <p>{bookings.forget.done}</p>
        </Notice>
      )}
      {isEmpty && <NoBookings />}
      <OrderList title={bookings.upcoming} orders={upcoming} isAhead />
      <OrderList title={bookings.earlier} orders={earlier} />
      <section className="bookings-note soft">
        {isSignedIn ? <p>{bookings.ofAccount}</p> : <Elsewhere isEmpty={isEmpty} days={days} />}
      </section>
      {!isEmpty && !isSignedIn && <ForgetDevice />}
      <KeepTickets tickets={ticketsIn(upcoming)} />
    </div>
  )
}

function ticketsIn(orders: readonly OrderView[]): string[] {
  const rides = orders.flatMap((order) => order.rides).filter(({ isOver }) => !isOver)
  return rides.flatMap(({ ticketId }) => ticketId ?? [])
}

/** Orders that this list leaves out, and how to find them. */
function Elsewhere({ isEmpty, days }: { isEmpty: boolean; days: number }) {
  const { bookings } = translation().messages
  return (
    <>
      {!isEmpty && <p>{bookings.remembered(days)}</p>}
      <p>
        {bookings.elsewhere} <PageLink to={paths.findBooking()}>{bookings.find}</PageLink>
      </p>
      <p>
        <PageLink to={paths.logIn('next=bookings')}>{bookings.logIn}</PageLink>
      </p>
    </>
  )
}

function NoBookings() {
  const { bookings } = translation().messages
  return (
    <div className="stack">
      <p className="bookings-empty">{bookings.empty}</p>
      <p>
        <PageLink className={buttonClass('action')} to={paths.bookNow()}>
          {bookings.book}
        </PageLink>
      </p>
    </div>
  )
}

type OrderListProps = { title: string; orders: OrderView[]; isAhead?: boolean }

/** Most people come here for the ticket they need next. */
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
