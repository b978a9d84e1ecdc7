import { saleClosesAt } from '#modules/rules/deadlines.ts'
import { SALE_CLOSES_MINUTES } from '#modules/rules/rules.ts'
import { noteLastMoment } from '#platform/basis.server.ts'
import { isBefore, dateInCyprus, startOfDay, TIME_ZONE } from '#platform/time.ts'

import { countDeparturesByDate, type StopSets } from './rides-between.server.ts'

/** Days shown around the date asked for: as many as fit on a phone held in one hand. */
const DAYS = 7

type Asked = StopSets & { date: Temporal.PlainDate; now: Temporal.Instant }
export type DayCount = { date: Temporal.PlainDate; departures: number }

/** The days around a date, from today on, each with the departures that are still on sale. */
export async function countDays({ date, now, ...stops }: Asked): Promise<DayCount[]> {
  const today = dateInCyprus(now)
  const middle = date.subtract({ days: Math.floor(DAYS / 2) })
  const first = Temporal.PlainDate.compare(middle, today) < 0 ? today : middle
  const dates = Array.from({ length: DAYS }, (_, days) => first.add({ days }))

  const stillOnSale = now.add({ minutes: SALE_CLOSES_MINUTES })
  const since = startOfDay(first)
  const counted = await countDeparturesByDate({
    ...stops,
    since: isBefore(since, stillOnSale) ? stillOnSale : since,
    until: startOfDay(first.add({ days: DAYS })),
    timeZone: TIME_ZONE,
  })
  for (const { firstBoardsAt } of counted) noteLastMoment(saleClosesAt(firstBoardsAt))
  const departuresOn = new Map(counted.map((day) => [day.date.toString(), day.departures]))
  return dates.map((day) => ({ date: day, departures: departuresOn.get(day.toString()) ?? 0 }))
}
