import { fareOn, keyOf, type FareWish } from '#modules/fares/dated-fares.ts'
import type { Fare } from '#modules/fares/fares.ts'
import {
  CATEGORY_RULES,
  PASSENGER_CATEGORIES,
  type PassengerCategory,
} from '#modules/fares/passengers.ts'
import type { RidePair } from '#modules/timetable/ride-pairs.server.ts'

/** The categories that pay. On a lap nobody does, as the terms promise, so no form asks. */
export const PAYING = PASSENGER_CATEGORIES.filter((category) => !CATEGORY_RULES[category].onLap)

/** A row of the table of fares: a pair, and its way back if that costs the same. */
export type PairRow = { pair: RidePair; isBoth: boolean }

/** Fares by pair and category: in cents, or null for what is not sold. */
export type FareOf = (pair: RidePair, category: PassengerCategory) => number | null

/** The fares of a day, with the changes of a draft. */
export function faresOn(
  fares: readonly Fare[],
  day: Temporal.PlainDate,
  wishes: readonly FareWish[] = [],
): FareOf {
  const rows = Map.groupBy(fares, keyOf)
  const wished = new Map(wishes.map((wish) => [keyOf(wish), wish.fareCents]))
  return (pair, passengerCategory) => {
    const key = keyOf({ ...pair, passengerCategory })
    const wish = wished.get(key)
    return wish === undefined ? fareOn(rows.get(key) ?? [], day) : wish
  }
}

/** One row for both directions if all their texts are the same, and otherwise one for each. */
export function pairRows(
  pairs: readonly RidePair[],
  textOf: (pair: RidePair) => string,
): PairRow[] {
  const texts = new Map(pairs.map((pair) => [idOf(pair), textOf(pair)]))
  const told = new Set<string>()
  return pairs.flatMap((pair) => {
    const back = idOf(wayBack(pair))
    if (told.has(idOf(pair))) return []
    const isBoth = texts.get(back) === texts.get(idOf(pair))
    if (isBoth) told.add(back)
    return { pair, isBoth }
  })
}

/** The name of the field for a fare, the same for everybody who looks: `fare:NIC:LCA:adult`. */
export function fieldOf({ pair, isBoth }: PairRow, category: PassengerCategory): string {
  return `${isBoth ? 'both' : 'fare'}:${idOf(pair)}:${category}`
}

/** The fields that may say what a pair costs: its own, and that of both directions. */
export function fieldsFor(pair: RidePair, category: PassengerCategory): string[] {
  return [
    fieldOf({ pair, isBoth: false }, category),
    fieldOf({ pair, isBoth: true }, category),
    fieldOf({ pair: wayBack(pair), isBoth: true }, category),
  ]
}

/** The value of the box that chooses a row. */
export function idOf({ fromStopId, toStopId }: RidePair): string {
  return [fromStopId, toStopId].map(encodeURIComponent).join(':')
}

export function wayBack({ fromStopId, toStopId }: RidePair): RidePair {
  return { fromStopId: toStopId, toStopId: fromStopId }
}
