import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import * as paths from '#paths'

type MailSentProps = {
  text: string
  notThere: string
  /** The mailbox page of a demonstration, if it has one. */
  mailbox: string | null
  again: { to: string; label: string }
}

/** The same for every address: only the reader of the email learns whether it has an account. */
export function MailSent({ text, notThere, mailbox, again }: MailSentProps) {
  const { account, common } = translation().messages
  return (
    <div className="stack stack-large">
      <Notice tone="info">
        <p>{text}</p>
      </Notice>
      {mailbox && (
        <p>
          {mailbox} <PageLink to={paths.mailbox()}>{account.openMailbox}</PageLink>
        </p>
      )}
      <p className="soft">{notThere}</p>
      <p className="row">
        <PageLink className={buttonClass()} to={again.to}>
          {again.label}
        </PageLink>
        <PageLink className={buttonClass('quiet')} to={paths.home()}>
          {common.home}
        </PageLink>
      </p>
    </div>
  )
}
