import { sql } from 'kysely'

import { PASSENGER_CATEGORIES, type PassengerCategory } from '#modules/fares/passengers.ts'
import type { SaleChannel } from '#modules/orders/order/sale-channel.ts'
import { db, type Tx } from '#platform/db.server.ts'
import { invariant } from '#platform/invariant.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import { dateInCyprus, startOfDay } from '#platform/time.ts'
import { inPatientTransaction } from '#platform/transaction.server.ts'

import { dayOf, figuresOf } from './figures-of-days.server.ts'
import type { Figures } from './figures.ts'
import { listMissingDays } from './missing-days.server.ts'

/*
 * The figures of a day: the lines of its receipts and credit notes, and the fares forfeited, by
 * route, passenger category and channel of sale. A day that is over is summed up once and kept, so
 * that a report of a month or a year reads a few hundred rows, and is still there when its orders
 * have been removed. Today's figures, and those of a day that the job has not reached, are computed
 * when they are asked for.
 */

export const SUM_UP_DAYS: Job<object> = {
  name: 'sum-up-days',
  tries: 5,
  firstPause: 60,
  longestPause: 3600,
  seconds: 3600,
}

/** The days of a report, both included, in Cyprus. */
export type Span = { from: Temporal.PlainDate; until: Temporal.PlainDate }

/**
 * Sums up every day that is over and is not summed up yet, from the first day of the ledger on.
 *
 * @returns the number of days
 */
export async function sumUpDays(now: Temporal.Instant): Promise<number> {
  const days = await listDaysToSumUp(now)
  for (const day of days) await sumUpDay(day, now)
  return days.length
}

/** Sums up one day, again if it was summed up before. */
export async function sumUpDay(day: Temporal.PlainDate, now: Temporal.Instant): Promise<void> {
  await inPatientTransaction(async (tx) => {
    await tx.deleteFrom('figuredDays').where('day', '=', day).execute()
    await tx.insertInto('figuredDays').values({ day, figuredAt: now }).execute()
    await insertFigures(tx, day)
  })
}

async function insertFigures(tx: Tx, day: Temporal.PlainDate): Promise<void> {
  await sql`
    insert into daily_figures (day, route_id, category, channel,
      passengers, sold_cents, cancelled_cents, fees_cents, forfeited_cents, goodwill_cents, vat_cents)
    ${figuresOfDays([day])}`.execute(tx)
}

async function listDaysToSumUp(now: Temporal.Instant): Promise<Temporal.PlainDate[]> {
  const yesterday = dateInCyprus(now).subtract({ days: 1 })
  const { rows } = await sql<{ day: Temporal.PlainDate }>`
    select each.day::date as day
    from (select min(entered_at) as first from ledger_entries union all select min(issued_at) from receipts) as beginning
    cross join lateral generate_series(${dayOf(sql`first`)}, ${yesterday.toString()}::date, interval '1 day') as each (day)
    where not exists (select from figured_days where figured_days.day = each.day::date)
    group by 1 order by 1`.execute(db)
  return rows.map(({ day }) => day)
}

export type FiguresRow = Figures & {
  day: Temporal.PlainDate
  routeId: string
  category: PassengerCategory
  channel: SaleChannel
}

/**
 * The figures of a span: those that are kept, and those of days that are not summed up, computed
 * now. In the order of days, routes, categories and channels.
 */
export async function listFigures(span: Span): Promise<FiguresRow[]> {
  const { rows } = await sql<FiguresRow>`
    select figures.* from (${await selectFigures(span)}) as figures
    left join routes using (route_id)
    order by day, position, route_id, ${PLACE_OF_CATEGORY}, channel`.execute(db)
  return rows
}

/** By what the figures of a span can be summed. */
export type Dimension = 'day' | 'route' | 'category' | 'channel'

export type FiguresSum = Figures & {
  /** The day, route id, category or channel. */
  of: string
}

/**
 * The same figures, added up for each day, route, category or channel; in their order. The database
 * adds them up: a month of a large company has tens of thousands of rows.
 */
export async function sumFigures(span: Span, by: Dimension): Promise<FiguresSum[]> {
  const { of, order } = DIMENSIONS[by]
  const { rows } = await sql<FiguresSum>`
    select ${of}::text as of, sum(passengers)::int8 as passengers,
      sum(sold_cents)::int8 as sold_cents, sum(cancelled_cents)::int8 as cancelled_cents,
      sum(fees_cents)::int8 as fees_cents, sum(forfeited_cents)::int8 as forfeited_cents,
      sum(goodwill_cents)::int8 as goodwill_cents, sum(vat_cents)::int8 as vat_cents
    from (${await selectFigures(span)}) as figures
    left join routes using (route_id)
    group by ${of} order by min(${order}), 1`.execute(db)
  return rows
}

const PLACE_OF_CATEGORY = sql`array_position(${[...PASSENGER_CATEGORIES]}::text[], category)`

const DIMENSIONS = {
  day: { of: sql`day`, order: sql`day` },
  route: { of: sql`route_id`, order: sql`position` },
  category: { of: sql`category`, order: PLACE_OF_CATEGORY },
  channel: { of: sql`channel`, order: sql`channel` },
}

/** Selects the rows of the days of a span, kept or computed. */
async function selectFigures(span: Span) {
  const [first, last] = [span.from.toString(), span.until.toString()]
  const missing = await listMissingDays(span, 'figured_days')
  const computed = missing.length === 0 ? sql`` : sql`union all ${figuresOfDays(missing)}`
  return sql`
    select day, route_id, category, channel,
      passengers, sold_cents, cancelled_cents, fees_cents, forfeited_cents, goodwill_cents, vat_cents
    from daily_figures where day between ${first}::date and ${last}::date
    ${computed}`
}

function figuresOfDays(days: readonly Temporal.PlainDate[]) {
  const [first, last] = [days[0], days.at(-1)]
  invariant(first && last, 'there are days to compute')
  const bounds = { from: startOfDay(first), until: startOfDay(last.add({ days: 1 })) }
  return figuresOf(sql`select unnest(${days.map(String)}::date[]) as day`, bounds)
}
