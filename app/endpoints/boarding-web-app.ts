import { translation } from '#app/i18n/translation.ts'
import { company } from '#operator'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

import { GROUND, icons, MANIFEST_HEADERS, THEME } from './app-looks.ts'

/** The manifest of the app for boarding, which a driver puts on the screen of the phone. */
export function loader() {
  const { locale, messages } = translation()
  const { title, appName } = messages.office.boarding
  const start = localePath(locale, paths.officeBoarding())
  const app = {
    id: paths.officeBoarding(),
    lang: locale,
    dir: 'ltr',
    name: `${company().shortName}: ${title}`,
    short_name: appName,
    start_url: start,
    scope: start,
    display: 'standalone',
    orientation: 'portrait',
    theme_color: THEME,
    background_color: GROUND,
    icons: icons(),
  }
  return new Response(JSON.stringify(app), { headers: MANIFEST_HEADERS })
}
