import { CsvError, parse } from 'csv-parse/sync'

import type { FeedFile, FeedRow } from './feed.ts'
import type { Problems } from './findings.ts'

type Record = { record: string[]; info: { lines: number } }

/** Reads one file of a feed: UTF-8 with or without a byte order mark, any line ends, quotes. */
export function readCsv(file: string, bytes: Uint8Array, problems: Problems): FeedFile {
  const empty = { columns: [], rows: [] }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const lines = text.replaceAll(/\r\n?/g, '\n')
    const records: unknown = parse(lines, { info: true, relaxColumnCount: true, trim: true })
    return toFile(file, records as Record[], problems)
  } catch (error) {
    if (!(error instanceof CsvError) && !(error instanceof TypeError)) throw error
    const isCsv = error instanceof CsvError
    const line = isCsv && typeof error.lines === 'number' ? error.lines : null
    const because = isCsv ? 'its quotation marks do not match' : 'it is not UTF-8'
    problems.add({ file, line, code: 'unreadable', because })
    return empty
  }
}

function toFile(file: string, [heading, ...records]: Record[], problems: Problems): FeedFile {
  const columns = heading?.record ?? []
  for (const [place, column] of columns.entries()) {
    const isTwice = columns.indexOf(column) < place
    if (isTwice && column !== '') problems.add({ file, line: 1, code: 'column-twice', column })
  }

  const rows: FeedRow[] = []
  let line = (heading?.info.lines ?? 0) + 1
  for (const { record, info } of records) {
    const isBlank = record.length === 1 && record[0] === ''
    if (!isBlank && record.length !== columns.length) {
      const facts = { expected: columns.length, found: record.length }
      problems.add({ file, line, code: 'wrong-number-of-values', ...facts })
    } else if (!isBlank) {
      rows.push({
        line,
        values: new Map(columns.map((name, place) => [name, record[place] ?? ''])),
      })
    }
    line = info.lines + 1
  }
  return { columns, rows }
}
