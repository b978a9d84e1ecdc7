import { useLocation } from 'react-router'

import { translation } from '#app/i18n/translation.ts'
import { Icon, type IconName } from '#app/ui/icons.tsx'
import { Kingfisher } from '#app/ui/kingfisher.tsx'
import { operator } from '#operator'
import { LOCALES, plainPath } from '#platform/locale.ts'

import { PageLink } from './page-link.tsx'

/** The same for everyone, so that a page which belongs to nobody can be kept ready whole. */
export function SiteHeader({ isDemonstration }: { isDemonstration: boolean }) {
  const { common } = translation().messages
  return (
    <header className="site-header on-brand">
      {isDemonstration && <DemonstrationBar />}
      <nav className="wrap" aria-label={common.menu}>
        <PageLink className="brand" to="/">
          <Kingfisher />
          <span>{operator.shortName}</span>
        </PageLink>
        <ul>
          <MenuItem to="/book-now" icon="ticket" label={common.bookNow} />
          <MenuItem to="/timetables" icon="clock" label={common.timetables} />
          <MenuItem to="/services" label={common.services} />
          <MenuItem to="/faq" label={common.faqShort} />
          <MenuItem to="/contact" label={common.contactPage} />
          <MenuItem to="/cart" icon="cart" label={common.cart} />
          <LanguageSwitch />
        </ul>
      </nav>
    </header>
  )
}

type MenuItemProps = { to: string; icon?: IconName; label: string }

/** What has no icon is in the footer too, and stands here where there is room. */
function MenuItem({ to, icon, label }: MenuItemProps) {
  const isHere = plainPath(useLocation().pathname) === to
  return (
    <li {...(!icon && { className: 'where-wide' })}>
      <PageLink to={to} {...(isHere && { 'aria-current': 'page' })}>
        {icon && <Icon name={icon} />}
        {label}
      </PageLink>
    </li>
  )
}

/** Asks for the same page in the other language. Only this remembers a language. */
function LanguageSwitch() {
  const { locale, messages } = translation()
  const { pathname, search } = useLocation()
  const other = LOCALES.find((one) => one !== locale) ?? 'en'
  const query = new URLSearchParams(search)
  query.set('language', other)
  return (
    <li>
      <a href={`${pathname}?${query}`} lang={other} hrefLang={other} rel="nofollow">
        <Icon name="globe" />
        {messages.common.otherLanguage}
      </a>
    </li>
  )
}

/** Said on every page of a demonstration, quietly. */
function DemonstrationBar() {
  return (
    <p className="demonstration">
      <span>{translation().messages.common.demonstration}</span>
    </p>
  )
}
