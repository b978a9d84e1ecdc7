import { ActForm } from '#app/components/office/act-form.tsx'
import { useMay } from '#app/components/office/office-view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Facts } from '#app/ui/parts.tsx'
import type { Agreement } from '#modules/enquiries/link-booking.server.ts'
import * as paths from '#paths'

import type { EnquiryView } from './view.server.ts'

type LinkedBookingProps = { enquiry: EnquiryView; refused: Refused | undefined }

/** The booking that an enquiry is about, with what can be done for its passengers. */
export function LinkedBooking({ enquiry, refused }: LinkedBookingProps) {
  const { inbox } = translation().messages.office
  const may = useMay()
  const { booking } = enquiry
  return (
    <section className="stack" aria-labelledby="linked">
      <h2 id="linked">{inbox.linked.title}</h2>
      {booking && <Linked booking={booking} enquiry={enquiry} />}
      {!booking && may('enquiries.answer') && <LinkForm enquiry={enquiry} refused={refused} />}
      {!booking && !may('enquiries.answer') && <p className="soft">{inbox.linked.none}</p>}
    </section>
  )
}

function Linked({ booking, enquiry }: { booking: string; enquiry: EnquiryView }) {
  const { inbox, booking: sentences } = translation().messages.office
  const may = useMay()
  const { reference, seen } = enquiry
  return (
    <>
      <p>
        <PageLink to={paths.officeBooking(booking)}>{booking}</PageLink>
      </p>
      <ul>
        {may('orders.refund-goodwill') && (
          <li>
            <PageLink to={`${paths.officeRefund(booking)}?enquiry=${reference}`}>
              {sentences.acts.refund}
            </PageLink>
          </li>
        )}
        {may('orders.change') && (
          <li>
            <PageLink to={paths.officeCancelBooking(booking)}>{sentences.acts.cancel}</PageLink>
          </li>
        )}
      </ul>
      {may('enquiries.answer') && (
        <ActForm intent="unlink" seen={seen} id="unlink">
          <Button>{inbox.linked.unlink}</Button>
        </ActForm>
      )}
    </>
  )
}

/** The reference is checked first: whose booking it is, beside who wrote. */
function LinkForm({ enquiry, refused }: LinkedBookingProps) {
  const { linked } = translation().messages.office.inbox
  const mine = refused?.intent === 'link' ? refused : undefined
  const checked = mine?.shown as Checked | undefined
  return (
    <ActForm intent="link" seen={enquiry.seen} className="card stack">
      <TextField
        name="booking"
        label={linked.reference}
        hint={linked.hint}
        defaultValue={mine?.typed['booking'] ?? enquiry.guess}
        error={mine?.problems[0]?.sentence}
        autoComplete="off"
      />
      <div className="row">
        <Button name="step" value="check" formAction="#booking">
          {linked.check}
        </Button>
      </div>
      {checked && <Check enquiry={enquiry} checked={checked} />}
    </ActForm>
  )
}

type Checked = { reference: string; name: string; email: string; agreement: Agreement }

function Check({ enquiry, checked }: { enquiry: EnquiryView; checked: Checked }) {
  const { linked } = translation().messages.office.inbox
  const { writer, email } = enquiry
  const { agreement } = checked
  return (
    <>
      <Facts
        facts={[
          { name: linked.writer, value: personOf(writer, email) },
          { name: linked.buyer(checked.reference), value: personOf(checked.name, checked.email) },
        ]}
      />
      <Notice tone={agreement === 'nothing' ? 'warning' : 'positive'}>
        <p>{linked.agreements[agreement]}</p>
      </Notice>
      <div className="row">
        <Button kind="action" name="checked" value={checked.reference}>
          {linked.submit(checked.reference)}
        </Button>
      </div>
    </>
  )
}

function personOf(name: string, email: string): string {
  return [name, email].filter(Boolean).join(' · ')
}
