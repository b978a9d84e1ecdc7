import type { Finding } from './findings.ts'

/** A GTFS feed as it was read: rows of text by file name, not yet checked. */
export type Feed = {
  files: ReadonlyMap<string, FeedFile>
  /** Names of the files that this site does not use. */
  others: readonly string[]
  /** Files and rows that could not be read at all. */
  unread: readonly Finding[]
}

export type FeedFile = { columns: readonly string[]; rows: readonly FeedRow[] }

/**
 * `line` is where the row begins in its file; the heading is line 1. The rows of a file share their
 * `columns`: a feed has hundreds of thousands of rows, and a map for each took four times the
 * memory.
 */
export type FeedRow = {
  line: number
  columns: ReadonlyMap<string, number>
  values: readonly string[]
}

/** The text in a column; empty if the row or the file has none. */
export function textIn({ columns, values }: FeedRow, column: string): string {
  const place = columns.get(column)
  return place === undefined ? '' : (values[place] ?? '')
}

export function rowsOf(feed: Feed, file: string): readonly FeedRow[] {
  return feed.files.get(file)?.rows ?? []
}

/** Files with unreadable rows, which may hold the values that the file seems to lack. */
export function damagedFiles({ unread }: Feed): ReadonlySet<string> {
  return new Set(unread.map(({ file }) => file))
}

/** The files that the site uses. No other file is unpacked or parsed. */
export const FILES_READ: ReadonlySet<string> = new Set([
  'agency.txt',
  'stops.txt',
  'routes.txt',
  'trips.txt',
  'stop_times.txt',
  'calendar.txt',
  'calendar_dates.txt',
  'frequencies.txt',
  'feed_info.txt',
  'translations.txt',
  'areas.txt',
  'stop_areas.txt',
  'rider_categories.txt',
  'fare_media.txt',
  'fare_products.txt',
  'fare_leg_rules.txt',
  'fare_attributes.txt',
  'fare_rules.txt',
])
