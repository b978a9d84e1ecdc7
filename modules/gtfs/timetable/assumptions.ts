import { PASSENGER_CATEGORIES, type PassengerCategory } from '#modules/fares/passengers.ts'

/** Pays a share of the adult fare where the feed has no fare of its own. */
export type ReducedCategory = Exclude<PassengerCategory, 'adult'>

/**
 * Values that the company gives where its feed has none. Nothing is assumed in silence: without a
 * value the feed is refused, or nothing is sold; with one, the report repeats it.
 */
export type Assumptions = {
  /** For every trip whose row has no `seats`. */
  seats: number | null
  /** For every trip whose row has no `wheelchair_places` and does not exclude wheelchairs. */
  wheelchairSpaces: number | null
  /**
   * The fare of a category that has no fare of its own in the feed, as a percentage of the adult
   * fare.
   */
  shares: Readonly<Record<ReducedCategory, number | null>>
}

export const NOTHING_ASSUMED: Assumptions = {
  seats: null,
  wheelchairSpaces: null,
  shares: mapShares(() => null),
}

/** One value for each category that may pay a share of the adult fare. */
export function mapShares<Value>(valueOf: (category: ReducedCategory) => Value) {
  const reduced = PASSENGER_CATEGORIES.filter((category) => category !== 'adult')
  const entries = reduced.map((category) => [category, valueOf(category)] as const)
  return Object.fromEntries(entries) as Readonly<Record<ReducedCategory, Value>>
}
