import type { Fare } from './fares.ts'

/* What a change of fares does, worked out before it is made. */

/** A fare of a pair and category, of some day. */
export type FareWish = Omit<Fare, 'validFrom'>

/** From a day on, a pair and category has another fare than it would have had. */
export type FareStep = Omit<Fare, 'validFrom' | 'fareCents'> & {
  from: Temporal.PlainDate
  /** In cents; null: not sold. */
  before: number | null
  after: number | null
}

/**
 * The fare of those who board on this day, in cents, among the rows of one pair and category: that of the
 * last row that has begun. Null: not sold.
 */
export function fareOn(rows: readonly Fare[], day: Temporal.PlainDate): number | null {
  const begun = rows.filter(({ validFrom }) => !isLater(validFrom, day))
  const [last] = begun.toSorted((one, other) =>
    Temporal.PlainDate.compare(other.validFrom, one.validFrom),
  )
  return last?.fareCents ?? null
}

/** A fare raised by so many percent, or lowered, to the nearest 50 cents. */
export function raiseFare(cents: number, percent: number): number {
  return Math.round((cents * (100 + percent)) / 5000) * 50
}

/** All fares once these hold from a day on. A fare that begins later still does. */
export function changeFares(
  fares: readonly Fare[],
  wishes: readonly FareWish[],
  begins: Temporal.PlainDate,
): Fare[] {
  const changed = new Set(wishes.map(keyOf))
  const kept = fares.filter((fare) => !changed.has(keyOf(fare)) || !fare.validFrom.equals(begins))
  return [...kept, ...wishes.map((wish) => ({ ...wish, validFrom: begins }))]
}

/** What differs between two states of all fares for those who board since a day, in the order of the first. */
export function compareFares(
  before: readonly Fare[],
  after: readonly Fare[],
  since: Temporal.PlainDate,
): FareStep[] {
  const [old, fresh] = [Map.groupBy(before, keyOf), Map.groupBy(after, keyOf)]
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((key) => {
    const [olds, freshs] = [old.get(key) ?? [], fresh.get(key) ?? []]
    const [some] = [...olds, ...freshs]
    if (!some) return []
    const { fromStopId, toStopId, passengerCategory } = some
    const steps = daysOf([...olds, ...freshs], since).map((from) => {
      const [was, is] = [fareOn(olds, from), fareOn(freshs, from)]
      return { fromStopId, toStopId, passengerCategory, from, before: was, after: is }
    })
    return steps.filter((step, place) => {
      const last = steps[place - 1]
      const goesOn = last?.before === step.before && last.after === step.after
      return step.before !== step.after && !goesOn
    })
  })
}

/** The day, and those after it on which one of these fares begins. */
function daysOf(fares: readonly Fare[], since: Temporal.PlainDate): Temporal.PlainDate[] {
  const later = fares.filter(({ validFrom }) => isLater(validFrom, since))
  const days = [...new Set(later.map(({ validFrom }) => validFrom.toString()))].toSorted()
  return [since, ...days.map((day) => Temporal.PlainDate.from(day))]
}

function isLater(one: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(one, other) > 0
}

/** Of a fare, without the day on which it begins. */
export function keyOf(fare: Pick<Fare, 'fromStopId' | 'toStopId' | 'passengerCategory'>): string {
  return JSON.stringify([fare.fromStopId, fare.toStopId, fare.passengerCategory])
}
