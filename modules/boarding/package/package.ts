import type { StopNews } from '#modules/dispatch/stop-news.ts'
import type { Passengers } from '#modules/fares/passengers.ts'
import type { TicketKey } from '#modules/tickets/read-ticket-code.ts'
import type { Locale } from '#platform/locale.ts'
import type { Cents } from '#platform/money.ts'

/*
 * The data on a driver's phone, with which it judges tickets without a network. It is sent as
 * JSON and read in browsers without Temporal, so moments are milliseconds since 1970, by the clock of
 * the server. It has no email and no telephone number; names only of the departures that the member has
 * chosen. The only prices are those that a lease of seats is sold at (lease.ts).
 */

export type Millis = number

/** Text that a page shows, in every language. */
export type InLanguages = Record<Locale, string>

/** `replaced`: a newer ticket has its place. `given-up`: the booking was cancelled or changed away. */
export const TICKET_STATES = ['valid', 'replaced', 'given-up'] as const
export type TicketState = (typeof TICKET_STATES)[number]

export type PackedTicket = {
  /** The code of its QR, as `digestOf` makes it; the code itself stays on the server. */
  digest: string
  /** The printed number, such as "7KQ2M9XA-2-3"; the digest again while the ticket is not listed. */
  number: string
  state: TicketState
  /** The date on which it became void; null for a valid one. */
  voidOn: string | null
  /** The number of the ticket that replaces it. */
  successor: string | null
  /** All people of the party, infants included, and the places that they take. */
  people: number
  seats: number
  wheelchairs: number
  /** Positions of the stops of its departure. */
  from: number
  to: number
  /** Issued for a missed bus, so it is not valid for a later one. */
  missed: boolean
  /** The name of the group leader, on departures of the member alone. */
  leader?: string
  /** Sold at the door, so without a name; on departures of the member alone. */
  walkUp?: true
}

export type PackedCall = {
  stopId: string
  /** As planned, and by how many minutes the bus is late there. */
  departsAt: Millis
  delay: number
}

/** The free places of a bus on the way from one stop to the next. */
export type FreeLeg = { seats: number; wheelchairs: number }

export type PackedDeparture = {
  departureId: string
  /** Of what is packed of this departure; a phone that has this version is not sent it again. */
  version: string
  /** The service date, such as "2026-11-23". */
  day: string
  isRunning: boolean
  calls: readonly PackedCall[]
  /** The number of the newest report of a delay; missing without one. */
  lastReport?: number
  /** Missing if it serves every stop as usual. */
  stopNews?: readonly StopNews[]
  /** Its own vehicle and the relief bus; missing if one bus runs. */
  buses?: readonly { plate: string; seats: number }[]
  /** One for each leg, less what is sold or held; never negative. */
  free: readonly FreeLeg[]
  tickets: readonly PackedTicket[]
  scans: readonly Scan[]
  /** The positions at which boarding is over. */
  closed: readonly number[]
  /** Secret of the phones at this bus, for their hand-over codes; on departures of the member alone. */
  handOverKey?: string
}

export type BoardingPackage = {
  madeAt: Millis
  isDemonstration: boolean
  /** The public keys with which codes of tickets are signed. */
  keys: readonly TicketKey[]
  /** The short name of each stop, by its id: "Larnaca Airport". */
  stops: Readonly<Record<string, InLanguages>>
  /** Each date that a ticket names as "Sun 22 Nov". */
  days: Readonly<Record<string, InLanguages>>
  departures: readonly PackedDeparture[]
}

/**
 * People who stepped aboard, or back off if negative. Nothing ever changes or deletes a scan; its
 * device and its number there name it, so the same scan may arrive any number of times.
 */
export type Scan = {
  /** The number of the device: 0 for the list in the office, from 1 for phones. */
  device: number
  seq: number
  /**
   * The ride, whichever ticket of it was shown: "7KQ2M9XA-2"; of a ticket that is not listed yet the
   * digest of its code.
   */
  ride: string
  /** The bus and the stop where they stepped aboard. */
  departureId: string
  position: number
  boarded: number
  at: Millis
  /** The sale with which they boarded, on a scan that its phone has not sent yet. */
  sale?: WalkUp
  /**
   * The reference of the sale that is undone with it, on a scan that its phone has not sent yet: its
   * people step back off, and their cash is given back.
   */
  undoes?: string
}

/** A sale at the door, out of the lease of the phone. Its price follows from the fares of the lease. */
export type WalkUp = {
  /** Of the blank ticket that was handed out. */
  reference: string
  /** Positions of the stops of its departure. */
  from: number
  to: number
  passengers: Passengers
  /** The language of the ticket. */
  locale: Locale
}

/** The last sale of a phone at a door, as long as its duty lasts. */
export type LastSale = {
  /** Of its blank ticket. */
  reference: string
  /** The digest of its code. */
  ride: string
  departureId: string
  position: number
  people: number
  total: Cents
  /** By the clock of the server. */
  at: Millis
}

/** The list of passengers in the office, on which people are ticked. */
export const OFFICE_DEVICE = 0

/** The ride of a printed number: the same for all issues of its ticket. */
export function rideOf(number: string): string {
  return number.split('-').slice(0, 2).join('-')
}

/** Whether a ticket is known by its code alone, which is not listed yet. */
export function isUnlisted({ number, digest }: PackedTicket): boolean {
  return number === digest
}

/** The last four characters of the booking's reference, which a traveller can read out. */
export function lastFourOf(number: string): string {
  return number.slice(0, number.indexOf('-')).slice(-4)
}
