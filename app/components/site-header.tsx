import { useLocation } from 'react-router'

import { translation } from '#app/i18n/translation.ts'
import { Icon } from '#app/ui/icons.tsx'
import { Kingfisher } from '#app/ui/kingfisher.tsx'
import { operator } from '#operator'
import * as paths from '#paths'
import { LANGUAGES } from '#platform/languages.ts'
import { LOCALES, plainPath } from '#platform/locale.ts'

import { PageLink } from './page-link.tsx'

/**
 * The same for everyone, so that a page which belongs to nobody can be kept ready whole. Where the
 * menu has no room it folds behind its button, which browsers open and close without script.
 */
export function SiteHeader({ isDemonstration }: { isDemonstration: boolean }) {
  const { common } = translation().messages
  return (
    <header className="site-header on-brand">
      {isDemonstration && <DemonstrationBar />}
      <nav className="wrap" aria-label={common.menu}>
        <PageLink className="brand" to={paths.home()}>
          <Kingfisher />
          <span>{operator.shortName}</span>
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

/** From these one comes back to where one was; they are known to the log-in by name. */
const COMES_BACK = ['cart', 'bookings']

/** The same whether or not somebody is logged in: the page it leads to knows. See live/log-in.js. */
function AccountItem() {
  const [, here = ''] = plainPath(useLocation().pathname).split('/')
  const query = COMES_BACK.includes(here) ? `next=${here}` : ''
  return (
    <li>
      <HeaderLink to={paths.logIn(query)} data-log-in="">
        {translation().messages.common.account}
      </HeaderLink>
    </li>
  )
}

/** Says so on the page it leads to, and on those below it. */
function HeaderLink({ to, ...rest }: React.ComponentProps<typeof PageLink>) {
  const here = plainPath(useLocation().pathname)
  const current = here === to ? 'page' : here.startsWith(`${to}/`) || undefined
  return <PageLink to={to} aria-current={current} {...rest} />
}

/** Asks for the same page in another language. Only this remembers a language. */
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

/** Said on every page of a demonstration, quietly. */
function DemonstrationBar() {
  return (
    <p className="demonstration">
      <span>{translation().messages.common.demonstration}</span>
    </p>
  )
}
