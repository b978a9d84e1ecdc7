import { strToU8, unzipSync, zipSync } from 'fflate'

import { FILES_READ, type Feed } from '#modules/gtfs/feed/feed.ts'
import { Findings, type FeedProblem } from '#modules/gtfs/feed/findings.ts'
import { readCsv } from '#modules/gtfs/feed/read-csv.ts'

/** The earliest time that a zip file can state. The same files are always the same bytes. */
const AT = new Date(1980, 0, 1)

/** The files of a feed, by name, as a zip file. */
export function packFeed(files: ReadonlyMap<string, string>): Uint8Array {
  const bytes = [...files].map(([name, text]) => [name, strToU8(text)] as const)
  return zipSync(Object.fromEntries(bytes), { mtime: AT })
}

/** Reads a zip file that `packFeed` has made; a feed from elsewhere is read by `readFeed`. */
export function unpackFeed(zip: Uint8Array): Feed {
  const problems = new Findings<FeedProblem>()
  const read = Object.entries(unzipSync(zip)).filter(([name]) => FILES_READ.has(name))
  const files = read.map(([file, bytes]) => {
    return [file, readCsv({ file, bytes, mostRows: Infinity, problems })] as const
  })
  return { files: new Map(files), others: [], unread: problems.list() }
}
