import type { FormProblem } from '#app/ui/error-summary.tsx'
import type { FareTable } from '#modules/fares/fares.ts'
import type { Passengers } from '#modules/fares/passengers.ts'
import type { RideState } from '#modules/offers/offer.ts'
import type { Cents } from '#platform/money.ts'

/*
 * What the pages that sell a ride show, as a loader hands it over: words, numbers and cents, every
 * time already written by the clock of Cyprus.
 */

/** A place in the language of the page; null where the feed does not know the case. */
export type PlaceName = { name: string; accusative: string | null }

export type PlaceOption = { code: string; name: string }
/** A stop, or an area with the stops it stands for. */
export type PlaceOptions = (PlaceOption & { stops?: PlaceOption[] })[]

export type SearchValues = {
  from: string
  to: string
  date: string
  time: string
  trip: 'one-way' | 'return'
  /** Empty until somebody says when they come back. */
  returnDate: string
  passengers: Passengers
  wheelchairUsers: number
}

export type SearchFormView = {
  values: SearchValues
  places: PlaceOptions
  /** The first date that can be searched, and the last one that is published. */
  today: string
  lastDate: string | null
  /** From and to changed over. */
  swapHref: string | null
  /** What has to be put right before there can be an answer, each beside its field. */
  problems: FormProblem[]
}

export type TicketSearchView = SearchFormView & {
  /** What is asked for, in words; null while a place is missing. */
  from: PlaceName | null
  to: PlaceName | null
  date: string
  returnDate: string | null
}

/** Something the address asked for that could not be read, in a sentence. */
export type Remark = { field: string; sentence: string }

export type RideView = {
  fromStopId: string
  toStopId: string
  from: PlaceName
  to: PlaceName
  /** "08:30"; on the nights on which the clocks change with "EEST" or "EET" beside it. */
  departs: string
  departsZone?: string
  arrives: string
  arrivesZone?: string
  /** How many midnights it passes; left out, as the zones are, where there is nothing to say. */
  dayOffset?: number
  /** "1 h 30 min" */
  duration: string
  total: Cents
  seatsLeft: number
  /** Only what is open can be chosen. */
  state: RideState | 'before-arrival' | 'booked'
}

export type DepartureView = {
  departureId: string
  rides: RideView[]
  /** The address names it by its hour, and leaves open at which of its stops. */
  isNamed?: true
}

/** Departures under one date; those after midnight belong to a night that has two. */
export type DepartureGroup = { night: { from: string; to: string } | null; rows: DepartureView[] }

export type DayView = {
  weekday: string
  day: number
  /** The whole date, for those who hear the page. */
  label: string
  departures: number
  href: string
  isShown: boolean
}

export type NextDay = { label: string; href: string }

/** Two tickets by a stop on the way: where each of them is searched for. */
export type Change = { via: PlaceName; first: string; second: string }

export type LegSituation =
  | {
      found: 'departures'
      groups: DepartureGroup[]
      earlier: DepartureGroup[]
      /** Times that the clocks skip that night. */
      notRunning: string[]
      isReduced: boolean
      /** Said when nothing in `groups` can be bought; the next day with a departure, if in the strip. */
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
  departureId: string
  fares: FareTable
  date: string
  night: { from: string; to: string } | null
  wheelchair: WheelchairView
  /** Where exactly one boards; null where the feed does not say. */
  directions: string | null
  /** "08:20" */
  beThere: string
  /** Leads back to the list. */
  changeHref: string
}

export type LegView = {
  direction: 'outbound' | 'inbound'
  from: PlaceName
  to: PlaceName
  date: string
  /** Those a price is for, as in "2 adults, 1 child"; empty, as the address is, beside what is chosen. */
  party: string
  /** The address of this page without a choice on this way, and where one goes on reading. */
  address: string
  nextPart: 'inbound' | 'party' | 'quote'
  /** The totals are what each would cost beyond what was paid already. */
  isDifference?: boolean
  days: DayView[]
  /** Neither this nor the days are sent once a ride is chosen. */
  situation: LegSituation | null
  chosen: ChosenRide | null
}

export type PartyView = {
  passengers: Passengers
  wheelchairUsers: number
  /** Rides to be priced: one, or there and back. Empty while something is to be chosen. */
  rides: ChosenRide[]
  /** Everything else the address says, so that the form can be sent either way; empty while locked. */
  hidden: [name: string, value: string][]
}

/** What is sold from each place, in the order of the routes. */
export type FarePairsView = {
  from: PlaceName
  to: { place: PlaceName; adultFare: Cents; href: string }[]
}[]

export type BookNowView = {
  search: TicketSearchView
  remarks: Remark[]
  legs: LegView[]
  party: PartyView
  /**
   * What is still to be chosen before passengers and fares are unlocked; `search`: something in the
   * search itself has to be put right first.
   */
  missing: 'places' | 'search' | 'departure' | 'return' | null
  /** Told while a place is missing. */
  pairs: FarePairsView
}
