import type { Finding } from './findings.ts'

/** A GTFS feed as it was read: rows of text by file name, nothing judged yet. */
export type Feed = {
  files: ReadonlyMap<string, FeedFile>
  /** What could not be read at all. */
  unread: readonly Finding[]
}

export type FeedFile = { columns: readonly string[]; rows: readonly FeedRow[] }

/** `line` is where the row begins in its file, the heading being line 1. */
export type FeedRow = { line: number; values: ReadonlyMap<string, string> }

/** The text in a column; empty where the row or the file has none. */
export function textIn(row: FeedRow, column: string): string {
  return row.values.get(column) ?? ''
}

export function rowsOf(feed: Feed, file: string): readonly FeedRow[] {
  return feed.files.get(file)?.rows ?? []
}
