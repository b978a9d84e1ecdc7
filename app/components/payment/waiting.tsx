import { useLocation } from 'react-router'

import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import watch from '#app/live/watch-payment.js?url'
import { buttonClass, LinkButton } from '#app/ui/button.tsx'
import { localePath } from '#platform/locale.ts'

import { ResultHeader } from './result-header.tsx'
import type { PaymentView } from './view.ts'

/** While the end is open. With script the page looks by itself; without there is a link to look again. */
export function Waiting({ payment }: { payment: PaymentView }) {
  const { processing, unpaid } = translation().messages.payment
  const isUnpaid = payment.outcome === 'unpaid'
  const { title, intro } = isUnpaid ? unpaid : processing
  return (
    <ResultHeader tone="info" title={title} intro={intro} payment={payment}>
      {!isUnpaid && <p>{processing.next}</p>}
      <Watch payment={payment} />
      <p className="row">
        {isUnpaid && payment.mine && (
          <PageLink className={buttonClass('action')} to="/cart">
            {unpaid.goOn}
          </PageLink>
        )}
        <LinkButton href={useLocation().pathname}>{processing.again}</LinkButton>
      </p>
    </ResultHeader>
  )
}

function Watch({ payment: { paymentId } }: { payment: PaymentView }) {
  const { locale, messages } = translation()
  const { processing } = messages.payment
  return (
    <>
      <p
        id="watch"
        className="soft"
        aria-live="polite"
        data-state-of={localePath(locale, `/payment/state/${paymentId}`)}
        data-watching={processing.watching}
        data-done={processing.done}
      />
      <script src={watch} defer />
    </>
  )
}
