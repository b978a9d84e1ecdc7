import { EmailInput } from '#app/components/email-input.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import { explain } from '#app/i18n/refusals.ts'
import { translation } from '#app/i18n/translation.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Choice } from '#app/ui/choice.tsx'
import { FieldError, TextField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Details } from '#app/ui/parts.tsx'
import { MIN_PASSWORD_LENGTH } from '#modules/rules/kept.ts'
import * as paths from '#paths'
import { MAX_NAME_LENGTH } from '#platform/text/name.ts'

import { PasswordField } from './password-field.tsx'
import { errorIn, type AccountAnswer, type EraseObstacle } from './view.ts'

/** The button of each form on the page carries its name. */
type SectionProps = {
  name: string
  email: string
  answer: AccountAnswer | undefined
}

export function BookingsSection() {
  const { bookings } = translation().messages.account
  return (
    <section className="card stack" aria-labelledby="bookings-heading">
      <h2 id="bookings-heading">{bookings.title}</h2>
      <p className="soft">{bookings.text}</p>
      <p>
        <PageLink className={buttonClass('action')} to={paths.bookings()}>
          <Icon name="ticket" />
          {bookings.open}
        </PageLink>
      </p>
    </section>
  )
}

export function DetailsSection({ name, email, answer }: SectionProps) {
  const { details, fields } = translation().messages.account
  return (
    <section className="card stack" aria-labelledby="details-heading">
      <h2 id="details-heading">{details.title}</h2>
      <p className="soft">{details.text}</p>
      <form method="post" className="stack" noValidate>
        <TextField
          label={fields.name}
          name="name"
          autoComplete="name"
          maxLength={MAX_NAME_LENGTH}
          defaultValue={answer?.typed.name ?? name}
          error={errorIn(answer, 'name')}
          required
        />
        <p>
          <Button name="intent" value="rename">
            {details.save}
          </Button>
        </p>
      </form>
      <div>
        <p className="label">{fields.email}</p>
        <p>{email}</p>
      </div>
      <Details summary={details.changeEmail} open={answer?.intent === 'change-email'}>
        <EmailForm answer={answer} />
      </Details>
    </section>
  )
}

function EmailForm({ answer }: { answer: AccountAnswer | undefined }) {
  const { details, fields } = translation().messages.account
  return (
    <form method="post" className="stack" noValidate>
      <p>{details.changeEmailText}</p>
      <EmailInput
        label={fields.newEmail}
        name="new-email"
        defaultValue={answer?.typed['new-email']}
        error={errorIn(answer, 'new-email')}
      />
      <PasswordField
        label={fields.currentPassword}
        name="email-password"
        autoComplete="current-password"
        error={errorIn(answer, 'email-password')}
      />
      <p>
        <Button name="intent" value="change-email">
          {details.sendLink}
        </Button>
      </p>
    </form>
  )
}

export function PasswordSection({ email, answer }: SectionProps) {
  const { fields, hints, password } = translation().messages.account
  return (
    <section className="card stack" aria-labelledby="password-heading">
      <h2 id="password-heading">{password.title}</h2>
      <Details summary={password.change} open={answer?.intent === 'change-password'}>
        <form method="post" className="stack" noValidate>
          <p>{password.text}</p>
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <PasswordField
            label={fields.currentPassword}
            name="current-password"
            autoComplete="current-password"
            error={errorIn(answer, 'current-password')}
          />
          <PasswordField
            label={fields.newPassword}
            hint={hints.password(MIN_PASSWORD_LENGTH)}
            name="new-password"
            autoComplete="new-password"
            error={errorIn(answer, 'new-password')}
          />
          <p>
            <Button name="intent" value="change-password">
              {password.save}
            </Button>
          </p>
        </form>
      </Details>
    </section>
  )
}

type YoursProps = SectionProps & { notErasable: EraseObstacle | null }

export function YoursSection({ email, answer, notErasable }: YoursProps) {
  const { yours } = translation().messages.account
  return (
    <section className="card stack" aria-labelledby="yours-heading">
      <h2 id="yours-heading">{yours.title}</h2>
      <p className="soft">{yours.text}</p>
      <p>
        <PageLink className={buttonClass()} to={paths.accountData()} download>
          <Icon name="download" />
          {yours.download}
        </PageLink>
      </p>
      <Details summary={yours.erase} open={answer?.intent === 'erase'}>
        {notErasable ? (
          <NotErasable reason={notErasable} />
        ) : (
          <EraseForm email={email} answer={answer} />
        )}
      </Details>
    </section>
  )
}

/** Shown before the form is filled in; a refused form shows it as well. */
function NotErasable({ reason }: { reason: EraseObstacle }) {
  const { account, refusals } = translation().messages
  const { yours, bookings } = account
  return (
    <Notice tone="warning" title={yours.notYet} id="meant" tabIndex={-1}>
      <p>{explain(refusals, { ok: false, reason })}</p>
      <p>
        <PageLink to={paths.bookings()}>{bookings.open}</PageLink>
      </p>
    </Notice>
  )
}

/** Asks for a tick and for the password, since an erasure cannot be undone. */
function EraseForm({ email, answer }: Omit<SectionProps, 'name'>) {
  const { fields, yours } = translation().messages.account
  const error = errorIn(answer, 'meant')
  const about = error ? { 'aria-invalid': true, 'aria-describedby': 'meant-error' } : {}
  return (
    <form method="post" className="stack" noValidate>
      <p>{yours.eraseText}</p>
      <div>
        {error && <FieldError id="meant-error">{error}</FieldError>}
        <Choice type="checkbox" id="meant" name="meant" value="yes" {...about}>
          {yours.meant}
        </Choice>
      </div>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField
        label={fields.password}
        name="erase-password"
        autoComplete="current-password"
        error={errorIn(answer, 'erase-password')}
      />
      <p>
        <Button name="intent" value="erase" className="button button-danger">
          {yours.eraseNow}
        </Button>
      </p>
    </form>
  )
}
