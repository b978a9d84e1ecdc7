import { readTimetables } from '#app/components/timetable-view.server.ts'
import { PUBLIC_PAGES } from '#app/http/public-pages.ts'
import * as paths from '#paths'
import { now } from '#platform/clock.server.ts'
import { MAIN_LOCALE } from '#platform/languages.ts'
import { LOCALES, localePath, type Locale } from '#platform/locale.ts'
import { siteOrigin } from '#platform/settings/env.server.ts'
import { dateInCyprus } from '#platform/time.ts'

const HEADERS = {
  'Content-Type': 'application/xml; charset=utf-8',
  'Cache-Control': 'public, max-age=3600',
}

/** Every public page in each language, with its translations. */
export async function loader() {
  const routes = await readTimetables(dateInCyprus(now()))
  const schedules = routes.map(({ routeId }) => paths.timetable(routeId))
  const entries = [...PUBLIC_PAGES, ...schedules].flatMap((page) =>
    LOCALES.map((locale) => entryOf(page, locale)),
  )
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
  ]
  return new Response(`${xml.join('\n')}\n`, { headers: HEADERS })
}

function entryOf(page: string, locale: Locale): string {
  const alternates = [
    ...LOCALES.map((one) => [one, one] as const),
    ['x-default', MAIN_LOCALE] as const,
  ]
  const links = alternates.map(
    ([name, one]) =>
      `<xhtml:link rel="alternate" hreflang="${name}" href="${addressOf(page, one)}"/>`,
  )
  return `<url><loc>${addressOf(page, locale)}</loc>${links.join('')}</url>`
}

function addressOf(page: string, locale: Locale): string {
  return (siteOrigin() + localePath(locale, page))
    .replaceAll('&', '&amp;')
    .replaceAll("'", '&apos;')
}
