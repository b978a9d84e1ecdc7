import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import * as paths from '#paths'

/** The next steps, and a link to the tickets after a recent purchase. */
export function EmptyCart({ latestPayment }: { latestPayment: string | null }) {
  const { empty } = translation().messages.cart
  return (
    <>
      <PageHeader title={empty.title} intro={empty.advice} />
      <div className="stack empty-cart">
        <p>
          <PageLink className={buttonClass('action')} to={paths.bookNow()}>
            {empty.book}
          </PageLink>
        </p>
        {latestPayment && (
          <Notice tone="positive" title={empty.paid}>
            <p>
              <PageLink to={paths.paymentSuccess(latestPayment)}>{empty.tickets}</PageLink>
            </p>
          </Notice>
        )}
      </div>
    </>
  )
}
