import { PageLink } from '#app/components/page-link.tsx'
import { found } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { Icon } from '#app/ui/icons.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Details } from '#app/ui/parts.tsx'
import * as paths from '#paths'
import { dateAndTime } from '#platform/format/moments.ts'
import { localePath } from '#platform/locale.ts'
import { readMailboxMessage } from '#platform/mail/mailbox.server.ts'

import type { Route } from './+types/message'
import styles from './mailbox.css?inline'
import { mailboxOwner } from './owner.server.ts'

export const handle = { personal: true, styles } satisfies Handle

/**
 * Screen readers read a title in the language of its page, so an email in another language is not
 * named.
 */
export const meta: Route.MetaFunction = ({ loaderData: mail }) => {
  const { locale, messages } = translation()
  const title = mail?.language === locale ? mail.subject : messages.mailbox.message
  return [{ title: tabTitle(title) }]
}

export async function loader({ request, params }: Route.LoaderArgs) {
  const owner = await mailboxOwner(request)
  const mail = found(owner && (await readMailboxMessage(owner, params.id)))
  const { locale } = translation()
  return {
    messageId: mail.messageId,
    received: dateAndTime(mail.receivedAt, locale),
    from: mail.from,
    to: mail.to,
    language: mail.language,
    subject: mail.subject,
    text: mail.text,
    attachments: mail.attachments.map(({ fileName }) => fileName),
  }
}

/** The original email, in a frame without script and without access to our pages. */
export default function MailboxMessage({ loaderData: mail }: Route.ComponentProps) {
  const { locale, messages } = translation()
  const { mailbox } = messages
  const addressOf = (path: string) => localePath(locale, path)
  return (
    <div className="wrap mailbox stack stack-large">
      <div>
        <PageHeader title={<span lang={mail.language}>{mail.subject}</span>} />
        <dl className="mail-facts">
          <dt>{mailbox.from}</dt>
          <dd>{mail.from}</dd>
          <dt>{mailbox.to}</dt>
          <dd>{mail.to}</dd>
          <dt>{mailbox.received}</dt>
          <dd className="figures">{mail.received}</dd>
        </dl>
      </div>
      {mail.attachments.length > 0 && (
        <section className="stack" aria-labelledby="attachments">
          <h2 id="attachments">{mailbox.attachments}</h2>
          <ul className="row">
            {mail.attachments.map((fileName, index) => (
              <li key={fileName}>
                <a className="button" href={addressOf(paths.attachment(mail.messageId, index + 1))}>
                  <Icon name="download" />
                  {fileName}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <iframe
        className="mail-frame"
        title={mailbox.message}
        src={addressOf(paths.messageHtml(mail.messageId))}
        sandbox="allow-top-navigation-by-user-activation"
      />
      <Details summary={mailbox.plainText}>
        <pre className="mail-text" lang={mail.language}>
          {mail.text}
        </pre>
      </Details>
      <p>
        <PageLink to={paths.mailbox()}>{mailbox.back}</PageLink>
      </p>
    </div>
  )
}
