import { translation } from '#app/i18n/translation.ts'
import keepScript from '#app/live/keep-ticket.js?url'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

/** Has these tickets kept in the browser for when there is no connection, with the list of them. */
export function KeepTickets({ tickets }: { tickets: readonly string[] }) {
  const { locale } = translation()
  return (
    <script
      src={keepScript}
      data-workers="/ticket-worker.js"
      data-list={localePath(locale, paths.bookings())}
      data-scope={localePath(locale, paths.ticket(''))}
      data-tickets={tickets.join(' ')}
    />
  )
}
