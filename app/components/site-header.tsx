import { useLocation } from 'react-router'

import { translation } from '#app/i18n/translation.ts'
import { attributes } from '#app/live/contract.ts'
import type { LogInLink } from '#app/live/log-in.ts'
import { Icon } from '#app/ui/icons.tsx'
import { Kingfisher } from '#app/ui/kingfisher.tsx'
import { company } from '#operator'
import * as paths from '#paths'
import { LANGUAGES } from '#platform/languages.ts'
import { LOCALES, plainPath } from '#platform/locale.ts'

import { PageLink } from './page-link.tsx'

/**
 * The same for everyone, so that public pages can be cached whole. On narrow screens the menu folds
 * behind its button, which browsers open and close without script.
 */
export function SiteHeader({ isDemonstration }: { isDemonstration: boolean }) {
  const { common } = translation().messages
  return (
    <header className="site-header on-brand">
      {isDemonstration && <DemonstrationBar />}
      <nav className="wrap" aria-label={common.menu}>
        <PageLink className="brand" to={paths.home()}>
          <Kingfisher />
          <span>{company().shortName}</span>
        </PageLink>
        <button type="button" className="with-icon" popoverTarget="menu">
          <Icon name="menu" />
          {common.openMenu}
        </button>
        <ul id="menu" popover="auto">
          <MenuItem to={paths.timetables()} label={common.timetables} />
          <MenuItem to={paths.services()} label={common.services} />
          <MenuItem to={paths.faq()} label={common.faqShort} />
          <MenuItem to={paths.contact()} label={common.contactPage} />
          <MenuItem to={paths.bookings()} label={common.myBookings} />
          <AccountItem />
          <LanguageSwitch />
        </ul>
        <HeaderLink className="with-icon" to={paths.cart()}>
          <Icon name="cart" />
          {common.cart}
        </HeaderLink>
        <HeaderLink className="to-book" to={paths.bookNow()}>
          {common.bookNow}
        </HeaderLink>
      </nav>
    </header>
  )
}

function MenuItem({ to, label }: { to: string; label: string }) {
  return (
    <li>
      <HeaderLink to={to}>{label}</HeaderLink>
    </li>
  )
}

/** Pages to which the login returns, by the name the login page knows. */
const COMES_BACK = ['cart', 'bookings']

/** The same with and without a login, since the page it links to knows. See live/log-in.ts. */
function AccountItem() {
  const [, here = ''] = plainPath(useLocation().pathname).split('/')
  const query = COMES_BACK.includes(here) ? `next=${here}` : ''
  return (
    <li>
      <HeaderLink to={paths.logIn(query)} {...attributes<LogInLink>({ logIn: '' })}>
        {translation().messages.common.account}
      </HeaderLink>
    </li>
  )
}

/** Marks itself as current on the page it links to, and on those below it. */
function HeaderLink({ to, ...rest }: React.ComponentProps<typeof PageLink>) {
  const here = plainPath(useLocation().pathname)
  const current = here === to ? 'page' : here.startsWith(`${to}/`) || undefined
  return <PageLink to={to} aria-current={current} {...rest} />
}

/** Links to the same page in another language. Only this link sets the remembered language. */
function LanguageSwitch() {
  const { pathname, search } = useLocation()
  const others = LOCALES.filter((one) => one !== translation().locale)
  return others.map((other) => {
    const query = new URLSearchParams(search)
    query.set('language', other)
    return (
      <li key={other}>
        <a href={`${pathname}?${query}`} lang={other} hrefLang={other} rel="nofollow">
          <Icon name="globe" />
          {LANGUAGES[other].name}
        </a>
      </li>
    )
  })
}

/** A discreet remark on every page of a demonstration. */
function DemonstrationBar() {
  return (
    <p className="demonstration">
      <span>{translation().messages.common.demonstration}</span>
    </p>
  )
}
