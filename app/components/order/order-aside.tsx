import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { Details } from '#app/ui/parts.tsx'
import * as paths from '#paths'
import { formatEuros } from '#platform/money.ts'

import { OrderForm } from './order-form.tsx'
import type { OrderPageView } from './view.ts'

type Props = { order: OrderPageView }

/** Receipts and credit notes, in the order of their issue. */
export function OrderDocuments({ order: { documents, manageId } }: Props) {
  const { locale, messages } = translation()
  if (documents.length === 0) return null
  return (
    <section aria-labelledby="documents-heading">
      <h2 id="documents-heading">{messages.order.documents.title}</h2>
      <ul className="papers">
        {documents.map(({ number, label, total }) => (
          <li key={number}>
            <PageLink to={paths.document(manageId, number)}>
              <Icon name="download" />
              <span>{label} (PDF)</span>
              <span className="price">{formatEuros(total, locale)}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The name on the tickets, the address for all emails, and the number for calls if there is one. */
export function OrderContact({ order: { contact, manageId } }: Props) {
  const { contact: sentences } = translation().messages.order
  const { name, email, phone, canChange, canResend } = contact
  if (name === '' && email === '') return null
  return (
    <section className="stack" aria-labelledby="contact-heading">
      <h2 id="contact-heading">{sentences.title}</h2>
      <p className="order-person">
        <strong>{name}</strong>
        <span>{email}</span>
        {phone !== '' && <span>{phone}</span>}
      </p>
      {canResend && (
        <OrderForm to={paths.order(manageId)} fields={[['intent', 'resend']]}>
          <Button id="resend">
            <Icon name="mail" />
            {sentences.resend}
          </Button>
        </OrderForm>
      )}
      {canChange && (
        <p>
          <PageLink className={buttonClass('quiet')} to={paths.changeContact(manageId)}>
            {sentences.change}
          </PageLink>
        </p>
      )}
    </section>
  )
}

export function OrderHistory({ order: { history } }: Props) {
  const sentences = translation().messages.order.history
  if (history.length === 0) return null
  return (
    <Details summary={sentences.title}>
      <ol className="order-history">
        {history.map(({ key, when, what }) => (
          <li key={key}>
            <span>{what}</span>
            <span className="soft small">{when}</span>
          </li>
        ))}
      </ol>
    </Details>
  )
}
