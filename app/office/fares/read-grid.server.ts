import { textIn } from '#app/http/read-form.server.ts'
import { translation } from '#app/i18n/translation.ts'
import type { FormProblem } from '#app/ui/error-summary.tsx'
import { raiseFare, type FareWish } from '#modules/fares/dated-fares.ts'
import { CATEGORY_RULES, PASSENGER_CATEGORIES } from '#modules/fares/passengers.ts'
import { MAX_PERCENT, MIN_PERCENT } from '#modules/pricing/fare-draft.ts'
import type { RidePair } from '#modules/timetable/ride-pairs.server.ts'
import { readAmount } from '#platform/amount.ts'

import { fieldsFor, idOf, PAYING, wayBack, type FareOf } from './grid.ts'

type ReadGrid = { wishes: FareWish[]; problems: FormProblem[] }

/** The fares that a form asks for, each once, and what in it is no amount. An empty field is a fare that is not sold. */
export function readGrid(form: FormData, pairs: readonly RidePair[]): ReadGrid {
  const read: ReadGrid = { wishes: [], problems: [] }
  for (const pair of pairs) {
    for (const passengerCategory of PAYING) {
      const field = fieldsFor(pair, passengerCategory).find((name) => form.has(name))
      if (!field) continue
      const typed = textIn(form, field).trim()
      const amount = typed === '' ? null : readAmount(typed)
      if (amount === undefined) read.problems.push(noAmount(field, typed))
      else read.wishes.push({ ...pair, passengerCategory, fareCents: amount })
    }
  }
  const told = new Map(read.problems.map((problem) => [problem.fieldId, problem]))
  return { ...read, problems: [...told.values()] }
}

function noAmount(fieldId: string, typed: string): FormProblem {
  return { fieldId, sentence: translation().messages.office.fares.refusals.noAmount(typed) }
}

/** A whole number of percent that one press may change fares by; undefined for anything else. */
export function readPercent(typed: string): number | undefined {
  const read = /^([+\-−])?\s*(\d{1,3})\s*%?$/.exec(typed.trim())
  if (!read) return undefined
  const percent = Number(read[2]) * (read[1] === '-' || read[1] === '−' ? -1 : 1)
  return percent !== 0 && percent >= MIN_PERCENT && percent <= MAX_PERCENT ? percent : undefined
}

/** Raises the fares of the chosen rows, or of all if none is chosen. */
export function raiseRows(
  wishes: readonly FareWish[],
  percent: number,
  chosen: readonly string[],
): FareWish[] {
  const rows = new Set(chosen)
  return wishes.map((wish) => {
    const isMeant = rows.size === 0 || rows.has(idOf(wish)) || rows.has(idOf(wayBack(wish)))
    const { fareCents } = wish
    return isMeant && fareCents !== null
      ? { ...wish, fareCents: raiseFare(fareCents, percent) }
      : wish
  })
}

/** A pair that comes on sale takes those on a lap for nothing. */
export function withLaps(wishes: readonly FareWish[], fareOf: FareOf): FareWish[] {
  const laps = PASSENGER_CATEGORIES.filter((category) => CATEGORY_RULES[category].onLap)
  const pairs = new Map(wishes.map((wish) => [idOf(wish), wish]))
  const added = [...pairs.values()].flatMap(({ fromStopId, toStopId }) =>
    laps
      .filter((category) => fareOf({ fromStopId, toStopId }, category) === null)
      .map((passengerCategory) => ({ fromStopId, toStopId, passengerCategory, fareCents: 0 })),
  )
  return [...wishes, ...added]
}
