import { sql } from 'kysely'

import { db } from '#platform/db.server.ts'
import { cents, type Cents } from '#platform/money.ts'
import { dateInCyprus, startOfDay, TIME_ZONE } from '#platform/time.ts'

export type Sales = {
  date: Temporal.PlainDate
  /** Receipts of each hour of the day, by the clock in Cyprus. */
  hours: Cents[]
  /** Since midnight, until this time of the day. */
  soFar: Cents
  receipts: number
}

/**
 * The sales of today, beside the same weekday last week until the same time: the sums of the
 * receipts issued. Money that went back later is not taken off.
 */
export async function findSalesOfToday(
  now: Temporal.Instant,
): Promise<{ today: Sales; lastWeek: Sales }> {
  const today = dateInCyprus(now)
  const before = today.subtract({ days: 7 })
  const elapsed = startOfDay(today).until(now)
  const [todays, befores] = await Promise.all([
    findSales(today, now),
    findSales(before, startOfDay(before).add(elapsed)),
  ])
  return { today: todays, lastWeek: befores }
}

const HOURS = 24

async function findSales(date: Temporal.PlainDate, until: Temporal.Instant): Promise<Sales> {
  const [from, end] = [startOfDay(date), startOfDay(date.add({ days: 1 }))]
  const { rows } = await sql<{ hour: number; sold: number; soFar: number; receipts: number }>`
    select extract(hour from issued_at at time zone ${TIME_ZONE})::int as hour,
      sum(total_cents)::int as sold,
      coalesce(sum(total_cents) filter (where issued_at < ${until}), 0)::int as so_far,
      count(*) filter (where issued_at < ${until}) as receipts
    from receipts
    where series = 'receipt' and issued_at >= ${from} and issued_at < ${end}
    group by hour`.execute(db)
  const sold = new Map(rows.map((row) => [row.hour, row.sold]))
  return {
    date,
    hours: Array.from({ length: HOURS }, (_, hour) => cents(sold.get(hour) ?? 0)),
    soFar: cents(rows.reduce((total, row) => total + row.soFar, 0)),
    receipts: rows.reduce((total, row) => total + row.receipts, 0),
  }
}

/** Days ahead for which the seats sold today are shown, today among them. */
const DAYS_AHEAD = 7

/**
 * The seats sold since midnight, for journeys of today and the next six days. The receipts of the day
 * lead to their orders; `offset 0` keeps the planner from reading all orders instead.
 */
export async function listSeatsSoldToday(
  now: Temporal.Instant,
): Promise<{ date: Temporal.PlainDate; seats: number }[]> {
  const today = dateInCyprus(now)
  const [from, until] = [startOfDay(today), startOfDay(today.add({ days: DAYS_AHEAD }))]
  const { rows } = await sql<{ date: Temporal.PlainDate; seats: number }>`
    with issued as materialized (
      select distinct order_id from receipts where series = 'receipt' and issued_at >= ${from}),
    sold as materialized (
      select issued.order_id from issued cross join lateral (
        select from orders
        where orders.order_id = issued.order_id and confirmed_at >= ${from} offset 0) as bought)
    select (departs_at at time zone ${TIME_ZONE})::date as date, sum(taken)::int as seats
    from sold
    cross join lateral (
      select departs_at, (
        select sum(seats) from seat_holds
        where seat_holds.booking_id = bookings.booking_id and state = 'sold') as taken
      from bookings
      where bookings.order_id = sold.order_id
        and departs_at >= ${from} and departs_at < ${until}) as journeys
    where taken > 0
    group by date`.execute(db)
  const sold = new Map(rows.map(({ date, seats }) => [date.toString(), seats]))
  return Array.from({ length: DAYS_AHEAD }, (_, days) => {
    const date = today.add({ days })
    return { date, seats: sold.get(date.toString()) ?? 0 }
  })
}
