import { translation } from '#app/i18n/translation.ts'
import keepScript from '#app/live/keep-ticket.js?url'
import { localePath } from '#platform/locale.ts'

/** Has these tickets kept in the browser for when there is no connection, with the list of them. */
export function KeepTickets({ tickets }: { tickets: readonly string[] }) {
  const list = localePath(translation().locale, '/bookings')
  return (
    <script
      src={keepScript}
      data-workers="/ticket-worker.js"
      data-list={list}
      data-tickets={tickets.join(' ')}
    />
  )
}
