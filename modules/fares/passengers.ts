/** Passenger categories, as fares are printed (GTFS: rider categories). */
export const PASSENGER_CATEGORIES = ['adult', 'child', 'student', 'infant'] as const

export type PassengerCategory = (typeof PASSENGER_CATEGORIES)[number]

/**
 * Ages on the day of travel (SPEC.md, section 3): below the first an infant, from the second an
 * adult.
 */
export const CHILD_FROM_AGE = 2
export const ADULT_FROM_AGE = 13

/** The number of passengers in each category. */
export type Passengers = Readonly<Record<PassengerCategory, number>>
