/** Who travels, by the categories the fares are printed in (GTFS: rider categories). */
export const PASSENGER_CATEGORIES = ['adult', 'child', 'student', 'infant'] as const

export type PassengerCategory = (typeof PASSENGER_CATEGORIES)[number]

/** Ages on the day of travel (SPEC.md, section 3): from the one on no infant, from the other on an adult. */
export const CHILD_FROM_AGE = 2
export const ADULT_FROM_AGE = 13

/** How many of each category travel. */
export type Passengers = Readonly<Record<PassengerCategory, number>>
