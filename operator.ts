/**
 * Who runs the buses. To make the site one's own, change this file (and the mark in
 * app/ui/kingfisher.tsx). Everything legal is an obvious placeholder until somebody fills it in.
 */
export const operator = {
  name: 'Halcyon Airport Shuttle',
  shortName: 'Halcyon',
  legalName: 'Halcyon Airport Shuttle Ltd',
  foundedIn: 1992,
  phone: '+357 00 000000',
  email: 'hello@halcyon.example',
  address: {
    en: '0 Example Street, 0000 Nicosia, Cyprus',
    el: 'Οδός Παραδείγματος 0, 0000 Λευκωσία, Κύπρος',
  },
  companyNumber: 'HE 000000',
  vatNumber: 'CY00000000X',
  licence: '0000/0000',
  /** Where else we are found; the front pages of the networks until one has pages there. */
  networks: [
    { name: 'Facebook', address: 'https://www.facebook.com/' },
    { name: 'Instagram', address: 'https://www.instagram.com/' },
    { name: 'LinkedIn', address: 'https://www.linkedin.com/' },
  ],
  /** The telephone and the desk, every day, by the clock of Cyprus. Buses run outside these hours. */
  hours: { from: '08:30', until: '22:30' },
  /** The stops, by their ids in the feed, whose next departures stand on the home page. */
  departureBoards: ['LCA', 'PFO'],
} as const
