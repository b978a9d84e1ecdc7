import { data, redirect } from 'react-router'

import { EmailInput } from '#app/components/email-input.tsx'
import { CallUs } from '#app/components/journey/call-us.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import { orderAddress } from '#app/http/change-answer.server.ts'
import type { Handle } from '#app/http/handle.ts'
import { pageMeta, tabTitle } from '#app/http/page-meta.ts'
import { readForm, textIn } from '#app/http/read-form.server.ts'
import { hasMailbox } from '#app/http/visitor-key.server.ts'
import { explain } from '#app/i18n/refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { ErrorSummary, type FormProblem } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { findSignedIn } from '#modules/accounts/sessions.server.ts'
import { askForLink, findProvenBooking } from '#modules/orders/reads/find-booking.server.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { mayTry } from '#platform/limits/rate-limit.server.ts'
import { localePath } from '#platform/locale.ts'
import { readVisitorKey } from '#platform/requests/session.server.ts'
import { isEmail, tidyEmail } from '#platform/text/email.ts'
import { oneLine } from '#platform/text/lines.ts'
import { MAX_REFERENCE_LENGTH, readReference } from '#platform/text/reference.ts'

import type { Route } from './+types/page'
import styles from './find-booking.css?inline'

/** Each attempt may send an email, and may be a guess. */
const ASKINGS = { name: 'find-booking', tries: 10, seconds: 600, shared: true }

export const handle = { styles } satisfies Handle

export const meta: Route.MetaFunction = () => {
  const { findBooking } = translation().messages
  return pageMeta(tabTitle(findBooking.title), findBooking.intro)
}

export function loader({ url }: Route.LoaderArgs) {
  return { isSent: url.searchParams.has('sent'), hasMailbox: hasMailbox() }
}

/**
 * The same response in the same time, whether or not the booking exists; but a browser that proves
 * to be the buyer's is redirected to it.
 */
export async function action({ request }: Route.ActionArgs) {
  const sent = await readForm(request)
  if (!sent.ok) return data({ problems: sent.problems, typed: readTyped(sent.cut) }, 422)
  const { reference, email } = readTyped(sent.form)
  const typed = {
    reference: oneLine(reference).slice(0, MAX_REFERENCE_LENGTH),
    email: tidyEmail(email),
  }
  const problems = check(typed)
  if (problems.length > 0) return data({ problems, typed }, 422)

  const visitor = readVisitorKey(request)
  if (!(await mayTry(ASKINGS, visitor))) {
    const { refusals } = translation().messages
    const sentence = explain(refusals, { ok: false, reason: 'too-many-tries' })
    return data({ problems: [{ fieldId: 'reference', sentence }], typed }, 422)
  }
  const account = await findSignedIn(request, now())
  const proven = { ...(visitor && { visitor }), ...(account && { accountId: account.accountId }) }
  const manageId = await findProvenBooking({ ...typed, ...proven })
  if (manageId) return redirect(orderAddress(manageId), 303)

  await askForLink({ ...typed, now: now() })
  return redirect(localePath(translation().locale, paths.findBooking('sent')), 303)
}

function readTyped(form: FormData) {
  return { reference: textIn(form, 'reference'), email: textIn(form, 'email') }
}

function check({ reference, email }: { reference: string; email: string }): FormProblem[] {
  const { findBooking, refusals } = translation().messages
  const wrong: (FormProblem | false)[] = [
    reference === '' && { fieldId: 'reference', sentence: findBooking.referenceMissing },
    reference !== '' &&
      !readReference(reference) && {
        fieldId: 'reference',
        sentence: findBooking.referenceMalformed,
      },
    email === '' && { fieldId: 'email', sentence: findBooking.emailMissing },
    email !== '' &&
      !isEmail(email) && {
        fieldId: 'email',
        sentence: explain(refusals, { ok: false, reason: 'email-malformed' }),
      },
  ]
  return wrong.filter((problem) => problem !== false)
}

export default function FindBooking({ loaderData, actionData }: Route.ComponentProps) {
  const { common, findBooking } = translation().messages
  const isSent = loaderData.isSent && !actionData
  return (
    <div className="wrap find-booking section-end">
      <PageHeader
        title={isSent ? findBooking.sentTitle : findBooking.title}
        {...(!isSent && { intro: findBooking.intro })}
      />
      {isSent ? <Sent hasMailbox={loaderData.hasMailbox} /> : <AskForm answer={actionData} />}
      <div className="soft">
        <p>{findBooking.call}</p>
        <CallUs />
      </div>
      <p className="soft">
        {findBooking.account} <PageLink to={paths.bookings()}>{common.myBookings}</PageLink>
      </p>
    </div>
  )
}

function AskForm({ answer }: { answer: Route.ComponentProps['actionData'] }) {
  const { common, findBooking } = translation().messages
  const problems = answer?.problems ?? []
  const errorOf = (name: string) => problems.find(({ fieldId }) => fieldId === name)?.sentence
  const address = localePath(translation().locale, paths.findBooking())
  return (
    <form method="post" action={address} className="card stack stack-large" noValidate>
      <ErrorSummary title={common.errorSummary} problems={problems} />
      <TextField
        label={findBooking.reference}
        hint={findBooking.referenceHint}
        name="reference"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_REFERENCE_LENGTH}
        className="input reference-input"
        defaultValue={answer?.typed.reference}
        error={errorOf('reference')}
        required
      />
      <EmailInput
        label={findBooking.email}
        hint={findBooking.emailHint}
        defaultValue={answer?.typed.email}
        error={errorOf('email')}
      />
      <p>
        <Button kind="action" wide>
          {findBooking.submit}
        </Button>
      </p>
    </form>
  )
}

function Sent({ hasMailbox: isDemonstration }: { hasMailbox: boolean }) {
  const { findBooking } = translation().messages
  return (
    <>
      <Notice>
        <p>{findBooking.sent}</p>
      </Notice>
      <p>{findBooking.notThere}</p>
      {isDemonstration && <p className="soft">{findBooking.mailbox}</p>}
      <p>
        <PageLink className={buttonClass()} to={paths.findBooking()}>
          {findBooking.again}
        </PageLink>
      </p>
    </>
  )
}
