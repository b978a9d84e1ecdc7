import type { Passengers } from '#modules/fares/passengers.ts'
import type { RideWish } from '#modules/orders/order/limits.ts'

import { parseChoice, readCategories, readCount, textOf, writeCategories } from './query.ts'

/*
 * The new ride, in the query of the page that changes one. The parameters are those of /book-now,
 * whose list of departures it shows.
 */

export type Choice = {
  departureId: string
  from: { stopId: string }
  to: { stopId: string }
  passengers: Passengers
  wheelchairUsers: number
}

export function writeChoice(choice: Choice): URLSearchParams {
  const { departureId, from, to, passengers, wheelchairUsers } = choice
  return new URLSearchParams({
    departure: departureId,
    'from-stop': from.stopId,
    'to-stop': to.stopId,
    ...writeCategories(passengers),
    wheelchairs: String(wheelchairUsers),
  })
}

/** Undefined if no departure is named, or one that this page cannot offer. */
export function readChoice(
  search: URLSearchParams,
  now: { passengers: Passengers; wheelchairUsers: number },
): RideWish | undefined {
  const [departure, from, to] = ['departure', 'from-stop', 'to-stop'].map((name) =>
    textOf(search.get(name)),
  )
  const choice = parseChoice(departure ?? '', from ?? '', to ?? '')
  if (!choice?.fromStopId || !choice.toStopId) return undefined
  return { ...choice, ...readParty(search, now) }
}

/** The party: the current one, unless the query says otherwise. */
export function readParty(
  search: URLSearchParams,
  now: { passengers: Passengers; wheelchairUsers: number },
): { passengers: Passengers; wheelchairUsers: number } {
  const { passengers, isGiven } = readCategories(search)
  const wheelchairs = textOf(search.get('wheelchairs'))
  return {
    passengers: isGiven ? passengers : now.passengers,
    wheelchairUsers: wheelchairs === '' ? now.wheelchairUsers : (readCount(wheelchairs) ?? 0),
  }
}
