import type { Messages } from '#app/i18n/en.ts'
import type { PassengerCategory } from '#modules/fares/passengers.ts'
import type { Locale } from '#platform/locale.ts'

export type Words = Messages['office']['boarding']['phone']
export type ScreenName = 'ready' | 'scan' | 'names' | 'sell' | 'more' | 'hand-over'

/** The choice of a stop and a day, which is a plain form before the script is there. */
export type Choice = {
  stops: readonly { stopId: string; name: string }[]
  days: readonly { day: string; name: string }[]
  stopId: string
  day: string
  /** Stop and day are those of the driver's duty, and nobody has chosen others. */
  isOwnDuty: boolean
  words: Record<'choose' | 'chooseStop' | 'chooseDay' | 'chooseOther' | 'show', string>
}

/**
 * All that the server tells the phone with its page, so that its copy speaks the same language without a network.
 * What a sentence needs a function for is spelled by the server.
 */
export type Start = {
  locale: Locale
  words: Words
  title: string
  logIn: string
  categories: Record<PassengerCategory, Record<'label' | 'fewer' | 'more', string>>
  sellsOnBoard: boolean
  choice: Choice
  addresses: Record<'page' | 'sync' | 'login' | 'till' | 'worker' | 'decoder' | 'drawer', string>
}

/** A sentence with its star filled in. */
export function fill(sentence: string, value: string | number): string {
  return sentence.replace('*', String(value))
}

/** A sentence with two stars filled in. */
export function fillBoth(sentence: string, first: number, second: number): string {
  return fill(fill(sentence, first), second)
}

/** A sentence about a number of things. */
export function fillCount(sentence: { one: string; many: string }, count: number): string {
  return count === 1 ? sentence.one : fill(sentence.many, count)
}

/** A thumb that was on its way when the words changed must not press what it has not read. */
export const UNREAD_MILLIS = 700
