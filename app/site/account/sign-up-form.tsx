import { EmailInput } from '#app/components/email-input.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import { TermsBox } from '#app/components/terms-box.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { MIN_PASSWORD_LENGTH } from '#modules/rules/kept.ts'
import * as paths from '#paths'
import { MAX_NAME_LENGTH } from '#platform/text/name.ts'

import { PasswordField } from './password-field.tsx'
import { errorIn, type AccountAnswer } from './view.ts'

/** Shows every rule before the visitor types. */
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
        maxLength={MAX_NAME_LENGTH}
        defaultValue={answer?.typed.name}
        error={errorIn(answer, 'name')}
        required
      />
      <EmailInput
        label={fields.email}
        hint={hints.email}
        autoComplete="username"
        defaultValue={answer?.typed.email}
        error={errorIn(answer, 'email')}
      />
      <PasswordField
        label={fields.password}
        hint={hints.password(MIN_PASSWORD_LENGTH)}
        name="password"
        autoComplete="new-password"
        error={errorIn(answer, 'password')}
      />
      <TermsBox
        isAccepted={answer?.typed.terms === 'yes'}
        error={errorIn(answer, 'terms')}
        words={signUp}
      />
      <Button kind="action" wide>
        {signUp.submit}
      </Button>
      <div className="log-in-ways">
        <p>
          <PageLink to={paths.privacy()}>{signUp.privacy}</PageLink>
        </p>
        <p>
          {signUp.haveOne} <PageLink to={paths.logIn()}>{account.logIn.submit}</PageLink>
        </p>
      </div>
    </form>
  )
}
