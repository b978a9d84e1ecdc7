import { EmailInput } from '#app/components/email-input.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import { Press } from '#app/components/press.tsx'
import { translation } from '#app/i18n/translation.ts'
import { attributes } from '#app/live/contract.ts'
import type { LogInForm as LogInFormNames } from '#app/live/log-in.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import { PasswordField } from './password-field.tsx'
import { errorIn, type AccountAnswer } from './view.ts'

type LogInFormProps = {
  answer: AccountAnswer | undefined
  /** The id of the page to return to. */
  next: string
  press: string
}

/** Used on its own page and in the dialog of the header; its ids occur in no other form. */
export function LogInForm({ answer, next: wanted, press }: LogInFormProps) {
  const { locale, messages } = translation()
  const { account, common } = messages
  const { fields, logIn } = account
  const next = answer?.typed.next ?? wanted
  const address = localePath(locale, paths.logIn())
  return (
    <form
      method="post"
      action={address}
      id="log-in"
      {...attributes<LogInFormNames>({ close: logIn.close })}
      className="stack stack-large"
      noValidate
    >
      <ErrorSummary title={common.errorSummary} problems={answer?.problems ?? []} />
      <Press secret={press} />
      {next && <input type="hidden" name="next" value={next} />}
      <EmailInput
        label={fields.email}
        id="log-in-email"
        autoComplete="username"
        defaultValue={answer?.typed.email}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is for this alone
        autoFocus={!answer}
      />
      <PasswordField
        label={fields.password}
        name="log-in-password"
        autoComplete="current-password"
        error={errorIn(answer, 'log-in-password')}
      />
      <Button kind="action" wide>
        {logIn.submit}
      </Button>
      <div className="log-in-ways">
        <p>
          <PageLink to={paths.forgotPassword()}>{logIn.forgot}</PageLink>
        </p>
        <p>
          {logIn.noAccount} <PageLink to={paths.signUp()}>{logIn.create}</PageLink>
        </p>
      </div>
    </form>
  )
}
