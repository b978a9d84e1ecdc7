import { AuthenticatorOffer } from '#app/components/office/authenticator-offer.tsx'
import { PasskeyButton } from '#app/components/office/passkey-button.tsx'
import { RecoveryCodes } from '#app/components/office/recovery-codes.tsx'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'

import type { Route } from './+types/page'
import { enrol, viewInvitation, type InvitationView } from './actions.server.ts'

export const handle = { shell: 'office' } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.office.login.invitationTitle) }]

/** The address is a secret, so no other site learns it from a link. */
export const headers = () => ({ 'Referrer-Policy': 'no-referrer' })

export function loader({ request, params }: Route.LoaderArgs) {
  return viewInvitation({ request, token: params.token })
}

export function action({ request, params }: Route.ActionArgs) {
  return enrol({ request, token: params.token })
}

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  const { office, common } = translation().messages
  const view = actionData && 'step' in actionData ? actionData : loaderData
  return (
    <div className="office-door stack stack-large">
      <h1>{view.step === 'over' ? office.login.over : office.login.invitationTitle}</h1>
      <ErrorSummary title={common.errorSummary} problems={view.problems} />
      <Step view={view} />
    </div>
  )
}

function Step({ view }: { view: InvitationView }) {
  const { login } = translation().messages.office
  switch (view.step) {
    case 'over':
      return <p>{login.overIntro}</p>
    case 'password':
      return <PasswordStep view={view} />
    case 'factor':
      return <FactorStep view={view} />
    case 'recovery':
      return <RecoveryStep view={view} />
    default:
      return view satisfies never
  }
}

type StepOf<Kind extends InvitationView['step']> = {
  view: Extract<InvitationView, { step: Kind }>
}

function PasswordStep({ view }: StepOf<'password'>) {
  const { login } = translation().messages.office
  return (
    <form method="post" className="card stack" noValidate>
      <p>
        {login.welcome(view.name)} {login.step(1)}.
      </p>
      <input type="hidden" name="intent" value="password" />
      <TextField
        label={login.email}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={view.email}
        readOnly
      />
      <TextField
        label={login.newPassword}
        hint={login.newPasswordHint}
        name="new-password"
        type="password"
        autoComplete="new-password"
        error={errorIn(view, 'new-password')}
        spellCheck={false}
        required
      />
      <Button kind="action">{login.savePassword}</Button>
    </form>
  )
}

function FactorStep({ view }: StepOf<'factor'>) {
  const { login } = translation().messages.office
  return (
    <>
      <p>
        {login.step(2)}. {login.factorIntro}
      </p>
      <form method="post" className="card stack" noValidate>
        <h2>{login.authenticatorTitle}</h2>
        <input type="hidden" name="intent" value="factor" />
        <AuthenticatorOffer offer={view.authenticator} error={errorIn(view, 'first-code')} />
        <Button kind="action">{login.saveAuthenticator}</Button>
      </form>
      <form method="post" className="card stack" id="passkey">
        <h2>{login.newPasskeyTitle}</h2>
        <p>{login.newPasskeyIntro}</p>
        <input type="hidden" name="intent" value="factor" />
        <PasskeyButton
          asked={view.passkey}
          label={login.newPasskey}
          failed={login.newPasskeyFailed}
        />
      </form>
    </>
  )
}

function RecoveryStep({ view }: StepOf<'recovery'>) {
  const { login } = translation().messages.office
  return (
    <form method="post" className="card stack" noValidate>
      <h2>{login.recoveryTitle}</h2>
      <p>{login.step(3)}.</p>
      <input type="hidden" name="intent" value="finish" />
      <RecoveryCodes offer={view} error={errorIn(view, 'recovery-code')} />
      <Button kind="action">{login.finish}</Button>
    </form>
  )
}

function errorIn(view: InvitationView, fieldId: string): string | undefined {
  return view.problems.find((problem) => problem.fieldId === fieldId)?.sentence
}
