import { CsvError, parse } from 'csv-parse/sync'

import type { FeedFile, FeedRow } from './feed.ts'
import type { Problems, WhyUnreadable } from './findings.ts'
import { Unreadable } from './unreadable.ts'

/** Longest row, in characters; a file that is one endless line is refused early. */
const MAX_ROW_LENGTH = 65_536

type Reading = { file: string; bytes: Uint8Array; mostRows: number; problems: Problems }

/** Reads one file of a feed: UTF-8 with or without a byte order mark, any line ends, quotes. */
export function readCsv({ file, bytes, mostRows, problems }: Reading): FeedFile {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const nul = text.indexOf('\0')
    if (nul >= 0) throw new Unreadable({ code: 'nul-character' }, lineOf(text, nul))
    const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
    return parseRows(file, lines, mostRows, problems)
  } catch (error) {
    problems.add({ file, code: 'unreadable', ...whyUnreadable(error) })
    return { columns: [], rows: [] }
  }
}

function parseRows(file: string, text: string, mostRows: number, problems: Problems): FeedFile {
  let heading: { names: readonly string[]; columns: ReadonlyMap<string, number> } | undefined
  let line = 1
  const rows: FeedRow[] = []
  parse(text, {
    relaxColumnCount: true,
    trim: true,
    maxRecordSize: MAX_ROW_LENGTH,
    onRecord(values: string[], { lines }) {
      const isBlank = values.length === 1 && values[0] === ''
      if (!heading) heading = readHeading(file, values, problems)
      else if (values.length === heading.names.length && !isBlank) {
        if (rows.length >= mostRows) throw new Unreadable({ code: 'too-many-rows' }, line)
        rows.push({ line, columns: heading.columns, values })
      } else if (!isBlank) {
        const facts = { expected: heading.names.length, found: values.length }
        problems.add({ file, line, code: 'wrong-number-of-values', ...facts })
      }
      line = lines + 1
      return null
    },
  })
  return { columns: heading?.names ?? [], rows }
}

function readHeading(file: string, names: readonly string[], problems: Problems) {
  const columns = new Map<string, number>()
  for (const [place, column] of names.entries()) {
    const isTwice = columns.has(column)
    if (isTwice && column !== '') problems.add({ file, line: 1, code: 'column-twice', column })
    columns.set(column, place)
  }
  return { names, columns }
}

function whyUnreadable(error: unknown): { line: number | null; because: WhyUnreadable } {
  if (error instanceof Unreadable) return { line: error.line, because: error.because }
  if (error instanceof CsvError) {
    const isTooLong = error.code === 'CSV_MAX_RECORD_SIZE'
    return {
      line: typeof error.lines === 'number' ? error.lines : null,
      because: isTooLong ? { code: 'row-too-long', most: MAX_ROW_LENGTH } : { code: 'open-quotes' },
    }
  }
  if (error instanceof TypeError) return { line: null, because: { code: 'not-utf-8' } }
  throw error
}

function lineOf(text: string, place: number): number {
  return text.slice(0, place).split(/\r\n?|\n/).length
}
