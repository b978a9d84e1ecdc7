import { LOCALES, type Locale } from '#platform/locale.ts'
import { isBefore } from '#platform/time.ts'

/**
 * `every-page` of the public site; the timetable of one route; or one stop: the timetables that call
 * there, and the tickets of journeys from or to it.
 */
export const NOTICE_PLACES = ['every-page', 'route', 'stop'] as const
export type NoticePlace = (typeof NOTICE_PLACES)[number]

export const NOTICE_TONES = ['info', 'warning'] as const
export type NoticeTone = (typeof NOTICE_TONES)[number]

/** A draft may lack a language. A notice that was taken down becomes a draft when it is saved again. */
export const NOTICE_STATES = ['draft', 'published', 'taken-down'] as const
export type NoticeState = (typeof NOTICE_STATES)[number]

/** Nobody reads a longer one above a page. */
export const MAX_NOTICE_LETTERS = 300

/** The text by language; an empty one is missing. */
export type NoticeWords = Record<Locale, string>

export type NoticeContent = {
  place: NoticePlace
  routeId: string | null
  stopId: string | null
  tone: NoticeTone
  from: Temporal.Instant
  /** Null: until it is taken down. */
  until: Temporal.Instant | null
  words: NoticeWords
}

export type ContentRefusal =
  | { ok: false; reason: 'no-words' }
  | { ok: false; reason: 'too-long'; locale: Locale; most: number }
  /** A route or a stop that is not named. */
  | { ok: false; reason: 'place-missing' }
  | { ok: false; reason: 'ends-before-it-begins' }

/** Whether a draft can be saved: it has words in some language, and its time is in order. */
export function checkContent(content: NoticeContent): { ok: true } | ContentRefusal {
  const { place, routeId, stopId, from, until, words } = content
  if (LOCALES.every((locale) => words[locale] === '')) return { ok: false, reason: 'no-words' }
  const locale = LOCALES.find((one) => words[one].length > MAX_NOTICE_LETTERS)
  if (locale) return { ok: false, reason: 'too-long', locale, most: MAX_NOTICE_LETTERS }
  if (place === 'route' && !routeId) return { ok: false, reason: 'place-missing' }
  if (place === 'stop' && !stopId) return { ok: false, reason: 'place-missing' }
  if (until && !isBefore(from, until)) return { ok: false, reason: 'ends-before-it-begins' }
  return { ok: true }
}

export type PublishRefusal =
  | { ok: false; reason: 'language-missing'; locale: Locale }
  | { ok: false; reason: 'over'; until: Temporal.Instant }

/** Whether a notice may be published: in every language or not at all, and not after its end. */
export function checkPublishing(
  { words, until }: Pick<NoticeContent, 'words' | 'until'>,
  now: Temporal.Instant,
): { ok: true } | PublishRefusal {
  const locale = LOCALES.find((one) => words[one] === '')
  if (locale) return { ok: false, reason: 'language-missing', locale }
  if (until && !isBefore(now, until)) return { ok: false, reason: 'over', until }
  return { ok: true }
}
