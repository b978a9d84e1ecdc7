import {
  CATEGORY_RULES,
  PASSENGER_CATEGORIES,
  type PassengerCategory,
} from '#modules/fares/passengers.ts'
import type { FeedTables } from '#modules/gtfs/feed/feed-tables.ts'
import type { Warnings } from '#modules/gtfs/feed/findings.ts'

/**
 * Maps each rider category of the feed to one of ours, by its id or name; without a known word the
 * default category is the adults'. A category that we do not have (pensioners, say) is not sold.
 */
export function readCategories(
  { riderCategories }: FeedTables,
  warnings: Warnings,
): ReadonlyMap<string, PassengerCategory | undefined> {
  const categories = new Map<string, PassengerCategory | undefined>()
  for (const row of riderCategories) {
    const { rider_category_id: id, rider_category_name: name } = row
    const known = PASSENGER_CATEGORIES.find((ours) =>
      CATEGORY_RULES[ours].inFeeds.test(`${id} ${name}`),
    )
    const category = known ?? (row.is_default_fare_category === '1' ? 'adult' : undefined)
    categories.set(id, category)
    if (category) continue
    const place = { file: 'rider_categories.txt', line: row.line }
    warnings.add({ ...place, code: 'category-ignored', category: name || id })
  }
  return categories
}
