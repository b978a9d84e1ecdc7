import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { buttonClass } from '#app/ui/button.tsx'
import * as paths from '#paths'

import { AccountPage } from './account-page.tsx'

type SpentLinkProps = { title: string; text: string; again: { to: string; label: string } }

/** A used or expired link from an email, with the next steps. */
export function SpentLink({ title, text, again }: SpentLinkProps) {
  const { logIn } = translation().messages.account
  return (
    <AccountPage title={title} intro={text}>
      <p className="row">
        <PageLink className={buttonClass('action')} to={paths.logIn()}>
          {logIn.submit}
        </PageLink>
        <PageLink className={buttonClass()} to={again.to}>
          {again.label}
        </PageLink>
      </p>
    </AccountPage>
  )
}
