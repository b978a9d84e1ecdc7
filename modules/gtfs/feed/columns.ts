import type { Feed } from './feed.ts'
import { damagedFiles, rowsOf, textIn } from './feed.ts'
import type { Form, Problems } from './findings.ts'

/** How the text in a column is read. */
export type Column<Value> = {
  expected: Form
  /** Undefined if the text is not as expected. */
  read(text: string): Value | undefined
  /** The meaning of an empty field or an absent column; without it, the field must be filled. */
  ifEmpty?: { value: Value }
}

type Columns = Readonly<Record<string, Column<unknown>>>

/** A row with its fields read, and the line it came from. */
export type Row<C extends Columns> = { line: number } & {
  [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never
}

/** A text of 20 megabytes is not a name, and a line break in a name is a mistake. */
const MAX_TEXT_LENGTH = 2000
export const text: Column<string> = {
  expected: { code: 'text', most: MAX_TEXT_LENGTH },
  read: (given) => (given.length > MAX_TEXT_LENGTH || given.includes('\n') ? undefined : given),
}
export const count = numberLike({ code: 'whole-number' }, /^\d{1,9}$/)
export const degrees = numberLike({ code: 'degrees' }, /^-?\d{1,3}(\.\d+)?$/)
export const flag: Column<boolean> = {
  expected: { code: 'flag' },
  read: (given) => ({ '0': false, '1': true })[given],
}

export const date: Column<Temporal.PlainDate> = {
  expected: { code: 'date' },
  read(given) {
    const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(given) ?? []
    try {
      return day ? Temporal.PlainDate.from(`${year}-${month}-${day}`) : undefined
    } catch {
      return undefined
    }
  },
}

/** A bus that leaves two days after its service date is a mistake. */
const MAX_HOURS = 72

/** Seconds since noon minus twelve hours; 24 hours and more is after midnight. */
export const time: Column<number> = {
  expected: { code: 'time' },
  read(given) {
    const [, hours, minutes, seconds] = /^(\d{1,2}):([0-5]\d):([0-5]\d)$/.exec(given) ?? []
    if (!seconds || Number(hours) >= MAX_HOURS) return undefined
    return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  },
}

/** No seat on a bus in Cyprus costs more; an amount above it is usually cents taken for euros. */
const MAX_EUROS = 500

/** Euro cents, written as euros: "9.00". */
export const euros: Column<number> = {
  expected: { code: 'amount', most: MAX_EUROS },
  read(given) {
    const [, whole, rest = ''] = /^(\d{1,6})(?:\.(\d{1,2})0*)?$/.exec(given) ?? []
    const amount = whole ? Number(whole) * 100 + Number(rest.padEnd(2, '0')) : Infinity
    return amount <= MAX_EUROS * 100 ? amount : undefined
  },
}

export function oneOf<const Choice extends string>(...choices: Choice[]): Column<Choice> {
  return {
    expected: { code: 'choice', choices },
    read: (given) => choices.find((choice) => choice === given),
  }
}

export function optional<Value>(column: Column<Value>): Column<Value | null> {
  return orElse<Value | null>(column, null)
}

export function orElse<Value>(column: Column<Value>, value: Value): Column<Value> {
  return { ...column, ifEmpty: { value } }
}

/** The valid rows of a file. Every fault is reported and its row left out. */
export function readRows<C extends Columns>(
  feed: Feed,
  file: string,
  columns: C,
  problems: Problems,
): Row<C>[] {
  const found = feed.files.get(file)
  if (!found) return []

  // An unreadable file has no columns, and is reported already.
  if (found.columns.length === 0 && damagedFiles(feed).has(file)) return []
  const absent = Object.keys(columns).filter(
    (name) => !columns[name]?.ifEmpty && !found.columns.includes(name),
  )
  for (const column of absent) problems.add({ file, line: 1, code: 'missing-column', column })
  if (absent.length > 0) return []

  return rowsOf(feed, file).flatMap((row) => {
    const read: Record<string, unknown> = { line: row.line }
    let isSound = true
    for (const [name, column] of Object.entries(columns)) {
      const value = textIn(row, name)
      read[name] = value === '' ? column.ifEmpty?.value : column.read(value)
      if (read[name] !== undefined) continue
      isSound = false
      const place = { file, line: row.line, column: name }
      if (value === '') problems.add({ ...place, code: 'missing-value' })
      else problems.add({ ...place, code: 'bad-value', value, expected: column.expected })
    }
    return isSound ? [read as Row<C>] : []
  })
}

function numberLike(expected: Form, form: RegExp): Column<number> {
  return { expected, read: (given) => (form.test(given) ? Number(given) : undefined) }
}
