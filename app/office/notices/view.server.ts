import { translation } from '#app/i18n/translation.ts'
import type { NoticeState, NoticeTone } from '#modules/notices/notice.ts'
import { findNotice, listNotices } from '#modules/notices/notices.server.ts'
import { listStaffNames } from '#modules/staff/people/names.server.ts'
import { countEntries } from '#platform/audit.server.ts'
import { now } from '#platform/clock.server.ts'
import { shortDate } from '#platform/format/dates.ts'
import { LOCALES } from '#platform/locale.ts'
import { clockTime, dateInCyprus, inCyprus } from '#platform/time.ts'

import { listPlaceOptions, placeValue, type PlaceOptions } from './places.server.ts'

export type NoticeRow = {
  noticeId: string
  text: string
  place: string
  state: NoticeState
  from: string
  until: string
  by: string
}

/** The notices, newest first. */
export async function showNotices(): Promise<NoticeRow[]> {
  const { locale, messages } = translation()
  const { places, openEnd } = messages.office.notices
  const notices = await listNotices()
  const { routes, stops } = await listPlaceOptions()
  const placeNames = new Map([...routes, ...stops].map(({ value, name }) => [value, name]))
  const names = await listStaffNames(notices.map(({ madeBy }) => staffIdIn(madeBy)))
  return notices.map(({ noticeId, words, state, from, until, madeBy, ...where }) => ({
    noticeId,
    text: words[locale] || LOCALES.map((one) => words[one]).find(Boolean) || '',
    place: placeNames.get(placeValue(where)) ?? places[where.place],
    state,
    from: momentShort(from),
    until: until ? momentShort(until) : openEnd,
    by: names.get(staffIdIn(madeBy)) ?? madeBy,
  }))
}

/** In few letters, since a table has two of them. */
function momentShort(moment: Temporal.Instant): string {
  return `${shortDate(dateInCyprus(moment), translation().locale)}, ${clockTime(moment)}`
}

function staffIdIn(actor: string): string {
  return actor.replace(/^staff:/, '')
}

export type NoticeView = {
  /** Null for one that is not saved yet. */
  noticeId: string | null
  seen: number
  state: NoticeState
  /** Of the form: "every-page", "route:1" or "stop:LCA". */
  place: string
  tone: NoticeTone
  /** As the fields of a browser have it: "2026-11-22T13:30". */
  from: string
  until: string
  words: Record<string, string>
  places: PlaceOptions
}

/** One notice, or an empty form for `new`; undefined for an unknown id. */
export async function showNotice(id: string): Promise<NoticeView | undefined> {
  const places = await listPlaceOptions()
  if (id === 'new') {
    const plain = { state: 'draft', place: 'every-page', tone: 'info' } as const
    const from = localTime(now())
    return { ...plain, noticeId: null, seen: 0, from, until: '', words: {}, places }
  }
  const seen = await countEntries(`notice:${id}`)
  const notice = await findNotice(id)
  if (!notice) return undefined
  const { state, tone, words, from, until } = notice
  return {
    noticeId: id,
    seen,
    state,
    tone,
    words,
    places,
    place: placeValue(notice),
    from: localTime(from),
    until: until ? localTime(until) : '',
  }
}

function localTime(moment: Temporal.Instant): string {
  return inCyprus(moment).toPlainDateTime().toString({ smallestUnit: 'minute' })
}
