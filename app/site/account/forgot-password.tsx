import { EmailInput } from '#app/components/email-input.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { readForm, textIn, typedIn } from '#app/http/read-form.server.ts'
import { hasMailbox, identifyVisitor } from '#app/http/visitor-key.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { askForReset } from '#modules/accounts/reset-password.server.ts'
import { RESET_MINUTES } from '#modules/rules/kept.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { mayTry } from '#platform/limits/rate-limit.server.ts'
import { localePath } from '#platform/locale.ts'
import { tidyEmail } from '#platform/text/email.ts'

import type { Route } from './+types/forgot-password'
import { AccountPage } from './account-page.tsx'
import { comeBack, problem } from './answer.server.ts'
import { MailSent } from './mail-sent.tsx'
import styles from './users.css?inline'
import { errorIn } from './view.ts'

/** Each request sends an email to an address that a visitor typed. */
const ASKINGS = { name: 'forgot-password', tries: 10, seconds: 600, shared: true }

export const handle = { personal: true, styles } satisfies Handle

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const { forgot } = translation().messages.account
  return [{ title: tabTitle(loaderData?.isSent ? forgot.sentTitle : forgot.title) }]
}

export function loader({ url }: Route.LoaderArgs) {
  const isSent = url.searchParams.has('sent')
  return { isSent, hasMailbox: hasMailbox(), minutes: RESET_MINUTES }
}

export async function action({ request }: Route.ActionArgs) {
  const sent = await readForm(request)
  if (!sent.ok) return comeBack({ problems: sent.problems, typed: typedIn(sent.cut) })
  if (!(await mayTry(ASKINGS))) {
    const problems = [problem('email', { ok: false, reason: 'too-many-tries' })]
    return comeBack({ problems, typed: typedIn(sent.form) })
  }
  const email = tidyEmail(textIn(sent.form, 'email'))
  const { locale } = translation()
  const { visitor, headers } = identifyVisitor(request)
  const outcome = await askForReset({ email, locale, visitor, now: now() })
  if (!outcome.ok) return comeBack({ problems: [problem('email', outcome)], typed: { email } })
  headers.set('Location', localePath(locale, paths.forgotPassword('sent')))
  return new Response(null, { status: 303, headers })
}

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { account, common } = translation().messages
  const { fields, forgot } = account
  if (loaderData.isSent && !actionData) {
    return (
      <AccountPage title={forgot.sentTitle}>
        <MailSent
          text={forgot.sent}
          notThere={forgot.notThere(loaderData.minutes)}
          mailbox={loaderData.hasMailbox ? forgot.mailbox : null}
          again={{ to: paths.forgotPassword(), label: forgot.again }}
        />
      </AccountPage>
    )
  }
  return (
    <AccountPage title={forgot.title} intro={forgot.intro}>
      <form method="post" className="card stack stack-large" noValidate>
        <ErrorSummary title={common.errorSummary} problems={actionData?.problems ?? []} />
        <EmailInput
          label={fields.email}
          autoComplete="username"
          defaultValue={actionData?.typed.email}
          error={errorIn(actionData, 'email')}
        />
        <Button kind="action" wide>
          {forgot.submit}
        </Button>
      </form>
    </AccountPage>
  )
}
