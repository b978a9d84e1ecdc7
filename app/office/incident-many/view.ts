import type { Concerned } from '#modules/incidents/incident/concerned.server.ts'
import type { Cents } from '#platform/money.ts'

import type { Event, LateFrom } from './selection.ts'

export type DepartureRow = {
  departureId: string
  leaves: string
  /** "NL Nicosia to Larnaca Airport" */
  journey: string
  bookings: number
  passengers: number
  /** For late buses: the stop from which on they are late, and the delay there so far. */
  late?: { from: string; present: number }
}

/** A departure that matches and is not changed, in words. */
export type LeftOut = { departureId: string; title: string }

export type BookingRow = {
  bookingId: string
  reference: string
  name: string
  leaves: string
  people: number
  /** A wheelchair, an infant, the last bus of the day, a ride that follows. */
  needs: string
  mail: string
  phone: string
  total: Cents
}

/** The departures that were selected, and those who hold seats on them. */
export type Check = {
  departures: DepartureRow[]
  bookings: BookingRow[]
  /** The last booking of this page, if there are more. */
  next: string | null
  counts: { departures: number } & Omit<Concerned, 'paid'>
  /** The most that is refunded; a delay costs nothing. */
  paid: Cents
  /** Already reported with this delay. */
  already: LeftOut[]
  /** A person left these out. */
  without: LeftOut[]
  /** The newest report of a delay of these departures; zero without one. */
  lastReport: number
  /** More departures than can be changed at once. */
  isTooMany: boolean
  most: number
  /** The stops at which the buses may stop instead of the moved one. */
  others: { stopId: string; name: string }[]
}

export type ManyView = {
  stops: { stopId: string; name: string }[]
  routes: { routeId: string; name: string }[]
  chosen: {
    what: Event
    departure: string
    without: string[]
    minutes: string
    lateFrom: LateFrom
    day: string
    from: string
    until: string
    stop: string
    routes: string[]
    percent: number
  }
  /** The window in words; null until it is chosen. */
  window: string | null
  check: Check | null
  /** The form was sent without a stop or a route, or without a time. */
  isIncomplete: boolean
}
