import { translation } from '#app/i18n/translation.ts'
import keepScript from '#app/live/keep-ticket.js?url'
import * as paths from '#paths'
import { localePath } from '#platform/locale.ts'

/** Stores these tickets and their list in the browser for offline use. */
export function KeepTickets({ tickets }: { tickets: readonly string[] }) {
  const { locale } = translation()
  return (
    <script
      src={keepScript}
      data-workers="/ticket-worker.js"
      data-list={localePath(locale, paths.bookings())}
      data-scope={`${localePath(locale, paths.ticket(''))}/`}
      data-tickets={tickets.join(' ')}
    />
  )
}
