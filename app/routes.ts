import { index, prefix, route, type RouteConfig } from '@react-router/dev/routes'

import { LOCALES, localePrefix, type Locale } from '#platform/locale.ts'

/** The site map. Every screen is listed once and served in every language: /book-now, /el/book-now. */
function screens(locale: Locale) {
  return [
    index('pages/home.tsx', { id: `${locale}/home` }),
    screen('timetables', 'pages/timetables.tsx'),
    screen('schedules/:id', 'pages/schedule.tsx'),
    screen('*', 'pages/not-found.ts'),
  ]

  function screen(path: string, file: string) {
    return route(path, file, { id: `${locale}/${path}` })
  }
}

export default LOCALES.flatMap((locale) =>
  prefix(localePrefix(locale), screens(locale)),
) satisfies RouteConfig
