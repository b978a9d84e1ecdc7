import {
  listNextDepartures,
  type NextDeparture,
} from '#modules/timetable/next-departures.server.ts'
import { isBefore } from '#platform/time.ts'

import { listReportedDepartures } from './delays.server.ts'
import type { StopNews } from './stop-news.ts'
import { findToday, listStopNews } from './today.server.ts'

/** A departure on a board, with the delay at its stop. */
export type BoardDeparture = Omit<NextDeparture, 'changedCalls'> & {
  /** Negative: early. */
  delayMinutes: number
  /** This stop and those after it that are closed or moved. */
  stopNews: StopNews[]
}

type Asked = Omit<Parameters<typeof listNextDepartures>[0], 'late'>

/**
 * The next buses from a stop, by the timetable. One that is late stays on the board until it leaves,
 * and one that is early leaves it with the bus. Those that pass the stop by are listed between the
 * others, and are not counted.
 */
export async function listBoard(asked: Asked): Promise<BoardDeparture[]> {
  const { now, most } = asked
  const late = await listReportedDepartures(now)
  const listed = await listNextDepartures({ ...asked, most: most + late.length, late })
  const today = await findToday(listed.map(({ departureId }) => departureId))
  const awaited = listed
    .map(({ changedCalls, ...departure }) => {
      const { departureId, position } = departure
      const delayMinutes = today.delayAt(departureId, position)
      const stopNews = changedCalls.flatMap((call) => listStopNews({ departureId, ...call }, today))
      return { ...departure, delayMinutes, stopNews }
    })
    .filter(({ departsAt, delayMinutes }) =>
      isBefore(now, departsAt.add({ minutes: delayMinutes })),
    )
  const served = awaited.filter(({ isStopClosed }) => !isStopClosed)
  const last = served[most - 1]
  return last ? awaited.slice(0, awaited.indexOf(last) + 1) : awaited
}
