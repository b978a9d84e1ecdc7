import { cents, sum, type Cents } from '#platform/money.ts'

import {
  PASSENGER_CATEGORIES,
  type ByCategory,
  type PassengerCategory,
  type Passengers,
} from './passengers.ts'

/** The price of one seat between two stops, by category. */
export type FareTable = ByCategory<Cents>

/**
 * The price of one seat between two stops for those who board on this day or later, until the next
 * fare of the same pair and category.
 */
export type Fare = {
  fromStopId: string
  toStopId: string
  passengerCategory: PassengerCategory
  validFrom: Temporal.PlainDate
  /** Null: the pair is not sold. */
  fareCents: number | null
}

/** The day from which a fare holds that has no day. */
export const EVER = Temporal.PlainDate.from('0001-01-01')

export type PriceLine = { category: PassengerCategory; count: number; fare: Cents; total: Cents }

/** The price of a party, line by line as on the ticket; free passengers have a line too. */
export function priceParty(fares: FareTable, passengers: Passengers): PriceLine[] {
  return PASSENGER_CATEGORIES.flatMap((category) => {
    const count = passengers[category]
    const fare = fares[category]
    return count > 0 ? [{ category, count, fare, total: cents(fare * count) }] : []
  })
}

export function totalOf(lines: readonly PriceLine[]): Cents {
  return sum(lines.map((line) => line.total))
}
