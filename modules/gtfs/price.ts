import type { PassengerCategory } from '#modules/fares/passengers.ts'

/** What one category pays by one row of the feed. */
export type Price = { category: PassengerCategory; cents: number; line: number }

/** A pair of stops that can be ridden, and by which routes. */
export type RideablePair = { from: string; to: string; routes: ReadonlySet<string> }
