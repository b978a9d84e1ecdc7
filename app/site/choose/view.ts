import type { Ending } from '#modules/dispatch/ending.ts'
import type { PassengerCategory } from '#modules/fares/passengers.ts'
import type { IncidentKind } from '#modules/incidents/incident/incident-states.ts'
import type { Cents } from '#platform/money.ts'

/** A bus on which seats are kept, or were chosen; or another stop of the same bus. */
export type OfferView = {
  offerId: string
  /** "12:30 – 13:20" */
  times: string
  date: string
  /** "Board at Nicosia"; null on another bus. */
  stop: string | null
  /** The delay of the bus in a sentence; null if it is on time. */
  late: string | null
  isChosen: boolean
}

/**
 * The page for a passenger in an incident. `open`: nothing was chosen yet. `moved`: chose a bus, which
 * can still be changed while there are offers. `moved-unasked`: was moved without an answer. `over`:
 * no seats are kept any more, and the refund comes if the bus does not run. `stays`: keeps the seats on
 * the bus. `runs`: there is nothing to choose any more.
 */
export type ChoiceView = {
  kind: IncidentKind
  is:
    | 'open'
    | 'moved'
    | 'moved-unasked'
    | 'refunded'
    | 'stays'
    | 'over'
    /** The bus to which they changed does not run either; a newer choice is about that. */
    | 'cancelled-again'
    | 'runs'
  /** "Nicosia to Larnaca Airport" */
  ride: string
  when: string
  /** The time that was bought, if a new timetable has another one. */
  booked: string | null
  /** For a bus that does not run. */
  ending: Ending
  /**
   * In a sentence: the stop that is closed or moved, with its place on a map, or that the bus does not
   * reach. Null in other incidents.
   */
  news: { sentence: string; mapUrl: string | null } | null
  /** The reason, if passengers are told one. */
  reason: string | null
  /** The time at which a late bus leaves; null while it is on time. */
  expected: string | null
  party: string
  reference: string
  manageId: string
  total: Cents
  until: string
  /** Those that can be pressed; without them there is nothing to choose. */
  offers: OfferView[]
  /** The bus that the passengers are on now, if it is another one. */
  newBus: { times: string; date: string; stop: string | null } | null
  /** Without an answer the passengers are moved to this bus; null: they are refunded, or stay. */
  movedTo: string | null
  /** The bus has no space for the wheelchair of the party, and nothing is done without an answer. */
  lacksSpace: boolean
  canRefund: boolean
  canStay: boolean
  /** The passengers who are left of a group of which a part stays on the bus; null: nobody was refunded. */
  partly: string | null
  /**
   * For a group of which some may stay on their bus, and the others be refunded: the seats that they may
   * keep. Null: none of them.
   */
  seatsToStay: number | null
  /** The seats that the group has now. */
  seats: number
  /** For a group that may split: how many of each may travel, and the price that each paid. */
  group: { category: PassengerCategory; of: number; fare: Cents }[]
  wheelchairs: number
}
