import { sql, type RawBuilder } from 'kysely'

import { TIME_ZONE } from '#platform/time.ts'

/*
 * The figures of some days, out of their receipts, credit notes and changes. Every cent is divided
 * among the lines of its document: VAT as the document itself divides it (modules/documents/vat.ts),
 * a fee, a forfeited fare and goodwill in proportion to the prices of the lines, so that the parts
 * always add up to the whole.
 */

type Rows = RawBuilder<unknown>

/** The day in Cyprus of a moment. */
export function dayOf(moment: Rows): Rows {
  return sql`(${moment} at time zone ${sql.lit(TIME_ZONE)})::date`
}

/** All moments of the days, if they are known; null otherwise. */
type Bounds = { from: Temporal.Instant; until: Temporal.Instant } | null

/**
 * Selects the figures of days, which are given as a query with the one column `day`. What was
 * charged and what was credited are kept apart: a ride at a new price is credited whole, and then
 * charged at the new price, as its documents say.
 *
 * @param bounds tell the planner how few documents the days have; without them it expects a ninth of
 *   all, and reads every table from end to end
 */
export function figuresOf(days: Rows, bounds: Bounds = null): Rows {
  return sql`
    select day, route_id, category, channel,
      sum(people)::int as passengers, sum(sold)::int as sold_cents, sum(cancelled)::int as cancelled_cents,
      sum(fee)::int as fees_cents, sum(forfeited)::int as forfeited_cents,
      sum(goodwill)::int as goodwill_cents, sum(vat)::int as vat_cents
    from (
      select day, booking_id, category, sign * count as people,
        case when sign = 1 then gross else 0 end as sold, case when sign = -1 then gross else 0 end as cancelled,
        fee, 0 as forfeited, 0 as goodwill, sign * (vat - fee_vat) as vat
      from (${lines(days, bounds)}) as line
      union all
      select day, booking_id, category, 0, 0, 0, 0, 0, goodwill, 0 - vat from (${reductions(days, bounds)}) as reduction
      union all
      select day, booking_id, category, 0, 0, fee, fee, forfeited, 0, 0 from (${kept(days, bounds)}) as kept
    ) as part
    join bookings using (booking_id) join orders using (order_id) join departures using (departure_id)
    group by day, route_id, category, channel`
}

/** The lines of the documents of the days, each with its share of the fee and of the VAT. */
function lines(days: Rows, bounds: Bounds): Rows {
  return sql`
    select *,
      ${shareOf(sql`fee_cents`)} as fee,
      ${shareOf(sql`sum(vat) over document - vat_cents`)} as fee_vat
    from (
      select *, floor_of_vat + case when row_number() over (partition by series, number
        order by rest_of_vat desc, line) <= vat_of_lines - sum(floor_of_vat) over document then 1 else 0 end as vat
      from (
        select *, gross * rate / (10000 + rate) as floor_of_vat, gross * rate % (10000 + rate) as rest_of_vat,
          (2 * listed * rate + 10000 + rate) / (2 * (10000 + rate)) as vat_of_lines
        from (
          select day, series, number, line, booking_id, category, count, fee_cents, vat_cents,
            case series when 'receipt' then 1 else -1 end as sign, round(vat_percent * 100)::bigint as rate,
            (count * fare_cents)::bigint as gross,
            sum(count * fare_cents) over (partition by series, number) as listed,
            sum(count * fare_cents) over (partition by series, number order by line) as running
          from (${days}) as days
          join receipts on ${isOf(sql`day`, sql`issued_at`, bounds)}
          join receipt_lines using (series, number)
        ) as listed
      ) as exact
      window document as (partition by series, number)
    ) as with_vat
    window document as (partition by series, number)`
}

/**
 * The sums that credit notes of the days gave beyond their lines. One without lines, or with free rides
 * alone, gives it for the rides of the receipt of the same change, or else of the receipt that it
 * corrects; and if all of these are free, for their first line.
 */
function reductions(days: Rows, bounds: Bounds): Rows {
  return sql`
    select day, booking_id, category, ${shareOf(sql`reduction_cents`)} as goodwill,
      case when is_own then 0 else ${shareOf(sql`vat_cents`)} end as vat
    from (
      select *, sum(gross) over document as listed, sum(gross) over (document order by line) as running
      from (
        select day, issued.series, issued.number, line, booking_id, category, reduction_cents, vat_cents,
          basis.is_own and price > 0 as is_own,
          case when price = 0 then (line = 1)::int else count * fare_cents end::bigint as gross
        from (${days}) as days
        join receipts as issued on ${isOf(sql`day`, sql`issued_at`, bounds)}
          and reduction_cents <> 0
        cross join lateral (
          select series, number, choice = 1 as is_own, sum(count * fare_cents) as price
          from (
            select issued.series, issued.number, 1 as choice
            union all
            select series, number, 2 from receipts as other
            where other.order_id = issued.order_id and other.change_id = issued.change_id and series = 'receipt'
            union all
            select 'receipt', issued.corrects_number, 3
          ) as document join receipt_lines using (series, number)
          group by series, number, choice
          order by sum(count * fare_cents) > 0 desc, choice
          limit 1
        ) as basis
        join receipt_lines as given on given.series = basis.series and given.number = basis.number
      ) as given
      window document as (partition by series, number)
    ) as listed`
}

/**
 * Money that changes of the days kept and that is on no document: fares forfeited, of the
 * passengers who no longer ride on the rides that were not credited, and a fee that took the whole
 * price.
 */
function kept(days: Rows, bounds: Bounds): Rows {
  return sql`
    select day, booking_id, category, ${shareOf(sql`forfeited_cents`)} as forfeited,
      case when is_credited then 0 else ${shareOf(sql`fee_cents`)} end as fee
    from (
      select *, sum(gross) over (partition by change_id) as listed,
        sum(gross) over (partition by change_id order by booking_id, category) as running
      from (
        select day, change_id, forfeited_cents, fee_cents, note.is_credited, before.booking_id, before.category,
          (before.count - case when before.fare_cents = after.fare_cents then least(before.count, after.count) else 0 end)
            * before.fare_cents::bigint as gross
        from (${days}) as days
        join changes on forfeited_cents + fee_cents > 0 and state = 'done'
          and ${isOf(sql`day`, sql`done_at`, bounds)}
        cross join lateral (select exists (select from receipts where receipts.order_id = changes.order_id
          and receipts.change_id = changes.change_id and series = 'credit-note') as is_credited) as note
        join changed_bookings using (change_id)
        join booking_passengers as before on before.booking_id = before_booking_id
        left join booking_passengers as after
          on after.booking_id = after_booking_id and after.category = before.category
        where not exists (select from receipts join receipt_lines using (series, number)
          where receipts.order_id = changes.order_id and receipts.change_id = changes.change_id
            and series = 'credit-note' and receipt_lines.booking_id = before_booking_id)
      ) as given_up
    ) as listed`
}

/** The part of an amount that falls on a line, so that the parts of all lines add up to it. */
function shareOf(amount: Rows): Rows {
  return sql`case when listed = 0 then 0 else
    div((${amount}) * running, listed) - div((${amount}) * (running - gross), listed) end`
}

function isOf(day: Rows, moment: Rows, bounds: Bounds): Rows {
  const isOfDay = sql`${moment} >= ${startOf(day)} and ${moment} < ${startOf(sql`${day} + 1`)}`
  if (!bounds) return isOfDay
  return sql`${moment} >= ${bounds.from} and ${moment} < ${bounds.until} and ${isOfDay}`
}

function startOf(day: Rows): Rows {
  return sql`(${day})::timestamp at time zone ${sql.lit(TIME_ZONE)}`
}
