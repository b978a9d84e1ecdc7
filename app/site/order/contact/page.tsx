import { data, redirect } from 'react-router'

import { contactProblem } from '#app/components/contact-problems.server.ts'
import { EmailInput } from '#app/components/email-input.tsx'
import { CallUs } from '#app/components/journey/call-us.tsx'
import { CHANGES, orderAddress } from '#app/http/change-answer.server.ts'
import { notFound } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { readForm, textIn } from '#app/http/read-form.server.ts'
import { explainChange, type ChangeRefusal } from '#app/i18n/change-refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import { getHeldOrder } from '#app/site/order/held-order.server.ts'
import { OrderPage } from '#app/site/order/order-page.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary, type FormProblem } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { tidyContact, type Contact } from '#modules/orders/order/contact.ts'
import { changeContact } from '#modules/orders/self-service/contact.server.ts'
import * as paths from '#paths'
import { TRAVELLER } from '#platform/actor.ts'
import { now } from '#platform/clock.server.ts'
import { momentInSentence } from '#platform/format/moments.ts'
import { mayTry } from '#platform/limits/rate-limit.server.ts'
import { localePath } from '#platform/locale.ts'
import { guessEmail, isEmail } from '#platform/text/email.ts'
import { MAX_NAME_LENGTH } from '#platform/text/name.ts'
import { writePhone } from '#platform/text/phone.ts'
import { isBefore } from '#platform/time.ts'

import type { Route } from './+types/page'
import styles from './contact.css?inline'

export const handle = { personal: true, styles } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.changeContact.title) }]

export async function loader({ params }: Route.LoaderArgs) {
  const { locale } = translation()
  const moment = now()
  const held = await getHeldOrder(params.id)
  const { manageId, reference, contactName, contactEmail, contactPhone, nameUntil, items } = held
  const hasToCome = items.some(({ ticketId, departsAt }) => ticketId && isBefore(moment, departsAt))
  const nameFixed = isBefore(nameUntil, moment) ? momentInSentence(nameUntil, locale) : null
  const phone = contactPhone && writePhone(contactPhone)
  const contact = { name: contactName, email: contactEmail, phone }
  return { manageId, reference, ...contact, nameFixed, hasToCome }
}

/**
 * Changes the group leader, the email address or the telephone number; a domain that looks mistyped is asked about once.
 */
export async function action({ request, params }: Route.ActionArgs) {
  const sent = await readForm(request)
  if (!sent.ok) return comeBack(contactIn(sent.cut), sent.problems)
  const { form } = sent
  if (!(await mayTry(CHANGES))) {
    return refuse(contactIn(form), { ok: false, reason: 'too-many-tries' })
  }
  await getHeldOrder(params.id)
  const typed = tidyContact(contactIn(form))
  const meant = isEmail(typed.email) ? guessEmail(typed.email) : undefined
  if (meant && textIn(form, 'email-asked') !== typed.email) {
    const { didYouMean } = translation().messages.enquiries
    const problem = { fieldId: 'email', sentence: didYouMean(meant) }
    return data({ problems: [problem], typed, emailAsked: typed.email, refusal: null }, 422)
  }
  const outcome = await changeContact({
    manageId: params.id,
    contact: typed,
    by: TRAVELLER,
    now: now(),
  })
  if (outcome.ok) return redirect(doneAddress(params.id, outcome.changeId), 303)
  if (outcome.reason === 'no-such-booking') throw notFound()
  if (outcome.reason !== 'contact') return refuse(typed, outcome)
  return comeBack(typed, outcome.refusals.map(contactProblem))
}

/** The order, with the change that was made; a new telephone number is not listed there. */
function doneAddress(manageId: string, changeId: string | null): string {
  return orderAddress(manageId, changeId ? `done=${changeId}` : '')
}

function contactIn(form: FormData): Contact {
  const phone = form.has('phone') ? textIn(form, 'phone') : undefined
  return { name: textIn(form, 'name'), email: textIn(form, 'email'), phone }
}

function refuse(typed: Contact, refusal: ChangeRefusal) {
  const sentence = explainChange(translation().messages.changeRefusals, refusal)
  return refusal.reason === 'name-fixed'
    ? comeBack(typed, [{ fieldId: 'name', sentence }])
    : comeBack(typed, [], sentence)
}

function comeBack(typed: Contact, problems: FormProblem[], refusal: string | null = null) {
  return data({ problems, typed, emailAsked: '', refusal }, 422)
}

export default function ChangeContact({ loaderData, actionData }: Route.ComponentProps) {
  const { changeContact: sentences } = translation().messages
  const { manageId, reference, hasToCome } = loaderData
  return (
    <OrderPage
      manageId={manageId}
      reference={reference}
      title={sentences.title}
      problem={actionData?.refusal}
    >
      {hasToCome ? (
        <ContactForm contact={loaderData} answer={actionData} />
      ) : (
        <p>{sentences.over}</p>
      )}
    </OrderPage>
  )
}

type ContactFormProps = {
  contact: Route.ComponentProps['loaderData']
  answer: Route.ComponentProps['actionData']
}

function ContactForm({ contact, answer }: ContactFormProps) {
  const { changeContact: sentences, common } = translation().messages
  const { manageId, name, email, phone, nameFixed } = contact
  const problems = answer?.problems ?? []
  const errorOf = (field: string) => problems.find(({ fieldId }) => fieldId === field)?.sentence
  return (
    <form
      method="post"
      action={localePath(translation().locale, paths.changeContact(manageId))}
      className="card stack stack-large change-contact"
      noValidate
    >
      <ErrorSummary title={common.errorSummary} problems={problems} />
      {answer?.emailAsked && <input type="hidden" name="email-asked" value={answer.emailAsked} />}
      <TextField
        label={sentences.name}
        hint={nameFixed ? sentences.nameFixed(nameFixed) : sentences.nameHint}
        name="name"
        autoComplete="name"
        maxLength={MAX_NAME_LENGTH}
        defaultValue={answer?.typed.name ?? name}
        error={errorOf('name')}
        readOnly={nameFixed !== null}
        required
      />
      {nameFixed && <CallUs />}
      <EmailInput
        label={sentences.email}
        hint={sentences.emailHint}
        defaultValue={answer?.typed.email ?? email}
        error={errorOf('email')}
      />
      <TextField
        label={sentences.phone}
        hint={sentences.phoneHint}
        name="phone"
        type="tel"
        autoComplete="tel"
        defaultValue={answer?.typed.phone ?? phone}
        error={errorOf('phone')}
      />
      <p>
        <Button kind="action">{sentences.submit}</Button>
      </p>
    </form>
  )
}
