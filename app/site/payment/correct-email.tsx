import { EmailInput } from '#app/components/email-input.tsx'
import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { Details } from '#app/ui/parts.tsx'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import type { EmailAnswer, MineView, PaymentView } from './view.ts'

type CorrectEmailProps = {
  payment: PaymentView
  mine: MineView
  answer: EmailAnswer | undefined
}

/** The address to which the tickets were sent, with one chance to correct it. */
export function CorrectEmail({ payment, mine, answer }: CorrectEmailProps) {
  const { email: sentences } = translation().messages.payment
  const { email, canCorrectEmail, isEmailCorrected, hasMailbox } = mine
  return (
    <section className="stack" aria-labelledby="email-heading">
      <h2 id="email-heading" tabIndex={-1}>
        {sentences.title}
      </h2>
      <p className="email-sent">
        <Icon name="mail" />
        <span>{isEmailCorrected ? sentences.corrected(email) : sentences.sent(email)}</span>
      </p>
      {hasMailbox && (
        <p className="email-mailbox">
          {sentences.mailbox} <PageLink to={paths.mailbox()}>{sentences.openMailbox}</PageLink>
        </p>
      )}
      {canCorrectEmail ? (
        <Details summary={sentences.wrong} open={answer !== undefined}>
          <CorrectionForm paymentId={payment.paymentId} answer={answer} />
        </Details>
      ) : (
        answer && <p className="error">{answer.sentence}</p>
      )}
    </section>
  )
}

type FormProps = { paymentId: string; answer: EmailAnswer | undefined }

function CorrectionForm({ paymentId, answer }: FormProps) {
  const { locale, messages } = translation()
  const { email: sentences } = messages.payment
  const action = localePath(locale, paths.paymentSuccess(paymentId))
  return (
    <form method="post" action={action} className="stack correct-email" noValidate>
      <p>{sentences.once}</p>
      <EmailInput
        label={sentences.label}
        defaultValue={answer?.typed}
        error={answer?.sentence}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form was returned for this field
        autoFocus={answer !== undefined}
      />
      <p>
        <Button>{sentences.submit}</Button>
      </p>
    </form>
  )
}
