import { damagedFiles, rowsOf, textIn, type Feed } from '#modules/gtfs/feed/feed.ts'
import type { Problems } from '#modules/gtfs/feed/findings.ts'

type Column = readonly [file: string, column: string]

/** Columns whose values together are unique in a file. */
const KEYS: readonly (readonly [file: string, ...columns: string[]])[] = [
  ['agency.txt', 'agency_id'],
  ['stops.txt', 'stop_id'],
  ['routes.txt', 'route_id'],
  ['trips.txt', 'trip_id'],
  ['stop_times.txt', 'trip_id', 'stop_sequence'],
  ['calendar.txt', 'service_id'],
  ['frequencies.txt', 'trip_id', 'start_time'],
  ['calendar_dates.txt', 'service_id', 'date'],
  ['areas.txt', 'area_id'],
  ['stop_areas.txt', 'area_id', 'stop_id'],
  ['rider_categories.txt', 'rider_category_id'],
  ['fare_media.txt', 'fare_media_id'],
  ['fare_attributes.txt', 'fare_id'],
]

/** Columns that name a row of another file, if filled. A service may be in either of two files. */
const REFERENCES: readonly { from: Column; to: readonly Column[] }[] = [
  { from: ['stops.txt', 'parent_station'], to: [['stops.txt', 'stop_id']] },
  { from: ['routes.txt', 'agency_id'], to: [['agency.txt', 'agency_id']] },
  { from: ['trips.txt', 'route_id'], to: [['routes.txt', 'route_id']] },
  {
    from: ['trips.txt', 'service_id'],
    to: [
      ['calendar.txt', 'service_id'],
      ['calendar_dates.txt', 'service_id'],
    ],
  },
  { from: ['stop_times.txt', 'trip_id'], to: [['trips.txt', 'trip_id']] },
  { from: ['stop_times.txt', 'stop_id'], to: [['stops.txt', 'stop_id']] },
  { from: ['frequencies.txt', 'trip_id'], to: [['trips.txt', 'trip_id']] },
  { from: ['stop_areas.txt', 'area_id'], to: [['areas.txt', 'area_id']] },
  { from: ['stop_areas.txt', 'stop_id'], to: [['stops.txt', 'stop_id']] },
  {
    from: ['fare_products.txt', 'rider_category_id'],
    to: [['rider_categories.txt', 'rider_category_id']],
  },
  { from: ['fare_products.txt', 'fare_media_id'], to: [['fare_media.txt', 'fare_media_id']] },
  {
    from: ['fare_leg_rules.txt', 'fare_product_id'],
    to: [['fare_products.txt', 'fare_product_id']],
  },
  { from: ['fare_leg_rules.txt', 'from_area_id'], to: [['areas.txt', 'area_id']] },
  { from: ['fare_leg_rules.txt', 'to_area_id'], to: [['areas.txt', 'area_id']] },
  { from: ['fare_rules.txt', 'fare_id'], to: [['fare_attributes.txt', 'fare_id']] },
  { from: ['fare_rules.txt', 'route_id'], to: [['routes.txt', 'route_id']] },
  { from: ['fare_rules.txt', 'origin_id'], to: [['stops.txt', 'zone_id']] },
  { from: ['fare_rules.txt', 'destination_id'], to: [['stops.txt', 'zone_id']] },
]

/** If one of these files is missing, that is reported once, not for every row that refers to it. */
const REQUIRED = new Set(['agency.txt', 'stops.txt', 'routes.txt', 'trips.txt', 'calendar.txt'])

/**
 * Checks that ids are unique and that references exist. Works on the raw text, so a faulty row
 * still has its id.
 */
export function checkIds(feed: Feed, problems: Problems): void {
  for (const [file, ...columns] of KEYS) checkUnique(feed, file, columns, problems)
  for (const { from, to } of REFERENCES) checkReference(feed, from, to, problems)
}

function checkUnique(feed: Feed, file: string, columns: string[], problems: Problems) {
  const seen = new Map<string, number>()
  for (const row of rowsOf(feed, file)) {
    const value = columns.map((column) => textIn(row, column)).join(', ')
    const firstLine = seen.get(value)
    const column = columns.join(', ')
    if (firstLine === undefined) seen.set(value, row.line)
    else problems.add({ file, line: row.line, code: 'duplicate-id', column, value, firstLine })
  }
}

function checkReference(feed: Feed, from: Column, to: readonly Column[], problems: Problems) {
  const [file, column] = from
  const there = to.filter(([target]) => feed.files.has(target))
  const isToldAsMissing = there.length === 0 && to.some(([target]) => REQUIRED.has(target))
  const damaged = damagedFiles(feed)
  if (isToldAsMissing || to.some(([target]) => damaged.has(target))) return

  const known = new Set(
    there.flatMap(([target, id]) => rowsOf(feed, target).map((row) => textIn(row, id))),
  )
  const targets = to.map(([name]) => name)
  for (const row of rowsOf(feed, file)) {
    const value = textIn(row, column)
    if (value === '' || known.has(value)) continue
    problems.add({ file, line: row.line, code: 'dangling-reference', column, value, targets })
  }
}
