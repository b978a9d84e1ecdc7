import { translation } from '#app/i18n/translation.ts'
import { company } from '#operator'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import { GROUND, icons, MANIFEST_HEADERS, THEME } from './app-looks.ts'

/** The web app manifest. The installed app starts at the tickets. */
export function loader() {
  const { locale, messages } = translation()
  const { common, bookings, home } = messages
  const app = {
    // The same app in every language.
    id: '/',
    lang: locale,
    dir: 'ltr',
    name: company().name,
    short_name: company().shortName,
    description: home.description,
    start_url: localePath(locale, paths.bookings()),
    scope: '/',
    display: 'standalone',
    theme_color: THEME,
    background_color: GROUND,
    icons: icons(),
    shortcuts: [
      { name: bookings.title, url: localePath(locale, paths.bookings()) },
      { name: common.bookNow, url: localePath(locale, paths.bookNow()) },
    ],
  }
  return new Response(JSON.stringify(app), { headers: MANIFEST_HEADERS })
}
