import { found } from '#app/http/found.ts'
import { translation } from '#app/i18n/translation.ts'
import { makeCalendar } from '#modules/documents/calendar.ts'
import { findTicket } from '#modules/orders/reads/find-tickets.server.ts'
import { now } from '#platform/clock.server.ts'

import type { Route } from './+types/calendar'

/** The ride as a calendar entry. */
export async function loader({ params }: Route.LoaderArgs) {
  const ticket = found(await findTicket(params.id, translation().locale, now()))
  return new Response(makeCalendar([ticket]), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="halcyon-${ticket.number}.ics"`,
      'X-Robots-Tag': 'noindex',
    },
  })
}
