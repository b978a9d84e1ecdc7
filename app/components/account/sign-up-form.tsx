import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { Choice } from '#app/ui/choice.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { FieldError, TextField } from '#app/ui/field.tsx'
import { PASSWORD_LEAST } from '#modules/accounts/passwords.ts'
import { LONGEST_EMAIL, LONGEST_NAME } from '#modules/orders/contact.ts'

import { PasswordField } from './password-field.tsx'
import { errorIn, type AccountAnswer } from './view.ts'

/** Every rule is said before anything is typed. */
export function SignUpForm({ answer }: { answer: AccountAnswer | undefined }) {
  const { account, common } = translation().messages
  const { fields, hints, signUp } = account
  const asked = answer?.typed['email-asked']
  return (
    <form method="post" className="card stack stack-large" noValidate>
      <ErrorSummary title={common.errorSummary} problems={answer?.problems ?? []} />
      {asked && <input type="hidden" name="email-asked" value={asked} />}
      <TextField
        label={fields.name}
        hint={hints.name}
        name="name"
        autoComplete="name"
        maxLength={LONGEST_NAME}
        defaultValue={answer?.typed.name}
        error={errorIn(answer, 'name')}
        required
      />
      <TextField
        label={fields.email}
        hint={hints.email}
        name="email"
        type="email"
        autoComplete="username"
        spellCheck={false}
        maxLength={LONGEST_EMAIL}
        defaultValue={answer?.typed.email}
        error={errorIn(answer, 'email')}
        required
      />
      <PasswordField
        label={fields.password}
        hint={hints.password(PASSWORD_LEAST)}
        name="password"
        autoComplete="new-password"
        error={errorIn(answer, 'password')}
      />
      <Terms isAccepted={answer?.typed.terms === 'yes'} error={errorIn(answer, 'terms')} />
      <Button kind="action" wide>
        {signUp.submit}
      </Button>
      <div className="log-in-ways">
        <p>
          <PageLink to="/privacy">{signUp.privacy}</PageLink>
        </p>
        <p>
          {signUp.haveOne} <PageLink to="/users/login">{account.logIn.submit}</PageLink>
        </p>
      </div>
    </form>
  )
}

/** Never ticked beforehand. */
function Terms({ isAccepted, error }: { isAccepted: boolean; error: string | undefined }) {
  const { signUp } = translation().messages.account
  const about = error ? { 'aria-invalid': true, 'aria-describedby': 'terms-error' } : {}
  return (
    <div>
      {error && <FieldError id="terms-error">{error}</FieldError>}
      <Choice
        type="checkbox"
        id="terms"
        name="terms"
        value="yes"
        defaultChecked={isAccepted}
        required
        {...about}
      >
        {signUp.accept}{' '}
        <PageLink to="/terms-and-conditions" target="_blank">
          {signUp.terms}
          <span className="unseen"> ({signUp.newTab})</span>
        </PageLink>
      </Choice>
    </div>
  )
}
