import { translation } from '#app/i18n/translation.ts'
import { operator } from '#operator'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

const HEADERS = {
  'Content-Type': 'application/manifest+json',
  'Cache-Control': 'public, max-age=3600',
}
/** The header colour, and the page background of the light scheme (app/ui/tokens.css). */
const THEME = '#063b47'
const GROUND = '#fbf8f2'

/** The web app manifest. The installed app starts at the tickets. */
export function loader() {
  const { locale, messages } = translation()
  const { common, bookings, home } = messages
  const app = {
    // The same app in every language.
    id: '/',
    lang: locale,
    dir: 'ltr',
    name: operator.name,
    short_name: operator.shortName,
    description: home.description,
    start_url: localePath(locale, paths.bookings()),
    scope: '/',
    display: 'standalone',
    theme_color: THEME,
    background_color: GROUND,
    icons: [
      icon('icon-192', 192, 'any'),
      icon('icon-512', 512, 'any'),
      icon('icon-maskable-512', 512, 'maskable'),
    ],
    shortcuts: [
      { name: bookings.title, url: localePath(locale, paths.bookings()) },
      { name: common.bookNow, url: localePath(locale, paths.bookNow()) },
    ],
  }
  return new Response(JSON.stringify(app), { headers: HEADERS })
}

function icon(file: string, size: number, purpose: string) {
  return { src: `/${file}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose }
}
