import { getStopNames } from '#modules/timetable/stop-names.server.ts'
import { keepBriefly } from '#platform/answers/cache.server.ts'
import { isDatabaseAway } from '#platform/connection/database-trouble.server.ts'
import { db } from '#platform/db.server.ts'
import { LOCALES, type Locale } from '#platform/locale.ts'
import { isBefore } from '#platform/time.ts'

import type { NoticeTone } from './notice.ts'
import { readWords } from './words.server.ts'

/** A notice as a public page shows it, under the name of its stop if it is about one. */
export type ShownNotice = { tone: NoticeTone; text: string; stop?: string }

type ForPage = { locale: Locale; routeId: string | undefined; now: Temporal.Instant }

/**
 * The notices for a page; for the timetable of a route also those of the route and of the stops at
 * which it calls. Read from memory: the database is asked once a minute. A page that works without
 * the database does so without notices.
 */
export async function findNoticesFor({ locale, routeId, now }: ForPage): Promise<ShownNotice[]> {
  const published = await readPublished('all').catch((error: unknown) => {
    if (isDatabaseAway(error)) return []
    throw error
  })
  return published
    .filter(({ place, routeIds }) => place === 'every-page' || routeIds.includes(routeId ?? ''))
    .filter((notice) => isOn(notice, now))
    .map((notice) => show(notice, locale))
}

/** All notices that are on public pages now, with their words in every language. */
export async function listShownNotices(now: Temporal.Instant): Promise<Published[]> {
  const published = await readPublished('all')
  return published.filter((notice) => isOn(notice, now))
}

type ForJourney = {
  locale: Locale
  /** The stops at which the journey begins and ends. */
  stopIds: readonly string[]
  departsAt: Temporal.Instant
  now: Temporal.Instant
}

/** The notices about the two stops of a journey, without those that are over before it begins. */
export async function findNoticesOfStops(journey: ForJourney): Promise<ShownNotice[]> {
  const { locale, stopIds, departsAt, now } = journey
  const published = await readPublished('all')
  return published
    .filter(({ stopId }) => stopId && stopIds.includes(stopId))
    .filter((notice) => isOn(notice, now))
    .filter(({ until }) => !until || isBefore(departsAt, until))
    .map((notice) => show(notice, locale))
}

type Period = { from: Temporal.Instant; until: Temporal.Instant | null }

function isOn({ from, until }: Period, now: Temporal.Instant): boolean {
  return !isBefore(now, from) && (!until || isBefore(now, until))
}

type Published = Awaited<ReturnType<typeof listPublished>>[number]

function show({ tone, words, stopNames }: Published, locale: Locale): ShownNotice {
  return { tone, text: words[locale], ...(stopNames && { stop: stopNames[locale] }) }
}

const readPublished = keepBriefly(listPublished)

async function listPublished() {
  const notices = await db
    .selectFrom('notices')
    .select(['noticeId', 'place', 'routeId', 'stopId', 'tone'])
    .select(['fromAt as from', 'untilAt as until'])
    .where('state', '=', 'published')
    .orderBy('fromAt')
    .execute()
  const words = await readWords(
    db,
    notices.map(({ noticeId }) => noticeId),
  )
  const stopIds = notices.flatMap(({ stopId }) => stopId ?? [])
  const routesAt = await listRoutesAt(stopIds)
  const namesOf = await readStopNames(stopIds)
  return notices.map((notice) => {
    const { noticeId, routeId, stopId } = notice
    const routeIds = stopId ? routesAt(stopId) : [routeId].filter((id) => id !== null)
    return { ...notice, routeIds, words: words(noticeId), stopNames: stopId && namesOf(stopId) }
  })
}

/** The routes of the timetable that call at each of these stops. */
async function listRoutesAt(stopIds: readonly string[]): Promise<(stopId: string) => string[]> {
  if (stopIds.length === 0) return () => []
  const calls = await db
    .selectFrom('stopTimes')
    .innerJoin('trips', 'trips.tripId', 'stopTimes.tripId')
    .select(['stopId', 'routeId'])
    .distinct()
    .where('stopId', 'in', stopIds)
    .execute()
  return (stopId) => calls.filter((call) => call.stopId === stopId).map(({ routeId }) => routeId)
}

async function readStopNames(stopIds: readonly string[]) {
  const inEach = await Promise.all(
    LOCALES.map(async (locale) => [locale, await getStopNames(locale, stopIds)] as const),
  )
  return (stopId: string) =>
    Object.fromEntries(inEach.map(([locale, nameOf]) => [locale, nameOf(stopId).name])) as Record<
      Locale,
      string
    >
}
