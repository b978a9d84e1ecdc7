/** The rules of a passenger category. Its names are in `words/`. */
type CategoryRules = {
  /** Its name in addresses, forms, exports and the options of the timetable command. */
  field: string
  /** Travels on a lap: takes no seat and, as the terms promise, pays nothing. */
  onLap: boolean
  /** May travel alone, with children, and with one passenger on the lap. */
  isCompany: boolean
  /** How feeds name it, in the id or the name of a rider category. */
  inFeeds: RegExp
}

/**
 * Passenger categories, in the order of forms, tickets and receipts (GTFS: rider categories). A new
 * category is a line here, its words in each language and its fares in the feed.
 */
export const CATEGORY_RULES = {
  adult: { field: 'adults', onLap: false, isCompany: true, inFeeds: /adult/i },
  child: { field: 'children', onLap: false, isCompany: false, inFeeds: /child|kid/i },
  student: { field: 'students', onLap: false, isCompany: true, inFeeds: /student/i },
  infant: { field: 'infants', onLap: true, isCompany: false, inFeeds: /infant|baby|toddler/i },
} as const satisfies Record<string, CategoryRules>

export type PassengerCategory = keyof typeof CATEGORY_RULES

export const PASSENGER_CATEGORIES = Object.keys(CATEGORY_RULES) as readonly PassengerCategory[]

export type ByCategory<Value> = Readonly<Record<PassengerCategory, Value>>

/** The number of passengers in each category. */
export type Passengers = ByCategory<number>

/** One value for each category, in the order of the list. */
export function mapPassengers<Value>(
  valueOf: (category: PassengerCategory) => Value,
): ByCategory<Value> {
  const entries = PASSENGER_CATEGORIES.map((category) => [category, valueOf(category)] as const)
  return Object.fromEntries(entries) as ByCategory<Value>
}

/** A party with these counts, and none of the other categories. */
export function partyOf(counts: Partial<Passengers>): Passengers {
  return mapPassengers((category) => counts[category] ?? 0)
}

/** The counts by the names of their fields, as addresses, forms and exports have them. */
export function countsByField(passengers: Passengers): Record<string, number> {
  const counts = PASSENGER_CATEGORIES.map((category) => {
    return [CATEGORY_RULES[category].field, passengers[category]] as const
  })
  return Object.fromEntries(counts)
}

/** The passengers in the categories for which `isMeant` holds. */
export function countPassengers(
  passengers: Passengers,
  isMeant: (rules: CategoryRules) => boolean,
): number {
  const meant = PASSENGER_CATEGORIES.filter((category) => isMeant(CATEGORY_RULES[category]))
  return meant.reduce((people, category) => people + passengers[category], 0)
}
