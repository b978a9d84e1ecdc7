import { ActForm } from '#app/components/office/act-form.tsx'
import { useMay } from '#app/components/office/office-view.ts'
import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import type { Refused } from '#app/office/act.server.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { MAX_NOTE_LENGTH } from '#modules/orders/order/limits.ts'
import * as paths from '#paths'

import type { BookingView } from './view.ts'

/** The person of a booking, and what was agreed with them. */
export function BookingContact({ booking }: { booking: BookingView }) {
  const { contact: sentences } = translation().messages.office.booking
  const may = useMay()
  const { contact, reference, can } = booking
  return (
    <section className="stack" aria-labelledby="contact">
      <h2 id="contact">{sentences.title}</h2>
      {contact.name === '' && contact.email === '' ? (
        <p className="soft">{sentences.nobody}</p>
      ) : (
        <p>
          <strong>{contact.name}</strong>
          <br />
          {contact.email}
        </p>
      )}
      <Phone booking={booking} />
      <dl className="office-facts">
        <dt>{sentences.language}</dt>
        <dd>{contact.language}</dd>
        <dt>{sentences.account}</dt>
        <dd>{contact.hasAccount ? sentences.hasAccount : sentences.isGuest}</dd>
        {contact.terms && (
          <>
            <dt>{sentences.terms}</dt>
            <dd>{contact.terms}</dd>
          </>
        )}
      </dl>
      {can.contact && may('orders.contact') && (
        <p>
          <PageLink to={paths.officeContact(reference)}>{sentences.change}</PageLink>
        </p>
      )}
    </section>
  )
}

/** The number is masked until its reader asks for it, which the audit keeps. */
function Phone({ booking: { contact } }: { booking: BookingView }) {
  const { contact: sentences } = translation().messages.office.booking
  const may = useMay()
  if (contact.phone === '') {
    return (
      <p className="soft">
        {sentences.phone}: {sentences.noPhone}
      </p>
    )
  }
  return (
    <ActForm intent="see-phone" className="stack">
      <p>
        {sentences.phone}: <strong>{contact.phone}</strong>
      </p>
      {contact.isPhoneShown && (
        <p className="soft small">{sentences.shown(contact.phoneMinutes)}</p>
      )}
      {!contact.isPhoneShown && may('orders.see-phone') && <Button>{sentences.show}</Button>}
    </ActForm>
  )
}

type NotesProps = { booking: BookingView; answer: Refused | undefined }

export function BookingNotes({ booking: { notes }, answer }: NotesProps) {
  const { notes: sentences } = translation().messages.office.booking
  const may = useMay()
  const isOurs = answer?.intent === 'note'
  return (
    <section className="stack" aria-labelledby="notes">
      <h2 id="notes">{sentences.title}</h2>
      {notes.length === 0 && <p className="soft">{sentences.none}</p>}
      <ul className="stack">
        {notes.map(({ key, text, about }) => (
          <li key={key}>
            <p className="office-note">{text}</p>
            <p className="soft small">{about}</p>
          </li>
        ))}
      </ul>
      {may('orders.note') && (
        <ActForm intent="note" className="stack">
          <TextArea
            name="note"
            label={sentences.add}
            hint={sentences.hint}
            rows={3}
            maxLength={MAX_NOTE_LENGTH}
            defaultValue={isOurs ? answer.typed.note : ''}
            error={isOurs ? answer.problems[0]?.sentence : undefined}
          />
          <Button>{sentences.submit}</Button>
        </ActForm>
      )}
    </section>
  )
}
