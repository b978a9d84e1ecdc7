/** Passenger categories, as fares are printed (GTFS: rider categories). */
export const PASSENGER_CATEGORIES = ['adult', 'child', 'student', 'infant'] as const

export type PassengerCategory = (typeof PASSENGER_CATEGORIES)[number]

/** The number of passengers in each category. */
export type Passengers = Readonly<Record<PassengerCategory, number>>
