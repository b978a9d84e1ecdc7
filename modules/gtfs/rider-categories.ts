import { PASSENGER_CATEGORIES, type PassengerCategory } from '#modules/fares/passengers.ts'

import type { FeedTables } from './feed-tables.ts'
import type { Warnings } from './findings.ts'

const WORDS: Readonly<Record<PassengerCategory, RegExp>> = {
  adult: /adult/i,
  child: /child|kid/i,
  student: /student/i,
  infant: /infant|baby|toddler/i,
}

/**
 * Which of our categories each of the feed's is, by its id or name; without such words the default
 * category is the adults'. One that is none of ours (pensioners, say) is not sold.
 */
export function readCategories(
  { riderCategories }: FeedTables,
  warnings: Warnings,
): ReadonlyMap<string, PassengerCategory | undefined> {
  const categories = new Map<string, PassengerCategory | undefined>()
  for (const row of riderCategories) {
    const { rider_category_id: id, rider_category_name: name } = row
    const known = PASSENGER_CATEGORIES.find((ours) => WORDS[ours].test(`${id} ${name}`))
    const category = known ?? (row.is_default_fare_category === '1' ? 'adult' : undefined)
    categories.set(id, category)
    if (category) continue
    const place = { file: 'rider_categories.txt', line: row.line }
    warnings.add({ ...place, code: 'category-ignored', category: name || id })
  }
  return categories
}
