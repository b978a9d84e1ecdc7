import type { Passengers } from '#modules/fares/passengers.ts'
import type { BusOfPair } from '#modules/fleet/vehicle.ts'
import type { DepartureStatus } from '#modules/timetable/departure-status.ts'
import type { Locale } from '#platform/locale.ts'

/*
 * The manifest of a departure: its passengers by the stop where they board. It is read at the door
 * of a bus, so it has no email, no telephone number and no price.
 */

/** One booking on the list. */
export type ManifestParty = {
  bookingId: string
  reference: string
  /** The number of the journey in its booking, from 1; it stands behind the reference. */
  ride: number
  /** The issue of the valid ticket: 2 if it was replaced once. */
  issue: number
  /** Empty after an erasure, and of a sale at the door. */
  leader: string
  /** Sold at the door of the bus: nobody was asked for a name. */
  isWalkUp: boolean
  passengers: Passengers
  /** All passengers, infants included. */
  people: number
  seats: number
  wheelchairUsers: number
  wheelchairNumber: string | null
  /** Taken after a missed bus, so the ticket is not valid for a later one. */
  missed: boolean
  fromPosition: number
  toPosition: number
  /** Short name of the stop where the party leaves the bus. */
  to: string
  /** The number of people aboard, and since when. */
  aboard: number
  /** People let aboard beyond the size of the party, by two phones without a network. */
  tooMany: number
  /** People of the party whom another bus took along. */
  elsewhere: number
  tickedAt: Temporal.Instant | null
  tickedBy: string | null
}

/** The passengers on the way from one stop to the next. */
export type LegTotal = { people: number; seats: number; wheelchairUsers: number }

export type ManifestStop = {
  position: number
  stopId: string
  name: string
  shortName: string
  arrivesAt: Temporal.Instant
  departsAt: Temporal.Instant
  boards: readonly ManifestParty[]
  leaves: readonly ManifestParty[]
  /** The leg that begins here; null at the last stop. */
  leg: LegTotal | null
}

export type Manifest = {
  departureId: string
  locale: Locale
  routeId: string
  routeShortName: string
  routeName: string
  serviceDate: Temporal.PlainDate
  status: DepartureStatus
  /** Capacity of the bus. */
  seats: number
  wheelchairPlaces: number
  /** Its own vehicle and the relief bus; empty if one bus runs. */
  buses: readonly BusOfPair[]
  /** Seats kept for people without a booking. */
  blocked: readonly { seats: number; reason: string }[]
  stops: readonly ManifestStop[]
  /** All passengers of the list, and how many are aboard, with those taken along from other buses. */
  people: number
  aboard: number
  /** The stops at which boarding is over. */
  closed: readonly { position: number; closedAt: Temporal.Instant }[]
  madeAt: Temporal.Instant
}

/** Where and when the bus leaves its first stop, and arrives at its last. */
export function endsOf({ stops }: Pick<Manifest, 'stops'>): {
  first: ManifestStop
  last: ManifestStop
} {
  const [first, last] = [stops[0], stops.at(-1)]
  if (!first || !last) throw new Error('a departure has stops')
  return { first, last }
}

/** All of these parties together. */
export function totalOf(parties: readonly ManifestParty[]): LegTotal {
  const sum = (valueOf: (party: ManifestParty) => number) =>
    parties.reduce((total, party) => total + valueOf(party), 0)
  return {
    people: sum(({ people }) => people),
    seats: sum(({ seats }) => seats),
    wheelchairUsers: sum(({ wheelchairUsers }) => wheelchairUsers),
  }
}
