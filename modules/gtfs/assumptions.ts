import type { PassengerCategory } from '#modules/fares/passengers.ts'

/**
 * Values that the company gives where its feed has none. Nothing is assumed in silence: without a
 * value the feed is refused, or nothing is sold; with one, the report repeats it.
 */
export type Assumptions = {
  /** For every trip whose row has no `seats`. */
  seats: number | null
  /** For every trip whose row has no `wheelchair_places` and does not exclude wheelchairs. */
  wheelchairSpaces: number | null
  /** The fare of a category without one of its own, as a percentage of the adult fare. */
  shares: Readonly<Record<Exclude<PassengerCategory, 'adult'>, number | null>>
}

export const NOTHING_ASSUMED: Assumptions = {
  seats: null,
  wheelchairSpaces: null,
  shares: { child: null, student: null, infant: null },
}

/** The option of the command that sets each share. */
export const OPTION_OF = { child: 'children', student: 'students', infant: 'infants' } as const
