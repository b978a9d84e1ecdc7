import { translation } from '#app/i18n/translation.ts'
import { operator } from '#operator'
import { localePath } from '#platform/locale.ts'

const HEADERS = {
  'Content-Type': 'application/manifest+json',
  'Cache-Control': 'public, max-age=3600',
}
/** The header, and the ground of a page by day (app/ui/tokens.css). */
const THEME = '#063b47'
const GROUND = '#fbf8f2'

/** What a phone is told that puts the site among its apps. It opens where the tickets are. */
export function loader() {
  const { locale, messages } = translation()
  const { common, bookings, home } = messages
  const app = {
    // One app, in whichever language it was installed.
    id: '/',
    lang: locale,
    dir: 'ltr',
    name: operator.name,
    short_name: operator.shortName,
    description: home.description,
    start_url: localePath(locale, '/bookings'),
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
      { name: bookings.title, url: localePath(locale, '/bookings') },
      { name: common.bookNow, url: localePath(locale, '/book-now') },
    ],
  }
  return new Response(JSON.stringify(app), { headers: HEADERS })
}

function icon(file: string, size: number, purpose: string) {
  return { src: `/${file}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose }
}
