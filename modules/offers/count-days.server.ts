import { SALE_CLOSES_MINUTES } from '#modules/rules/rules.ts'
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
  return value.map(({ date: day, boardings, departures }) => {
    const next = boardings.findIndex(({ boardsAt }) => !isBefore(boardsAt, stillOnSale))
    const boarding = boardings[next]
    if (!boarding) return { date: day, departures: 0 }
    // Of most days all are still on sale, which is counted once.
    return {
      date: day,
      departures: next === 0 ? departures : countDepartures(boardings.slice(next)),
    }
  })
}

/** The boardings of a day, the first one first, and the departures that they are of. */
type DayRead = { date: Temporal.PlainDate; boardings: Boarding[]; departures: number }

const remembered = rememberForEdition<DayRead[]>(MAX_REMEMBERED, () => [])

async function readDays(stops: StopSets, first: Temporal.PlainDate): Promise<DayRead[]> {
  const until = startOfDay(first.add({ days: DAYS }))
  const boardings = await listBoardings({ ...stops, since: startOfDay(first), until })
  const byDate = Map.groupBy(boardings, ({ boardsAt }) => dateInCyprus(boardsAt).toString())
  return Array.from({ length: DAYS }, (_, days) => {
    const date = first.add({ days })
    const ofDay = byDate.get(date.toString()) ?? []
    return { date, boardings: ofDay, departures: countDepartures(ofDay) }
  })
}

function countDepartures(boardings: readonly Boarding[]): number {
  return new Set(boardings.map(({ departureId }) => departureId)).size
}
