import { PageLink } from '#app/components/page-link.tsx'
import { StatusBadge } from '#app/components/status-badge.tsx'
import { translation } from '#app/i18n/translation.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { ErrorSummary, type FormProblem } from '#app/ui/error-summary.tsx'
import { Notice } from '#app/ui/notice.tsx'
import * as paths from '#paths'

import { AwaitedChange } from './awaited-change.tsx'
import { OrderContact, OrderHistory, OrderDocuments } from './order-aside.tsx'
import { OrderItem } from './order-item.tsx'
import { OrderMoney } from './order-money.tsx'
import type { DoneView, OrderPageView } from './view.ts'

type OrderViewProps = { order: OrderPageView; problems: FormProblem[] }

/** A bought order: the next steps, its rides, and its money. */
export function OrderView({ order, problems }: OrderViewProps) {
  const { bookings, common, order: sentences } = translation().messages
  const { manageId, items, awaited, done } = order
  return (
    <div className="wrap order-page">
      <header className="order-header">
        <p className="row">
          <StatusBadge status={order.status} />
        </p>
        <h1>
          {sentences.title} <span className="reference">{order.reference}</span>
        </h1>
        <p className="order-next">{order.next}</p>
        {order.status === 'expired' && (
          <p>
            <PageLink className={buttonClass('action')} to={paths.bookNow()}>
              {bookings.book}
            </PageLink>
          </p>
        )}
      </header>
      <ErrorSummary title={common.errorSummary} problems={problems} />
      {done && <Done done={done} />}
      {awaited && <AwaitedChange awaited={awaited} manageId={manageId} />}
      <div className="columns">
        <section className="stack stack-large" aria-labelledby="rides-heading">
          <h2 id="rides-heading" className="visually-hidden">
            {sentences.items}
          </h2>
          {items.map((item) => (
            <OrderItem key={item.bookingId} item={item} manageId={manageId} />
          ))}
          {order.canCancelAll && (
            <p>
              <PageLink className={buttonClass('quiet')} to={paths.cancel(manageId, 'what=all')}>
                {sentences.cancelAll}
              </PageLink>
            </p>
          )}
        </section>
        <div className="stack stack-large">
          <OrderMoney order={order} />
          <OrderDocuments order={order} />
          <OrderContact order={order} />
          <OrderHistory order={order} />
        </div>
      </div>
    </div>
  )
}

function Done({ done: { title, sentences, hasMailbox } }: { done: DoneView }) {
  const { done: words } = translation().messages.order
  return (
    <Notice tone="positive" title={title}>
      <p>{sentences.join(' ')}</p>
      {hasMailbox && (
        <p className="small">
          {words.mailbox} <PageLink to={paths.mailbox()}>{words.openMailbox}</PageLink>
        </p>
      )}
    </Notice>
  )
}
