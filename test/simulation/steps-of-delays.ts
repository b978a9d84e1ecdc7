import { reportDelay } from '#modules/incidents/report-delay.server.ts'
import { tellNews } from '#modules/incidents/tell-news.server.ts'
import { now } from '#platform/clock.server.ts'
import { ADMIN } from '#test/fixtures/admin.ts'

import type { Journey } from './journey.ts'

/** A bus that runs late, and the job that tells its passengers. */
export const OF_DELAYS = {
  'the bus is twenty minutes late': (journey: Journey) => beLate(journey, 20),
  'the bus is ten minutes late': (journey: Journey) => beLate(journey, 10),
  'the bus is fifty minutes late': (journey: Journey) => beLate(journey, 50),
  'the bus is on time again': (journey: Journey) => beLate(journey, 0),
  'passengers learn of delays': () => tellNews(now()),
} satisfies Record<string, (journey: Journey) => Promise<unknown>>

function beLate({ buses: [departureId] }: Journey, minutes: number): Promise<unknown> {
  return reportDelay({ departureId, by: ADMIN, fromPosition: 0, minutes, now: now() })
}
