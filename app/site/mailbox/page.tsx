import { PageLink } from '#app/components/page-link.tsx'
import { found } from '#app/http/found.ts'
import type { Handle } from '#app/http/handle.ts'
import { tabTitle } from '#app/http/page-meta.ts'
import { translation } from '#app/i18n/translation.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import * as paths from '#paths'
import { dateAndTime } from '#platform/format/moments.ts'
import { localePath } from '#platform/locale.ts'
import { listMailbox } from '#platform/mail/mailbox.server.ts'

import type { Route } from './+types/page'
import styles from './mailbox.css?inline'
import { mailboxOwner } from './owner.server.ts'

export const handle = { personal: true, styles } satisfies Handle

export const meta = () => [{ title: tabTitle(translation().messages.mailbox.title) }]

/** In a demonstration, the emails of this browser and of its account, and no others. */
export async function loader({ request }: Route.LoaderArgs) {
  const owner = found(await mailboxOwner(request))
  const mails = await listMailbox(owner)
  const { locale } = translation()
  return {
    mails: mails.map(({ messageId, receivedAt, to, language, subject }) => {
      return { messageId, to, language, subject, received: dateAndTime(receivedAt, locale) }
    }),
  }
}

export default function Mailbox({ loaderData: { mails } }: Route.ComponentProps) {
  const { locale, messages } = translation()
  const { mailbox } = messages
  return (
    <div className="wrap mailbox">
      <PageHeader title={mailbox.title} intro={mailbox.intro} />
      {mails.length === 0 && <p>{mailbox.empty}</p>}
      <ul className="mails">
        {mails.map(({ messageId, to, language, subject, received }) => (
          <li key={messageId}>
            <PageLink to={paths.message(messageId)}>
              <strong lang={language}>{subject}</strong>
              <span className="soft small">
                {mailbox.to} {to}
              </span>
              <span className="soft small figures">{received}</span>
            </PageLink>
          </li>
        ))}
      </ul>
      <p>
        <LinkButton href={localePath(locale, paths.mailbox())}>{mailbox.again}</LinkButton>
      </p>
    </div>
  )
}
