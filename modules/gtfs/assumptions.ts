import type { PassengerCategory } from '#modules/fares/passengers.ts'

/**
 * What the company says where its feed says nothing. None of it is ever assumed in silence: without
 * an answer the feed is refused, or nothing is sold; with one, the report repeats it.
 */
export type Assumptions = {
  /** Of every trip whose row has no `seats`. */
  seats: number | null
  /** Of every trip whose row has no `wheelchair_places` and is not said to take no wheelchair. */
  wheelchairSpaces: number | null
  /** What a category without a fare of its own pays, as a percentage of the adult fare. */
  shares: Readonly<Record<Exclude<PassengerCategory, 'adult'>, number | null>>
}

export const NOTHING_ASSUMED: Assumptions = {
  seats: null,
  wheelchairSpaces: null,
  shares: { child: null, student: null, infant: null },
}

/** By which option of the command each is said. */
export const OPTION_OF = { child: 'children', student: 'students', infant: 'infants' } as const
