import type { Messages } from '#app/i18n/en.ts'
import { translation } from '#app/i18n/translation.ts'
import { company } from '#operator'
import * as paths from '#paths'

import { PageLink } from './page-link.tsx'

const AIRPORTS = 'https://www.hermesairports.com/flight-info/arrivals-and-departures'
type FooterPage = { label: keyof Messages['footer'] | 'services' | 'contactPage'; to: string }
const COMPANY_PAGES: FooterPage[] = [
  { label: 'findBooking', to: paths.findBooking() },
  { label: 'about', to: paths.about() },
  { label: 'services', to: paths.services() },
  { label: 'faq', to: paths.faq() },
  { label: 'contactPage', to: paths.contact() },
]
const LEGAL_PAGES: FooterPage[] = [
  { label: 'termsAndConditions', to: paths.terms() },
  { label: 'passengerRights', to: paths.passengerRights() },
  { label: 'privacy', to: paths.privacy() },
  { label: 'accessibility', to: paths.accessibility() },
]
/** The year of the first edition of this site. */
const FIRST_YEAR = 2025

/** Without a year, for example on a page that failed early, only the first one is shown. */
export function SiteFooter({ year }: { year: number | undefined }) {
  const { footer } = translation().messages
  return (
    <footer className="site-footer on-brand">
      <div className="wrap">
        <div className="footer-columns">
          <TalkToUs />
          <section>
            <h2 className="footer-heading">{footer.usefulLinks}</h2>
            <UsefulLinks />
          </section>
          <section>
            <h2 className="footer-heading">{footer.company}</h2>
            <PageList pages={COMPANY_PAGES} />
          </section>
          <section>
            <h2 className="footer-heading">{footer.legal}</h2>
            <PageList pages={LEGAL_PAGES} />
          </section>
        </div>
        <div className="footer-end soft small">
          <Identity year={year} />
          <Networks />
        </div>
      </div>
    </footer>
  )
}

function TalkToUs() {
  const { common, footer } = translation().messages
  const { phone, email, hours } = company()
  return (
    <section className="stack">
      <p>
        <strong>{footer.tagline}</strong>
        <br />
        <span className="soft">{footer.since(company().foundedIn)}</span>
      </p>
      <div>
        <h2 className="footer-heading">{footer.contact}</h2>
        <p>
          <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
          <br />
          <a href={`mailto:${email}`}>{email}</a>
        </p>
        <p className="soft small">
          {common.hours(hours.from, hours.until)}
          <br />
          {footer.busesRunAtNight}
        </p>
      </div>
    </section>
  )
}

function UsefulLinks() {
  const { footer } = translation().messages
  const links = [
    { name: footer.larnacaFlights, address: `${AIRPORTS}-lca` },
    { name: footer.paphosFlights, address: `${AIRPORTS}-pfo` },
    { name: footer.ministryOfTransport, address: footer.addresses.ministryOfTransport },
    { name: footer.ministryOfTourism, address: footer.addresses.ministryOfTourism },
  ]
  return (
    <ul>
      {links.map(({ name, address }) => (
        <li key={address}>
          <a href={address} rel="external">
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}

function PageList({ pages }: { pages: readonly FooterPage[] }) {
  const { common, footer } = translation().messages
  return (
    <ul>
      {pages.map(({ label, to }) => (
        <li key={to}>
          <PageLink to={to}>{{ ...common, ...footer }[label] as string}</PageLink>
        </li>
      ))}
    </ul>
  )
}

/** The legal identity of the company, which the law requires on every page. */
function Identity({ year }: { year: number | undefined }) {
  const { locale, messages } = translation()
  const { footer } = messages
  const { address, companyNumber, legalName, licence, vatNumber } = company()
  const years = year && year > FIRST_YEAR ? `${FIRST_YEAR}–${year}` : String(FIRST_YEAR)
  return (
    <p>
      {footer.copyright(years, legalName)}
      <br />
      {address[locale]}
      <br />
      <span>{footer.companyNumber(companyNumber)},</span>{' '}
      <span>{footer.vatNumber(vatNumber)},</span> <span>{footer.licence(licence)}</span>
      <br />
      {footer.cyprusTime}
    </p>
  )
}

function Networks() {
  return (
    <ul className="row">
      {company().networks.map(({ name, address }) => (
        <li key={name}>
          <a href={address} rel="external">
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}
