import {
  mapPassengers,
  type PassengerCategory,
  type Passengers,
} from '#modules/fares/passengers.ts'

import { readCount, textOf } from './query.ts'

/*
 * The selection to cancel, in the query: `what=all` for everything; otherwise for each ride
 * `ride.<id>=all`, or `ride.<id>=some` with `adult.<id>=1` for the passengers who stay at home.
 */

export type GivingUp = {
  wants: 'none' | 'all' | 'some'
  /** The passengers who stay at home, if only some do. */
  leaving: Passengers
  wheelchairUsers: number
}

export function wantsAll(search: URLSearchParams): boolean {
  return search.get('what') === 'all'
}

export function readGivingUp(search: URLSearchParams, bookingId: string): GivingUp {
  const wanted = search.get(rideName(bookingId))
  const count = (name: string) => readCount(textOf(search.get(name))) ?? 0
  return {
    wants: wanted === 'all' || wanted === 'some' ? wanted : 'none',
    leaving: mapPassengers((category) => count(countName(category, bookingId))),
    wheelchairUsers: count(countName('wheelchair', bookingId)),
  }
}

/** The rides that a query names, whether or not they exist. */
export function ridesNamed(search: URLSearchParams): string[] {
  const prefix = rideName('')
  return [...search.keys()].flatMap((name) =>
    name.startsWith(prefix) ? [name.slice(prefix.length)] : [],
  )
}

export function rideName(bookingId: string): string {
  return `ride.${bookingId}`
}

export function countName(category: PassengerCategory | 'wheelchair', bookingId: string): string {
  return `${category}.${bookingId}`
}
