import { cents, sum, type Cents } from '#platform/money.ts'

import { PASSENGER_CATEGORIES, type PassengerCategory, type Passengers } from './passengers.ts'

/** What one seat costs between two stops, by category. The rows are staff's to change. */
export type FareTable = Readonly<Record<PassengerCategory, Cents>>

export type PriceLine = { category: PassengerCategory; count: number; fare: Cents; total: Cents }

/** What a party pays, line by line as the ticket prints it; who rides free is on it as well. */
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
