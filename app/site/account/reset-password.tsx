import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { readForm, textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { readPassword } from '#modules/accounts/passwords.ts'
import { findReset, resetPassword } from '#modules/accounts/reset-password.server.ts'
import { MIN_PASSWORD_LENGTH } from '#modules/rules/kept.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { mayTry } from '#platform/limits/rate-limit.server.ts'
import { noteLink } from '#platform/limits/traces.server.ts'

import type { Route } from './+types/reset-password'
import { AccountPage } from './account-page.tsx'
import { comeBack, goOn, problem } from './answer.server.ts'
import { PasswordField } from './password-field.tsx'
import { SpentLink } from './spent-link.tsx'
import styles from './users.css?inline'
import { errorIn } from './view.ts'

const RESETS = { name: 'reset-password', tries: 20, seconds: 600, shared: true }

export const handle = { personal: true, styles } satisfies Handle

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const { reset } = translation().messages.account
  return [{ title: tabTitle(loaderData?.email ? reset.title : reset.spentTitle) }]
}

/** Opening the link changes nothing, since mail scanners open links too. */
export async function loader({ url }: Route.LoaderArgs) {
  const token = url.searchParams.get('token') ?? ''
  const account = await findReset(token)
  if (!account) await noteLink('reset')
  return { token, email: account?.email ?? null }
}

export async function action({ request }: Route.ActionArgs) {
  const sent = await readForm(request)
  if (!sent.ok) return comeBack({ problems: sent.problems })
  if (!(await mayTry(RESETS))) {
    return comeBack({
      problems: [problem('new-password', { ok: false, reason: 'too-many-tries' })],
    })
  }
  const token = textIn(sent.form, 'token')
  const password = readPassword(textIn(sent.form, 'new-password'))
  const outcome = await resetPassword({ token, password, now: now() })
  if (!outcome.ok) return comeBack({ problems: [problem('new-password', outcome)] })
  return goOn(paths.logIn(), 'reset')
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { account, common } = translation().messages
  const { fields, hints, reset } = account
  const { email, token } = loaderData
  if (!email) {
    const again = { to: paths.forgotPassword(), label: reset.again }
    return <SpentLink title={reset.spentTitle} text={reset.spent} again={again} />
  }
  return (
    <AccountPage title={reset.title} intro={reset.intro}>
      <form method="post" className="card stack stack-large" noValidate>
        <ErrorSummary title={common.errorSummary} problems={actionData?.problems ?? []} />
        <input type="hidden" name="token" value={token} />
        {/* Tells password managers which account the password belongs to. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordField
          label={fields.newPassword}
          hint={hints.password(MIN_PASSWORD_LENGTH)}
          name="new-password"
          autoComplete="new-password"
          error={errorIn(actionData, 'new-password')}
        />
        <Button kind="action" wide>
          {reset.submit}
        </Button>
      </form>
    </AccountPage>
  )
}
