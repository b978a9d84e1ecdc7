import type { FareTable, PriceLine } from '#modules/fares/fares.ts'
import { type Places } from '#modules/seats/seats.ts'
import type { DepartureStatus } from '#modules/timetable/departure-status.ts'
import type { WheelchairAccess } from '#modules/timetable/wheelchair-access.ts'
import type { Cents } from '#platform/money.ts'
import { isBefore } from '#platform/time.ts'

import type { RideClocks } from './clock-change.ts'

/** A departure that can be bought now, with its journeys that match the search. */
export type Offer = { departureId: string; routeId: string; rides: OfferedRide[] }

/** A journey from one stop of a departure to another, for the party that searched. */
export type OfferedRide = {
  fromStopId: string
  toStopId: string
  departsAt: Temporal.Instant
  arrivesAt: Temporal.Instant
  clocks: RideClocks
  /** How many midnights the journey passes: 1 is "arrives the next day". */
  dayOffset: number
  durationMinutes: number
  fares: FareTable
  priceLines: PriceLine[]
  total: Cents
  seatsLeft: number
  wheelchairPlacesLeft: number
  /** Whether a wheelchair can board and leave at these two stops, and travel on this bus. */
  accessible: WheelchairAccess
  /** The position of the boarding stop if the bus stops elsewhere that day; null: at the stop. */
  movedFrom: number | null
  state: RideState
}

/** Whether this party can buy the journey now, and if not, why. */
export type RideState =
  | 'open'
  | 'cancelled'
  | 'departed'
  | 'closed'
  | 'closed-by-us'
  | 'stop-closed'
  | 'sold-out'
  | 'not-enough-seats'
  | 'stop-not-accessible'
  | 'wheelchair-access-unknown'
  | 'wheelchair-notice-too-short'
  | 'no-wheelchair-place'

/** A usual departure that does not run on this date, since its clock time is skipped that night. */
export type NotRunning = { time: Temporal.PlainTime; reason: 'clock-change' }

/** The result of a search: the day's departures, or why there are none, with an alternative. */
export type OffersFound =
  | { found: 'departures'; offers: Offer[]; notRunning: NotRunning[]; reduced: boolean }
  | {
      found: 'none-this-day'
      nextDate: Temporal.PlainDate | null
      notRunning: NotRunning[]
      reduced: boolean
    }
  | { found: 'no-direct-service'; viaStopIds: string[] }
  | { found: 'not-published'; publishedUntil: Temporal.PlainDate | null }
  | { found: 'past'; today: Temporal.PlainDate }
  | { found: 'same-place' }

type AskedFor = {
  status: DepartureStatus
  /** The company ended its sale. */
  closedAt: Temporal.Instant | null
  /** The bus does not serve one of the two stops. */
  isStopClosed: boolean
  departsAt: Temporal.Instant
  /** The last moments at which seats, and wheelchair places, can be taken. */
  closesAt: Temporal.Instant
  wheelchairUntil: Temporal.Instant
  accessible: WheelchairAccess
  left: Places
  wanted: Places
  now: Temporal.Instant
}

/** The reasons in the order in which staff would give them at the desk. */
export function rideState(asked: AskedFor): RideState {
  const { status, closedAt, isStopClosed, departsAt, closesAt, accessible, left, wanted, now } =
    asked
  if (status !== 'planned') return 'cancelled'
  if (!isBefore(now, departsAt)) return 'departed'
  if (isStopClosed) return 'stop-closed'
  if (isBefore(closesAt, now)) return 'closed'
  if (closedAt) return 'closed-by-us'
  if (wanted.seats > 0 && left.seats <= 0) return 'sold-out'
  if (wanted.seats > left.seats) return 'not-enough-seats'
  if (wanted.wheelchairPlaces > 0) {
    if (accessible === null) return 'wheelchair-access-unknown'
    if (!accessible) return 'stop-not-accessible'
    if (isBefore(asked.wheelchairUntil, now)) return 'wheelchair-notice-too-short'
    if (wanted.wheelchairPlaces > left.wheelchairPlaces) return 'no-wheelchair-place'
  }
  return 'open'
}
