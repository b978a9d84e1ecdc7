import type { PlaceName } from '#app/i18n/place-name.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import type { FareTable } from '#modules/fares/fares.ts'
import type { Passengers } from '#modules/fares/passengers.ts'
import type { RideState } from '#modules/offers/offer.ts'
import type { Cents } from '#platform/money.ts'

/*
 * The data of the pages that sell a ride, as loaders return it: strings, numbers and cents, with
 * every time already formatted in Cyprus time.
 */

export type PlaceOption = { code: string; name: string }
/** A stop, or an area with its stops. */
export type PlaceOptions = (PlaceOption & { stops?: PlaceOption[] })[]

export type SearchValues = {
  from: string
  to: string
  date: string
  time: string
  trip: 'one-way' | 'return'
  /** Empty until the visitor gives it. */
  returnDate: string
  passengers: Passengers
  wheelchairUsers: number
}

export type SearchFormView = {
  values: SearchValues
  places: PlaceOptions
  /** The first date that can be searched, and the last published one. */
  today: string
  lastDate: string | null
  /** The same search with origin and destination swapped. */
  swapHref: string | null
  /** Problems to solve before a search is possible, each at its field. */
  problems: FormProblem[]
}

export type TicketSearchView = SearchFormView & {
  /** The names of the places; null while one is missing. */
  from: PlaceName | null
  to: PlaceName | null
  date: string
  returnDate: string | null
}

/** A sentence about a part of the query that could not be read. */
export type Remark = { field: string; sentence: string }

/** The fields that differ between rides come first, so that the others compress well. */
export type RideView = {
  departureId: string
  /** "08:30"; on the nights on which the clocks change, "EEST" or "EET" beside it. */
  departs: string
  fromStopId: string
  toStopId: string
  from: PlaceName
  to: PlaceName
  departsZone?: string
  /** Left out if it is the departure and the minutes on a clock that does not change. */
  arrives?: string
  arrivesZone?: string
  /** The number of midnights it passes; left out if 0, and the zones likewise on other nights. */
  dayOffset?: number
  minutes: number
  /** The minutes in words: "1 h 30 min". */
  duration: string
  total: Cents
  seatsLeft: number
  /** Only `open` rides can be chosen. */
  state: Exclude<RideState, 'closed-by-us'> | 'before-arrival' | 'booked'
  /** The query names its departure by the time, and leaves the stop open. */
  isNamed?: true
}

/**
 * Rides of one date; those after midnight belong to a night with two dates. The rides of one
 * departure follow each other.
 */
export type DepartureGroup = { night: { from: string; to: string } | null; rides: RideView[] }

export type DayView = {
  /** "2026-11-20" */
  date: string
  weekday: string
  /** The full date, for screen readers. */
  label: string
  departures: number
  isShown?: true
}

export type NextDay = { label: string; href: string }

/** Two tickets with a change at a stop, and the search for each. */
export type Change = { via: PlaceName; first: string; second: string }

export type LegSituation =
  | {
      found: 'departures'
      groups: DepartureGroup[]
      earlier: DepartureGroup[]
      /** Times that the clocks skip that night. */
      notRunning: string[]
      isReduced: boolean
      /**
       * Shown if no departure in `groups` can be bought; `next` is the next day with one, if in the
       * strip.
       */
      over: string | null
      next: NextDay | null
    }
  | { found: 'none-this-day'; next: NextDay | null; notRunning: string[]; isReduced: boolean }
  | { found: 'no-direct-service'; changes: Change[] }
  | { found: 'not-published'; until: NextDay | null }
  | { found: 'past'; today: NextDay }
  | { found: 'same-place' }

export type WheelchairView =
  | { state: 'on-offer'; most: number; until: string }
  | { state: 'too-late'; until: string }
  | { state: 'taken' }
  | { state: 'no-access' }
  | { state: 'not-known' }

export type ChosenRide = RideView & {
  fares: FareTable
  date: string
  night: { from: string; to: string } | null
  wheelchair: WheelchairView
  /** The exact place for boarding; null if the feed does not describe it. */
  directions: string | null
  /** "08:20", the time to be at the stop. */
  beThere: string
}

export type LegView = {
  direction: 'outbound' | 'inbound'
  from: PlaceName
  to: PlaceName
  date: string
  /** The party of the prices, as in "2 adults, 1 child"; empty once a ride is chosen. */
  party: string
  /** The address of this page without a choice in this direction. */
  address: string
  /** The places by their codes, where a link need not name a stop that has the same code. */
  implied: { from: string; to: string } | null
  /** The section to scroll to after the choice. */
  nextPart: 'inbound' | 'party' | 'quote'
  /** The totals are differences to the amount already paid. */
  isDifference?: boolean
  days: DayView[]
  /** Left out, like the days, once a ride is chosen. */
  situation: LegSituation | null
  chosen: ChosenRide | null
}

export type PartyView = {
  passengers: Passengers
  wheelchairUsers: number
  /** The rides to price: one, or outbound and return. Empty while a choice is missing. */
  rides: ChosenRide[]
  /** The other query parameters, so that the form can be submitted; empty while locked. */
  hidden: [name: string, value: string][]
}

/** The destinations on sale from each place, in the order of the routes. */
export type FarePairsView = {
  from: PlaceName
  to: { place: PlaceName; adultFare: Cents; href: string }[]
}[]

export type BookNowView = {
  search: TicketSearchView
  remarks: Remark[]
  /** The reasons why the form was refused that this page answers. */
  refused: FormProblem[]
  legs: LegView[]
  party: PartyView
  /**
   * The choice that still locks passengers and fares; `search`: the search itself has a problem.
   */
  missing: 'places' | 'search' | 'departure' | 'return' | null
  /** Filled while a place is missing. */
  pairs: FarePairsView
}
