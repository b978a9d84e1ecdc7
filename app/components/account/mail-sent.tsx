import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

type MailSentProps = {
  text: string
  notThere: string
  /** What a demonstration says of its mailbox, where there is one. */
  mailbox: string | null
  again: { to: string; label: string }
}

/** The same whoever has the address: what is in the mail is known to its reader alone. */
export function MailSent({ text, notThere, mailbox, again }: MailSentProps) {
  const { common } = translation().messages
  return (
    <div className="stack stack-large">
      <Notice tone="info">
        <p>{text}</p>
      </Notice>
      {mailbox && (
        <p>
          <PageLink to="/mailbox">{mailbox}</PageLink>
        </p>
      )}
      <p className="soft">{notThere}</p>
      <p className="row">
        <PageLink className={buttonClass()} to={again.to}>
          {again.label}
        </PageLink>
        <PageLink className={buttonClass('quiet')} to="/">
          {common.home}
        </PageLink>
      </p>
    </div>
  )
}
