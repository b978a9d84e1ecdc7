/**
 * Only the server renders the footer, so these sentences are never sent to the browser's script.
 */
export const footer = {
  tagline: 'The easiest way to travel to and from Cyprus airports.',
  since: (year: number) => `On the road since ${year}.`,
  usefulLinks: 'Useful links',
  larnacaFlights: 'Larnaca Airport flights',
  paphosFlights: 'Paphos Airport flights',
  ministryOfTransport: 'Ministry of Transport',
  ministryOfTourism: 'Deputy Ministry of Tourism',
  /** The pages of the ministries in this language. */
  addresses: {
    ministryOfTransport: 'https://www.gov.cy/mtcw/en/',
    ministryOfTourism: 'https://www.gov.cy/tourism/en/',
  },
  company: 'Company',
  legal: 'Legal',
  findBooking: 'Find a booking',
  about: 'About us',
  faq: 'Frequently asked questions',
  termsAndConditions: 'Terms and Conditions',
  passengerRights: 'Passenger rights and complaints',
  privacy: 'Privacy',
  accessibility: 'Accessibility',
  contact: 'Talk to us',
  busesRunAtNight: 'Buses run outside these hours too.',
  cyprusTime: 'All times are Cyprus time.',
  copyright: (years: string, name: string) => `© ${years} ${name}`,
  companyNumber: (number: string) => `Company no. ${number}`,
  vatNumber: (number: string) => `VAT no. ${number}`,
  licence: (number: string) => `Operator’s licence ${number}`,
}
