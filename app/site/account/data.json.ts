import { found } from '#app/http/found.ts'
import { translation } from '#app/i18n/translation.ts'
import { exportPerson } from '#modules/accounts/export-person.server.ts'
import { findSignedIn } from '#modules/accounts/sessions.server.ts'
import { now } from '#platform/clock.server.ts'

import type { Route } from './+types/data.json'

/** All data of the account as a download; a 404 without a login. */
export async function loader({ request }: Route.LoaderArgs) {
  const account = found(await findSignedIn(request, now()))
  const person = await exportPerson(account, translation().locale)
  return new Response(JSON.stringify(person, null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="halcyon-data.json"',
      'X-Robots-Tag': 'noindex',
    },
  })
}
