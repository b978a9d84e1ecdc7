import { useLocation } from 'react-router'

import { PageLink } from '#app/components/page-link.tsx'
import { translation } from '#app/i18n/translation.ts'
import { attributes } from '#app/live/contract.ts'
import keys from '#app/live/office-keys.ts?worker&url'
import type { Veil as VeilNames } from '#app/live/office-veil.ts'
import veil from '#app/live/office-veil.ts?worker&url'
import { homeOf, type OfficeView, type Permission } from '#app/permissions.ts'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { Kingfisher } from '#app/ui/kingfisher.tsx'
import { IDLE_MINUTES } from '#modules/staff/people/limits.ts'
import { company } from '#operator'
import * as paths from '#paths'
import { LANGUAGES } from '#platform/languages.ts'
import { localePath, LOCALES, plainPath } from '#platform/locale.ts'

import { OfficeProvider, useMay, useOffice } from './office-view.ts'
import styles from './office.css?url'

type Item = {
  to: string
  label: keyof ReturnType<typeof translation>['messages']['office'] & Titled
  needs: Permission
}

/** The areas of sentences that have a title. */
type Titled = Exclude<keyof ReturnType<typeof translation>['messages']['office'], 'shell' | 'roles'>

type Group = 'day' | 'passengers' | 'fleet' | 'company'

/** The pages of each group. A function, because a constant would be in every bundle that has the frame. */
function listGroups(): Record<Group, Item[]> {
  return {
    day: [
      { to: paths.office(), label: 'today', needs: 'today.see' },
      { to: paths.officeDepartures(), label: 'departures', needs: 'departures.see' },
      { to: paths.officeBoarding(), label: 'boarding', needs: 'boarding.scan' },
      { to: paths.officeIncidents(), label: 'incidents', needs: 'incidents.see' },
    ],
    passengers: [
      { to: paths.officeFind(), label: 'find', needs: 'orders.find' },
      { to: paths.officeSell(), label: 'sell', needs: 'sales.sell' },
      { to: paths.officeTill(), label: 'till', needs: 'till.own' },
      { to: paths.officeEnquiries(), label: 'inbox', needs: 'enquiries.see' },
      { to: paths.officeNotices(), label: 'notices', needs: 'notices.see' },
    ],
    fleet: [
      { to: paths.officeDuties(), label: 'duties', needs: 'duties.see' },
      { to: paths.officeDrivers(), label: 'drivers', needs: 'fleet.see' },
      { to: paths.officeVehicles(), label: 'vehicles', needs: 'fleet.see' },
      { to: paths.officePhones(), label: 'phones', needs: 'phones.see' },
    ],
    company: [
      { to: paths.officeTimetable(), label: 'timetable', needs: 'timetable.see' },
      { to: paths.officeFares(), label: 'fares', needs: 'fares.see' },
      { to: paths.officeCompany(), label: 'company', needs: 'company.see' },
      { to: paths.officeTills(), label: 'tills', needs: 'till.see-all' },
      { to: paths.officeMoney(), label: 'money', needs: 'money.see' },
      { to: paths.officeReports(), label: 'reports', needs: 'reports.see' },
      { to: paths.officeChecks(), label: 'checks', needs: 'checks.see' },
      { to: paths.officeStaff(), label: 'staff', needs: 'staff.see' },
      { to: paths.officeAudit(), label: 'audit', needs: 'audit.see' },
    ],
  }
}

type ShellProps = {
  office: OfficeView | undefined
  /** The page is an app of its own, with its own frame. */
  isApp?: boolean
  children: React.ReactNode
}

/** The frame of every page of the office: navigation on the left, the search on top. */
export function OfficeShell({ office, isApp = false, children }: ShellProps) {
  if (isApp) {
    return (
      <OfficeProvider value={office}>
        <header className="office-header on-brand boarding-header">
          <strong>{company().shortName}</strong>
          <PageLink to={paths.officeMe()}>{translation().messages.office.shell.name}</PageLink>
        </header>
        <main id="content">{children}</main>
      </OfficeProvider>
    )
  }
  if (!import.meta.env.SSR) return <ShellAsItCame office={office}>{children}</ShellAsItCame>
  return (
    <OfficeProvider value={office}>
      <link rel="stylesheet" href={styles} precedence="office" />
      <header className="office-header on-brand">
        <PageLink className="brand" to={office ? homeOf(office.roles) : paths.office()}>
          <Kingfisher />
          <span>
            {company().shortName} <small>{translation().messages.office.shell.name}</small>
          </span>
        </PageLink>
        {office && <MenuButton />}
        {office && <SearchBox />}
      </header>
      {office && <Navigation />}
      <main id="content" className="office-content">
        {children}
      </main>
      {office && <Veil />}
      {office?.shortcuts && <script src={keys} type="module" />}
    </OfficeProvider>
  )
}

/** For an element that only the server renders; the browser keeps its markup. */
const asItCame = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } }

/** The frame of a page that hydrates, in the browser: it never changes, so the browser's bundle goes without it. */
function ShellAsItCame({ office, children }: Omit<ShellProps, 'isApp'>) {
  return (
    <OfficeProvider value={office}>
      <link rel="stylesheet" href={styles} precedence="office" />
      <header className="office-header on-brand" {...asItCame} />
      {office && <nav id="office-menu" popover="auto" {...asItCame} />}
      <main id="content" className="office-content">
        {children}
      </main>
      {office && <dialog id="office-veil" className="stack" {...asItCame} />}
      {office?.shortcuts && <script src={keys} type="module" />}
    </OfficeProvider>
  )
}

/** Covers the page once its session has ended for want of use (live/office-veil.ts). */
function Veil() {
  const { locale, messages } = translation()
  const { shell } = messages.office
  return (
    <dialog
      id="office-veil"
      className="stack"
      aria-labelledby="office-veil-title"
      {...attributes<VeilNames>({
        minutes: IDLE_MINUTES,
        source: localePath(locale, paths.officeLogin()),
      })}
    >
      <h2 id="office-veil-title">{shell.endedTitle}</h2>
      <p>{shell.endedHidden}</p>
      <p>
        <a href={localePath(locale, paths.officeLogin())} target="_blank" rel="noopener">
          {shell.logInBeside}
        </a>
      </p>
      <p role="alert" hidden>
        {shell.stillEnded}
      </p>
      <Button type="button" kind="action">
        {shell.goOn}
      </Button>
      <script src={veil} type="module" />
    </dialog>
  )
}

function SearchBox() {
  const { shell } = translation().messages.office
  const here = useLocation()
  const isFind = plainPath(here.pathname) === paths.officeFind()
  const asked = isFind ? (new URLSearchParams(here.search).get('q') ?? '') : ''
  if (!useMay()('orders.find')) return null
  return (
    <search>
      <form action={localePath(translation().locale, paths.officeFind())}>
        <label className="visually-hidden" htmlFor="office-search">
          {shell.search}
        </label>
        <input
          id="office-search"
          className="input"
          type="search"
          name="q"
          defaultValue={asked}
          placeholder={shell.searchHint}
          autoComplete="off"
          aria-keyshortcuts="/"
        />
        <button className="button">{shell.searchButton}</button>
      </form>
    </search>
  )
}

function MenuButton() {
  const { shell } = translation().messages.office
  return (
    <button type="button" className="with-icon" popoverTarget="office-menu">
      <Icon name="menu" />
      {shell.openMenu}
    </button>
  )
}

/**
 * The pages that a member may see, in groups; below them the member's own links, always in sight.
 */
function Navigation() {
  const { office } = translation().messages
  const name = useOffice()?.name ?? ''
  const groups = Object.entries(listGroups()) as [Group, Item[]][]
  return (
    <nav id="office-menu" popover="auto" aria-label={office.shell.menu}>
      {groups.map(([group, items]) => (
        <MenuGroup key={group} group={group} items={items} />
      ))}
      <ul className="office-own">
        <li>
          <PageLink to={paths.officeMe()} aria-label={office.shell.signedInAs(name)}>
            {name}
          </PageLink>
        </li>
        <LanguageItems />
        <li>
          <LogOut />
        </li>
        <li>
          <PageLink to={paths.home()}>{office.shell.toSite}</PageLink>
        </li>
      </ul>
    </nav>
  )
}

/** Shows nothing to a member who may see none of its pages. */
function MenuGroup({ group, items }: { group: Group; items: readonly Item[] }) {
  const { office } = translation().messages
  const may = useMay()
  const here = plainPath(useLocation().pathname)
  const isBelow = (to: string) => to !== paths.office() && here.startsWith(`${to}/`)
  const shown = items.filter(({ needs }) => may(needs))
  if (shown.length === 0) return null
  return (
    <>
      <p id={`menu-${group}`}>{office.shell.groups[group]}</p>
      <ul aria-labelledby={`menu-${group}`}>
        {shown.map(({ to, label }) => (
          <li key={to}>
            <PageLink to={to} aria-current={here === to ? 'page' : isBelow(to) || undefined}>
              {office[label].title}
            </PageLink>
          </li>
        ))}
      </ul>
    </>
  )
}

function LogOut() {
  const { locale, messages } = translation()
  return (
    <form method="post" action={localePath(locale, paths.officeLogin())}>
      <input type="hidden" name="intent" value="log-out" />
      <button>{messages.office.shell.logOut}</button>
    </form>
  )
}

/** The same page in the other languages. */
function LanguageItems() {
  const { pathname, search } = useLocation()
  return LOCALES.filter((one) => one !== translation().locale).map((other) => (
    <li key={other}>
      <a href={localePath(other, plainPath(pathname)) + search} lang={other} hrefLang={other}>
        {LANGUAGES[other].name}
      </a>
    </li>
  ))
}
