import { translation } from '#app/i18n/translation.ts'
import {
  findSalesOfToday,
  listSeatsSoldToday,
} from '#modules/bookkeeping/figures/sales-of-today.server.ts'
import { shortDate, weekday, weekdayAndDay } from '#platform/format/dates.ts'
import { cents, formatEuros } from '#platform/money.ts'
import { clockTime } from '#platform/time.ts'

import type { SalesView, SeatsView } from './view.ts'

/** Sales by the hour, beside the same weekday last week. */
export async function showSales(now: Temporal.Instant): Promise<SalesView> {
  const { locale, messages } = translation()
  const { sales } = messages.office.today
  const { today, lastWeek } = await findSalesOfToday(now)
  const euros = (amount: number) => formatEuros(cents(amount), locale)
  const [sum, before] = [euros(today.soFar), euros(lastWeek.soFar)]
  const day = weekday(lastWeek.date, locale)
  const hours = today.hours.map((sold, hour) => ({
    label: String(hour).padStart(2, '0'),
    values: [sold, lastWeek.hours[hour] ?? 0],
  }))
  return {
    chart: sales.chart(sum, clockTime(now), before, day),
    largest: euros(Math.max(...hours.flatMap(({ values }) => values))),
    series: [sales.today, sales.lastWeek(day)],
    groups: hours,
    soFar: sales.soFar(sum, today.receipts),
    before: sales.before(before, day),
    rows: hours
      .filter(({ values }) => values.some((value) => value > 0))
      .map(({ label, values: [sold = 0, earlier = 0] }) => ({
        hour: sales.hours(label),
        today: euros(sold),
        lastWeek: euros(earlier),
      })),
  }
}

/** Seats sold today for the next days of travel. */
export async function showSeats(now: Temporal.Instant): Promise<SeatsView> {
  const { locale, messages } = translation()
  const { seats: sentences } = messages.office.today
  const days = await listSeatsSoldToday(now)
  const counts = days.map(({ seats }) => seats)
  return {
    chart: sentences.chart(counts.reduce((total, count) => total + count, 0)),
    largest: sentences.largest(Math.max(...counts)),
    rows: days.map(({ date, seats }) => ({
      date: shortDate(date, locale),
      label: weekdayAndDay(date, locale),
      seats,
    })),
  }
}
