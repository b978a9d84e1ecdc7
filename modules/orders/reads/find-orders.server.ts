import { sql, type RawBuilder } from 'kysely'

import { db, type Database, type Tx } from '#platform/db.server.ts'
import type { Locale } from '#platform/locale.ts'
import { skeleton } from '#platform/text/spelling.ts'
import { dateInCyprus } from '#platform/time.ts'
import { inTransaction } from '#platform/transaction.server.ts'

import { describeFound, type FoundOrder, type Hit } from './found-orders.server.ts'
import {
  comparesOrders,
  journeyFits,
  orderFits,
  orderIsMeantBy,
  ordersMeantBy,
  type SearchFilters,
} from './search-conditions.server.ts'
import { readSearch, type Reading, type SearchQuery } from './search-query.ts'

/** Orders shown for one search; more of them are found by narrowing it. */
export const MAX_FOUND = 20
/**
 * Up to this many matching orders are all compared. If more match, only the nearest in time are
 * read, since words that are so common soon find enough.
 */
const MAX_COMPARED = 2000
/** Journeys read before and after now for a search that matches more orders than that … */
const MAX_WALKED = 3000
/** … of a route, those of so many departures, and of more if the nearest ones have too few … */
const DEPARTURES_WALKED = 60
const MAX_DEPARTURES_WALKED = 3000
/** … and the days around now that they are from, if no dates are asked for. */
const DAYS_WALKED = 62
/**
 * Journeys before and after the nearest ones that are kept too, since a return journey is one
 * order.
 */
const MAX_KEPT = (MAX_FOUND + 1) * 2
/** Most names that are compared as misspelt, since each is compared letter by letter. */
const MAX_SIMILAR = 200
/** How alike a word must be to count as misspelt; pg_trgm compares from 0 to 1. */
const MIN_SIMILARITY = 0.5
/** Shorter words have too few trigrams to be recognised with a mistake in them. */
const MIN_SIMILAR_LENGTH = 4

type Search = {
  typed: string
  filters: SearchFilters
  locale: Locale
  now: Temporal.Instant
}

export type SearchOutcome =
  | {
      ok: true
      /** The nearest in time first. */
      orders: FoundOrder[]
      /** There are more than those. */
      hasMore: boolean
    }
  | Extract<SearchQuery, { ok: false }>

/**
 * Finds bookings and unpaid orders by any fragment of what staff know about one, in either alphabet,
 * or all that the filters ask for if nothing was typed. What was typed is read by its shape first
 * (see readSearch); if no spelling of a name is found, similar ones are.
 */
export async function findOrders({ typed, filters, locale, now }: Search): Promise<SearchOutcome> {
  const among = { filters, now }
  const isTyped = typed.trim() !== ''
  const query = isTyped ? readSearch(typed) : ({ ok: true, stages: [] } as const)
  if (!query.ok) return query
  const { hits, hasMore } = isTyped
    ? await findHits(query.stages, among)
    : await findFiltered(among)
  return { ok: true, orders: await describeFound(hits, locale), hasMore }
}

/** Whether this database can find a fragment within a word; otherwise only its beginning. */
export async function hasTrigrams(tx: Tx | Database = db): Promise<boolean> {
  const { rows } = await sql<{ hasTrigrams: boolean }>`
    select pg_get_indexdef('orders_search'::regclass) like '%gin_trgm_ops%' as has_trigrams`.execute(
    tx,
  )
  return rows[0]?.hasTrigrams ?? false
}

type Among = { filters: SearchFilters; now: Temporal.Instant }
type Hits = { hits: Hit[]; hasMore: boolean }

/**
 * A few orders are compared wherever their journeys are; of many orders, only the nearest in time
 * are read.
 */
async function findFiltered(among: Among): Promise<Hits> {
  const { status, moneyWaits } = among.filters
  if (!status && !moneyWaits) return walk(sql`true`, among)
  const { rows } = await sql<Match>`
    select order_id, 'words' as by, 1 as similarity from orders as o
    where ${orderFits(among.filters)} limit ${MAX_COMPARED + 1}`.execute(db)
  return rows.length > MAX_COMPARED ? walk(sql`true`, among) : listNearest(rows, among)
}

async function findHits(stages: readonly (readonly Reading[])[], among: Among): Promise<Hits> {
  const trigrams = await hasTrigrams()
  for (const readings of stages) {
    const matches = await listMatches(readings, trigrams, among.filters)
    const found =
      matches.length > MAX_COMPARED
        ? await walk(anyOf(readings, trigrams), among)
        : await listNearest(matches, among)
    if (found.hits.length > 0) return found
  }
  const named = stages.flat().find((reading) => reading.by === 'words')
  const isMisspelt = named && trigrams && !(await isAnybody(named, among.filters))
  return listNearest(isMisspelt ? await listSimilar(named.words) : [], among)
}

/** Whether the filters alone kept these words from finding an order, so they are spelt well. */
async function isAnybody(named: Reading, filters: SearchFilters): Promise<boolean> {
  if (Object.values(filters).every((value) => value === undefined)) return false
  const { rows } = await sql`${ordersMeantBy(named, true, {})} limit 1`.execute(db)
  return rows.length > 0
}

type Match = { orderId: string; by: Hit['by']; similarity: number }

/** Each order that a reading means, once, with the first reading that does. */
async function listMatches(
  readings: readonly Reading[],
  trigrams: boolean,
  filters: SearchFilters,
): Promise<Match[]> {
  const parts = readings.map(
    (reading) => sql`
      (select order_id, ${reading.by} as by, 1 as similarity
      from (${ordersMeantBy(reading, trigrams, filters)} limit ${MAX_COMPARED + 1}) as meant)`,
  )
  const { rows } = await sql<Match>`${sql.join(parts, sql` union all `)}`.execute(db)
  return [...new Map(rows.toReversed().map((row) => [row.orderId, row])).values()].toReversed()
}

/** For a search that matches very many orders, as only names, addresses and filters can. */
function anyOf(readings: readonly Reading[], trigrams: boolean): RawBuilder<unknown> {
  const conditions = readings
    .filter(comparesOrders)
    .map((reading) => sql`(${orderIsMeantBy(reading, trigrams)})`)
  return sql`(${sql.join(conditions, sql` or `)})`
}

/** Orders whose names resemble all of the longer words, misspelt on either side. */
async function listSimilar(words: readonly string[]): Promise<Match[]> {
  const forms = words.map(skeleton).filter((form) => form.length >= MIN_SIMILAR_LENGTH)
  if (forms.length === 0) return []
  const resemble = sql.join(
    forms.map((form) => sql`${form} <% search`),
    sql` and `,
  )
  const similarity = sql.join(
    forms.map((form) => sql`word_similarity(${form}, search)`),
    sql` + `,
  )
  return inTransaction(async (tx) => {
    const least = String(MIN_SIMILARITY)
    // The planner takes any likeness for a common one, and would read the whole table.
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${least}, true),
      set_config('enable_seqscan', 'off', true)`.execute(tx)
    const { rows } = await sql<Match>`
      select order_id, 'similar' as by, ${similarity} as similarity from orders
      where ${resemble} limit ${MAX_SIMILAR}`.execute(tx)
    return rows
  })
}

/** The most similar of these orders, and of equals those whose journey is nearest in time. */
async function listNearest(matches: readonly Match[], { filters, now }: Among): Promise<Hits> {
  if (matches.length === 0) return { hits: [], hasMore: false }
  const { from, to, routeId } = filters
  const isJourneyWanted = from !== undefined || to !== undefined || routeId !== undefined
  const { rows } = await sql<Hit>`
    select o.order_id, journey.booking_id, match.by
    from jsonb_to_recordset(${JSON.stringify(matches.map(toColumns))}::jsonb)
      as match (order_id uuid, by text, similarity float)
    join orders as o using (order_id)
    left join lateral (
      select b.booking_id, b.departs_at
      from bookings as b ${routeId === undefined ? sql`` : sql`join departures as d using (departure_id)`}
      where b.order_id = o.order_id and ${journeyFits(filters)}
      order by b.state = 'live' desc, ${distance(now)} limit 1
    ) as journey on true
    where ${orderFits(filters)} and (journey.booking_id is not null or not ${isJourneyWanted}::boolean)
    order by similarity desc, abs(extract(epoch from journey.departs_at - ${now})) nulls last
    limit ${MAX_FOUND + 1}`.execute(db)
  return { hits: rows.slice(0, MAX_FOUND), hasMore: rows.length > MAX_FOUND }
}

function toColumns({ orderId, by, similarity }: Match) {
  return { order_id: orderId, by, similarity }
}

/**
 * Looks through the journeys from now on, and from now back, until enough of them are of orders that
 * are meant. Something that so many orders match is soon found, and the bounds keep the search quick
 * if the filters exclude nearly all.
 */
async function walk(
  meant: RawBuilder<unknown>,
  { filters, now, departures = DEPARTURES_WALKED }: Walked,
): Promise<Hits> {
  const side = (isAhead: boolean) => sql`
    (select b.order_id, b.booking_id, b.departs_at
    from (${journeys(isAhead, { filters, now, departures })}) as b
    cross join lateral (
      select from orders as o where o.order_id = b.order_id and ${meant} and ${orderFits(filters)}
      offset 0) as o
    order by b.departs_at ${direction(isAhead)} limit ${MAX_KEPT})`
  const { rows } = await sql<Hit>`
    select order_id, booking_id, 'words' as by from (${side(true)} union all ${side(false)}) as b
    order by ${distance(now)}`.execute(db)
  // A return journey is one order: its nearer half stands for it.
  const nearest = new Map(rows.toReversed().map((row) => [row.orderId, row]))
  const hits = [...nearest.values()].toReversed()
  const isCutShort = filters.routeId !== undefined && departures < MAX_DEPARTURES_WALKED
  if (isCutShort && hits.length <= MAX_FOUND) {
    return walk(meant, { filters, now, departures: MAX_DEPARTURES_WALKED })
  }
  const isAll = hits.length <= MAX_FOUND && (await isWalkedThrough({ filters, now }))
  return { hits: hits.slice(0, MAX_FOUND), hasMore: !isAll }
}

/** `departures`: the number of a route's departures whose journeys are read, on either side. */
type Walked = Among & { departures?: number }

/** Whether the bounds of a walk left no journey out. */
async function isWalkedThrough({ filters, now }: Among): Promise<boolean> {
  if (filters.from === undefined || filters.to === undefined) return false
  const [ahead, past] = [true, false].map((isAhead) => journeys(isAhead, { filters, now }))
  const { rows } = await sql<{ most: number }>`
    select greatest((select count(*) from (${ahead}) as b), (select count(*) from (${past}) as b)) as most`.execute(
    db,
  )
  return (rows[0]?.most ?? 0) < MAX_WALKED
}

/**
 * The journeys that fit, on one side of now, the nearest first. Those of a route are found through
 * its departures, since their number in a table of journeys says nothing about one route.
 */
function journeys(isAhead: boolean, { filters, now, departures }: Walked): RawBuilder<unknown> {
  const { from, to, routeId } = filters
  const beginning = now.subtract({ hours: 24 * DAYS_WALKED })
  const end = now.add({ hours: 24 * DAYS_WALKED })
  const isDated = from !== undefined && to !== undefined
  const isOnSide = sql`b.departs_at ${isAhead ? sql`>=` : sql`<`} ${now}
    and ${isDated ? sql`true` : sql`b.departs_at between ${beginning} and ${end}`}`
  if (routeId === undefined) {
    return sql`
      select b.order_id, b.booking_id, b.departs_at from bookings as b
      where ${journeyFits(filters)} and ${isOnSide}
      order by b.departs_at ${direction(isAhead)} limit ${MAX_WALKED}`
  }
  const [first, last] = [from ?? dateInCyprus(beginning), to ?? dateInCyprus(end)]
  const today = dateInCyprus(now)
  // A bus after midnight belongs to the day before.
  const days = isAhead
    ? sql`greatest(${first}::date, ${today}::date) - 1 and ${last}::date`
    : sql`${first}::date - 1 and least(${last}::date, ${today}::date)`
  return sql`
    select b.order_id, b.booking_id, b.departs_at
    from (
      select departure_id, route_id, service_date from departures
      where route_id = ${routeId} and service_date between ${days}
      order by service_date ${direction(isAhead)}
      fetch first ${departures ?? MAX_DEPARTURES_WALKED} rows with ties) as d
    cross join lateral (
      select order_id, booking_id, departs_at, state from bookings
      where bookings.departure_id = d.departure_id offset 0) as b
    where ${journeyFits(filters)} and ${isOnSide}
    order by b.departs_at ${direction(isAhead)} limit ${MAX_WALKED}`
}

function direction(isAhead: boolean): RawBuilder<unknown> {
  return isAhead ? sql`asc` : sql`desc`
}

function distance(now: Temporal.Instant): RawBuilder<unknown> {
  return sql`abs(extract(epoch from b.departs_at - ${now}))`
}
