import {
  CATEGORY_RULES,
  countsByField,
  mapPassengers,
  partyOf,
  type Passengers,
} from '#modules/fares/passengers.ts'
import type { PartyRefusal } from '#modules/orders/order/limits.ts'
import { checkParty, headCount } from '#modules/orders/order/party.ts'
import { readDate } from '#platform/typed-time.ts'

/*
 * The query of /book-now. A link may contain mistakes: unreadable parts are left out with a remark,
 * the rest is kept.
 */

export type Trip = 'one-way' | 'return'

/** A departure, and its stops where the search left a choice of several. */
export type RideChoice = { departureId: string; fromStopId: string; toStopId: string }

export type Query = {
  /** As typed: a code, or a name in either script. Empty if missing. */
  from: string
  to: string
  date: Temporal.PlainDate
  time: Temporal.PlainTime | null
  trip: Trip
  /** Never guessed: null until the visitor gives one. */
  returnDate: Temporal.PlainDate | null
  passengers: Passengers
  wheelchairUsers: number
  outbound: RideChoice | null
  /** The time that names a departure on a departure board, in place of its id. */
  outboundAt: Temporal.PlainTime | null
  inbound: RideChoice | null
}

export type Problem =
  | { about: Field; problem: 'unreadable'; given: string }
  | { about: 'return-date'; problem: 'return-missing' | 'return-too-early' }
  | { about: 'passengers'; problem: 'party'; refusal: PartyRefusal }

/** Fields that must be asked for again: without them any answer would be a guess. */
const NEVER_GUESSED: ReadonlySet<Field> = new Set([
  'date',
  'return-date',
  'passengers',
  'wheelchairs',
])

export function isRefused({ about }: Problem): boolean {
  return NEVER_GUESSED.has(about)
}

export type Field =
  | 'date'
  | 'time'
  | 'trip'
  | 'return-date'
  | 'passengers'
  | 'wheelchairs'
  | 'departure'
  | 'return'

const ONE_ADULT = partyOf({ adult: 1 })
/** The longest piece of unreadable input that we echo back. */
export const MAX_SHOWN_LENGTH = 60

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
/**
 * Characters allowed in the id of a stop in a feed; no control characters, which the database
 * refuses.
 */
const STOP_ID = /^[^\p{C}]{1,100}$/u

export function readQuery(
  search: Fields,
  today: Temporal.PlainDate,
): { query: Query; problems: Problem[] } {
  const problems: Problem[] = []
  const read = <T>(about: Field, parse: (text: string) => T | undefined): T | undefined => {
    const given = textOf(search.get(about))
    if (!given) return undefined
    const value = parse(given)
    if (value === undefined) problems.push(unreadable(about, given))
    return value
  }

  const date = read('date', readDate) ?? today
  const trip = read('trip', parseTrip) ?? 'one-way'
  const outboundAt = parseTime(textOf(search.get('departure'))) ?? null
  const query = {
    from: textOf(search.get('from')),
    to: textOf(search.get('to')),
    date,
    time: read('time', parseTime) ?? outboundAt,
    trip,
    returnDate: readReturnDate(search, { trip, date }, problems),
    ...readParty(search, problems),
    outbound: outboundAt ? null : readChoice(search, 'departure', '', problems),
    outboundAt,
    inbound: trip === 'return' ? readChoice(search, 'return', 'return-', problems) : null,
  }
  return { query, problems }
}

/** The query in its canonical form, for links. Later changes override earlier ones. */
export function writeQuery(query: Query): URLSearchParams {
  const { passengers, wheelchairUsers, trip, outbound, outboundAt, inbound } = query
  const isReturn = trip === 'return'
  const isOneAdult = passengers.adult === 1 && headCount(passengers) === 1
  const entries = {
    from: query.from,
    to: query.to,
    date: query.date.toString(),
    time: query.time?.toString({ smallestUnit: 'minute' }),
    trip: isReturn ? trip : undefined,
    'return-date': isReturn ? query.returnDate?.toString() : undefined,
    ...(!isOneAdult && writeParty(passengers)),
    wheelchairs: wheelchairUsers || undefined,
    departure: outboundAt?.toString({ smallestUnit: 'minute' }),
    ...writeChoice(outbound, 'departure', ''),
    ...(isReturn && writeChoice(inbound, 'return', 'return-')),
  }
  const given = Object.entries(entries).flatMap(([name, value]) => {
    return value === undefined || value === '' ? [] : [[name, String(value)]]
  })
  return new URLSearchParams(given)
}

/** The counts above zero, and zero adults as well: a query without counts means one adult. */
function writeParty(passengers: Passengers): Record<string, string> {
  const told = Object.entries(writeCategories(passengers)).filter(
    ([name, count]) => count !== '0' || name === CATEGORY_RULES.adult.field,
  )
  return Object.fromEntries(told)
}

/** Anything with values by name: the query of an address, or a form. */
type Fields = { get(name: string): unknown }

type Party = { passengers: Passengers; wheelchairUsers: number }

/**
 * The party of a query. A plain count that is not the sum of the categories comes from an old link,
 * made by a search box without categories: it means that number of adults. A party that may not
 * travel stays in the form as typed, with the reason.
 */
function readParty(search: Fields, problems: Problem[]): Party {
  const { passengers, isGiven, unread } = readCategories(search)
  const isReadable = unread === undefined || headCount(passengers) > 0
  const categories = isGiven && isReadable ? passengers : ONE_ADULT
  const plain = textOf(search.get('passengers'))
  const total = readCount(plain)
  const isOther = total !== undefined && total > 0 && total !== headCount(categories)
  const asked = isOther ? { ...ONE_ADULT, adult: total } : categories
  const wheelchairs = textOf(search.get('wheelchairs'))
  const wheelchairUsers = readCount(wheelchairs)
  const party = { passengers: asked, wheelchairUsers: wheelchairUsers ?? 0 }

  const before = problems.length
  if (unread !== undefined) problems.push(unreadable('passengers', unread))
  if (total === undefined) problems.push(unreadable('passengers', plain))
  if (wheelchairUsers === undefined) problems.push(unreadable('wheelchairs', wheelchairs))
  const checked = checkParty(asked, party.wheelchairUsers)
  if (checked.ok) return party
  // An unreadable count may be the adult that a child needs, so only a party that is too large is refused for sure.
  const isCertain = problems.length === before || checked.reason === 'party-too-large'
  if (isCertain) problems.push({ about: 'passengers', problem: 'party', refusal: checked })
  return party
}

/** The counts by category, 0 where unreadable; `unread` is the last unreadable one. */
export function readCategories(given: Fields): {
  passengers: Passengers
  isGiven: boolean
  unread: string | undefined
} {
  const texts = mapPassengers((category) => given.get(CATEGORY_RULES[category].field))
  return {
    passengers: mapPassengers((category) => readCount(textOf(texts[category])) ?? 0),
    isGiven: Object.values(texts).some((text) => typeof text === 'string'),
    unread: Object.values(texts)
      .map(textOf)
      .findLast((text) => readCount(text) === undefined),
  }
}

/** The counts as the fields of an address. */
export function writeCategories(passengers: Passengers): Record<string, string> {
  const counts = Object.entries(countsByField(passengers))
  return Object.fromEntries(counts.map(([name, count]) => [name, String(count)]))
}

export function parseChoice(departure: string, from: string, to: string): RideChoice | undefined {
  const isReadable = UUID.test(departure) && [from, to].every((id) => id === '' || STOP_ID.test(id))
  return isReadable
    ? { departureId: departure.toLowerCase(), fromStopId: from, toStopId: to }
    : undefined
}

/** A missing value is 0; anything but a whole number is unreadable. */
export function readCount(text: string): number | undefined {
  return text === '' ? 0 : parseCount(text)
}

function parseCount(text: string): number | undefined {
  return /^\d{1,3}$/.test(text) ? Number(text) : undefined
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

function parseTime(text: string): Temporal.PlainTime | undefined {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? Temporal.PlainTime.from(text) : undefined
}

function parseTrip(text: string): Trip | undefined {
  return text === 'one-way' || text === 'return' ? text : undefined
}

/** A return without a possible date is asked for its date. */
function readReturnDate(
  search: Fields,
  { trip, date }: Pick<Query, 'trip' | 'date'>,
  problems: Problem[],
): Temporal.PlainDate | null {
  const given = textOf(search.get('return-date'))
  const asked = readDate(given)
  if (trip === 'one-way') return asked ?? null
  if (given === '') problems.push({ about: 'return-date', problem: 'return-missing' })
  else if (!asked) problems.push(unreadable('return-date', given))
  else if (Temporal.PlainDate.compare(asked, date) < 0) {
    problems.push({ about: 'return-date', problem: 'return-too-early' })
  }
  return asked ?? null
}

function readChoice(
  search: Fields,
  name: 'departure' | 'return',
  prefix: '' | 'return-',
  problems: Problem[],
): RideChoice | null {
  const given = textOf(search.get(name))
  if (!given) return null
  const [from, to] = [`${prefix}from-stop`, `${prefix}to-stop`].map(
    (stop) => search.get(stop) ?? '',
  )
  const choice = parseChoice(given, textOf(from), textOf(to))
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
  return { about, problem: 'unreadable', given: given.slice(0, MAX_SHOWN_LENGTH) }
}
