import { saleClosesAt } from '#modules/rules/deadlines.ts'
import { SALE_CLOSES_MINUTES } from '#modules/rules/rules.ts'
import { noteLastMoment } from '#platform/basis.server.ts'
import { isBefore, dateInCyprus, startOfDay } from '#platform/time.ts'

import { rememberForEdition } from './remembered.server.ts'
import { listBoardings, type Boarding, type StopSets } from './rides-between.server.ts'

/** Days shown around the date asked for: as many as fit on a phone held in one hand. */
const DAYS = 7
const MAX_REMEMBERED = 1000

type Asked = StopSets & { date: Temporal.PlainDate; now: Temporal.Instant }
export type DayCount = { date: Temporal.PlainDate; departures: number }

/** The days around a date, from today on, each with the departures that are still on sale. */
export async function countDays({ date, now, ...stops }: Asked): Promise<DayCount[]> {
  const today = dateInCyprus(now)
  const middle = date.subtract({ days: Math.floor(DAYS / 2) })
  const first = Temporal.PlainDate.compare(middle, today) < 0 ? today : middle
  const key = JSON.stringify([first, stops])
  const { value } = await remembered(key, now, () => readDays(stops, first))

  const stillOnSale = now.add({ minutes: SALE_CLOSES_MINUTES })
  return value.map(({ date: day, boardings }) => {
    const onSale = boardings.filter(({ boardsAt }) => !isBefore(boardsAt, stillOnSale))
    if (onSale[0]) noteLastMoment(saleClosesAt(onSale[0].boardsAt))
    return { date: day, departures: new Set(onSale.map(departureOf)).size }
  })
}

type DayRead = { date: Temporal.PlainDate; boardings: Boarding[] }

const remembered = rememberForEdition<DayRead[]>(MAX_REMEMBERED, () => [])

async function readDays(stops: StopSets, first: Temporal.PlainDate): Promise<DayRead[]> {
  const until = startOfDay(first.add({ days: DAYS }))
  const boardings = await listBoardings({ ...stops, since: startOfDay(first), until })
  const byDate = Map.groupBy(boardings, ({ boardsAt }) => dateInCyprus(boardsAt).toString())
  return Array.from({ length: DAYS }, (_, days) => {
    const date = first.add({ days })
    return { date, boardings: byDate.get(date.toString()) ?? [] }
  })
}

function departureOf({ departureId }: Boarding): string {
  return departureId
}
