import { data, redirect } from 'react-router'

import { found, notFound } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { readForm, textIn } from '#app/http/read-form.server.ts'
import { explain, type Refusal } from '#app/i18n/refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import { correctEmail } from '#modules/notifications/correct-email.server.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { localePath } from '#platform/locale.ts'
import { readVisitorKey } from '#platform/requests/session.server.ts'
import { tidyEmail } from '#platform/text/email.ts'

import type { Route } from './+types/success'
import { PaymentResult } from './payment-result.tsx'
import styles from './payment.css?inline'
import { titleOf } from './title.ts'
import { showPayment } from './view.server.ts'
import type { EmailAnswer } from './view.ts'

/** Each correction sends an email to an address that a visitor typed. */
const CORRECTIONS = { name: 'correct-email', tries: 20, seconds: 600, shared: true }

export const handle = { personal: true, styles } satisfies Handle

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: titleOf(loaderData) }]

/**
 * The page to which a provider redirects after a payment. The redirect proves nothing, so the true
 * state is looked up.
 */
export async function loader({ request, params }: Route.LoaderArgs) {
  const payment = found(await showPayment(request, params.id, now()))
  return payment
}

/** Corrects the address the tickets go to. */
export async function action({ request, params }: Route.ActionArgs) {
  const visitor = readVisitorKey(request)
  const sent = await readForm(request, CORRECTIONS, visitor)
  if (!sent.ok) return comeBack(sent.problems[0]?.sentence ?? '', textIn(sent.cut, 'email'))
  const email = tidyEmail(textIn(sent.form, 'email'))
  const paymentId = params.id
  const outcome = await correctEmail({ visitor, paymentId, email, now: now() })
  if (outcome.ok) {
    const { locale } = translation()
    return redirect(`${localePath(locale, paths.paymentSuccess(paymentId))}#email-heading`, 303)
  }
  if (outcome.reason === 'not-yours') throw notFound()
  return refuse(outcome, email)
}

function refuse(refusal: Refusal, typed: string) {
  return comeBack(explain(translation().messages.refusals, refusal), typed)
}

function comeBack(sentence: string, typed: string) {
  return data<EmailAnswer>({ sentence, typed }, 422)
}

export default function PaymentSuccess({ loaderData, actionData }: Route.ComponentProps) {
  return <PaymentResult payment={loaderData} emailAnswer={actionData} />
}
