import { contactProblem } from '#app/components/contact-problems.server.ts'
import { EmailInput } from '#app/components/email-input.tsx'
import { ActForm } from '#app/components/office/act-form.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import { found } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { done, officeAction, refused } from '#app/office/act.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Choice } from '#app/ui/choice.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { tidyContact } from '#modules/orders/order/contact.ts'
import { changeContactByStaff } from '#modules/orders/self-service/contact.server.ts'
import { findOrderOf } from '#modules/support/find-booking.server.ts'
import * as paths from '#paths'
import { countEntries } from '#platform/audit.server.ts'
import { MAX_NAME_LENGTH } from '#platform/text/name.ts'

import type { Route } from './+types/contact'
import { explainNewer } from './explain-newer.server.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = ({ params }: Route.MetaArgs) => [
  { title: tabTitle(sentencesOf().title(params.reference ?? '')) },
]

function sentencesOf() {
  return translation().messages.office.booking.contactPage
}

export async function loader({ params }: Route.LoaderArgs) {
  const order = found(await findOrderOf(params.reference ?? ''))
  return {
    reference: order.reference,
    name: order.contactName ?? '',
    email: order.contactEmail ?? '',
    // A look at the number has an act of its own; a new one can be written without it.
    hasPhone: order.contactPhone !== null,
    seen: await countEntries(`order:${order.orderId}`),
  }
}

export const action = officeAction('/office/bookings/:reference/contact', {
  async contact({ form, by, params, seen, now }) {
    const { manageId, reference } = found(await findOrderOf(params.reference ?? ''))
    const phone = textIn(form, 'phone') || (textIn(form, 'no-phone') ? '' : undefined)
    const typed = { name: textIn(form, 'name'), email: textIn(form, 'email'), phone }
    const contact = tidyContact(typed)
    const outcome = await changeContactByStaff({ manageId, contact, by, seen, now })
    if (outcome.ok) return done(paths.officeBooking(reference))
    if (outcome.reason === 'contact') return refused(outcome.refusals.map(contactProblem), form)
    const sentence =
      outcome.reason === 'changed-meanwhile'
        ? await explainNewer(outcome.entries)
        : translation().messages.office.booking.refusals[outcome.reason]
    return refused([{ fieldId: 'name', sentence }], form)
  },
})

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { messages } = translation()
  const sentences = sentencesOf()
  const { changeContact } = messages
  const { reference, name, email, hasPhone, seen } = loaderData
  const problems = actionData?.problems ?? []
  const errorOf = (field: string) => problems.find(({ fieldId }) => fieldId === field)?.sentence
  return (
    <div className="stack stack-large">
      <h1>{sentences.title(reference)}</h1>
      <ErrorSummary title={messages.common.errorSummary} problems={problems} />
      <ActForm intent="contact" seen={seen} className="card stack">
        <TextField
          label={changeContact.name}
          hint={sentences.nameHint}
          name="name"
          autoComplete="off"
          maxLength={MAX_NAME_LENGTH}
          defaultValue={actionData?.typed.name ?? name}
          error={errorOf('name')}
          required
        />
        <EmailInput
          label={changeContact.email}
          hint={sentences.emailHint}
          autoComplete="off"
          defaultValue={actionData?.typed.email ?? email}
          error={errorOf('email')}
        />
        <TextField
          label={changeContact.phone}
          hint={hasPhone ? sentences.phoneKept : sentences.phoneHint}
          name="phone"
          type="tel"
          autoComplete="off"
          defaultValue={actionData?.typed.phone ?? ''}
          error={errorOf('phone')}
        />
        {hasPhone && (
          <Choice type="checkbox" name="no-phone" value="yes">
            {sentences.noPhone}
          </Choice>
        )}
        <div className="row">
          <Button kind="action">{sentences.save}</Button>
          <PageLink to={paths.officeBooking(reference)}>{sentences.back}</PageLink>
        </div>
      </ActForm>
    </div>
  )
}
