import type { Millis } from '#modules/boarding/package/package.ts'
import { BOARDING_OPENS_HOURS } from '#modules/boarding/package/tick-rule.ts'

/** A time at which a bus leaves a stop, and by how many minutes it was reported late there. */
type Due = { departsAt: Millis; delay: number }

/** Whole minutes that are left until the timetable says, zero after it, and until the time reported to passengers. */
export type Early = { toPlan: number; toTold: number; toldAt: Millis }

/**
 * By how much a bus leaves too early; undefined if it leaves in time, or less than a minute before. While boarding is
 * not open the press is refused for that.
 */
export function findEarly({ departsAt, delay }: Due, at: Millis): Early | undefined {
  const toldAt = departsAt + Math.max(0, delay) * 60_000
  const minutesTo = (due: Millis) => Math.max(0, Math.floor((due - at) / 60_000))
  const toTold = minutesTo(toldAt)
  const toPlan = minutesTo(departsAt)
  const isOpen = toPlan < BOARDING_OPENS_HOURS * 60
  return toTold > 0 && isOpen ? { toPlan, toTold, toldAt } : undefined
}

/** The sentences of a language, with a star for each number and for the time. */
export type EarlyWords = { plan: string; both: string; told: string }

/** "It is 15 min before the scheduled time, and 35 min before the time told to passengers (17:50)." */
export function sayEarly(
  { toPlan, toTold, toldAt }: Early,
  words: EarlyWords,
  clockOf: (moment: Millis) => string,
): string {
  const isPlan = toPlan === toTold
  const numbers = isPlan || toPlan === 0 ? [toTold] : [toPlan, toTold]
  const sentence = isPlan ? words.plan : toPlan === 0 ? words.told : words.both
  return [...numbers, clockOf(toldAt)].reduce<string>(
    (text, fact) => text.replace('*', String(fact)),
    sentence,
  )
}
