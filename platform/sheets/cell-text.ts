import { inCyprus } from '#platform/time.ts'

/** "2026-11-22 14:05", in Cyprus, of milliseconds since 1970 */
export function momentText(milliseconds: number): string {
  const there = inCyprus(Temporal.Instant.fromEpochMilliseconds(milliseconds)).toPlainDateTime()
  return there.toString({ smallestUnit: 'minute' }).replace('T', ' ')
}

/**
 * A text of a CSV file that a spreadsheet would compute is kept a text by an apostrophe before it. Spreadsheets
 * also take the wide forms of the signs.
 */
export function withoutFormula(text: string): string {
  return /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text
}
