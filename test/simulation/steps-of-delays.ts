import { listConcernedDepartures } from '#modules/incidents/incident/concerned.server.ts'
import { reportDelay } from '#modules/incidents/times/report-delay.server.ts'
import { tellNews } from '#modules/incidents/times/tell-news.server.ts'
import { now } from '#platform/clock.server.ts'
import { db } from '#platform/db.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'
import { delayTogether, leavingFrom } from '#test/fixtures/late-buses.ts'

import type { Journey } from './journey.ts'

/** A bus that runs late, and the job that tells its passengers. */
export const OF_DELAYS = {
  'the bus is twenty minutes late': (journey: Journey) => beLate(journey, 20),
  'the bus is ten minutes late': (journey: Journey) => beLate(journey, 10),
  'the bus is fifty minutes late': (journey: Journey) => beLate(journey, 50),
  'the bus is on time again': (journey: Journey) => beLate(journey, 0),
  'both buses are forty minutes late': ({ buses }: Journey) => beLateTogether(buses, 40),
  'passengers learn of delays': () => tellNews(now()),
} satisfies Record<string, (journey: Journey) => Promise<unknown>>

function beLate({ buses: [departureId] }: Journey, minutes: number): Promise<unknown> {
  return reportDelay({ departureId, by: ADMIN, fromPosition: 0, minutes, now: now() })
}

/** One press for these buses alone, whichever others leave meanwhile. */
async function beLateTogether(buses: readonly string[], minutes: number): Promise<unknown> {
  const leaving = await db
    .selectFrom('departureStops')
    .select('departsAt')
    .where('departureId', 'in', buses)
    .where('position', '=', 0)
    .orderBy('departsAt')
    .execute()
  const [first, last] = [leaving.at(0)?.departsAt, leaving.at(-1)?.departsAt]
  if (!first || !last) return undefined
  const window = { ...leavingFrom(first), until: last.add({ minutes: 1 }) }
  const found = await listConcernedDepartures(window, { now: now() })
  const others = found.map(({ departureId }) => departureId).filter((id) => !buses.includes(id))
  return delayTogether({ ...window, withoutIds: others }, { minutes })
}
