import { ActForm } from '#app/components/office/act-form.tsx'
import { useMay } from '#app/components/office/office-view.ts'
import { ExtendForm } from '#app/components/office/ticket-and-hold-forms.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import * as paths from '#paths'

import type { BookingView } from './view.ts'

/** The acts that the signed-in member may do with this booking now. */
export function BookingActs({ booking }: { booking: BookingView }) {
  const { acts } = translation().messages.office.booking
  const may = useMay()
  const { reference, can, status } = booking
  return (
    <section className="stack not-printed" aria-labelledby="acts">
      <h2 id="acts">{acts.title}</h2>
      {can.resend && may('orders.resend') && (
        <ActForm intent="resend">
          <Button id="resend">{acts.resend}</Button>
        </ActForm>
      )}
      {can.extend && may('orders.change') && <ExtendForm seen={booking.seen} />}
      <ul className="stack">
        {can.cancel && may('orders.change') && (
          <li>
            <PageLink to={paths.officeCancelBooking(reference)}>{acts.cancel}</PageLink>
          </li>
        )}
        {can.resend && may('orders.refund-goodwill') && (
          <li>
            <PageLink to={paths.officeRefund(reference)}>{acts.refund}</PageLink>
          </li>
        )}
        {can.person && may('people.erase') && (
          <li>
            <PageLink to={paths.officePerson(reference)}>{acts.person}</PageLink>
          </li>
        )}
        {status && (
          <li>
            <PageLink to={paths.officeHolderView(reference)}>{acts.holder}</PageLink>
          </li>
        )}
      </ul>
    </section>
  )
}
