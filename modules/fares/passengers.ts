/** Who travels, by the categories the fares are printed in (GTFS: rider categories). */
export const PASSENGER_CATEGORIES = ['adult', 'child', 'student', 'infant'] as const

export type PassengerCategory = (typeof PASSENGER_CATEGORIES)[number]

/** How many of each category travel. */
export type Passengers = Readonly<Record<PassengerCategory, number>>
