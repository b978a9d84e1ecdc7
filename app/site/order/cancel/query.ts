import { readCount, textOf } from '#app/components/journey/query.ts'
import { PASSENGER_CATEGORIES, type Passengers } from '#modules/fares/passengers.ts'

/*
 * What somebody wants to give up, as it stands in the address: `what=all` for everything; otherwise
 * for each ride `ride.<id>=all`, or `ride.<id>=some` with `adult.<id>=1` for those who stay at home.
 */

export type GivingUp = {
  wants: 'none' | 'all' | 'some'
  /** Who stays at home, where only some do. */
  leaving: Passengers
  wheelchairUsers: number
}

export function wantsAll(search: URLSearchParams): boolean {
  return search.get('what') === 'all'
}

export function readGivingUp(search: URLSearchParams, bookingId: string): GivingUp {
  const wanted = search.get(rideName(bookingId))
  const count = (name: string) => readCount(textOf(search.get(name))) ?? 0
  const leaving = PASSENGER_CATEGORIES.map((category) => {
    return [category, count(countName(category, bookingId))] as const
  })
  return {
    wants: wanted === 'all' || wanted === 'some' ? wanted : 'none',
    leaving: Object.fromEntries(leaving) as Passengers,
    wheelchairUsers: count(countName('wheelchair', bookingId)),
  }
}

/** The rides that an address names, whether or not there are such. */
export function ridesNamed(search: URLSearchParams): string[] {
  const prefix = rideName('')
  return [...search.keys()].flatMap((name) =>
    name.startsWith(prefix) ? [name.slice(prefix.length)] : [],
  )
}

export function rideName(bookingId: string): string {
  return `ride.${bookingId}`
}

export function countName(
  category: (typeof PASSENGER_CATEGORIES)[number] | 'wheelchair',
  bookingId: string,
): string {
  return `${category}.${bookingId}`
}
