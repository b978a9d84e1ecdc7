import { data } from 'react-router'

import { Press } from '#app/components/press.tsx'
import type { Handle } from '#app/http/handle.ts'
import { withCookies } from '#app/http/headers.server.ts'
import { rememberBrowser } from '#app/http/known-browser.server.ts'
import { browserOf, newPress, renewForLogIn } from '#app/http/next-visitor.server.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { readForm, textIn } from '#app/http/read-form.server.ts'
import { tryPassword } from '#app/http/try-password.server.ts'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { confirmAddress, findProof } from '#modules/accounts/confirm-address.server.ts'
import { readPassword } from '#modules/accounts/passwords.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { noteLink } from '#platform/limits/traces.server.ts'

import type { Route } from './+types/confirm'
import { AccountPage } from './account-page.tsx'
import { comeBack, goOn, problem } from './answer.server.ts'
import { PasswordField } from './password-field.tsx'
import { SpentLink } from './spent-link.tsx'
import styles from './users.css?inline'
import { errorIn } from './view.ts'

export const handle = { personal: true, styles } satisfies Handle

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const { confirm } = translation().messages.account
  return [{ title: tabTitle(loaderData?.email ? confirm.title : confirm.spentTitle) }]
}

/** Opening the link changes nothing, since mail scanners open links too. */
export async function loader({ request, url }: Route.LoaderArgs) {
  const token = url.searchParams.get('token') ?? ''
  const proof = await findProof(token, now())
  if (!proof) await noteLink('confirm')
  const { press, headers } = newPress(request)
  return data({ token, email: proof?.email ?? null, press }, { headers })
}

export async function action({ request }: Route.ActionArgs) {
  const sent = await readForm(request)
  if (!sent.ok) return comeBack({ problems: sent.problems })
  const { form } = sent
  const proofId = textIn(form, 'token')
  const password = readPassword(textIn(form, 'confirm-password'))
  const { before, visitor, headers } = await renewForLogIn(request, form)
  const { cookie, userAgent } = browserOf(request)
  const moment = now()
  const outcome = await tryPassword({ at: proofId }, async () => {
    const email = (await findProof(proofId, moment))?.email
    const trying = { proofId, password, cookie, userAgent, visitor, before, now: moment }
    return { ...(await confirmAddress(trying)), email }
  })
  if (!outcome.ok) return refuse(outcome.reason)
  const { email } = outcome
  if (email) headers.append('Set-Cookie', await rememberBrowser(email, moment))
  return goOn(paths.account(), 'confirmed', withCookies(outcome.setCookies, headers))
}

function refuse(reason: 'too-many-tries' | 'link-spent' | 'wrong-password') {
  return comeBack({ problems: [problem('confirm-password', { ok: false, reason })] })
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const { account, common } = translation().messages
  const { confirm, fields } = account
  const { email, token, press } = loaderData
  if (!email) {
    const again = { to: paths.signUp(), label: confirm.signUpAgain }
    return <SpentLink title={confirm.spentTitle} text={confirm.spent} again={again} />
  }
  return (
    <AccountPage title={confirm.title} intro={confirm.intro}>
      <form method="post" className="card stack stack-large" noValidate>
        <ErrorSummary title={common.errorSummary} problems={actionData?.problems ?? []} />
        <input type="hidden" name="token" value={token} />
        <Press secret={press} />
        <TextField
          label={fields.email}
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={email}
          readOnly
        />
        <PasswordField
          label={fields.password}
          name="confirm-password"
          autoComplete="current-password"
          error={errorIn(actionData, 'confirm-password')}
        />
        <Button kind="action" wide>
          {confirm.submit}
        </Button>
      </form>
    </AccountPage>
  )
}
