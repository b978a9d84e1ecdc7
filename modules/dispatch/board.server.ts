import {
  listNextDepartures,
  type NextDeparture,
} from '#modules/timetable/next-departures.server.ts'
import { isBefore } from '#platform/time.ts'

import { findDelays, listReportedDepartures } from './delays.server.ts'

/** A departure on a board, with the delay at its stop. */
export type BoardDeparture = NextDeparture & {
  /** Negative: early. */
  delayMinutes: number
}

type Asked = Omit<Parameters<typeof listNextDepartures>[0], 'late'>

/**
 * The next buses from a stop, by the timetable. One that is late stays on the board until it leaves,
 * and one that is early leaves it with the bus.
 */
export async function listBoard(asked: Asked): Promise<BoardDeparture[]> {
  const { now, most } = asked
  const late = await listReportedDepartures(now)
  const listed = await listNextDepartures({ ...asked, most: most + late.length, late })
  const delayAt = await findDelays(listed.map(({ departureId }) => departureId))
  return listed
    .map((departure) => {
      const delayMinutes = delayAt(departure.departureId, departure.position)
      return { ...departure, delayMinutes }
    })
    .filter(({ departsAt, delayMinutes }) =>
      isBefore(now, departsAt.add({ minutes: delayMinutes })),
    )
    .slice(0, most)
}
