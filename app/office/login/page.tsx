import { redirectDocument } from 'react-router'

import { PasskeyButton } from '#app/components/office/passkey-button.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { findSignedIn } from '#app/office/guard.server.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { ROLES } from '#modules/staff/people/roles.ts'
import { isDemonstrationOffice } from '#modules/staff/sign-in/demonstration.server.ts'
import { askForLogIn, findLogIn } from '#modules/staff/sign-in/log-in.server.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { localePath } from '#platform/locale.ts'

import type { Route } from './+types/page'
import { logIn, nextIn, type LogInAnswer } from './actions.server.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.login.title) }]

/** Members who are signed in are redirected. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const next = nextIn(url)
  if (findSignedIn(context)) {
    return redirectDocument(localePath(translation().locale, next), 303)
  }
  const isCodeStep = url.searchParams.get('step') === 'code'
  return {
    isSecondStep: isCodeStep && (await findLogIn(request, now())) !== undefined,
    next,
    passkey: await askForLogIn(now()),
    isDemonstration: isDemonstrationOffice(request),
    isLoggedOut: url.searchParams.get('done') === 'logged-out',
  }
}

export function action({ request, url }: Route.ActionArgs) {
  return logIn(request, url)
}

export default function LogIn({ loaderData, actionData }: Route.ComponentProps) {
  const { office, common } = translation().messages
  const { isSecondStep, next, passkey, isDemonstration, isLoggedOut } = loaderData
  const answer = actionData instanceof Response ? undefined : actionData
  return (
    <div className="office-door stack stack-large">
      <h1>{isSecondStep ? office.login.codeTitle : office.login.title}</h1>
      {!isSecondStep && <p className="soft">{office.login.intro}</p>}
      {isLoggedOut && !answer && <Notice tone="positive">{office.login.loggedOut}</Notice>}
      <ErrorSummary title={common.errorSummary} problems={answer?.problems ?? []} />
      {isSecondStep ? <CodeForm answer={answer} next={next} /> : <PasswordForm answer={answer} />}
      {!isSecondStep && (
        <form method="post" id="passkey" className="stack">
          <input type="hidden" name="intent" value="passkey" />
          <PasskeyButton
            asked={passkey}
            label={office.login.passkey}
            failed={office.login.passkeyFailed}
          />
        </form>
      )}
      {!isSecondStep && isDemonstration && <DemonstrationForm />}
    </div>
  )
}

function PasswordForm({ answer }: { answer: LogInAnswer | undefined }) {
  const { login } = translation().messages.office
  return (
    <form method="post" className="card stack" noValidate>
      <input type="hidden" name="intent" value="password" />
      <TextField
        label={login.email}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={answer?.typed.email}
        required
      />
      <TextField
        label={login.password}
        name="password"
        type="password"
        autoComplete="current-password"
        error={errorIn(answer, 'password')}
        spellCheck={false}
        required
      />
      <Button kind="action">{login.next}</Button>
    </form>
  )
}

function CodeForm({ answer, next }: { answer: LogInAnswer | undefined; next: string }) {
  const { login } = translation().messages.office
  const query = next === paths.office() ? '' : new URLSearchParams({ next })
  return (
    <form method="post" className="card stack" noValidate>
      <input type="hidden" name="intent" value="code" />
      <TextField
        label={login.code}
        hint={login.codeHint}
        name="code"
        autoComplete="one-time-code"
        error={errorIn(answer, 'code')}
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is for this alone
        autoFocus={!answer}
        required
      />
      <Button kind="action">{login.logIn}</Button>
      <p>
        <PageLink to={paths.officeLogin(query)}>{login.startAgain}</PageLink>
      </p>
    </form>
  )
}

function DemonstrationForm() {
  const { login } = translation().messages.office
  return (
    <form method="post" className="card stack">
      <h2>{login.demonstrationTitle}</h2>
      <p>{login.demonstration}</p>
      <input type="hidden" name="intent" value="enter" />
      <div className="row">
        {ROLES.map((role) => (
          <Button key={role} name="role" value={role}>
            {login.enterAs[role]}
          </Button>
        ))}
      </div>
    </form>
  )
}

function errorIn(answer: LogInAnswer | undefined, fieldId: string): string | undefined {
  return answer?.problems.find((problem) => problem.fieldId === fieldId)?.sentence
}
