import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Notice } from '#app/ui/notice.tsx'
import * as paths from '#paths'

type OrderPageProps = {
  manageId: string
  reference: string
  title: string
  /** The reason why a request was refused. */
  problem?: string | null | undefined
  children: React.ReactNode
}

/** The frame of the pages that change a booking: its reference, and the link back to it. */
export function OrderPage({ manageId, reference, title, problem, children }: OrderPageProps) {
  const { order } = translation().messages
  return (
    <div className="wrap order-act">
      <header className="order-act-header">
        <PageLink className="order-back" to={paths.order(manageId)}>
          {order.back} <span className="reference">{reference}</span>
        </PageLink>
        <h1>{title}</h1>
      </header>
      {problem && (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the refusal is read first
        <Notice tone="danger" role="alert" tabIndex={-1} autoFocus>
          <p>{problem}</p>
        </Notice>
      )}
      {children}
    </div>
  )
}
