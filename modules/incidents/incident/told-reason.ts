import { letterWords } from '#modules/notifications/words/words.ts'
import { LOCALES, type Locale } from '#platform/locale.ts'
import { oneLine } from '#platform/text/lines.ts'

import type { IncidentKind } from './incident-states.ts'

/* The reason that passengers of an incident are told. Its cause, as staff note it, is never shown to them. */

/** One line in every language. */
export type ToldReason = Record<Locale, string>

/** A sentence or two: it is read in mails and on phones. */
export const MAX_REASON_LENGTH = 200

export type UsualReason = keyof ReturnType<typeof letterWords>['reason']['usual']

/** The reasons that are proposed for each kind, the likeliest first. */
export const USUAL_REASONS: Record<IncidentKind, readonly UsualReason[]> = {
  'not-running': [
    'vehicle-fault',
    'driver-ill',
    'airport-closed',
    'road-closed',
    'accident',
    'weather',
    'strike',
    'operational',
  ],
  'smaller-bus': ['vehicle-fault', 'operational'],
  late: [
    'traffic',
    'accident',
    'road-closed',
    'roadworks',
    'weather',
    'airport-closed',
    'vehicle-fault',
    'strike',
    'operational',
  ],
  retimed: ['roadworks', 'road-closed', 'operational'],
  'stop-closed': ['roadworks', 'road-closed', 'event', 'weather', 'airport-closed', 'operational'],
  'stop-moved': ['roadworks', 'road-closed', 'event', 'weather', 'operational'],
}

/** A usual reason in the words of every language. */
export function sayUsual(reason: UsualReason): ToldReason {
  return inEach((locale) => letterWords(locale).reason.usual[reason])
}

/** As a form has it: the name of a usual reason or nothing, and own words, which count instead. */
export type Typed = { usual: string; own: ToldReason }

export type ReasonOutcome = { ok: true; toldReason: ToldReason | null } | ReasonRefusal

export type ReasonRefusal =
  /** Passengers are told in every language or not at all. */
  | { ok: false; reason: 'language-missing'; locale: Locale }
  | { ok: false; reason: 'reason-too-long'; locale: Locale; most: number }

/** The reason that was chosen or written; null if passengers are to be told none. */
export function chooseReason({ usual, own }: Typed): ReasonOutcome {
  const words = inEach((locale) => oneLine(own[locale]))
  const missing = LOCALES.filter((locale) => words[locale] === '')
  const [empty] = missing
  if (missing.length === LOCALES.length) {
    const known = Object.values(USUAL_REASONS)
      .flat()
      .find((one) => one === usual)
    return { ok: true, toldReason: known ? sayUsual(known) : null }
  }
  if (empty) return { ok: false, reason: 'language-missing', locale: empty }
  const tooLong = LOCALES.find((locale) => words[locale].length > MAX_REASON_LENGTH)
  if (tooLong) {
    return { ok: false, reason: 'reason-too-long', locale: tooLong, most: MAX_REASON_LENGTH }
  }
  return { ok: true, toldReason: words }
}

/**
 * The reason that a form for changing it leaves, whose own words are at first those told now. A
 * usual reason that is chosen while these are unchanged counts, so nobody has to empty them first.
 */
export function chooseOther({ usual, own }: Typed, present: ToldReason | null): ReasonOutcome {
  const isKept = usual !== '' && present !== null && isSameReason(own, present)
  return chooseReason({ usual, own: isKept ? inEach(() => '') : own })
}

/** The usual reason with these very words, if it is proposed for this kind of incident. */
export function usualOf(reason: ToldReason, kind: IncidentKind): UsualReason | undefined {
  return USUAL_REASONS[kind].find((one) => isSameReason(sayUsual(one), reason))
}

export function isSameReason(one: ToldReason | null, other: ToldReason | null): boolean {
  return reasonKey(one) === reasonKey(other)
}

/** A text that differs for each reason, by which a form says which one its page showed. */
export function reasonKey(reason: ToldReason | null): string {
  return reason ? JSON.stringify(LOCALES.map((locale) => reason[locale])) : ''
}

function inEach(say: (locale: Locale) => string): ToldReason {
  return Object.fromEntries(LOCALES.map((locale) => [locale, say(locale)])) as ToldReason
}
