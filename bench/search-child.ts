import { partyOf } from '#modules/fares/passengers.ts'
import { findOffers } from '#modules/offers/find-offers.server.ts'
import { db } from '#platform/db.server.ts'

import type { Asked, Found } from './search.ts'

/* A separate program, since a program has one database: makes the searches it receives. */

const PASSENGERS = partyOf({ adult: 1 })
const PLACES = { seats: 1, wheelchairPlaces: 0 }

process.on(
  'message',
  (asked: Asked[]) => void searchAll(asked).then((found) => process.send?.(found)),
)
process.on('disconnect', () => void db.destroy())

/** One after the other, without pauses. */
async function searchAll(asked: readonly Asked[]): Promise<Found> {
  const now = Temporal.Now.instant()
  const began = performance.now()
  const offers: number[] = []
  for (const { fromStopId, toStopId, date } of asked) {
    const stops = { fromStopIds: [fromStopId], toStopIds: [toStopId] }
    const day = Temporal.PlainDate.from(date)
    const party = { passengers: PASSENGERS, places: PLACES }
    const answer = await findOffers({ ...stops, ...party, date: day, now })
    offers.push(answer.found === 'departures' ? answer.offers.length : 0)
  }
  return { milliseconds: (performance.now() - began) / asked.length, offers }
}
