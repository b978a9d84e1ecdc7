import { useLocation } from 'react-router'

import { PageLink } from '#app/components/page-link.tsx'
import { Watch } from '#app/components/payment-watch.tsx'
import { translation } from '#app/i18n/translation.ts'
import { buttonClass, LinkButton } from '#app/ui/button.tsx'
import * as paths from '#paths'

import { ResultHeader } from './result-header.tsx'
import type { PaymentView } from './view.ts'

/**
 * Shown while the outcome is open. With script the page polls; without script it has a link to
 * check again.
 */
export function Waiting({ payment }: { payment: PaymentView }) {
  const { change, processing, unpaid } = translation().messages.payment
  const { isForChange } = payment
  const isUnpaid = payment.outcome === 'unpaid'
  const { title, intro } = isUnpaid ? unpaid : processing
  return (
    <ResultHeader tone="info" title={title} intro={intro} payment={payment}>
      {!isUnpaid && <p>{isForChange ? change.next : processing.next}</p>}
      <Watch
        stateOf={paths.paymentState(payment.paymentId)}
        watching={processing.watching}
        done={processing.done}
      />
      <p className="row">
        {isUnpaid && payment.mine && (isForChange || payment.mine.isInCart) && (
          <PageLink
            className={buttonClass('action')}
            to={isForChange ? payment.mine.orderPath : paths.cart()}
          >
            {isForChange ? change.toBooking : unpaid.goOn}
          </PageLink>
        )}
        <LinkButton href={useLocation().pathname}>{processing.again}</LinkButton>
      </p>
    </ResultHeader>
  )
}
