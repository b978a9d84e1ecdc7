import type { Locale } from '#platform/locale.ts'

/** The company details, as the office keeps them (modules/company). */
export type Company = {
  name: string
  shortName: string
  legalName: string
  foundedIn: number
  phone: string
  email: string
  address: Record<Locale, string>
  companyNumber: string
  vatNumber: string
  licence: string
  /** Our other pages; the networks' front pages until the operator has pages there. */
  networks: readonly { name: string; address: string }[]
  /** Hours of the telephone and the desk, every day, in Cyprus time. Buses run outside these hours. */
  hours: { from: string; until: string }
  /**
   * Whether drivers sell free seats at the door for cash. If not, their phones do not, and all texts say so.
   */
  sellsOnBoard: boolean
  /** The stops, by their ids in the feed, whose next departures the home page shows. */
  departureBoards: readonly string[]
}

/**
 * The operator of the buses, until the office says otherwise: the first start keeps this as the first edition. To adopt
 * the site, change this file before that (and run `npm run art` after changing the mark), or /office/company after it.
 * Every legal detail is an obvious placeholder until it is filled in; docs/for-a-lawyer.md says what else to have checked.
 */
export const operator: Company = {
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
  networks: [
    { name: 'Facebook', address: 'https://www.facebook.com/' },
    { name: 'Instagram', address: 'https://www.instagram.com/' },
    { name: 'LinkedIn', address: 'https://www.linkedin.com/' },
  ],
  hours: { from: '08:30', until: '22:30' },
  sellsOnBoard: true,
  departureBoards: ['LCA', 'PFO'],
}

let current = operator

/**
 * The company as it is now. Ask at the moment of use: a process learns of a new edition while it runs, so a constant
 * made of it would be old.
 */
export function company(): Company {
  return current
}

/** Replaces the company in this process, browser or thread. */
export function adoptCompany(adopted: Company): void {
  current = adopted
}

/**
 * The mark in a square of 32: a kingfisher, legible at 16 px. Its beak has the colour of the name
 * beside it.
 */
export const mark = {
  size: 32,
  wing: {
    color: '#25bdd6',
    path: 'M0 30.5 6.2 13A9.4 9.4 0 0 1 23.4 9.8l.2 1.6h-8.8C14.4 20.5 9 27.2 0 30.5Zm18.7-21.6a1.3 1.3 0 1 0 0-2.6 1.3 1.3 0 0 0 0 2.6Z',
  },
  breast: { color: '#f5923e', path: 'M14.7 13.1h8.9c0 9.9-6.3 16.7-18.1 17 6-4.3 9-9.8 9.2-17Z' },
  beak: { path: 'M23.5 5 32 11.7l-7 .1Z' },
} as const
