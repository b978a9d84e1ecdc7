import {
  boardsFrom,
  countBoarders,
  type ConcernedDeparture,
} from '#modules/incidents/incident/concerned.server.ts'
import { planDelay, type ManyDelay } from '#modules/incidents/times/delay-departures.server.ts'
import { cents } from '#platform/money.ts'

type Asked = ManyDelay & { now: Temporal.Instant }

/**
 * The departures of a selection that are to be reported late, with the passengers who board from
 * that stop on.
 */
export async function planLate(matching: readonly ConcernedDeparture[], asked: Asked) {
  const { quote, late, already } = await planDelay(
    matching.map(({ departureId }) => departureId),
    asked,
  )
  const boarders = new Map(
    (await countBoarders(late)).map(({ departureId, bookings, passengers }) => {
      return [departureId, { bookings, passengers }]
    }),
  )
  const { lastReport, ...counts } = quote
  const lateOf = new Map(late.map(({ departureId, ...one }) => [departureId, one]))
  return {
    departures: matching
      .filter(({ departureId }) => lateOf.has(departureId))
      .map((one) => ({ ...one, ...boarders.get(one.departureId) })),
    already: matching.filter(({ departureId }) => already.includes(departureId)),
    late: lateOf,
    quote: { ...counts, paid: cents(0) },
    lastReport,
    where: boardsFrom(late),
  }
}
