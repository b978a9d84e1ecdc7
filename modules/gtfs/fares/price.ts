import type { PassengerCategory } from '#modules/fares/passengers.ts'

/** The price for one category in one row of the feed. */
export type Price = { category: PassengerCategory; cents: number; line: number }

/** A pair of stops that can be travelled, and the routes that serve it. */
export type RideablePair = { from: string; to: string; routes: ReadonlySet<string> }
