import type { Passengers } from '#modules/fares/passengers.ts'
import type { PartyRefusal } from '#modules/orders/cart.ts'
import { checkParty, headCount } from '#modules/orders/party.ts'

/*
 * What a visitor asks of /book-now, as it stands in the address. Whoever wrote the address may have
 * been wrong: what cannot be read is left out and told, the rest is kept.
 */

export type Trip = 'one-way' | 'return'

/** A departure, and which of its stops where the search left several to choose from. */
export type RideChoice = { departureId: string; fromStopId: string; toStopId: string }

export type Query = {
  /** As it was typed: a code, or a name in either script. Empty when it was not given. */
  from: string
  to: string
  date: Temporal.PlainDate
  time: Temporal.PlainTime | null
  trip: Trip
  returnDate: Temporal.PlainDate
  passengers: Passengers
  wheelchairUsers: number
  outbound: RideChoice | null
  inbound: RideChoice | null
}

export type Problem =
  | { about: Field; problem: 'unreadable'; given: string }
  | { about: 'return-date'; problem: 'return-too-early' }
  | { about: 'passengers'; problem: 'party'; refusal: PartyRefusal }

export type Field =
  | 'date'
  | 'time'
  | 'trip'
  | 'return-date'
  | 'passengers'
  | 'wheelchairs'
  | 'departure'
  | 'return'

const COUNTS = {
  adult: 'adults',
  child: 'children',
  student: 'students',
  infant: 'infants',
} as const
const ONE_ADULT: Passengers = { adult: 1, child: 0, student: 0, infant: 0 }
/** Of what could not be read, so much is repeated. */
export const LONGEST_SHOWN = 60

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
/** What a feed may use as the id of a stop; above all no control characters, which no database takes. */
const STOP_ID = /^[^\p{C}]{1,100}$/u

export function readQuery(
  search: URLSearchParams,
  today: Temporal.PlainDate,
): { query: Query; problems: Problem[] } {
  const problems: Problem[] = []
  const read = <T>(about: Field, parse: (text: string) => T | undefined): T | undefined => {
    const given = search.get(about)?.trim()
    if (!given) return undefined
    const value = parse(given)
    if (value === undefined) problems.push(unreadable(about, given))
    return value
  }

  const date = read('date', parseDate) ?? today
  const trip = read('trip', parseTrip) ?? 'one-way'
  const query = {
    from: search.get('from')?.trim() ?? '',
    to: search.get('to')?.trim() ?? '',
    date,
    time: read('time', parseTime) ?? null,
    trip,
    returnDate: readReturnDate(trip, date, read('return-date', parseDate), problems),
    passengers: readParty(search, problems),
    wheelchairUsers: read('wheelchairs', parseCount) ?? 0,
    outbound: readChoice(search, 'departure', '', problems),
    inbound: trip === 'return' ? readChoice(search, 'return', 'return-', problems) : null,
  }
  return { query, problems }
}

/** The same question in the one form we write it in, for links. Later changes win. */
export function writeQuery(query: Query): URLSearchParams {
  const { passengers, trip, outbound, inbound } = query
  const isReturn = trip === 'return'
  const entries = {
    from: query.from,
    to: query.to,
    date: query.date.toString(),
    time: query.time?.toString({ smallestUnit: 'minute' }),
    trip: isReturn ? trip : undefined,
    'return-date': isReturn ? query.returnDate.toString() : undefined,
    adults: passengers.adult,
    children: passengers.child || undefined,
    students: passengers.student || undefined,
    infants: passengers.infant || undefined,
    wheelchairs: query.wheelchairUsers || undefined,
    ...writeChoice(outbound, 'departure', ''),
    ...(isReturn && writeChoice(inbound, 'return', 'return-')),
  }
  const given = Object.entries(entries).flatMap(([name, value]) => {
    return value === undefined || value === '' ? [] : [[name, String(value)]]
  })
  return new URLSearchParams(given)
}

/** What can be asked for a value by name: the query of an address, or a form. */
type Fields = { get(name: string): unknown }

/**
 * The party an address asks for. A plain count that is not the sum of the categories comes from the
 * search box, which knows no categories: it means that many adults.
 */
function readParty(search: Fields, problems: Problem[]): Passengers {
  const { passengers, isGiven, unread } = readCategories(search)
  if (unread !== undefined) problems.push(unreadable('passengers', unread))
  const isReadable = unread === undefined || headCount(passengers) > 0
  const categories = isGiven && isReadable ? passengers : ONE_ADULT

  const plain = textOf(search.get('passengers'))
  const total = readCount(plain)
  if (total === undefined) problems.push(unreadable('passengers', plain))
  const isOther = total !== undefined && total > 0 && total !== headCount(categories)
  const asked = isOther ? { ...ONE_ADULT, adult: total } : categories

  const checked = checkParty(asked, 0)
  if (checked.ok) return asked
  problems.push({ about: 'passengers', problem: 'party', refusal: checked })
  const cannotBeShown = checked.reason === 'party-too-large' || checked.reason === 'no-passengers'
  return cannotBeShown ? ONE_ADULT : asked
}

/** The counts by category, each nought where it cannot be read; `unread` is the last of those. */
export function readCategories(given: Fields): {
  passengers: Passengers
  isGiven: boolean
  unread: string | undefined
} {
  const texts = Object.entries(COUNTS).map(
    ([category, name]) => [category, textOf(given.get(name))] as const,
  )
  const counts = texts.map(([category, text]) => [category, readCount(text) ?? 0] as const)
  return {
    passengers: Object.fromEntries(counts) as Passengers,
    isGiven: texts.some(([, text]) => text !== ''),
    unread: texts.findLast(([, text]) => readCount(text) === undefined)?.[1],
  }
}

export function parseChoice(departure: string, from: string, to: string): RideChoice | undefined {
  const isReadable = UUID.test(departure) && [from, to].every((id) => id === '' || STOP_ID.test(id))
  return isReadable
    ? { departureId: departure.toLowerCase(), fromStopId: from, toStopId: to }
    : undefined
}

/** Nothing given is none; what is no whole number of people is unreadable. */
export function readCount(text: string): number | undefined {
  return text === '' ? 0 : parseCount(text)
}

function parseCount(text: string): number | undefined {
  return /^\d{1,3}$/.test(text) ? Number(text) : undefined
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

function parseDate(text: string): Temporal.PlainDate | undefined {
  if (!/^2\d{3}-\d\d-\d\d$/.test(text)) return undefined
  try {
    return Temporal.PlainDate.from(text)
  } catch {
    return undefined
  }
}

function parseTime(text: string): Temporal.PlainTime | undefined {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? Temporal.PlainTime.from(text) : undefined
}

function parseTrip(text: string): Trip | undefined {
  return text === 'one-way' || text === 'return' ? text : undefined
}

function readReturnDate(
  trip: Trip,
  date: Temporal.PlainDate,
  asked: Temporal.PlainDate | undefined,
  problems: Problem[],
): Temporal.PlainDate {
  if (!asked) return date
  if (Temporal.PlainDate.compare(asked, date) >= 0) return asked
  if (trip === 'return') problems.push({ about: 'return-date', problem: 'return-too-early' })
  return date
}

function readChoice(
  search: URLSearchParams,
  name: 'departure' | 'return',
  prefix: '' | 'return-',
  problems: Problem[],
): RideChoice | null {
  const given = search.get(name)?.trim()
  if (!given) return null
  const [from, to] = [`${prefix}from-stop`, `${prefix}to-stop`].map(
    (stop) => search.get(stop) ?? '',
  )
  const choice = parseChoice(given, from ?? '', to ?? '')
  if (!choice) problems.push(unreadable(name, given))
  return choice ?? null
}

function writeChoice(choice: RideChoice | null, name: string, prefix: string) {
  if (!choice) return {}
  return {
    [name]: choice.departureId,
    [`${prefix}from-stop`]: choice.fromStopId,
    [`${prefix}to-stop`]: choice.toStopId,
  }
}

function unreadable(about: Field, given: string): Problem {
  return { about, problem: 'unreadable', given: given.slice(0, LONGEST_SHOWN) }
}
