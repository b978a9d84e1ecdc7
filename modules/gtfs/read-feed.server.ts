import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { unzipSync } from 'fflate'

import type { Feed, FeedFile } from './feed.ts'
import { Findings, type FeedProblem } from './findings.ts'
import { readCsv } from './read-csv.ts'

/** A feed of a whole country fits into this; what claims more is refused before it is unpacked. */
const MOST_BYTES = 512 * 1024 * 1024

/** Reads a GTFS feed from a folder or a zip file. What cannot be read is told by `checkFeed`. */
export async function readFeed(source: string): Promise<Feed> {
  const problems = new Findings<FeedProblem>()
  const files = new Map<string, FeedFile>()
  for (const [name, bytes] of await readTexts(source, problems)) {
    files.set(name, readCsv(name, bytes, problems))
  }
  return { files, unread: problems.list() }
}

type Texts = readonly (readonly [name: string, bytes: Uint8Array])[]

async function readTexts(source: string, problems: Findings<FeedProblem>): Promise<Texts> {
  const place = { file: basename(source), line: null }
  const found = await stat(source).catch(() => undefined)
  if (!found) {
    problems.add({ ...place, code: 'not-a-feed' })
    return []
  }
  if (found.isDirectory()) {
    const names = (await readdir(source)).filter((name) => name.endsWith('.txt')).toSorted()
    return Promise.all(
      names.map(async (name) => [name, await readFile(join(source, name))] as const),
    )
  }
  try {
    return unzip(await readFile(source))
  } catch (error) {
    const because = error instanceof Error ? error.message : 'the zip file is broken'
    problems.add({ ...place, code: 'unreadable', because })
    return []
  }
}

/** Some feeds wrap their files in a folder, so only the last part of a name counts. */
function unzip(bytes: Uint8Array): Texts {
  let total = 0
  const entries = unzipSync(bytes, {
    filter({ name, originalSize }) {
      const isWanted = name.endsWith('.txt') && !name.startsWith('__MACOSX/')
      if (isWanted) total += originalSize
      if (total > MOST_BYTES) throw new Error('it would be too large unpacked')
      return isWanted
    },
  })
  return Object.entries(entries).map(([name, text]) => [basename(name), text] as const)
}
