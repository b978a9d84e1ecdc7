import { basename } from 'node:path'

import { openSource, type SourceFile } from './feed-source.server.ts'
import { FILES_READ, type Feed, type FeedFile } from './feed.ts'
import { Findings, type FeedProblem, type Problems, type WhyUnreadable } from './findings.ts'
import { readCsv } from './read-csv.ts'
import { Unreadable } from './unreadable.ts'

/** Limits on all files read together: ten times the largest timetable of a company that we know. */
const MAX_MEBIBYTES = 96
const MAX_ROWS = 600_000

/**
 * Reads a GTFS feed from a folder or a zip file, one file after the other and only those that the
 * site uses. Unreadable files are reported by `checkFeed`.
 *
 * @param source an address, or a zip file in memory, which needs to be `called` something
 */
export async function readFeed(
  source: string | Buffer,
  called = typeof source === 'string' ? basename(source) : '',
): Promise<Feed> {
  const problems = new Findings<FeedProblem>()
  const place = { file: called, line: null }
  const opened = await openSource(source).catch((error: unknown) => {
    problems.add({ ...place, code: 'unreadable', because: reasonOf(error) })
  })
  const [inner] = opened?.zips ?? []
  if (opened && inner !== undefined && !opened.files.some(({ name }) => FILES_READ.has(name))) {
    opened.close()
    problems.add({ ...place, code: 'zip-inside', inner })
    return { files: new Map(), others: [], unread: problems.list() }
  }
  if (opened) return readFiles(opened.files, place.file, problems).finally(opened.close)
  if (opened === null) problems.add({ ...place, code: 'not-a-feed' })
  return { files: new Map(), others: [], unread: problems.list() }
}

async function readFiles(
  sources: readonly SourceFile[],
  source: string,
  problems: Problems,
): Promise<Feed> {
  const read = sources.filter(({ name }) => FILES_READ.has(name))
  const files = new Map<string, FeedFile>()
  let rows = 0
  if (total(read) > MAX_MEBIBYTES * 1024 * 1024) {
    const because = { code: 'too-large', mebibytes: MAX_MEBIBYTES } as const
    problems.add({ file: source, line: null, code: 'unreadable', because })
    return { files, others: [], unread: problems.list() }
  }
  for (const one of read) {
    if (files.has(one.name)) {
      problems.add({ file: one.name, line: null, code: 'file-twice' })
      continue
    }
    const file = await readOne(one, MAX_ROWS - rows, problems)
    rows += file.rows.length
    files.set(one.name, file)
  }
  const others = sources.flatMap(({ name }) => (FILES_READ.has(name) ? [] : [name]))
  return { files, others: [...new Set(others)], unread: problems.list() }
}

async function readOne(
  { name, read }: SourceFile,
  mostRows: number,
  problems: Problems,
): Promise<FeedFile> {
  const bytes = await read().catch((error: unknown) => {
    problems.add({ file: name, line: null, code: 'unreadable', because: reasonOf(error) })
  })
  return bytes ? readCsv({ file: name, bytes, mostRows, problems }) : { columns: [], rows: [] }
}

function total(files: readonly SourceFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** A library says for example "End of central directory record signature not found". */
function reasonOf(error: unknown): WhyUnreadable {
  if (error instanceof Unreadable) return error.because
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'fault', message: message.replace(/\.$/, '') }
}
